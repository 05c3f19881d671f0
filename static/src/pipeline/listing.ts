// The items of one result in one view: rows, halves of rows, and folded runs, one below the other. The engine
// has all of them; here are those that have been asked for.

import { batch, signal } from "@preact/signals";
import type { DiffRow, Item, Layout, Line, Optimized, Page, DiffKind, RowView, RowsResponse } from "../api.gen";
import { PartFold, DiffAdded, DiffArgs, DiffComment, DiffMovedFrom, DiffMovedTo, DiffRemoved, DiffReplaced, DiffSame } from "../api.gen";

export type Side = "left" | "right";

/** How each kind of row is named and marked. Colour is never the only sign. */
export const kindInfo: Record<DiffKind, { name: string; sign: string; words: string }> = {
  [DiffSame]: { name: "same", sign: "", words: "unchanged" },
  [DiffArgs]: { name: "args", sign: "~", words: "argument replaced" },
  [DiffReplaced]: { name: "replaced", sign: "~", words: "replaced" },
  [DiffRemoved]: { name: "removed", sign: "-", words: "removed" },
  [DiffAdded]: { name: "added", sign: "+", words: "added" },
  [DiffMovedFrom]: { name: "moved", sign: "→", words: "moved" },
  [DiffMovedTo]: { name: "moved", sign: "→", words: "moved" },
  [DiffComment]: { name: "comment", sign: "", words: "comment" },
};

/** True for rows that stand for a difference. */
export function isChange(kind: DiffKind): boolean {
  return kind !== DiffSame && kind !== DiffComment;
}

/** A row's line on a side, null where the side has none. */
export function lineOf(row: DiffRow | null | undefined, side: Side): Line | null {
  return row?.[side] ?? null;
}

/** The line of the editor that a row comes from, from 0; -1 if there is none. */
export function sourceOf(row: DiffRow): number {
  return (row.left?.source || row.right?.source || 0) - 1;
}

/** The text of a line. */
export function textOf(line: Pick<Line, "spans">): string {
  return line.spans.map(([, text]) => text).join("");
}

/** Asks for items; null if they are of no use any more. */
export type Fetch = (request: { view: RowView; window: { from: number; to: number }; layout: boolean }) => Promise<RowsResponse | null>;

/** Items that are asked for together. */
const block = 100;
/** More items than this are not kept: those far from what was asked for last go. */
const maxKept = 5_000;

export class Listing {
  /** Counts arrivals: components that read it are drawn again when items
   * arrive. */
  readonly arrived = signal(0);
  private readonly items = new Map<number, Item>();
  /** For each row that has arrived its last item. */
  private readonly itemsOfRows = new Map<number, number>();
  private readonly asked = new Set<number>();

  constructor(
    readonly result: Optimized,
    readonly view: RowView,
    readonly layout: Layout,
    page: Page,
    private readonly fetch: Fetch,
  ) {
    this.take(page);
  }

  /** How many items there are. */
  get count(): number {
    return this.layout.items;
  }

  item(index: number): Item | undefined {
    return this.items.get(index);
  }

  /** The item that shows a row, the lower one of two; -1 if it has not arrived or is folded. */
  itemOf(row: number): number {
    return this.itemsOfRows.get(row) ?? -1;
  }

  /** A row that has arrived. */
  row(row: number): DiffRow | null {
    return this.items.get(this.itemOf(row))?.row ?? null;
  }

  /** True if all items of a half-open range have arrived. */
  has(from: number, to: number): boolean {
    for (let i = Math.max(0, from); i < Math.min(to, this.count); i++) if (!this.items.has(i)) return false;
    return true;
  }

  /** Asks for what has not arrived of a half-open range, in whole blocks. */
  async want(from: number, to: number): Promise<void> {
    const first = Math.floor(Math.max(0, from) / block);
    const last = Math.ceil(Math.min(to, this.count) / block);
    const missing: number[] = [];
    for (let k = first; k < last; k++) if (!this.asked.has(k) && !this.has(k * block, (k + 1) * block)) missing.push(k);
    if (missing.length === 0) return;
    missing.forEach((k) => this.asked.add(k));
    const window = { from: missing[0]! * block, to: (missing.at(-1)! + 1) * block };
    const answer = await this.fetch({ view: this.view, window, layout: false });
    missing.forEach((k) => this.asked.delete(k));
    if (!answer) return;
    batch(() => {
      this.take(answer.page);
      this.forget((window.from + window.to) / 2);
      this.arrived.value++;
    });
  }

  /** An item, asked for if it has not arrived. */
  async load(index: number): Promise<Item | undefined> {
    if (!this.items.has(index)) await this.want(index, index + 1);
    return this.items.get(index);
  }

  private take({ from, items }: Page): void {
    items.forEach((item, k) => {
      this.items.set(from + k, item);
      if (item.part !== PartFold) this.itemsOfRows.set(item.index, from + k);
    });
  }

  private forget(middle: number): void {
    if (this.items.size <= maxKept) return;
    for (const [index, item] of this.items) {
      if (Math.abs(index - middle) <= maxKept / 4) continue;
      this.items.delete(index);
      if (this.itemsOfRows.get(item.index) === index) this.itemsOfRows.delete(item.index);
    }
  }
}
