// Selecting and copying text in the diff. A selection stays on one side, and
// what is copied are the lines themselves: complete even where rows are not
// rendered, without numbers, signs and reasons.

import type { Line, TextRequest, TextResponse } from "../api.gen";
import { diff } from "./state";
import { type Listing, type Side, lineOf, textOf } from "./listing";

/** One end of a selection: a row, and an offset in its line's text. */
interface Caret {
  row: number;
  offset: number;
}

/** A piece of a side: the rows from one to the other, both included. */
export interface Piece {
  side: Side;
  start: Caret;
  end: Caret;
}

/** The side that a selection starting at this element belongs to, null for reasons and the rest. */
export function sideAt(target: EventTarget | null): Side | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-side]") : null;
  return (cell?.dataset["side"] as Side | undefined) ?? null;
}

/** The row that a node is in, -1 if it is in none. */
export function rowAtNode(node: Node | null): number {
  const element = node instanceof Element ? node : node?.parentElement;
  const row = element?.closest<HTMLElement>("[data-row]")?.dataset["row"];
  return row === undefined ? -1 : Number(row);
}

/** What is selected in a canvas, else the line of the chosen row; null to let the browser copy what it has. */
export function selectedPiece(canvas: Element, listing: Listing, chosen: number): Piece | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) {
    if (chosen < 0 || !canvas.contains(document.activeElement)) return null;
    const side = lineOf(listing.row(chosen), "right") ? "right" : "left";
    return { side, start: { row: chosen, offset: 0 }, end: { row: chosen, offset: Infinity } };
  }
  const range = selection.getRangeAt(0);
  const side = sideOfRange(canvas, range);
  if (side === null) return null;
  const start = caretAt(range.startContainer, range.startOffset, side);
  const end = caretAt(range.endContainer, range.endOffset, side);
  return start && end ? { side, start, end } : null;
}

/** The text of a piece; null if some of its rows have not arrived. */
export function textOnScreen(listing: Listing, { side, start, end }: Piece): string | null {
  const lines: string[] = [];
  for (let row = start.row; row <= end.row; row++) {
    const found = listing.row(row);
    if (!found) return null;
    const line = lineOf(found, side);
    if (line) lines.push(cut(line, row === start.row ? start.offset : 0, row === end.row ? end.offset : Infinity));
  }
  return lines.join("\n");
}

/** The text of a piece from the engine, which has all of it; null if another result is shown by now. */
export async function textOfPiece({ side, start, end }: Piece): Promise<string | null> {
  const whole = (offset: number) => (Number.isFinite(offset) ? offset : -1);
  const request: Omit<TextRequest, "result"> = { form: side, from: start.row, to: end.row + 1, start: Math.min(start.offset, 1e9), end: whole(end.offset) };
  return (await diff.ask<TextResponse>("text", "text", request))?.text ?? null;
}

/** A part of a line, with what it lacks on the page. */
function cut(line: Line, from: number, to: number): string {
  let out = textOf(line).slice(from, to);
  for (const aside of (line.asides ?? []).toReversed()) {
    if (from < aside.at && aside.at <= to) out = out.slice(0, aside.at - from) + aside.text + out.slice(aside.at - from);
  }
  return out;
}

// The side on which the pointer went down; where the selection was made with
// the keyboard, the side it starts on.
function sideOfRange(canvas: Element, range: Range): Side | null {
  const chosen = (canvas as HTMLElement).dataset["select"];
  if (chosen === "left" || chosen === "right") return chosen;
  return sideAt(range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement);
}

function caretAt(node: Node, offset: number, side: Side): Caret | null {
  const row = rowAtNode(node);
  if (row < 0) return null;
  const element = node instanceof Element ? node : node.parentElement;
  const rowElement = element?.closest("[data-row]");
  const line = rowElement?.querySelector(`[data-side="${side}"] .line`);
  if (!line) return { row, offset: 0 };
  if (!line.contains(node)) return { row, offset: isAfter(line, node) ? Infinity : 0 };
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(node, offset);
  return { row, offset: before.toString().length };
}

function isAfter(line: Element, node: Node): boolean {
  return (line.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
