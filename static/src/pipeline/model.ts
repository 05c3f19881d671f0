// What the diff shows and where: items, window, search. A class of signals, so
// that scrolling renders only when another row comes into view.

import { batch, computed, signal } from "@preact/signals";
import { selectedRowIndex } from "../state";
import type { Item } from "./listing";
import { itemOfRow, itemsOf } from "./listing";
import { changesOnly, goToRow, listing, openRow, openedFolds, query } from "./local";
import type { Match } from "./search";
import { findMatches, firstMatchFrom } from "./search";
import type { Shape } from "../ui/window";
import { isBelowPanel, scrollToShow, totalHeight, visibleRows } from "../ui/window";

/** Below this width of the pane, in pixels, there is room for one column only. */
const splitFrom = 700;

/** Rows rendered beyond both edges of the viewport. */
const overscan = 8;

/** Rows shown around a difference when only the changes are shown. */
const context = 3;

const noItems: Item[] = [];

export class DiffModel {
  readonly width = signal(0);
  readonly height = signal(0);
  readonly scrollTop = signal(0);
  /** Size of the code's type in pixels, as measured: the page may scale it. */
  readonly codeSize = signal(14);
  /** Height of the open panel in pixels, as measured. */
  readonly panelHeight = signal(0);
  /** The row in which a selection of text began: it stays rendered. */
  readonly anchorRow = signal(-1);

  readonly unified = computed(() => this.width.value < splitFrom);
  readonly rowHeight = computed(() => Math.round(this.codeSize.value * 1.75));

  readonly items = computed<Item[]>(() => {
    const rows = listing.value;
    if (!rows) return noItems;
    return itemsOf(rows, {
      context: changesOnly.value ? context : -1,
      opened: openedFolds.value,
      unified: this.unified.value,
    });
  });

  /** For each row its last item. */
  readonly itemAt = computed(() => itemOfRow(this.items.value, listing.value?.rows.length ?? 0));

  readonly shape = computed<Shape>(() => {
    const row = openRow.value;
    const at = row >= 0 ? (this.itemAt.value[row] ?? -1) : -1;
    return {
      count: this.items.value.length,
      rowHeight: this.rowHeight.value,
      panel: at >= 0 ? { row: at, height: this.panelHeight.value } : null,
    };
  });

  private readonly range = computed(() =>
    visibleRows(this.shape.value, this.scrollTop.value, this.height.value, overscan),
  );
  readonly first = computed(() => this.range.value[0]);
  readonly last = computed(() => this.range.value[1]);

  /** The items to render: those in view, and the ones that must not go away. */
  readonly rendered = computed<number[]>(() => {
    const first = this.first.value;
    const last = this.last.value;
    const shown = new Set<number>();
    for (const row of [selectedRowIndex.value, this.anchorRow.value]) {
      const at = this.itemAt.value[row] ?? -1;
      if (at >= 0) shown.add(at);
    }
    for (let i = first; i < last; i++) shown.add(i);
    return [...shown].sort((a, b) => a - b);
  });

  readonly matches = computed<Match[]>(() => (listing.value ? findMatches(listing.value, query.value) : []));
  readonly matchesByRow = computed(() => {
    const byRow = new Map<number, Match[]>();
    for (const match of this.matches.value) {
      const there = byRow.get(match.row);
      if (there) there.push(match);
      else byRow.set(match.row, [match]);
    }
    return byRow;
  });
  /** The index of the match that is stepped to, -1 before the first step. */
  readonly matchIndex = signal(-1);

  /** Begins a search at the row on top of the view. */
  restartSearch(): void {
    const from = this.rowInView();
    const index = firstMatchFrom(this.matches.peek(), from);
    this.matchIndex.value = index;
    if (index >= 0) this.showMatch(index);
  }

  stepMatch(by: -1 | 1): void {
    const count = this.matches.peek().length;
    if (count === 0) return;
    this.showMatch((Math.max(this.matchIndex.peek(), -1) + by + count) % count);
  }

  private showMatch(index: number): void {
    batch(() => {
      this.matchIndex.value = index;
      goToRow(this.matches.peek()[index]!.row);
    });
  }

  private rowInView(): number {
    const item = this.items.peek()[Math.ceil(this.scrollTop.peek() / this.rowHeight.peek())];
    return item ? (item.row >= 0 ? item.row : "from" in item ? item.from : 0) : 0;
  }

  /** The scroll position at which a row is in view, opening the fold around it. */
  scrollFor(row: number): number {
    let at = this.itemAt.peek()[row] ?? -1;
    const item = this.items.peek()[at];
    if (item && item.row < 0 && "from" in item) {
      openedFolds.value = new Set([...openedFolds.peek(), item.from]);
      at = this.itemAt.peek()[row] ?? -1;
    }
    if (at < 0) return this.scrollTop.peek();
    const margin = Math.min(2 * this.rowHeight.peek(), this.height.peek() / 4);
    return scrollToShow(this.shape.peek(), at, this.scrollTop.peek(), this.height.peek(), margin);
  }

  /** The row `by` items away from the selected one, skipping folded runs; -1 if there is none. */
  rowFrom(by: number): number {
    const items = this.items.peek();
    const here = this.itemAt.peek()[selectedRowIndex.peek()] ?? -1;
    const step = Math.sign(by);
    let at =
      here < 0 ? (by > 0 ? this.first.peek() : items.length - 1) : Math.max(0, Math.min(items.length - 1, here + by));
    const start = items[here];
    while (
      items[at] &&
      (items[at]!.row < 0 || (here >= 0 && items[at]!.row === start?.row)) &&
      at + step >= 0 &&
      at + step < items.length
    ) {
      at += step;
    }
    return items[at]?.row ?? -1;
  }

  get total(): number {
    return totalHeight(this.shape.value);
  }

  /** The item's distance from the top without the panel's height, and whether that comes on top of it. */
  placeOf(item: number): { top: number; below: boolean } {
    return { top: item * this.rowHeight.value, below: isBelowPanel(this.shape.value, item) };
  }
}
