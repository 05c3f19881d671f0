// The engine for quick requests: the description of the optimizer, whether a text is
// a trace, and a trace at two points of the pipeline.

import { signal } from "@preact/signals";
import type { DescribeResponse, Diagnostic, Optimized, TextResponse } from "../api.gen";
import { describe } from "../state";
import { toast } from "../ui/toasts";
import { WholeEngine, isStopped, isSuperseded, wordsOf } from "../engine/whole";

export const desk = new WholeEngine({ patience: 1_000 });

/** True once the engine has responded. */
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

/** The number of the newest result that was asked for. */
let newest = 0;

/** The errors in a text; null if a newer question of the channel took the place of this one. */
export async function errorsIn(channel: string, text: string): Promise<Diagnostic[] | null> {
  return (await optimized(channel, { text, passes: [], from: 0, to: 0 }))?.diagnostics ?? null;
}

/** A trace at two points of a pipeline, as texts that can be proved against each other. */
export interface Points {
  diagnostics: Diagnostic[];
  before: { text: string; ops: number };
  after: { text: string; ops: number };
}

/** What a trace is at two points; null as in errorsIn. */
export async function pointsOf(channel: string, text: string, passes: string[], from: number, to: number): Promise<Points | null> {
  const whole = await optimized(channel, { text, passes, from, to });
  if (!whole) return null;
  const [before, after] = await Promise.all([textOf(channel, whole, "left"), textOf(channel, whole, "right")]);
  if (before === null || after === null) return null;
  return { diagnostics: whole.diagnostics, before: { text: before, ops: whole.before }, after: { text: after, ops: whole.after } };
}

function optimized(channel: string, question: { text: string; passes: string[]; from: number; to: number }): Promise<Optimized | null> {
  return asked<Optimized>(channel, "optimize", { ...question, result: ++newest, window: { from: 0, to: 0 } });
}

/** The text of a side; "" if there are errors. */
async function textOf(channel: string, whole: Optimized, form: "left" | "right"): Promise<string | null> {
  if (whole.diagnostics.some((d) => d.severity === "error")) return "";
  const answer = await asked<TextResponse>(`${channel}-${form}`, "text", { result: whole.result, form, from: 0, to: -1, start: 0, end: -1 });
  return answer && "text" in answer ? answer.text : null;
}

/** Asks; null if a newer question of the channel took the place of this one, or the engine stopped. */
async function asked<T>(channel: string, name: string, question: object): Promise<T | null> {
  try {
    return await desk.call<T>(channel, name, question);
  } catch (error) {
    if (!isSuperseded(error) && !isStopped(error)) toast(wordsOf(error));
    return null;
  }
}
