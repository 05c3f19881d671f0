// The data from which both iterations of a loop are drawn: a live one asks the engine (`iterations-state.ts`), one in a lesson contains
// everything.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal } from "@preact/signals";
import type { LoopResponse } from "../api.gen";

export interface IterationsModel {
  /** The items that are there; null until there are some. */
  readonly shown: ReadonlySignal<LoopResponse | null>;
  /** All loaded items are drawn, not only those in view. */
  readonly all: ReadonlySignal<boolean>;
  /** Loads the items [from, to) if they are missing. */
  want(from: number, to: number): void;
  /** Opens a folded run of rows, and closes it. */
  unfold(key: number): void;
  /** Loads the item of a row, opening the fold that it may be in. */
  reach(key: number): void;
}

const Context = createContext<IterationsModel | null>(null);

/** Provides the loop for all components below it. */
export const IterationsOf = Context.Provider;

export function useIterations(): IterationsModel {
  const model = useContext(Context);
  if (!model) throw new Error("BUG: both iterations are drawn outside of a loop");
  return model;
}
