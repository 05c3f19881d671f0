// An input on which two traces differ: numbers in every notation, the heap as
// objects, and what both traces do in the interpreter.

import type { Counterexample, ProofRun, ProveResponse, WordValue } from "../../api.gen";
import { messageParts } from "../../ui/words";
import { Line } from "../../pipeline/line";
import { EffectList, HeapBoxes, ValueList } from "../../run/outcome";
import { Value } from "../../run/value";
import { type Differences, differences } from "../../run/words";
import { describe, usualPreset } from "../../state";
import type { ProveDoc } from "../docs";
import { playgroundLink } from "../links";
import { exitWords } from "../../pipeline/exits";
import { bitGroups, said } from "./words";
import { sentence } from "../../ui/counts";

interface Props {
  found: Counterexample;
  doc: ProveDoc;
  answer: ProveResponse;
}

export function CounterexampleView({ found, doc, answer }: Props) {
  const parted = answer.queries[found.query];
  const passes = describe.value?.presets.find((p) => p.name === usualPreset)?.passes ?? [];
  return (
    <section class="flex-1-1-26rem line-above pad-y-3 pad-x-4 slim" aria-label="Counterexample">
      <h3 class="below-1 text-m strong">{found.replayed ? "On this input" : "The solver's input"}</h3>
      <Inputs found={found} />
      {found.objects.length > 0 && (
        <HeapBoxes title="The objects at the start" heap={found.objects} side="start" unlike={null} />
      )}
      {found.replayed && (
        <div class="space-3 below-3 notice wrong">
          <h3 class="below-1 text-m strong">Where they differ</h3>
          {parted && <p class="soft">{messageParts(sentence(said(parted)))}</p>}
          <p class="text-l">{messageParts(sentence(found.reason ?? ""))}</p>
          {found.hostile && <p class="soft">They differ only if the outside changes objects that it can reach.</p>}
        </div>
      )}
      {found.before && found.after && <Runs before={found.before} after={found.after} />}
      <p class="lab-links print:gone flex wrap gap-2 space-4">
        <a class="button" href={playgroundLink(doc, found.inputs, "before", passes)}>
          Open in the playground with this input
        </a>
        {!doc.points && (
          <a class="button" href={playgroundLink(doc, found.inputs, "after", passes)}>
            The second trace there
          </a>
        )}
      </p>
    </section>
  );
}

const typeWords: Record<string, string> = { int: "integer", float: "float", ref: "reference" };

function Inputs({ found }: { found: Counterexample }) {
  const objects = new Set(found.objects.map((o) => o.name));
  if (found.values.length === 0) return <p class="soft">These traces take no inputs.</p>;
  return (
    <dl class="below-3 grid gap-2">
      {found.values.map((value) => (
        <div class="lab-input gap-x-3 toolbar baseline" key={value.name}>
          <dt class="min-width-5.2em">
            <span class="input-name ink strong mono text-l">{value.name}</span> <span class="input-type">{typeWords[value.type] ?? value.type}</span>
          </dt>
          <dd class="lab-value tight text-xl strong mono anywhere">
            <Value spans={[value.value]} objects={objects} side="start" />
          </dd>
          <Forms value={value} />
        </div>
      ))}
    </dl>
  );
}

export function Forms({ value }: { value: WordValue }) {
  if (!value.hex) return null;
  return (
    <dd class="lab-forms gap-x-5 text-s mono flex wrap soft">
      {value.type === "int" && value.unsigned !== value.value[1] && (
        <span>
          <span class="faint text-s sans">unsigned</span> {value.unsigned}
        </span>
      )}
      <span>
        <span class="faint text-s sans">hex</span> {value.hex}
      </span>
      <span class="lab-bits">
        <span class="faint text-s sans">binary</span>{" "}
        {bitGroups(value).map((group, k) => (
          <span class="inline-block after-2" key={k}>
            {group.map((bit, j) => (
              <span key={j} class={bit.set ? "error toned bold" : undefined}>
                {bit.digit}
              </span>
            ))}
          </span>
        ))}
      </span>
    </dd>
  );
}

function Runs({ before, after }: { before: ProofRun; after: ProofRun }) {
  return (
    <div class="pair sides gap-4 grid lab-runs">
      <Run run={before} side="before" title="The first trace" unlike={differences(before, after)} />
      <Run run={after} side="after" title="The second trace" unlike={differences(after, before)} />
    </div>
  );
}

interface RunProps {
  run: ProofRun;
  side: "before" | "after";
  title: string;
  unlike: Differences;
}

function Run({ run, side, title, unlike }: RunProps) {
  return (
    <section class={`outcome line-above pad-top-2 space-1 single slim gap-2 outcome-${side}`} aria-label={`${title} on this input`}>
      <h4 class="text-m">{title}</h4>
      <p class="exit gap-x-2 flex wrap baseline">
        <span class={`exit-words soft${unlike.exit ? " differs" : ""}`}>{exitWords(run)}</span>
        {run.at && (
          <span class="text-button fits slim text-s cut">
            <Line spans={run.at.spans} />
          </span>
        )}
        {run.at && run.at.number > 0 && <span class="exit-words soft">row {run.at.number}</span>}
        {run.detail && <span class="full soft">{messageParts(run.detail)}</span>}
      </p>
      <ValueList outcome={run} side={side} unlike={unlike} />
      <EffectList outcome={run} side={side} unlike={unlike} />
      <HeapBoxes title="reachable objects" heap={run.heap} side={side} unlike={unlike} />
    </section>
  );
}
