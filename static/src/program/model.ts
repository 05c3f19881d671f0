// The data from which loops are drawn: on the program page the loops of the running program, in a lesson those of a program that has run or
// that runs in its figure.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal } from "@preact/signals";
import type { ProgramExitResponse, ProgramLoop, ProgramState } from "../api.gen";
import type { Choice } from "./link";

export interface LoopsModel {
  readonly state: ReadonlySignal<ProgramState | null>;
  readonly choice: ReadonlySignal<Choice>;
  readonly shownLoop: ReadonlySignal<ProgramLoop | null>;
  /** What the exit rebuilds that is open; null if none is. */
  readonly exit: ReadonlySignal<ProgramExitResponse | null>;
  choose(change: Partial<Choice>): void;
  /** Marks a line of the source. */
  mark(line: number): void;
}

const Context = createContext<LoopsModel | null>(null);

/** Provides the program for all components below it. */
export const LoopsOf = Context.Provider;

export function useLoops(): LoopsModel {
  const model = useContext(Context);
  if (!model) throw new Error("BUG: loops are drawn outside of a program");
  return model;
}

/** The loop that is shown: the chosen one, or else the one with most iterations of those that have a trace. */
export function loopShown(loops: readonly ProgramLoop[], chosen: number): ProgramLoop | null {
  return loops.find((l) => l.loop === chosen) ?? loops.find((l) => l.traces.length > 0) ?? loops[0] ?? null;
}
