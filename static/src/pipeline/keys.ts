// The keyboard in the diff. The grid itself has the focus; the selected row is
// its active descendant.

import { hasCard } from "./card";
import type { DiffModel } from "./model";
import { diff } from "./state";

/** Handles a key pressed in the diff; keys that it does not use are passed on to the page. */
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
  if (by !== undefined) void move(event, model, by);
  else if (event.key === "Enter" && !event.shiftKey) openChosen(event);
  else if (event.key === "ArrowRight" && diff.openRow.peek() < 0) openChosen(event);
  else if (event.key === "ArrowLeft") closeSomething(event);
}

async function move(event: KeyboardEvent, model: DiffModel, by: number): Promise<void> {
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey && Math.abs(by) === 1) return diff.stepChange(by > 0 ? 1 : -1);
  const item = await model.itemFrom(by);
  if (item) await diff.goTo(item.index);
}

function openChosen(event: KeyboardEvent): void {
  const listing = diff.listing.peek();
  const item = listing?.item(listing.itemOf(diff.chosenRow.peek()));
  if (!item?.row || !hasCard(item.row)) return;
  event.preventDefault();
  diff.toggleReason(item);
}

function closeSomething(event: KeyboardEvent): void {
  if (diff.openRow.peek() >= 0) {
    diff.openRow.value = -1;
    (event.currentTarget as HTMLElement).focus();
  } else if (diff.pinnedValue.peek() !== 0) diff.pinnedValue.value = 0;
  else return;
  event.preventDefault();
  event.stopPropagation();
}
