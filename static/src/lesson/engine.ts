// Runs programs in the worker. Programs are bounded by counted limits; what finds a
// hole in those is ended here by the clock, together with its worker, and the next
// run has a new one. The compiled module is kept, so that costs some milliseconds.

import type { LessonRequest, LessonResponse } from "../api.gen";
import { Crashed, Superseded } from "../engine/client";
import { WholeEngine } from "../engine/whole";

/** The time limit of a run in milliseconds: far more than the counted limits allow on a slow phone. */
const longestRun = 30_000;
/** The number of milliseconds after which a run is ended that a newer one has
 * made useless. */
export const patience = 200;
/** Bytes of memory above which the next run has a new instance. */
const maxMemory = 128 * 2 ** 20;

/** How a run ended that has no results. */
export class NoResults extends Error {}

let reason = "";

const engine = new WholeEngine({
  timeout: longestRun,
  patience,
  maxMemory,
  ended: (message) => {
    reason ||= /took longer/.test(message)
      ? `It took longer than ${longestRun / 1000} seconds and was stopped; is there a loop that does not end?`
      : "It stopped in a way that is not the program's fault. The next run starts afresh.";
  },
});

export const { loading } = engine;

/** Begins to load the module, or tries again after it could not be loaded. */
export function load(): void {
  engine.load();
}

/** Ends what runs. */
export function stop(): void {
  reason = "You stopped it.";
  engine.stop();
}

/**
 * Runs a program. Rejects with Superseded if a newer call of the channel takes its
 * place, with NoResults in words for the reader if it was ended.
 */
export async function runProgram(channel: string, request: LessonRequest): Promise<LessonResponse> {
  reason = "";
  try {
    // If loading failed, it is tried again on request, not at every key press.
    const failed = loading.peek();
    if (failed.kind === "failed") throw new NoResults(failed.message);
    return await engine.call<LessonResponse>(channel, "lesson", request);
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
    const failed = loading.peek();
    throw new NoResults(failed.kind === "failed" ? failed.message : reason || "It was stopped.");
  }
}

export { Superseded };
