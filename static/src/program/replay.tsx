// The recording, replayed instruction by instruction: what was recorded up to there, and what the instruction means to
// the recorder.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ProgramStep, ProgramTrace } from "../api.gen";
import { choice, choose, meaning, pick } from "./state";

/** How long an instruction is shown while the replay runs, in milliseconds. */
const pace = 700;

const isPlaying = signal(false);

/** Begins a replay at the first instruction, or ends it. */
export function startReplay(trace: ProgramTrace): void {
  isPlaying.value = false;
  if (choice.peek().replay) return choose({ replay: false });
  choose({ replay: true });
  if (choice.peek().step < 0) goTo(trace, 0);
}

function goTo(trace: ProgramTrace, to: number): void {
  const at = Math.min(Math.max(to, 0), trace.steps.length - 1);
  pick(at, trace.steps[at]!.line);
  document.getElementById(`step-${at}`)?.scrollIntoView({ block: "nearest" });
}

export function Replay({ trace }: { trace: ProgramTrace }) {
  const { step } = choice.value;
  const last = trace.steps.length - 1;
  const playing = isPlaying.value && step < last;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => goTo(trace, step + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, step, trace]);
  const move = (to: number) => {
    isPlaying.value = false;
    goTo(trace, to);
  };
  const play = () => {
    if (step >= last) goTo(trace, 0);
    isPlaying.value = !playing;
  };
  return (
    <div class="replay pad-y-1 pad-x-3 rigid line-below row" role="group" aria-label="Replay of the recording">
      <button type="button" class="button quiet" disabled={step <= 0} onClick={() => move(step - 1)} aria-label="The instruction before">
        ◂
      </button>
      <button type="button" class="button quiet program-run steady" onClick={play}>
        {playing ? "Pause" : "Play"}
      </button>
      <button type="button" class="button quiet" disabled={step >= last} onClick={() => move(step + 1)} aria-label="The next instruction">
        ▸
      </button>
      <input
        class="grow min-width-60px"
        type="range"
        min={0}
        max={last}
        value={Math.max(step, 0)}
        aria-label="Instruction of the recording"
        onInput={(e) => move(Number(e.currentTarget.value))}
      />
      <span class="replay-at program-run steady to-right minor">
        {Math.max(step, 0) + 1} of {last + 1}
      </span>
    </div>
  );
}

/** What the recorder does with an instruction. */
export function Meaning({ step }: { step: ProgramStep }) {
  const now = meaning.value;
  if (!now || (now.text === "" && now.function === "")) return null;
  return (
    <div class="step-meaning pad-y-1 pad-x-2 across sans">
      <p class="minor">
        What <code>{step.name}</code> means: the recorder does this, and writes down each operation as it does it.
      </p>
      <pre class="short-list text-s pad-y-2 pad-x-3 boxed paper" tabIndex={0} aria-label={`The recorder’s function for ${step.name}`}>
        {[now.text, now.function].filter((part) => part !== "").join("\n\n")}
      </pre>
    </div>
  );
}
