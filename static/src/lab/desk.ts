// The engine for what is answered at once: the description of the optimizer, whether
// a text is a trace, and what a trace looks like at two points of the pipeline.

import { signal } from "@preact/signals";
import type { DescribeResponse, Diagnostic, OptimizeResponse } from "../api.gen";
import { describe, toast } from "../state";
import { WholeEngine, isStopped, isSuperseded, wordsOf } from "../engine/whole";

export const desk = new WholeEngine({ patience: 1_000 });

/** True once the engine has answered. */
export const deskReady = signal(false);

/** Why the engine is not there, "" while it is on its way or ready. */
export const deskTrouble = signal("");

/** Loads the module and asks it for the tables; once more after that failed. */
export function startDesk(): void {
  deskTrouble.value = "";
  desk
    .call<DescribeResponse>("describe", "describe", {})
    .then((answer) => {
      describe.value = answer;
      deskReady.value = true;
    })
    .catch((error: unknown) => (deskTrouble.value = wordsOf(error)));
}

/** The errors in a text; null if a newer question of the channel took the place of this one. */
export async function errorsIn(channel: string, text: string): Promise<Diagnostic[] | null> {
  return (await pointsOf(channel, text, [], 0, 0))?.diagnostics ?? null;
}

/** A trace at two points of a pipeline; null as in errorsIn. */
export async function pointsOf(
  channel: string,
  text: string,
  passes: string[],
  from: number,
  to: number,
): Promise<OptimizeResponse | null> {
  try {
    return await desk.call<OptimizeResponse>(channel, "optimize", { text, passes, from, to });
  } catch (error) {
    if (!isSuperseded(error) && !isStopped(error)) toast(wordsOf(error));
    return null;
  }
}
