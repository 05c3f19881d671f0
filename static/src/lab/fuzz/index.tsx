// The view "Fuzz": random traces against the optimizer, and what was found.

import { Menu, type MenuItem } from "../../ui/menu";
import { Play } from "../../ui/icons";
import { messageParts } from "../../ui/words";
import { describe } from "../../state";
import { docsMenu } from "../doc-menu";
import { proofSteps } from "../docs";
import { fuzzDoc, setFuzz } from "../state";
import { begun, bugs, fuzzLoaded, fuzzTrouble, fuzzing, limits, restart, run, speed, stop, stopAtFinding, totals, workerCount } from "./control";
import { FindingList, OpenFinding } from "./finding";
import { Coverage } from "./heat";
import { formatCount, plural } from "../../ui/counts";

export function FuzzView() {
  return (
    <>
      <Bar />
      <div class="lab-fuzz print:flex print:upwards under-800px:block columns-1fr-1.15fr grow grid gap-2">
        <section class="pane clip lined corners-l low column slim paper lab-run print:spills under-800px:spills scroll-y" aria-label="Progress">
          <Plant />
          <Numbers />
          <Coverage />
        </section>
        <section class="pane clip lined corners-l low column slim paper lab-findings print:spills under-800px:spills scroll-y" aria-label="Findings">
          <FindingList />
          <OpenFinding />
        </section>
      </div>
    </>
  );
}

function Bar() {
  const doc = fuzzDoc.value;
  const setNumber = (text: string, most: number, key: "seed" | "length") => {
    const n = Math.floor(Number(text));
    if (text.trim() !== "" && n >= 0 && n <= most) setFuzz({ [key]: n });
  };
  return (
    <div class="lab-bar print:gone under-800px:gap-1-3 under-800px:pad-6px-3-10px gap-y-1 gap-x-4 pad-y-1 pad-x-1 rigid toolbar" role="group" aria-label="What to try">
      <Menu label={doc.bug || "Plant a bug"} name={doc.bug ? `Planted bug: ${doc.bug}` : "Plant a bug"} items={bugItems} wide class="lab-bugs" empty="The lab's module is loading." />
      {docsMenu("fuzz")}
      <span class="header-space grow under-800px:flex-1-1-100%" />
      <label class="lab-option inline-flex centred gap-2 nowrap soft" title="The seed chooses the sequence of random traces">
        Seed
        <input
          type="number"
          class="mono text-s short-field"
          min={0}
          max={limits.value.maxSeed}
          value={doc.seed}
          onChange={(e) => setNumber(e.currentTarget.value, limits.value.maxSeed, "seed")}
        />
      </label>
      <label class="lab-option inline-flex centred gap-2 nowrap soft" title="About how many operations a trace has; empty for the default">
        Operations
        <input
          type="number"
          class="mono text-s short-field"
          min={0}
          max={1000}
          placeholder="usual"
          value={doc.length > 0 ? doc.length : ""}
          onChange={(e) => (e.currentTarget.value === "" ? setFuzz({ length: 0 }) : setNumber(e.currentTarget.value, 1000, "length"))}
        />
      </label>
      <PassChoice />
      <ProverChoice />
      <label class="tool-check pipeline-699px:order-4 inline-flex gap-2 pointer centred nowrap minor">
        <input type="checkbox" checked={stopAtFinding.value} onChange={(e) => (stopAtFinding.value = e.currentTarget.checked)} />
        stop at a finding
      </label>
      {fuzzing.value ? (
        <button type="button" class="button lab-stop steady push" onClick={stop}>
          Stop
        </button>
      ) : (
        <button type="button" class="button primary lab-start steady push" onClick={run}>
          <Play />
          {begun.value ? "Go on" : "Start"}
        </button>
      )}
    </div>
  );
}

function PassChoice() {
  const { passes } = fuzzDoc.value;
  const presets = (describe.value?.presets ?? []).filter((p) => p.passes.length > 0);
  const single = describe.value?.passes ?? [];
  const value = passes.join();
  const choices = [
    ...presets.map((p) => ({ title: p.title, value: p.passes.join() })),
    ...single.map((p) => ({ title: `${p.name} alone`, value: p.name })),
  ];
  return (
    <label class="lab-option inline-flex centred gap-2 nowrap soft" title="Which passes are tried">
      Passes
      <select value={value} onChange={(e) => setFuzz({ passes: e.currentTarget.value === "" ? [] : e.currentTarget.value.split(",") })}>
        <option value="">all, and some in turn</option>
        {value !== "" && !choices.some((c) => c.value === value) && <option value={value}>own choice</option>}
        {choices.map((c) => (
          <option key={c.value} value={c.value}>
            {c.title}
          </option>
        ))}
      </select>
    </label>
  );
}

function ProverChoice() {
  return (
    <label
      class="lab-option inline-flex centred gap-2 nowrap soft"
      title="Ask the prover about every trace as well: slower, but it sees all inputs. The limit for a question is counted in solver steps, not in seconds, so the same seed has the same findings on every computer"
    >
      Prover
      <select class="lab-prover" value={fuzzDoc.value.prove} onChange={(e) => setFuzz({ prove: Number(e.currentTarget.value) })}>
        {proofSteps.map((steps) => (
          <option key={steps} value={steps}>
            {steps === 0 ? "not asked" : `up to ${formatCount(steps)} steps a question`}
          </option>
        ))}
      </select>
    </label>
  );
}

function bugItems(): MenuItem[] {
  const now = fuzzDoc.peek().bug;
  if (bugs.value.length === 0) return [];
  return [
    {
      key: "",
      title: "None",
      note: "The optimizer without planted bugs. Any finding is a bug of ours: please tell us.",
      checked: now === "",
      run: () => setFuzz({ bug: "" }),
    },
    ...bugs.value.map((b) => ({
      key: b.name,
      title: b.name,
      aside: `in ${b.pass}`,
      note: b.doc,
      group: "Only in the lab's own module",
      checked: now === b.name,
      run: () => setFuzz({ bug: b.name }),
    })),
  ];
}

/** Says explicitly that the bug is not in the optimizer. */
function Plant() {
  const { bug } = fuzzDoc.value;
  const known = bugs.value.find((b) => b.name === bug);
  if (bug === "") {
    return (
      <p class="lab-plant pad-y-3 pad-x-4 serif regular text-l soft">
        The optimizer as it is, tried on random traces: each one is interpreted before and after, and both must do the
        same{fuzzDoc.value.prove > 0 && ", and the prover is asked whether they do so for all inputs"}. To see the tester tested, plant a bug.
      </p>
    );
  }
  return (
    <p class="lab-plant pad-y-3 pad-x-4 serif regular text-l soft warning tone-ground is-planted">
      <strong class="toned">Planted on purpose: {bug}</strong>
      {known && (
        <>
          , in the pass {known.pass}. {messageParts(known.doc)}
        </>
      )}{" "}
      This bug exists in the lab's own module only; the playground, the lessons and the server do not have it.
    </p>
  );
}

function Numbers() {
  const seen = totals.value;
  return (
    <>
      <dl class="text-xl digits pad-y-2 pad-x-4 gap-y-2 gap-x-4 toolbar baseline" aria-live="off">
        <div class="lab-number upwards flex is-large title-l serif tight">
          <dt>traces</dt>
          <dd class="lab-traces">{formatCount(seen.traces)}</dd>
        </div>
        <div class="lab-number upwards flex is-large title-l serif tight">
          <dt>a second</dt>
          <dd>{speed.value > 0 ? formatCount(Math.round(speed.value)) : "–"}</dd>
        </div>
        <div class="lab-number upwards flex">
          <dt>operations</dt>
          <dd>{formatCount(seen.operations)}</dd>
        </div>
        <div class="lab-number upwards flex">
          <dt>runs that agree</dt>
          <dd>{formatCount(seen.agreed)}</dd>
        </div>
        <div class="lab-number upwards flex">
          <dt>without meaning</dt>
          <dd>{formatCount(seen.undefined)}</dd>
        </div>
        {fuzzDoc.value.prove > 0 && (
          <>
            <div class="lab-number upwards flex">
              <dt>questions to the prover</dt>
              <dd class="lab-questions">{formatCount(seen.questions)}</dd>
            </div>
            <div class="lab-number upwards flex">
              <dt>traces proved</dt>
              <dd class="lab-proved">{formatCount(seen.proved)}</dd>
            </div>
            <div class="lab-number upwards flex">
              <dt>traces unknown to it</dt>
              <dd class="lab-unknown">{formatCount(seen.unknown)}</dd>
            </div>
          </>
        )}
      </dl>
      <div class="pad-x-4 row baseline gap-3">
        <p class={fuzzing.value ? "is-running right toned" : "soft"} role="status">
          {fuzzTrouble.value !== "" ? messageParts(fuzzTrouble.value) : stateWords(seen.traces)}
        </p>
        {begun.value && !fuzzing.value && (
          <button type="button" class="text-button nowrap print:gone lab-restart" onClick={() => restart()}>
            Start over
          </button>
        )}
      </div>
    </>
  );
}

function stateWords(traces: number): string {
  if (fuzzing.value && fuzzLoaded.value < 1) return "Loading the lab's module";
  if (fuzzing.value) return `Trying, in ${plural(workerCount, "worker")}`;
  return traces > 0 ? "Stopped. It continues from here, even after a reload." : "Not started.";
}
