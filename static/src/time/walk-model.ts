// The moment of the optimizer's walk that is drawn: a live one asks the engine (`state.ts`), one in a lesson contains all its
// moments.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { MomentResponse } from "../api.gen";

export interface WalkModel {
  /** The moment on screen. */
  readonly shown: ReadonlySignal<MomentResponse | null>;
  /** The size of the code, in CSS pixels. */
  readonly fontSize: ReadonlySignal<number>;
  /** Facts that are not about the operation are shown, too; null if there are no more than those that are here. */
  readonly all: Signal<boolean> | null;
  /** Goes to the moment of a row. */
  goToRow(key: number, loop: boolean): void;
}

const Context = createContext<WalkModel | null>(null);

/** Provides the walk for all components below it. */
export const WalkOf = Context.Provider;

/** The walk around a component; null where texts are about runs. */
export function useWalk(): WalkModel | null {
  return useContext(Context);
}

/** The moment that a part of the walk is about. */
export function useMoment(): MomentResponse {
  const shown = useWalk()?.shown.value;
  if (!shown) throw new Error("BUG: a part of the walk is drawn without a moment");
  return shown;
}
