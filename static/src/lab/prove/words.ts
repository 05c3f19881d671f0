// The words of the view of proofs, and the lines that its questions are about.

import type { Diagnostic, ProofQuery, ProveResponse, WordValue } from "../../api.gen";
import type { ProveDoc } from "../docs";
import type { LineMarks, LineStatus } from "../marks";
import { duration, plural, sentence } from "../../ui/counts";

/** A verdict as a sign, a word and a sentence. */
export interface Verdict {
  status: LineStatus;
  sign: string;
  headline: string;
  detail: string;
}

/** The verdict in words; null while there are errors in the texts. */
export function verdictOf(answer: ProveResponse): Verdict | null {
  switch (answer.status) {
    case "proved":
      return { status: "proved", sign: "✓", headline: "Proved", detail: `The two traces do the same ${scope(answer)}.` };
    case "refuted":
      return { status: "refuted", sign: "≠", headline: "Refuted", detail: refutation(answer) };
    case "vacuous":
      return { status: "unknown", sign: "∅", headline: "Nothing to prove", detail: sentence(answer.reason ?? "") };
    case "unknown":
      return { status: "unknown", sign: "?", headline: "Unknown", detail: sentence(answer.reason ?? "") };
    default:
      return null;
  }
}

function scope(answer: ProveResponse): string {
  const width = `for all inputs, with integers of ${answer.width} bits`;
  return answer.loop ? `${width} and the loop unrolled ${times(answer.unroll)}` : width;
}

function times(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${n} times`;
}

function refutation(answer: ProveResponse): string {
  const c = answer.counterexample;
  const width = answer.width === 64 ? "" : ` (integers of ${answer.width} bits)`;
  if (c?.replayed) return `On this input the two traces differ${width}; the interpreter confirms it.`;
  return `There is an input on which they differ${width}.`;
}

/** What it cost: "5 questions, 2 for the solver · 64 bits · 12 ms". */
export function costOf(answer: ProveResponse): string {
  const asked = answer.queries.filter((q) => !q.same).length;
  const questions = `${plural(answer.queries.length, "question")}, ${asked === 0 ? "none" : asked} for the solver`;
  const loop = answer.loop ? ` · ${plural(answer.unroll, "iteration")}` : "";
  return `${questions} · ${answer.width} bits${loop} · ${duration(answer.time)}`;
}

/** A time budget: "1 s", "5 min". */
export function budgetWords(ms: number): string {
  return ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`;
}

/** What kind of question it is. */
export const kindWords: Record<string, string> = {
  guard: "guard",
  removed: "removed guard",
  added: "new guard",
  exit: "exit",
  effect: "effect",
  defined: "defined",
  end: "end",
};

/** A question together with its answer, which cannot be read as its opposite, as "refuted: the guard always holds" can. */
export function said(query: ProofQuery): string {
  switch (query.status) {
    case "refuted":
      return `it is not true that ${query.what}`;
    case "unknown":
      return `it is not known whether ${query.what}`;
    default:
      return query.what;
  }
}

/** How a question was settled: "the same terms", "integers, 3 ms". */
export function settledBy(query: ProofQuery): string {
  if (query.same) return "the same terms";
  if (query.status === "unknown") return query.reason ?? "";
  return query.by ? `${query.by}, ${duration(query.time)}` : duration(query.time);
}

const severity: Record<LineStatus, number> = { proved: 0, unknown: 1, refuted: 2 };

/**
 * The marks of one side of the comparison: beside each line the worst result of a
 * question about it, and lit up the lines of one question (-1 for none).
 */
export function marksOf(queries: readonly ProofQuery[], side: "before" | "after", chosen: number): LineMarks {
  const signs = new Map<number, LineStatus>();
  for (const query of queries) {
    const line = query[side] - 1;
    const status = query.status as LineStatus;
    const had = signs.get(line);
    if (line >= 0 && (had === undefined || severity[status] > severity[had])) signs.set(line, status);
  }
  const line = (queries[chosen]?.[side] ?? 0) - 1;
  return { signs, linked: line >= 0 ? [line] : [], reveal: line };
}

/** The question that a line (from 0) of a side belongs to: the worst one; -1 if there is none. */
export function queryOfLine(queries: readonly ProofQuery[], side: "before" | "after", line: number): number {
  let best = -1;
  queries.forEach((query, k) => {
    if (query[side] - 1 !== line) return;
    const worse = best < 0 || severity[query.status as LineStatus] > severity[queries[best]!.status as LineStatus];
    if (worse) best = k;
  });
  return best;
}

/** A group of questions of one iteration; loops have several. */
export interface QueryGroup {
  title: string;
  queries: { query: ProofQuery; index: number }[];
}

/** The questions in their order, by iteration. */
export function groupsOf(queries: readonly ProofQuery[]): QueryGroup[] {
  const groups: QueryGroup[] = [];
  let iteration = -1;
  queries.forEach((query, index) => {
    if (query.iteration !== iteration) {
      iteration = query.iteration;
      groups.push({ title: iteration > 0 ? `Iteration ${iteration}` : "", queries: [] });
    }
    groups.at(-1)!.queries.push({ query, index });
  });
  return groups;
}

/** The bits of a word in groups of eight; `ones` are those that are set. */
export function bitGroups(value: WordValue): { digit: string; set: boolean }[][] {
  return (value.binary ?? "")
    .split(" ")
    .filter((group) => group !== "")
    .map((group) => [...group].map((digit) => ({ digit, set: digit === "1" })));
}

/** The errors among diagnostics. */
export function errorsOf(list: readonly Diagnostic[]): Diagnostic[] {
  return list.filter((d) => d.severity === "error");
}

/** The name of a point of the pipeline. */
export function pointTitle(passes: readonly string[], point: number): string {
  return point === 0 ? "recorded" : `after ${passes[point - 1] ?? ""}`;
}

/** The parts of a document on which the verdict depends: equal keys mean equal questions.
 * */
export function questionKey(doc: ProveDoc): string {
  const { text, other, points, width, unroll, budget } = doc;
  return JSON.stringify([text, points ? null : other, points, width, unroll, budget]);
}
