// The program page's state, as signals. control.ts does the work; views read it.

import { computed, signal } from "@preact/signals";
import type { DescribeResponse, ProgramExitResponse, ProgramLoop, ProgramMeaning, ProgramOutput, ProgramPart, ProgramState, ProgramTrace } from "../api.gen";
import { describe } from "../state";
import { examples } from "./examples";
import { type Choice, type ProgramDoc, nothing, usualThreshold } from "./link";
import { type LoopsModel, loopShown } from "./model";
import type { Phase } from "./slices";

/** The preset whose passes are on at first. */
const preset = "loop";

export const doc = signal<ProgramDoc>({ text: examples[0]!.text, jit: true, bridges: true, threshold: usualThreshold, passes: null });
export const choice = signal<Choice>(nothing);

export const phase = signal<Phase>("loading");
/** Why the engine is not there, or what ended the run from outside; "" for nothing. */
export const trouble = signal("");

/** What the program has done so far; null before the first answer. */
export const state = signal<ProgramState | null>(null);
/** All that it wrote. */
export const output = signal<readonly ProgramOutput[]>([]);
/** The trace that is shown; null if there is none. */
export const shown = signal<ProgramTrace | null>(null);
/** What the exit rebuilds that is open; null if none is. */
export const exit = signal<ProgramExitResponse | null>(null);
/** The meaning of the instruction that a replay has reached; null if that is not known, or nothing is
 * replayed. */
export const meaning = signal<ProgramMeaning | null>(null);
/** The time of the previous run, with the same program and different settings; null if there is
 * none. */
export const earlier = signal<{ ms: number; how: string } | null>(null);
/** Whether the loop or the iteration before it is shown of a peeled trace. */
export const firstIteration = signal(false);

/** The loop that is shown: the chosen one, or else the one with most iterations of those that have a trace. */
export const shownLoop = computed<ProgramLoop | null>(() => {
  return loopShown(state.value?.loops ?? [], choice.value.loop);
});

/** The trace of it that is shown; null if there is none. */
export const shownPart = computed<ProgramPart | null>(() => {
  const traces = shownLoop.value?.traces ?? [];
  return traces[choice.value.part] ?? traces[0] ?? null;
});

/** The line of the source that is chosen, from 1; 0 for none. */
export const chosenLine = signal(0);

/** Where something is pointed at: a line of the source, from 1, and an instruction of the recording; 0 and -1 for none. */
export interface Pointed {
  line: number;
  step: number;
}

const nowhere: Pointed = { line: 0, step: -1 };
/** Where the user's own pointer is, and where the presenter's is. */
export const pointed = signal(nowhere);
export const guest = signal(nowhere);

/** A question is open in a workshop, so the program's results are not shown yet. */
export const predicting = signal(false);

/** Records where the user's own pointer is. */
export function point(change: Partial<Pointed>): void {
  const now = pointed.peek();
  const next = { ...now, ...change };
  if (next.line !== now.line || next.step !== now.step) pointed.value = next;
}

/** The passes that there are to switch, in their order, with what they do. */
export const passes = computed<DescribeResponse["passes"]>(() => {
  const all = describe.value;
  const names = all?.presets.find((p) => p.name === preset)?.passes ?? [];
  return all?.passes.filter((p) => names.includes(p.name)) ?? [];
});

/** Chooses an instruction of the recording, which is in a line of the source. */
export function pick(step: number, line: number): void {
  choose({ step });
  chosenLine.value = line;
}

export function setDoc(change: Partial<ProgramDoc>): void {
  doc.value = { ...doc.peek(), ...change };
}

export function choose(change: Partial<Choice>): void {
  choice.value = { ...choice.peek(), ...change };
}

/** The page's own loops. */
export const pageLoops: LoopsModel = { state, choice, shownLoop, exit, choose, mark: (line) => (chosenLine.value = line) };
