// Which parts of a sequence of random traces have been tried, by whom, and what was
// counted. Several workers take parts one after the other and finish them in any
// order; what can be stored for later is where the contiguous tried beginning ends,
// and the counts up to there.

import type { FuzzFinding, FuzzStepResponse, NamedCount } from "../../api.gen";

/** What was seen, added up. */
export interface Totals {
  traces: number;
  operations: number;
  agreed: number;
  undefined: number;
  /** Questions to the prover's solver, and traces by its verdict. */
  questions: number;
  proved: number;
  unknown: number;
  passes: Record<string, number>;
  rules: Record<string, number>;
}

/** A part of the sequence: the traces from `from` on, `to` not among them. */
export interface Part {
  from: number;
  to: number;
}

export const nothing: Totals = { traces: 0, operations: 0, agreed: 0, undefined: 0, questions: 0, proved: 0, unknown: 0, passes: {}, rules: {} };

/** The totals with an answer added. */
function withAnswer(totals: Totals, answer: FuzzStepResponse): Totals {
  return {
    traces: totals.traces + answer.traces,
    operations: totals.operations + answer.operations,
    agreed: totals.agreed + answer.agreed,
    undefined: totals.undefined + answer.undefined,
    questions: totals.questions + answer.questions,
    proved: totals.proved + answer.proved,
    unknown: totals.unknown + answer.unknown,
    passes: withCounts(totals.passes, answer.passes),
    rules: withCounts(totals.rules, answer.rules),
  };
}

function withCounts(counts: Record<string, number>, more: readonly NamedCount[]): Record<string, number> {
  const sum = { ...counts };
  for (const { name, count } of more) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** What can be kept: everything before `next` was tried, and nothing else. */
export interface Progress {
  next: number;
  totals: Totals;
  findings: FuzzFinding[];
}

export const start: Progress = { next: 0, totals: nothing, findings: [] };

/** More findings than this are counted, not kept. */
export const maxFindings = 60;

/** Hands out parts and takes answers. */
export class Sequence {
  private handedOut: number;
  private left: Part[] = [];
  /** Results of parts that do not yet adjoin the tried beginning, by their start. */
  private readonly early = new Map<number, FuzzStepResponse>();
  private kept: Progress;

  constructor(from: Progress) {
    this.kept = from;
    this.handedOut = from.next;
  }

  /** The next part to try, of this many traces; returned parts come first. */
  take(count: number): Part {
    const back = this.left.shift();
    if (back) return back;
    const part = { from: this.handedOut, to: this.handedOut + count };
    this.handedOut = part.to;
    return part;
  }

  /** Returns a part that was not tried: it will be handed out again, before all later
   * ones. */
  giveBack(part: Part): void {
    this.left.push(part);
    this.left.sort((a, b) => a.from - b.from);
  }

  /** The result of a part. If it stopped early, the rest of the part is returned. */
  answer(part: Part, answer: FuzzStepResponse): void {
    if (answer.next < part.to) this.giveBack({ from: answer.next, to: part.to });
    this.early.set(part.from, answer);
    for (let at = this.early.get(this.kept.next); at; at = this.early.get(this.kept.next)) {
      this.early.delete(this.kept.next);
      this.kept = {
        next: at.next,
        totals: withAnswer(this.kept.totals, at),
        findings: [...this.kept.findings, ...at.findings].slice(0, maxFindings),
      };
    }
  }

  /** What can be kept for another day. */
  get progress(): Progress {
    return this.kept;
  }

  /** What was seen so far, including what comes after the part that can be
   * stored. */
  get seen(): { totals: Totals; findings: FuzzFinding[] } {
    let { totals, findings } = this.kept;
    for (const answer of this.early.values()) {
      totals = withAnswer(totals, answer);
      findings = [...findings, ...answer.findings];
    }
    findings = [...findings].sort((a, b) => a.index - b.index).slice(0, maxFindings);
    return { totals, findings };
  }
}

/** Progress as it was kept, or the start if it is none. */
export function progressFrom(kept: unknown): Progress {
  const found = kept as Partial<Progress> | undefined | null;
  const complete = Number.isSafeInteger(found?.next) && Array.isArray(found?.findings) && found?.totals !== undefined;
  if (!complete) return start;
  const progress = found as Progress;
  return { ...progress, totals: { ...nothing, ...progress.totals } };
}

/** Progress that another page tells; findings of another form are left out. */
export function progressOf(found: unknown): Progress {
  const now = progressFrom(found);
  const number = (x: unknown) => (Number.isSafeInteger(x) ? (x as number) : 0);
  const counts = (x: unknown) => Object.fromEntries(Object.entries((x ?? {}) as object).map(([name, n]) => [name, number(n)]));
  const { passes, rules, ...rest } = now.totals;
  const totals = { ...nothing, ...counts(rest), passes: counts(passes), rules: counts(rules) };
  return { next: now.next, totals, findings: now.findings.filter(isFinding).slice(0, maxFindings) };
}

function isFinding(found: FuzzFinding): boolean {
  const strings = (list: unknown): boolean => Array.isArray(list) && list.every((x) => typeof x === "string");
  const isSpan = (s: unknown) => Array.isArray(s) && typeof s[0] === "number" && typeof s[1] === "string";
  const lines = (list: unknown): boolean => Array.isArray(list) && list.every((line) => Array.isArray(line) && line.every(isSpan));
  return Number.isSafeInteger(found?.index) && strings([found.kind, found.oracle, found.title, found.detail, found.inputs]) && strings(found.passes) && lines(found.trace) && lines(found.after);
}

/** Milliseconds that a part should take: so progress and Stop take only a moment. */
const goal = 400;

/** How many traces the next part should have, after one of `count` took so long: `least` to `most`. */
export function nextCount(count: number, took: number, least: number, most: number): number {
  const wanted = (count * goal) / Math.max(1, took);
  // Grows slowly, shrinks immediately.
  return Math.max(least, Math.min(most, Math.round(Math.min(wanted, count * 4))));
}

/** The number of workers to use on a machine with this many processors. */
export function workersFor(processors: number | undefined): number {
  return Math.max(1, Math.min(4, (processors ?? 2) - 1));
}

/** Traces per second, over the last moments. */
export class Rate {
  private points: { at: number; traces: number }[] = [];

  /** Notes how many traces there are altogether at a time, in milliseconds. */
  note(at: number, traces: number): void {
    this.points.push({ at, traces });
    while (this.points.length > 2 && at - this.points[0]!.at > 3_000) this.points.shift();
  }

  get perSecond(): number {
    const first = this.points[0];
    const last = this.points.at(-1);
    if (!first || !last || last.at <= first.at) return 0;
    return ((last.traces - first.traces) * 1_000) / (last.at - first.at);
  }

  clear(): void {
    this.points = [];
  }
}

/** How warm a count is on a scale of 0 (never) to 4, by orders of magnitude of the share in all. */
export function heat(count: number, most: number): number {
  if (count <= 0) return 0;
  if (most <= 1) return 4;
  return 1 + Math.round((3 * Math.log(count)) / Math.log(most));
}
