// The keyboard in the diff. The grid itself has the focus; the selected row is
// its active descendant.

import { selectedRowIndex } from "../state";
import { hasCard } from "./card";
import { goToRow, listing, openRow, pinnedName, stepChange, toggleReason } from "./local";
import type { DiffModel } from "./model";

/** Handles a key pressed in the diff; keys it has no use for go on to the page. */
export function onGridKey(event: KeyboardEvent, model: DiffModel): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return closeSomething(event);
  if (event.target !== event.currentTarget) return;
  const page = Math.max(1, Math.floor(model.height.peek() / model.rowHeight.peek()) - 2);
  const moves: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -1e9,
    End: 1e9,
  };
  const by = moves[event.key];
  if (by !== undefined) move(event, model, by);
  else if (event.key === "Enter" && !event.shiftKey) openSelected(event);
  else if (event.key === "ArrowRight" && openRow.peek() < 0) openSelected(event);
  else if (event.key === "ArrowLeft") closeSomething(event);
}

function move(event: KeyboardEvent, model: DiffModel, by: number): void {
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey && Math.abs(by) === 1) return stepChange(by > 0 ? 1 : -1);
  const row = model.rowFrom(by);
  if (row >= 0) goToRow(row);
}

function openSelected(event: KeyboardEvent): void {
  const row = selectedRowIndex.peek();
  const rows = listing.peek();
  if (row < 0 || !rows || !hasCard(rows, row)) return;
  event.preventDefault();
  toggleReason(row);
}

function closeSomething(event: KeyboardEvent): void {
  if (openRow.peek() >= 0) {
    openRow.value = -1;
    (event.currentTarget as HTMLElement).focus();
  } else if (pinnedName.peek() !== "") pinnedName.value = "";
  else return;
  event.preventDefault();
  event.stopPropagation();
}
