// Searching the two traces and the reasons.

import type { Listing } from "./listing";
import { lineOf } from "./listing";

/** One place where the query was found. */
export interface Match {
  row: number;
  /** Where: on a side of the row, or in its reason. */
  in: "left" | "right" | "reason";
  /** The half-open span in that text. */
  from: number;
  to: number;
}

/** More matches than this are not listed one by one. */
const mostMatches = 9999;

/**
 * All places where the query stands, row by row. Upper case in the query makes
 * it sensitive to case. A line that is the same on both sides counts once.
 */
export function findMatches(listing: Listing, query: string): Match[] {
  const found: Match[] = [];
  if (query === "") return found;
  const fold = query === query.toLowerCase();
  const scan = (text: string | null | undefined, row: number, where: Match["in"]) => {
    if (!text) return;
    const hay = fold ? text.toLowerCase() : text;
    for (let at = hay.indexOf(query); at >= 0; at = hay.indexOf(query, at + query.length)) {
      found.push({ row, in: where, from: at, to: at + query.length });
    }
  };
  for (let row = 0; row < listing.rows.length && found.length < mostMatches; row++) {
    const left = lineOf(listing, row, "left");
    const right = lineOf(listing, row, "right");
    scan(left, row, "left");
    if (right !== left) scan(right, row, "right");
    scan(listing.remarks[listing.rows[row]![3]]?.text, row, "reason");
  }
  return found.slice(0, mostMatches);
}

/** The index of the first match at or after a row, wrapping around; -1 if there is none. */
export function firstMatchFrom(matches: Match[], row: number): number {
  if (matches.length === 0) return -1;
  const at = matches.findIndex((m) => m.row >= row);
  return at < 0 ? 0 : at;
}
