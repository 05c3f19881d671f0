// Selecting and copying text in the diff. A selection stays on one side, and
// what is copied are the lines themselves: complete also where rows are not
// rendered, without numbers, signs and reasons.

import type { Caret } from "./copy";
import { rowText, selectedText } from "./copy";
import type { Listing, Side } from "./listing";

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

/**
 * The text to put on the clipboard for the selection in a canvas, null to let
 * the browser copy (a selection within one line or within a reason).
 */
export function copiedText(canvas: Element, listing: Listing, selectedRow: number): string | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) {
    return selectedRow >= 0 && canvas.contains(document.activeElement) ? rowText(listing, selectedRow) : null;
  }
  const range = selection.getRangeAt(0);
  const side = sideOfRange(canvas, range);
  if (side === null) return null;
  const start = caretAt(range.startContainer, range.startOffset, side);
  const end = caretAt(range.endContainer, range.endOffset, side);
  if (!start || !end) return null;
  return selectedText(listing, side, start, end);
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
