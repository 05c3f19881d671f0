// What the views of the pipeline remember for themselves, and the few actions
// that several of them share.

import { batch, computed, signal } from "@preact/signals";
import { describe, fromPoint, passes, result, resultText, selectedRow, selectedRowIndex, setPoints, toPoint } from "../state";
import type { Place } from "../link";
import type { Listing, Side } from "./listing";
import { makeListing } from "./listing";
import { stationsOf } from "./words";

/** The lines and lookups of the result on screen. */
export const listing = computed<Listing | null>(() => (result.value ? makeListing(result.value, resultText.value) : null));

/** The names of all values that a line of either side defines, and of the inputs. */
export const valueNames = computed<ReadonlySet<string>>(() => {
  const shown = result.value;
  const names = new Set(shown?.inputs.map((i) => i.name));
  for (const side of [shown?.left ?? "", shown?.right ?? ""]) {
    for (const found of side.matchAll(/^[ \t]*([A-Za-z_$][\w$]*) *=/gm)) names.add(found[1]!);
  }
  return names;
});

const effects = computed(() => {
  const byName = new Map<string, string>();
  for (const operation of describe.value?.operations ?? []) {
    for (const name of operation.names) byName.set(name, operation.effect);
  }
  return byName;
});

/** What an operation does, for its colour; its name tells enough until the engine has told the table. */
export function effectOf(operation: string): string | undefined {
  const known = effects.value;
  if (known.size > 0) return known.get(operation);
  if (operation.startsWith("guard_")) return "guard";
  if (/^(?:new|alloc$)/.test(operation)) return "allocate";
  return /^(?:jump|label|finish)$/.test(operation) ? "control" : undefined;
}

/** The strip's stations; the recorded trace first. */
export const stations = computed(() =>
  stationsOf(describe.value?.passes ?? [], passes.value, result.value?.stages ?? []),
);

/** The point on the right with "the last one" resolved. */
export const lastTo = computed(() => (toPoint.value < 0 ? passes.value.length : toPoint.value));

/** True while the passes that changed nothing are shown in the strip. */
export const idleShown = signal(false);

/** True while the passes that are off are shown where there is little room. */
export const offShown = signal(false);

/** The row (index in result.rows) whose reason is open, -1 if none. */
export const openRow = signal(-1);

/** Show only the rows that differ, with a few around them. */
export const changesOnly = signal(false);

/** Folded runs that were opened, by their first row. */
export const openedFolds = signal<ReadonlySet<number>>(new Set());

/** Leave out the package path in descriptors. */
export const shortPaths = signal(true);

/** The value whose definition and uses are marked: the one under the pointer, else the one clicked. */
export const hoverName = signal("");
export const pinnedName = signal("");
export const markedName = computed(() => hoverName.value || pinnedName.value);

/** What is searched for in the diff. */
export const query = signal("");

/** A row that the diff shall bring into view; the counter makes each one a request. */
export const reveal = signal<{ row: number; n: number } | null>(null);

/** Compares two points given in any order; the last point stays the last one when passes are toggled. */
export function compare(a: number, b: number): void {
  const from = Math.min(a, b);
  const to = Math.max(a, b);
  setPoints(from, to >= passes.peek().length ? -1 : to);
}

/** True if exactly these points are compared. */
export function compares(from: number, to: number): boolean {
  return fromPoint.value === from && lastTo.value === to;
}

/** The place that stands for a row: its left line, or its right one if it has no other. */
function placeOfRow(rows: Listing, row: number): Place | null {
  const found = rows.rows[row];
  if (!found) return null;
  const side: Side = found[0] >= 0 ? "left" : "right";
  return { side, line: side === "left" ? found[0] : found[1] };
}

/** Selects a row, as a click on it does. */
export function selectRow(row: number): void {
  const rows = listing.peek();
  if (rows) selectedRow.value = placeOfRow(rows, row);
}

/** Selects a row and brings it into view, opening the fold it may be in. */
export function goToRow(row: number): void {
  batch(() => {
    selectRow(row);
    reveal.value = { row, n: (reveal.peek()?.n ?? 0) + 1 };
  });
}

/** Opens a row's reason, or closes it if it is open. */
export function toggleReason(row: number): void {
  batch(() => {
    if (selectedRowIndex.peek() !== row) selectRow(row);
    openRow.value = openRow.peek() === row ? -1 : row;
  });
}

/** Goes to the next (+1) or previous (-1) row that differs, wrapping around. */
export function stepChange(by: -1 | 1): void {
  const changes = listing.peek()?.changes ?? [];
  if (changes.length === 0) return;
  const here = selectedRowIndex.peek();
  const next = by > 0 ? changes.find((row) => row > here) : changes.findLast((row) => row < here);
  goToRow(next ?? (by > 0 ? changes[0]! : changes[changes.length - 1]!));
}

/** Forgets everything that belongs to one result. */
export function forgetRows(): void {
  batch(() => {
    openRow.value = -1;
    openedFolds.value = new Set();
    hoverName.value = "";
  });
}
