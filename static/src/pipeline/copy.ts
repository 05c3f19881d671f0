// Text for the clipboard: what is copied pastes back as a trace.

import type { OptimizeResponse } from "../api.gen";
import { RowAdded, RowComment, RowMovedFrom, RowMovedTo, RowRemoved, RowSame } from "../api.gen";
import type { Listing, Side } from "./listing";
import { asidesOf, isChange, kindInfo, lineOf } from "./listing";
import { partWithAsides, withAsides } from "../asides";
import { pointName, summaryWords } from "./words";

/** One end of a selection: a row, and an offset in its line's text. */
export interface Caret {
  row: number;
  offset: number;
}

/**
 * The selected text of one side, from the lines themselves: rows that are not
 * on screen are in it, line numbers, signs and reasons are not. Rows where the
 * side has no line contribute nothing.
 */
export function selectedText(listing: Listing, side: Side, start: Caret, end: Caret): string {
  const lines: string[] = [];
  for (let row = start.row; row <= end.row; row++) {
    const line = lineOf(listing, row, side);
    if (line === null) continue;
    const from = row === start.row ? start.offset : 0;
    const to = row === end.row ? end.offset : line.length;
    lines.push(partWithAsides(line, asidesOf(listing, row, side), from, to));
  }
  return lines.join("\n");
}

/** The lines of a row for the clipboard: both if they differ, as a trace reads: left, then right. */
export function rowText(listing: Listing, row: number): string {
  const side = lineOf(listing, row, "right") === null ? "left" : "right";
  return withAsides(lineOf(listing, row, side) ?? "", asidesOf(listing, row, side));
}

/** A fenced diff with the reasons as a list under it. */
export function toMarkdown(result: OptimizeResponse, listing: Listing): string {
  const body: string[] = [];
  const reasons: string[] = [];
  listing.rows.forEach((row, index) => {
    body.push(...diffLines(listing, index));
    const remark = listing.remarks[row[3]];
    if (!remark || !isChange(row[2]) || row[2] === RowMovedFrom) return;
    const line = (lineOf(listing, index, "left") ?? lineOf(listing, index, "right") ?? "").trim();
    reasons.push(`- ${code(line)}: ${kindInfo[row[2]].words}, by ${remark.pass}: ${remark.text}`);
  });
  const title = `**${pointName(result.stages, result.from)}** ↔ **${pointName(result.stages, result.to)}**: ${summaryWords(result)}`;
  const fence = "`".repeat(Math.max(3, longestRun(body.join("\n")) + 1));
  const parts = [title, "", `${fence}diff`, ...body, fence];
  if (reasons.length > 0) parts.push("", ...reasons);
  return parts.join("\n") + "\n";
}

function diffLines(listing: Listing, index: number): string[] {
  const kind = listing.rows[index]![2];
  const left = lineOf(listing, index, "left");
  const right = lineOf(listing, index, "right");
  if (kind === RowSame || kind === RowComment) return [`  ${right ?? left ?? ""}`.trimEnd()];
  if (kind === RowRemoved || kind === RowMovedFrom) return [`- ${left ?? ""}`];
  if (kind === RowAdded || kind === RowMovedTo) return [`+ ${right ?? ""}`];
  return [`- ${left ?? ""}`, `+ ${right ?? ""}`];
}

/** A Markdown code span that may hold backticks. */
function code(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return fence + pad + text + pad + fence;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
