// What both iterations of a loop are drawn from: a live one asks the engine (`iterations-state.ts`), one in a lesson has everything with it.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal } from "@preact/signals";
import type { LoopResponse } from "../api.gen";

export interface IterationsModel {
  /** The items that are there; null until there are some. */
  readonly shown: ReadonlySignal<LoopResponse | null>;
  /** All items that are there are drawn, not only those in view. */
  readonly all: ReadonlySignal<boolean>;
  /** Has the items [from, to) loaded, if they are not there. */
  want(from: number, to: number): void;
  /** Opens a folded run of rows, and closes it. */
  unfold(key: number): void;
  /** Has the item of a row loaded, out of the fold that it may be in. */
  reach(key: number): void;
}

const Context = createContext<IterationsModel | null>(null);

/** Says which loop everything below it is of. */
export const IterationsOf = Context.Provider;

export function useIterations(): IterationsModel {
  const model = useContext(Context);
  if (!model) throw new Error("BUG: both iterations are drawn outside of a loop");
  return model;
}
