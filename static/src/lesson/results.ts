// What a run of tests means for the reader: which tests are new, which failed
// first, and where in the reader's code.

import { DiffAdded, DiffArgs, DiffRemoved } from "../api.gen";
import type { DiffKind, LessonDiff, LessonProblem, LessonResponse, LessonTest } from "../api.gen";
import { plural } from "../ui/counts";

/** Tests that belong together. */
export interface Group {
  /** "new" are the step's own, "earlier" those that still have to pass, "own" the learner's. */
  kind: "new" | "earlier" | "own";
  tests: LessonTest[];
  passed: number;
}

/** Sorts tests into groups; within each, those that do not pass come first. */
export function groupTests(tests: readonly LessonTest[], step: number): Group[] {
  const kindOf = (t: LessonTest): Group["kind"] => (!t.task_id ? "own" : t.task_id === step ? "new" : "earlier");
  const groups: Group[] = [];
  for (const kind of ["new", "earlier", "own"] as const) {
    const all = tests.filter((t) => kindOf(t) === kind);
    if (all.length === 0) continue;
    const failed = all.filter((t) => t.status !== "pass");
    groups.push({ kind, tests: [...failed, ...all.filter((t) => t.status === "pass")], passed: all.length - failed.length });
  }
  return groups;
}

/** The sentence above the results. */
export function summary(r: LessonResponse): string {
  if (r.status === "error") return "Your code could not be run";
  const failed = r.tests.filter((t) => t.status !== "pass").length;
  if (failed > 0) return `${failed} of ${plural(r.tests.length, "test")} ${failed === 1 ? "does" : "do"} not pass yet`;
  return r.tests.length === 1 ? "The test passes" : `All ${r.tests.length} tests pass`;
}

/** What a pass did to a trace, in one sentence. */
export function changeWords(change: LessonDiff): string {
  const count = (kind: DiffKind) => change.rows.filter((row) => row.kind === kind).length;
  const parts = [
    [count(DiffRemoved), "removed"],
    [count(DiffArgs), "changed"],
    [count(DiffAdded), "added"],
  ].flatMap(([n, word]) => (n ? [`${n} ${word}`] : []));
  return parts.length === 0 ? "The pass changed nothing." : `Lines: ${parts.join(", ")}.`;
}

/** A place in the learner's code, counted from 1; columns count characters. */
export interface CodePlace {
  line: number;
  column: number;
  message: string;
}

/** The name of the learner's program in places: `your code`, as on the server. */
export function placesIn(file: string, r: LessonResponse): CodePlace[] {
  const problems: LessonProblem[] = [...r.problems, ...r.tests.flatMap((t) => (t.status !== "pass" && t.problem ? [t.problem] : []))];
  const places = problems
    .filter((p) => p.file === file && (p.line ?? 0) > 0)
    .map((p) => ({ line: p.line!, column: p.column ?? 1, message: p.message }));
  return places.filter((p, i) => places.findIndex((q) => q.line === p.line && q.column === p.column && q.message === p.message) === i);
}

/** The names of a program's own functions that could be passes: those with one parameter that has to be given. */
export function passFunctions(code: string): string[] {
  const names: string[] = [];
  for (const [, name, parameters] of code.matchAll(/^def\s+(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*:/gm)) {
    const needed = parameters!.split(",").map((p) => p.trim()).filter((p) => p !== "" && !p.includes("=") && !p.startsWith("*"));
    if (needed.length === 1 && !name!.startsWith("test_")) names.push(name!);
  }
  return [...new Set(names)].reverse();
}

/** The normal form in which a prediction and an output are compared: blanks at the ends of lines do not
 * count. */
export function sameOutput(predicted: string, printed: string): boolean {
  const lines = (text: string) => text.trim().split("\n").map((line) => line.trim().replace(/\s+/g, " ")).join("\n");
  return lines(predicted) === lines(printed);
}
