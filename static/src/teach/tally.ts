// A class's first and last answers to a question.

import type { Row } from "../classroom/protocol";

/** The learners by their answer; for those who gave both, how it changed. */
export interface Tally {
  first: { right: Row[]; wrong: Row[] };
  last: { right: Row[]; wrong: Row[] };
  learned: Row[];
  lost: Row[];
  both: number;
}

export function tally(rows: Iterable<Row>, question: string): Tally {
  const found: Tally = { first: { right: [], wrong: [] }, last: { right: [], wrong: [] }, learned: [], lost: [], both: 0 };
  for (const row of rows) {
    const { first, last } = row.answers?.[question] ?? {};
    if (first) found.first[first.right ? "right" : "wrong"].push(row);
    if (last) found.last[last.right ? "right" : "wrong"].push(row);
    if (!first || !last) continue;
    found.both++;
    if (last.right && !first.right) found.learned.push(row);
    if (first.right && !last.right) found.lost.push(row);
  }
  return found;
}
