// An iteration of a loop from the source to the optimized trace: each instruction of the bytecode with its recorded
// operations, and what is left of them.

import type { Part, ProgramCode, ProgramRow, ProgramStep, ProgramTrace } from "../api.gen";
import { PartText } from "../api.gen";
import { encodeFragment } from "../fragment";
import { inputsOf } from "../inputs";
import { Line } from "../pipeline/line";
import { at } from "../site";
import { maxSteps } from "./control";
import { Meaning, Replay, startReplay } from "./replay";
import { choice, choose, chosenLine, firstIteration, guest, pick, point, shown, shownLoop, shownPart, state } from "./state";
import { formatCount, plural } from "../ui/counts";

export function TraceView() {
  const trace = shown.value;
  return (
    <section class="program-trace under-1180px:across pane clip lined corners-l low column slim paper" aria-label="The trace">
      <header class="pane-head row rigid line-below">
        <h2 class="grow cut">Trace</h2>
        {trace && <Tools trace={trace} />}
      </header>
      {trace && choice.value.replay && <Replay trace={trace} />}
      {trace ? <Steps trace={trace} /> : <Nothing />}
    </section>
  );
}

function Nothing() {
  const loop = shownLoop.value;
  if (!state.value) return <p class="pad-y-4 pad-x-4 soft">The first run is on its way.</p>;
  if (!loop) return <p class="pad-y-4 pad-x-4 soft">No loop has been recorded. A lower threshold records sooner.</p>;
  return <p class="pad-y-4 pad-x-4 soft">The loop in {loop.at} has no trace{loop.failures.length > 0 ? ": the reasons are beside it" : ""}.</p>;
}

function Tools({ trace }: { trace: ProgramTrace }) {
  return (
    <div class="trace-tools gap-1 toolbar">
      <button type="button" class="button small quiet" aria-pressed={choice.value.replay} onClick={() => startReplay(trace)}>
        Replay
      </button>
      <button type="button" class="button small quiet" aria-pressed={choice.value.machine} onClick={() => choose({ machine: !choice.peek().machine })}>
        x86-64
      </button>
      {trace.peeled && (
        <div class="trace-iterations segments" role="group" aria-label="Which iteration of the optimized trace">
          {[true, false].map((first) => (
            <button key={String(first)} type="button" aria-pressed={firstIteration.value === first} onClick={() => (firstIteration.value = first)}>
              {first ? "First iteration" : "The loop"}
            </button>
          ))}
        </div>
      )}
      {trace.text !== "" && (
        <a class="trace-open minor" href={playgroundLink(trace)}>
          Open in the playground
        </a>
      )}
    </div>
  );
}

/** The playground with the recorded trace and the passes. */
function playgroundLink({ text, passes }: ProgramTrace): string {
  return at(`/${encodeFragment({ text, passes, preset: "", from: 0, to: -1, numbered: "", inputs: inputsOf(""), example: "" })}`);
}

/** Rows by their step. */
function byStep<Row extends { step: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const list = found.get(row.step);
    if (list) list.push(row);
    else found.set(row.step, [row]);
  }
  return found;
}

function Steps({ trace }: { trace: ProgramTrace }) {
  const recorded = byStep(trace.recorded);
  const isShown = (row: { first: boolean }) => !trace.peeled || row.first === firstIteration.value;
  const optimized = byStep(trace.optimized.filter(isShown));
  const { replay, step, machine: wanted } = choice.value;
  const machine = byStep(trace.machine.filter(isShown));
  // A replay is at the time of recording: nothing is optimized before its end.
  const isRecorded = !replay || step >= trace.total - 1;
  const rowsOf = (k: number) => ({
    at: k,
    recorded: recorded.get(k) ?? [],
    optimized: (isRecorded && optimized.get(k)) || [],
    machine: wanted ? (isRecorded && machine.get(k)) || [] : null,
    isLater: replay && k > step,
    isOpen: !isRecorded,
  });
  return (
    <>
      <div class={`step-heads gap-0-2 under-640px:gone pad-y-1 pad-x-2 grid line-below minor ${wanted ? "has-machine columns-22fr-31fr-22fr-25fr" : "columns-26fr-40fr-34fr"}`} aria-hidden="true">
        <span>Bytecode, {formatCount(trace.total)}</span>
        <span>Recorded</span>
        <span>Optimized{trace.peeled ? (firstIteration.value ? ", the first iteration" : ", the loop") : ""}</span>
        {wanted && <span>{trace.refused !== "" ? "No machine code" : `x86-64, ${plural(trace.machine.filter(isShown).length, "instruction")}`}</span>}
      </div>
      {wanted && trace.refused !== "" && <p class="pad-y-4 pad-x-4 soft">There is no machine code of it: {trace.refused}.</p>}
      <ol class="steps grow pad-bottom-4 scroll under-1180px:spills" onKeyDown={(e) => walk(e, trace)}>
        {(recorded.has(-1) || optimized.has(-1)) && <Step step={null} {...rowsOf(-1)} />}
        {trace.steps.map((step, k) => (
          <Step key={k} step={step} {...rowsOf(k)} />
        ))}
      </ol>
      {trace.steps.length < trace.total && (
        <button type="button" class="button" onClick={() => (maxSteps.value = Math.min(maxSteps.peek() * 4, 1_000))} disabled={maxSteps.value >= 1_000}>
          Show more of {plural(trace.total, "instruction")}
        </button>
      )}
    </>
  );
}

/** Arrows walk from instruction to instruction. */
function walk(e: KeyboardEvent, trace: ProgramTrace): void {
  const by = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return;
  e.preventDefault();
  const to = Math.min(Math.max(choice.peek().step + by, 0), trace.steps.length - 1);
  pick(to, trace.steps[to]!.line);
  document.getElementById(`step-${to}`)?.focus();
}

interface StepProps {
  at: number;
  step: ProgramStep | null;
  recorded: ProgramRow[];
  optimized: ProgramRow[];
  /** Null if it is switched off. */
  machine: ProgramCode[] | null;
  /** A replay has not reached it. */
  isLater: boolean;
  /** What happens to its operations is not decided yet. */
  isOpen: boolean;
}

function Step({ at, step, recorded, optimized, machine, isLater, isOpen }: StepProps) {
  const isChosen = step !== null && choice.value.step === at;
  const isLinked = step !== null && step.line > 0 && chosenLine.value === step.line;
  return (
    <li
      onPointerEnter={() => point({ step: at })}
      onPointerLeave={() => point({ step: -1 })}
      class={`step under-640px:columns-1fr gap-0-2 turn pad-y-half grid line-below ${isChosen ? "is-chosen" : ""} ${isLinked ? "is-linked" : ""} ${step !== null && guest.value.step === at ? "is-pointed" : ""} ${isLater ? "is-later" : ""} ${machine ? "has-machine columns-22fr-31fr-22fr-25fr" : "columns-26fr-40fr-34fr"}`}
    >
      {step ? (
        <button type="button" id={`step-${at}`} class="step-code self-start min-height-24px pad-y-half pad-x-2 row baseline slim" aria-pressed={isChosen} tabIndex={isChosen || (choice.value.step < 0 && at === 0) ? 0 : -1} onClick={() => pick(at, step.line)}>
          <span class="step-line width-2.2em text-xs rigid soft mono to-right" title={`In ${step.function}, ${step.at}`}>
            {step.line || "·"}
          </span>
          <span class="step-text slim anywhere" style={{ "--depth": step.depth }}>
            <code>{step.text}</code>
            {isChosen && (
              <span class="block minor">
                {step.name}, in {step.function === "<module>" ? "the module" : step.function}
                {step.line === 0 && `, ${step.at}`}
              </span>
            )}
          </span>
        </button>
      ) : (
        <span class="step-code self-start min-height-24px pad-y-half pad-x-2 row baseline slim minor">{shownPart.value?.target ? "what the exit had" : "the loop is entered with"}</span>
      )}
      <ol class="step-rows within-later:unseen pad-y-half slim under-640px:pad-left-2">
        {recorded.map((row) => (
          <li key={row.key} class={`op gap-1 flex baseline wrap-line ${isOpen ? "" : `is-${row.fate}`}`}>
            <span class="width-2.2em text-xs rigid soft mono to-right">{row.number > 0 ? row.number : ""}</span>
            <span class="width-1.4em rigid toned bold mono to-middle" aria-hidden="true">
              {isOpen ? "" : (signs[row.fate] ?? "")}
            </span>
            {row.fate !== "kept" && !isOpen && <span class="off-screen">{row.fate}: </span>}
            <span class="op-text">
              <Line spans={row.spans} wraps />
              {isChosen && !isOpen && row.reason.length > 0 && (
                <span class="op-why block minor">
                  <Words parts={row.reason} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <ol class="step-rows within-later:unseen pad-y-half slim step-left under-640px:ahead-3.8em">
        {optimized.map((row) => (
          <li key={row.key} class="op gap-1 pad-0-6px ground-keep flex baseline wrap-line is-left">
            <Line spans={row.spans} wraps />
          </li>
        ))}
      </ol>
      {machine && (
        <ol class="step-rows within-later:unseen pad-y-half slim step-machine">
          {machine.map((row, k) => (
            <li key={k}>
              {row.label !== "" && <span class="tok-label block strong mono">{row.label}:</span>}
              <code>{row.text}</code>
            </li>
          ))}
        </ol>
      )}
      {isChosen && choice.value.replay && <Meaning step={step} />}
    </li>
  );
}

const signs: Record<string, string> = { removed: "−", moved: "↓", replaced: "~" };

/** A reason in a few words. */
function Words({ parts }: { parts: readonly Part[] }) {
  return <>{parts.map(([kind, text], i) => (kind === PartText ? text : <code key={i}>{text}</code>))}</>;
}
