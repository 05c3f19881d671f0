// The words of the pipeline: names of points, effects of passes, counts.

import type { Part, PassInfo, Stage, Span } from "../api.gen";
import { formatCount } from "../ui/counts";

/** How many differences there are, by kind. */
export interface Counts {
  removed: number;
  replaced: number;
  added: number;
  moved: number;
  /** Values that are known to be another one after a guard. */
  learned?: number;
  /** Operations of which only arguments were replaced, by equal values. */
  args?: number;
}

/** "recorded", or "after cse"; `passes` are those that are on. */
export function pointName(passes: readonly string[], point: number): string {
  const pass = passes[point - 1] ?? "";
  return pass === "" ? "recorded" : `after ${pass}`;
}

/** The words of a text without their marks. */
export function plainOf(parts: readonly (Part | Span)[]): string {
  return parts.map(([, text]) => text).join("");
}

/** One kind of difference: "removed", 3, "3 removed". */
export interface CountPart {
  kind: keyof Counts;
  n: number;
  words: string;
}

/** The kinds that occur, in the order in which they are always named. */
export function countParts(counts: Counts): CountPart[] {
  const order: (keyof Counts)[] = ["removed", "replaced", "added", "moved", "learned", "args"];
  return order
    .map((kind) => ({ kind, n: counts[kind] ?? 0 }))
    .filter((p) => p.n > 0)
    .map((p) => ({ ...p, words: `${formatCount(p.n)} ${p.kind === "args" ? "with new arguments" : p.kind}` }));
}

/** The sum of all counts. */
export function totalCount(counts: Counts): number {
  return counts.removed + counts.replaced + counts.added + counts.moved + (counts.learned ?? 0) + (counts.args ?? 0);
}

/** One pass of the pipeline as the strip shows it. */
export interface Station {
  /** The pass's name, "" for the recorded trace. */
  name: string;
  info: PassInfo | null;
  on: boolean;
  /** The point after this pass, -1 while it is off. */
  point: number;
  stage: Stage | null;
  /** True if the pass ran and changed nothing. */
  idle: boolean;
}

/**
 * The strip's stations: the recorded trace, then every known pass in the order
 * in which they run, the disabled ones in their places.
 */
export function stationsOf(
  known: readonly PassInfo[],
  enabled: readonly string[],
  /** Empty while they are not counted. */
  stages: readonly Stage[],
): Station[] {
  const recorded: Station = { name: "", info: null, on: true, point: 0, stage: stages[0] ?? null, idle: false };
  const names = known.length > 0 ? known.map((p) => p.name) : enabled;
  const passes = names.map((name): Station => {
    const on = enabled.includes(name);
    const point = enabled.indexOf(name) + 1 || -1;
    const stage = stages[point]?.pass === name ? stages[point] : null;
    const info = known.find((p) => p.name === name) ?? null;
    return { name, info, on, point, stage, idle: stage !== null && totalCount(stage) === 0 };
  });
  return [recorded, ...passes];
}
