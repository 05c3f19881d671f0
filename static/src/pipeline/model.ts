// What the diff shows and where. A class of signals, so
// that scrolling renders only when another row comes into view.

import { computed, effect, signal } from "@preact/signals";
import type { Item } from "../api.gen";
import { PartFold } from "../api.gen";
import { looked } from "../state";
import type { Shape } from "../ui/window";
import { isBelowPanel, rowAt, rowTop, scrollToShow, totalHeight, visibleRows } from "../ui/window";
import { diff } from "./state";

/** Below this width of the pane, in pixels, there is room for one column only. */
const splitFrom = 700;

/** Rows rendered beyond both edges of the viewport, for scrolling on: not after a leap, as somebody makes who drags the strip. */
const overscan = 8;
/** Rows asked for beyond what is rendered, so that they are there when they come into view. */
const ahead = 120;

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

  readonly rowHeight = computed(() => Math.round(this.codeSize.value * 1.75));

  readonly shape = computed<Shape>(() => {
    const listing = diff.listing.value;
    void listing?.arrived.value;
    const row = diff.openRow.value;
    const at = row >= 0 ? (listing?.itemOf(row) ?? -1) : -1;
    return {
      count: listing?.count ?? 0,
      rowHeight: this.rowHeight.value,
      panel: at >= 0 ? { row: at, height: this.panelHeight.value } : null,
    };
  });

  /** The place to which the view was scrolled last, and whether nothing of what was in view before is still there. */
  private place = { top: 0, leapt: false };
  private readonly inView = computed(() => {
    const top = this.scrollTop.value;
    const height = this.height.value;
    if (top !== this.place.top) this.place = { top, leapt: Math.abs(top - this.place.top) > height };
    return visibleRows(this.shape.value, top, height, this.place.leapt ? 0 : overscan);
  });

  /** What is rendered: the items in view, or while some of them are on their way those that were there before. */
  private kept = { listing: diff.listing.peek(), first: 0, last: 0, scrollTop: 0 };
  private readonly range = computed(() => {
    const listing = diff.listing.value;
    void listing?.arrived.value;
    const [first, last] = this.inView.value;
    const before = this.kept;
    if (listing && before.listing === listing && before.last > before.first && !listing.has(first, last)) return before;
    return (this.kept = { listing, first, last, scrollTop: this.scrollTop.value });
  });
  readonly first = computed(() => this.range.value.first);
  readonly last = computed(() => this.range.value.last);
  /** How far the remaining rows have been scrolled meanwhile: they are moved back by this many pixels. */
  readonly held = computed(() => (this.range.value.first === this.inView.value[0] ? 0 : this.scrollTop.value - this.range.value.scrollTop));

  /** The items to render: those in view, and the ones that must not go away. */
  readonly rendered = computed<number[]>(() => {
    const listing = diff.listing.value;
    void listing?.arrived.value;
    if (diff.onPaper.value && listing) return Array.from({ length: listing.count }, (_, i) => i).filter((i) => listing.item(i));
    const shown = new Set<number>();
    for (const row of [diff.chosenRow.value, this.anchorRow.value]) {
      const at = listing?.itemOf(row) ?? -1;
      if (at >= 0) shown.add(at);
    }
    for (let i = this.first.value; i < this.last.value; i++) shown.add(i);
    return [...shown].sort((a, b) => a - b);
  });

  /** Asks for what is in view and around it, from now on. */
  start(): () => void {
    const stops = [
      effect(() => {
        const [first, last] = this.inView.value;
        looked.window = { from: first, to: Math.max(last, first + 40) };
        void diff.listing.value?.want(first - ahead, last + ahead);
      }),
      effect(() => {
        if (this.width.value > 0) diff.unified.value = this.width.value < splitFrom;
      }),
    ];
    const stop = new AbortController();
    for (const [event, now] of [["beforeprint", true], ["afterprint", false]] as const) {
      window.addEventListener(event, () => (diff.onPaper.value = now), { signal: stop.signal });
    }
    return () => [...stops, () => stop.abort()].forEach((end) => end());
  }

  /** Where a search begins: at the chosen row if it is in view, so that a reason that is open stays open while its words are typed; otherwise on top of
   * the view. */
  searchFrom(): number {
    const shape = this.shape.peek();
    const top = this.scrollTop.peek();
    const listing = diff.listing.peek();
    const chosen = diff.chosenRow.peek();
    const at = listing?.itemOf(chosen) ?? -1;
    const first = rowAt(shape, top + shape.rowHeight - 1);
    if (at >= 0 && rowTop(shape, at + 1) > top && at <= rowAt(shape, top + this.height.peek())) return chosen;
    return listing?.item(first)?.index ?? 0;
  }

  /** The scroll position at which an item is in view. */
  scrollFor(item: number): number {
    const margin = Math.min(2 * this.rowHeight.peek(), this.height.peek() / 4);
    return scrollToShow(this.shape.peek(), item, this.scrollTop.peek(), this.height.peek(), margin);
  }

  /** The item `by` items away from the chosen row, without folded runs; null if there is none. */
  async itemFrom(by: number): Promise<Item | null> {
    const listing = diff.listing.peek();
    const here = listing?.itemOf(diff.chosenRow.peek()) ?? -1;
    if (!listing || listing.count === 0) return null;
    const row = listing.item(here)?.index ?? -1;
    const clamp = (i: number) => Math.max(0, Math.min(listing.count - 1, i));
    let at = here < 0 ? clamp(by > 0 ? this.first.peek() : listing.count - 1) : clamp(here + by);
    const step = Math.sign(by);
    for (let item = await listing.load(at); item; item = await listing.load(at)) {
      if (item.part !== PartFold && item.index !== row) return item;
      if (at + step < 0 || at + step >= listing.count) return item.part === PartFold ? null : item;
      at += step;
    }
    return null;
  }

  get total(): number {
    return totalHeight(this.shape.value);
  }

  /** The item's distance from the top without the panel's height, and whether that comes on top of it. */
  placeOf(item: number): { top: number; below: boolean } {
    return { top: item * this.rowHeight.value, below: isBelowPanel(this.shape.value, item) };
  }
}
