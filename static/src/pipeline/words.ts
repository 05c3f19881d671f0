// What the pipeline says in words: names of points, effects of passes, counts.

import type { OptimizeResponse, PassInfo, Row, Stage } from "../api.gen";
import { RowAdded, RowArgs, RowMovedTo, RowRemoved, RowReplaced } from "../api.gen";

/** How many differences there are, by kind. */
export interface Counts {
  removed: number;
  replaced: number;
  added: number;
  moved: number;
  /** Values that are known to be another one behind a guard. */
  learned?: number;
  /** Operations of which only arguments were replaced, by equal values. */
  args?: number;
}

/** "recorded", or "after cse". */
export function pointName(stages: readonly Pick<Stage, "pass">[], point: number): string {
  const pass = stages[point]?.pass ?? "";
  return pass === "" ? "recorded" : `after ${pass}`;
}

/** "1 operation", "28 operations". */
export function plural(n: number, noun: string): string {
  return `${formatCount(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** Groups digits with a thin space from 10,000 on: 7412, 12 345. */
export function formatCount(n: number): string {
  const digits = String(n);
  return digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** "3 removed, 1 added"; "nothing changed" if all are zero. */
export function effectWords(counts: Counts): string {
  const parts = countParts(counts);
  return parts.length === 0 ? "nothing changed" : parts.map((p) => p.words).join(", ");
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

/** Counts the rows that differ; a moved operation counts once. */
export function countRows(rows: readonly Row[]): Counts {
  const counts = { removed: 0, replaced: 0, added: 0, moved: 0, args: 0 };
  for (const [, , kind] of rows) {
    if (kind === RowRemoved) counts.removed++;
    else if (kind === RowReplaced) counts.replaced++;
    else if (kind === RowArgs) counts.args++;
    else if (kind === RowAdded) counts.added++;
    else if (kind === RowMovedTo) counts.moved++;
  }
  return counts;
}

/** "28 operations → 16: 14 removed, 4 moved", or "no changes". */
export function summaryWords(result: OptimizeResponse): string {
  const counts = countRows(result.rows);
  const before = result.stages[result.from]?.ops ?? 0;
  const after = result.stages[result.to]?.ops ?? 0;
  if (totalCount(counts) === 0) return `no changes: ${plural(before, "operation")} on both sides`;
  return `${plural(before, "operation")} → ${formatCount(after)}: ${effectWords(counts)}`;
}

/** One pass of the pipeline as the strip shows it. */
export interface Station {
  /** The pass's name, "" for the recorded trace. */
  name: string;
  info: PassInfo | null;
  on: boolean;
  /** The point after this pass, -1 while it is off or its result is not there yet. */
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
  stages: readonly Stage[],
): Station[] {
  const recorded: Station = { name: "", info: null, on: true, point: 0, stage: stages[0] ?? null, idle: false };
  const names = known.length > 0 ? known.map((p) => p.name) : enabled;
  const passes = names.map((name): Station => {
    const on = enabled.includes(name);
    const point = on ? stages.findIndex((s) => s.pass === name) : -1;
    const stage = stages[point] ?? null;
    const info = known.find((p) => p.name === name) ?? null;
    return { name, info, on, point, stage, idle: stage !== null && totalCount(stage) === 0 };
  });
  return [recorded, ...passes];
}
