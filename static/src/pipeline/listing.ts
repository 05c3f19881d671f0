// The two traces of a result as lines, with the lookups that the diff needs.
// Rows and reasons are the optimizer's; nothing here compares texts.

import type { Aside, OptimizeResponse, Remark, Row, RowKind } from "../api.gen";
import { RowAdded, RowArgs, RowComment, RowMovedFrom, RowMovedTo, RowRemoved, RowReplaced, RowSame } from "../api.gen";
import { matchLines } from "../link";
import { changedTokens, tokenize } from "./tokens";

export type Side = "left" | "right";

/** A curve from where an operation was (a row index) to where it is now (a row index). */
export interface Link {
  from: number;
  to: number;
  kind: "moved" | "added";
}

export interface Listing {
  left: string[];
  right: string[];
  rows: Row[];
  remarks: Remark[];
  /** What lines lack here and have where they are copied, by line. */
  asides: Record<Side, Map<number, Aside[]>>;
  /**
   * The numbers that the lines of a side have, from 1; 0 for none. Those of the recorded trace
   * are the editor's: there may be blank lines and declarations there, which the printed
   * trace does not have.
   */
  numbers: Record<Side, Int32Array>;
  /** For each line of a side the row that shows it. */
  rowOfLeft: Int32Array;
  rowOfRight: Int32Array;
  /** All moved rows and all added rows whose reason names a line on the left. */
  links: Link[];
  /** For each row the row of its other half or of the line its reason is about, -1 if there is none. */
  related: Int32Array;
  /** Length of the longest line in characters, and the same with shortened descriptors. */
  width: number;
  shortWidth: number;
  /** True if some descriptor has a package path that can be shortened. */
  hasPaths: boolean;
  /** Row indexes of all rows that differ. */
  changes: number[];
  /** The line on the right at which the loop begins that a preamble runs into, -1 if there is none. */
  loopFrom: number;
}

/** The listing of a result; `source` is the text in the editor that it is of. */
export function makeListing(result: OptimizeResponse, source: string): Listing {
  const left = toLines(result.left);
  const right = toLines(result.right);
  const rows = result.rows;
  const rowOfLeft = new Int32Array(left.length).fill(-1);
  const rowOfRight = new Int32Array(right.length).fill(-1);
  rows.forEach(([l, r], i) => {
    if (l >= 0) rowOfLeft[l] = i;
    if (r >= 0) rowOfRight[r] = i;
  });
  const listing: Listing = {
    left,
    right,
    numbers: { left: numbersOf(left, result.from, source), right: numbersOf(right, result.to, source) },
    rows,
    remarks: result.remarks,
    asides: { left: byLine(result.leftAsides), right: byLine(result.rightAsides) },
    rowOfLeft,
    rowOfRight,
    links: [],
    related: new Int32Array(rows.length).fill(-1),
    width: Math.max(longest(left), longest(right)),
    shortWidth: 0,
    hasPaths: packagePath.test(result.left),
    changes: [],
    loopFrom: loopLine(right),
  };
  const short = (line: string) => line.replace(packagePaths, "…");
  listing.shortWidth = listing.hasPaths ? Math.max(longest(left.map(short)), longest(right.map(short))) : listing.width;
  rows.forEach((row, i) => relate(listing, row, i));
  return listing;
}

function byLine(asides: readonly Aside[]): Map<number, Aside[]> {
  const lines = new Map<number, Aside[]>();
  for (const a of asides) lines.set(a.line, [...(lines.get(a.line) ?? []), a]);
  return lines;
}

/** The numbers of a point's lines: the editor's for the recorded trace, their own for all others. */
function numbersOf(lines: string[], point: number, source: string): Int32Array {
  if (point > 0) return Int32Array.from(lines, (_, i) => i + 1);
  return matchLines(lines, source.split("\n")).map((line) => line + 1);
}

const label = /^\s*(?:\+\d+:\s*)?(?:label\(|[A-Za-z_]\w*\s*\([^()]*\)\s*:)/;
const operation = /^\s*(?!#|\[)\S/;

/** The last label that has an operation before it, -1 if none has. */
export function loopLine(lines: readonly string[]): number {
  const at = lines.findLastIndex((line) => label.test(line));
  return lines.slice(0, Math.max(at, 0)).some((line) => operation.test(line) && !label.test(line)) ? at : -1;
}

const packagePath = /<\w+ (?:[A-Za-z_$][\w$]*\.)+(?=[A-Za-z_$][\w$]*\.[A-Za-z_$])/;
const packagePaths = /(?<=<\w+ )(?:[A-Za-z_$][\w$]*\.)+(?=[A-Za-z_$][\w$]*\.[A-Za-z_$])/g;

function relate(listing: Listing, row: Row, index: number): void {
  const [left, right, kind, remarkIndex, partner] = row;
  if (isChange(kind)) listing.changes.push(index);
  const remark = listing.remarks[remarkIndex];
  let other = -1;
  if (kind === RowMovedFrom) other = at(listing.rowOfRight, partner);
  else if (kind === RowMovedTo) other = at(listing.rowOfLeft, partner);
  else if (remark && left < 0) other = at(listing.rowOfLeft, remark.left);
  else if (remark && right < 0) other = at(listing.rowOfRight, remark.right);
  if (other === index) return;
  listing.related[index] = other;
  if (other < 0) return;
  if (kind === RowMovedTo) listing.links.push({ from: other, to: index, kind: "moved" });
  else if (kind === RowAdded) listing.links.push({ from: other, to: index, kind: "added" });
}

/** The lines of a text; a final newline does not begin another line. */
export function toLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

function longest(lines: string[]): number {
  let n = 0;
  for (const line of lines) n = Math.max(n, line.length);
  return n;
}

function at(lines: Int32Array, index: number): number {
  return index >= 0 && index < lines.length ? lines[index]! : -1;
}

/** True for rows that stand for a difference. */
export function isChange(kind: RowKind): boolean {
  return kind !== RowSame && kind !== RowComment;
}

/** How each kind of row is named and marked. Colour is never the only sign. */
export const kindInfo: Record<RowKind, { name: string; sign: string; words: string }> = {
  [RowSame]: { name: "same", sign: "", words: "unchanged" },
  [RowArgs]: { name: "args", sign: "~", words: "argument replaced" },
  [RowReplaced]: { name: "replaced", sign: "~", words: "replaced" },
  [RowRemoved]: { name: "removed", sign: "-", words: "removed" },
  [RowAdded]: { name: "added", sign: "+", words: "added" },
  [RowMovedFrom]: { name: "moved", sign: "→", words: "moved" },
  [RowMovedTo]: { name: "moved", sign: "→", words: "moved" },
  [RowComment]: { name: "comment", sign: "", words: "comment" },
};

/** The line of a row on a side, null where the side has none. */
export function lineOf(listing: Listing, row: number, side: Side): string | null {
  const [left, right] = listing.rows[row]!;
  const line = side === "left" ? left : right;
  return line < 0 ? null : (listing[side][line] ?? null);
}

/** What the line of a row lacks on a side. */
export function asidesOf(listing: Listing, row: number, side: Side): readonly Aside[] {
  const [left, right] = listing.rows[row]!;
  return listing.asides[side].get(side === "left" ? left : right) ?? [];
}

/**
 * All reasons that are about a row: its own first, then others on the same
 * lines, and for a replaced argument why the value that stood there is gone.
 */
export function remarksOf(listing: Listing, row: number): Remark[] {
  const [left, right, kind, own] = listing.rows[row]!;
  const found = new Set<Remark>();
  if (listing.remarks[own]) found.add(listing.remarks[own]);
  if (!isChange(kind)) return [...found];
  for (const remark of listing.remarks) {
    const here = (remark.left === left && left >= 0) || (remark.right === right && right >= 0);
    if (here && !isAboutOther(remark, left, right)) found.add(remark);
  }
  if (kind === RowArgs) for (const remark of remarksOnArguments(listing, row)) found.add(remark);
  return [...found];
}

function remarksOnArguments(listing: Listing, row: number): Remark[] {
  const [left, right] = listing.rows[row]!;
  const before = listing.left[left] ?? "";
  const tokens = tokenize(before);
  const found: Remark[] = [];
  for (const i of changedTokens(before, listing.right[right] ?? "").left) {
    const token = tokens[i]!;
    if (token.kind !== "variable") continue;
    const start = `${before.slice(token.from, token.to)} = `;
    const line = listing.left.findIndex((l) => l.trimStart().startsWith(start));
    const remark = listing.remarks[listing.rows[at(listing.rowOfLeft, line)]?.[3] ?? -1];
    if (remark) found.push(remark);
  }
  return found;
}

// A reason with a line on both sides belongs to the row that shows both or,
// for a move, to its two halves; a row that shares only one of them with it
// may be another difference.
function isAboutOther(remark: Remark, left: number, right: number): boolean {
  return (
    remark.left >= 0 && remark.right >= 0 && left >= 0 && right >= 0 && (remark.left !== left || remark.right !== right)
  );
}

/**
 * One item on screen: a row (in the unified view one of its two lines, where
 * they differ), or a folded run of rows without a difference.
 */
export type Item = { row: number; part: "both" | Side } | { row: -1; from: number; to: number };

export interface View {
  /** Rows shown around each difference; negative shows every row. */
  context: number;
  /** Folded runs that were opened, by their first row. */
  opened: ReadonlySet<number>;
  /** One column instead of two. */
  unified: boolean;
}

/** The items to show, from top to bottom. */
export function itemsOf(listing: Listing, view: View): Item[] {
  const items: Item[] = [];
  const n = listing.rows.length;
  const push = (row: number) => pushRow(items, listing, row, view.unified);
  const keep = new Uint8Array(n);
  if (view.context < 0) keep.fill(1);
  else for (const row of listing.changes) keep.fill(1, Math.max(0, row - view.context), row + view.context + 1);
  for (let row = 0; row < n;) {
    if (keep[row]) {
      push(row++);
      continue;
    }
    const end = nextKept(keep, row);
    if (end - row >= minimalFold && !view.opened.has(row)) items.push({ row: -1, from: row, to: end });
    else for (let r = row; r < end; r++) push(r);
    row = end;
  }
  return items;
}

/** Shorter runs stay visible: folding them would save nothing. */
const minimalFold = 4;

function nextKept(keep: Uint8Array, row: number): number {
  const next = keep.indexOf(1, row);
  return next < 0 ? keep.length : next;
}

function pushRow(items: Item[], listing: Listing, row: number, unified: boolean): void {
  const [left, right, kind] = listing.rows[row]!;
  if (!unified) items.push({ row, part: "both" });
  else if (left >= 0 && right >= 0 && (kind === RowArgs || kind === RowReplaced)) {
    items.push({ row, part: "left" }, { row, part: "right" });
  } else items.push({ row, part: right >= 0 ? "right" : "left" });
}

/** For each row the index of the last item that shows it, or that holds it folded. */
export function itemOfRow(items: Item[], rows: number): Int32Array {
  const index = new Int32Array(rows).fill(-1);
  items.forEach((item, i) => {
    if (item.row >= 0) index[item.row] = i;
    else if ("from" in item) index.fill(i, item.from, item.to);
  });
  return index;
}
