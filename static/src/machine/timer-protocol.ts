// The messages between the page and the worker that measures. A worker does one
// measurement and is then ended; ending it earlier cancels.

import type { Prepared } from "./host";
import type { Progress } from "./protocol";
import type { Timed } from "./rounds";

/** A run of a trace whose outcome in the interpreter is known. */
export interface Case {
  prepared: Prepared;
  expected: Expected;
}

/** What a run must do according to the interpreter. */
export interface Expected {
  /** "guard", "finish", "end" or "limit". */
  exit: string;
  /** The operation at which the trace was left, e.g. "guard_true". */
  operation: string;
  jumps: number;
  effects: number;
  /** The numbers among the exit's values, by name. */
  values: [name: string, value: string][];
  /** The run's path depended on objects of which a log contains only numbers. */
  guessed?: boolean;
}

/** One form of the trace. */
export interface Subject {
  name: string;
  title: string;
  /** The first is measured, all are checked. */
  cases: Case[];
}

/** To the worker. */
export interface TimerJob {
  subjects: Subject[];
}

/** From the worker. */
export type FromTimer =
  | { kind: "progress"; progress: Progress }
  /** In the order of the subjects. */
  | { kind: "result"; timed: Timed[]; compile: number[]; resolution: number }
  | { kind: "error"; message: string };
