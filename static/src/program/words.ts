// The results of a program, in words.

import type { ProgramEvent, ProgramLoop, ProgramPart, ProgramState } from "../api.gen";
import type { ProgramDoc } from "./link";
import { formatCount, plural } from "../ui/counts";

/** The colours of what a program does, in the bars of its time. */
export const tones: Record<string, string> = {
  running: "tone-ink",
  interpreting: "tone-keep",
  recording: "tone-removed",
  optimizing: "tone-moved",
  compiling: "tone-tok-number",
  collecting: "tone-ink-3",
  others: "tone-ink-3",
};

/** The looks of the bar beside a line of the program, which is as long as the line is hot. */
export const heatBar = "heat-bar height-12px radius-1px ground-tok-allocate own-colours";

/** The answer in one sentence. */
export function headline(state: ProgramState | null, jit: boolean): string {
  if (!state) return "A program becomes hot.";
  if (state.diagnostics.length > 0) return "This is not a program yet.";
  const traced = state.loops.filter((l) => l.traces.length > 0);
  if (!jit) return "Every iteration is interpreted.";
  if (traced.length === 0) return state.loops.length === 0 ? "There is no loop to become hot." : "No loop became a trace.";
  const best = traced.reduce((a, b) => (b.traced > a.traced ? b : a));
  const { recorded, optimized } = best.traces[0]!;
  const left = optimized === 1 ? "is" : "are";
  if (traced.length === 1) return `One loop became hot. Of its ${plural(recorded, "operation")}, ${formatCount(optimized)} ${left} left.`;
  return `${formatCount(traced.length)} loops became hot. In the busiest, ${formatCount(optimized)} of ${plural(recorded, "operation")} ${left} left.`;
}

/** The details behind the sentence. */
export function underline(state: ProgramState | null): string {
  if (!state || state.diagnostics.length > 0) return "It is interpreted, its hot loops are recorded, optimized, run as traces, and left through guards.";
  const iterations = state.loops.reduce((sum, l) => sum + l.iterations, 0);
  const traced = state.loops.reduce((sum, l) => sum + l.traced, 0);
  if (iterations === 0) return `${plural(state.work, "unit")} of work.`;
  return `${percent(traced, iterations)} of ${plural(iterations, "iteration")} ran in traces. The garbage collector ran ${state.collections === 1 ? "once" : `${formatCount(state.collections)} times`}.`;
}

/** How a program is run, in words. */
export function knobWords({ jit, bridges, threshold, passes }: ProgramDoc): string {
  if (!jit) return "without traces";
  const some = [`hot from iteration ${formatCount(threshold)}`];
  if (!bridges) some.push("no bridges");
  if (passes) some.push(passes.length === 0 ? "no passes" : `only the passes ${passes.join(", ")}`);
  return some.join(", ");
}

/** How long a program ran, in milliseconds. */
export function timeOf(state: ProgramState): number {
  return state.time.total.reduce((sum, ms) => sum + ms, 0);
}

/** Which version of a loop it is: "Version 1, which takes i and s without boxes". */
export function versionWords({ version, unboxed }: ProgramPart): string {
  if (unboxed.length === 0) return `Version ${version}`;
  const last = unboxed.at(-1)!;
  const names = unboxed.length === 1 ? last : `${unboxed.slice(0, -1).join(", ")} and ${last}`;
  return `Version ${version}, which takes ${names} without ${unboxed.length === 1 ? "its box" : "boxes"}`;
}

/** Where a bridge of a loop leads. */
export function targetWords({ target, targetVersion }: ProgramPart, loop: ProgramLoop): string {
  const to = target === loop.at ? "the loop" : `the loop in ${target}`;
  return targetVersion > 0 ? `version ${targetVersion} of ${to}` : to;
}

/** What happened to a loop at a moment. */
export function eventWords({ what, place }: ProgramEvent): string {
  switch (what) {
    case "trace":
      return `the loop in ${place} is a trace`;
    case "version":
      return `a version of the loop in ${place} is made, to which bridges lead`;
    case "bridge":
      return `a bridge is made for the loop in ${place}`;
    case "failed":
      return `recording came to nothing for the loop in ${place}`;
    default:
      return `the trace of the loop in ${place} is thrown away`;
  }
}

/** A share as a percentage that is 0 or 100 only if it is. */
export function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return "0\u202f%";
  if (part === whole) return "100\u202f%";
  const share = (100 * part) / whole;
  return `${Math.min(Math.max(share, 0.01), 99.99).toFixed(share > 99 || share < 1 ? 2 : 0)}\u202f%`;
}

/** Why a loop is as it is. */
export function stateWords(loop: ProgramLoop): string {
  switch (loop.state) {
    case "trace":
      return loop.made > 1 ? `runs as a trace, at the ${ordinal(loop.made)} attempt` : "runs as a trace";
    case "given up":
      return "given up: it is interpreted from now on";
    case "failed":
      return "has no trace now, and will be tried again";
    default:
      return "not hot: interpreted";
  }
}

function ordinal(n: number): string {
  return ["first", "second", "third", "fourth", "fifth"][n - 1] ?? `${n}th`;
}

const reasons: Record<string, string> = {
  guard_true: "a condition was false",
  guard_false: "a condition was true",
  guard_class: "an object was of another class",
  guard_nonnull_class: "an object was of another class",
  guard_value: "a value was different",
  guard_nonnull: "there was no object",
  guard_isnull: "there was an object",
  guard_no_overflow: "an integer became longer than 64 bits",
  guard_overflow: "an integer fit into 64 bits again",
  guard_no_exception: "an exception was raised",
  guard_not_invalidated: "a class had changed",
};

/** What it means that a guard failed. */
export function failedWords(name: string): string {
  return reasons[name] ?? "an assumption no longer held";
}
