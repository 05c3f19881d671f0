// The state of learners: where they are, how far they have come, and who may need
// help.

import type { Cell, Row, Step } from "../classroom/protocol";

/** A learner who tries for this many seconds without passing a step may need help, */
const stuckAfter = 10 * 60;
/** and so may one who has the same failing test this many times in a row. */
const stuckTries = 6;
/** A learner who has tried nothing for this many seconds is not at work. */
const atWork = 20 * 60;

export interface Standing {
  /** The step at which a learner is, "" before the first. */
  step: string;
  done: number;
  total: number;
  /** Seconds since the last step that passed, or since the first try if none has; 0 for learners not at work. */
  since: number;
  /** In how many tries in a row the same test has failed. */
  same: number;
  stuck: boolean;
}

export function standing(row: Row, steps: readonly Step[], now: number): Standing {
  const cells = row.cells ?? {};
  const cell: Cell | undefined = row.step ? cells[row.step] : undefined;
  const done = steps.filter((s) => cells[s.id]?.green).length;
  const out: Standing = { step: row.step ?? "", done, total: steps.length, since: 0, same: 0, stuck: false };
  if (!cell?.tries || cell.green || now - (cell.at ?? 0) > atWork) return out;
  const lastGreen = Math.max(0, ...Object.values(cells).map((c) => c.green ?? 0));
  out.since = Math.max(0, now - Math.max(lastGreen, cell.begun ?? now));
  out.same = cell.same ?? 0;
  out.stuck = cell.status !== "pass" && (out.since >= stuckAfter || out.same >= stuckTries);
  return out;
}

/** Why somebody is stuck, in a few words. */
export function whyStuck({ since, same }: Standing): string {
  return since >= stuckAfter ? minutes(since) : `${same} times`;
}

/** Who is stuck, those first who have waited longest. */
export function stuckFirst(rows: readonly Row[], standings: ReadonlyMap<string, Standing>): Row[] {
  const of = (row: Row) => standings.get(row.id)!;
  return rows.filter((r) => standings.get(r.id)?.stuck).sort((a, b) => of(b).since - of(a).since || of(b).same - of(a).same);
}

/** A test that fails for several. */
export interface Failing {
  step: string;
  test: string;
  words: string;
  seats: string[];
}

/** The tests that fail for most learners who are at work, the commonest first. */
export function failing(rows: Iterable<Row>, now: number): Failing[] {
  const found = new Map<string, Failing>();
  for (const row of rows) {
    const step = row.step ?? "";
    const cell = row.cells?.[step];
    if (!cell?.test || cell.green || cell.status === "pass" || now - (cell.at ?? 0) > atWork) continue;
    const key = `${step}\n${cell.test}`;
    const entry = found.get(key) ?? { step, test: cell.test, words: cell.words ?? "", seats: [] };
    entry.seats.push(row.id);
    found.set(key, entry);
  }
  return [...found.values()].sort((a, b) => b.seats.length - a.seats.length || a.test.localeCompare(b.test));
}

/** What a cell shows: what counts first. */
export function stateOf(cell: Cell | undefined): "done" | "passes" | "fails" | "begun" | "none" {
  if (cell?.green) return "done";
  if (cell?.status === "pass") return "passes";
  if (cell?.status) return "fails";
  return cell?.draft ? "begun" : "none";
}

/** For how long somebody has tried: until now, while they are at it, else until their last try, which was how long ago. */
export function timeAtIt({ begun, at }: Cell, now: number): string {
  if (!begun || !at) return "";
  if (now - at <= atWork) return ` · at it for ${minutes(now - begun)}`;
  return ` · ${at - begun < 60 ? "tried" : `at it for ${minutes(at - begun)}`}, then nothing for ${minutes(now - at)}`;
}

/** Seconds as minutes. */
export function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min`;
}

/** The number of columns, their height and the type size for which this many tiles fit into a
 * window. */
export function tiling(count: number, width: number, height: number): { columns: number; height: number } {
  const tallest = 30;
  const lowest = 14;
  const narrowest = 118;
  const most = Math.max(1, Math.floor(width / narrowest));
  for (let columns = Math.max(1, Math.floor(width / 340)); columns <= most; columns++) {
    const perColumn = Math.ceil(count / columns);
    const fits = Math.floor(height / Math.max(1, perColumn));
    if (fits >= 20 || columns === most) return { columns, height: Math.max(lowest, Math.min(tallest, fits)) };
  }
  return { columns: most, height: lowest };
}
