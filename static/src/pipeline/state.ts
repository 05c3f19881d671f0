// The comparison on screen: which result, laid out how, and what of it is open, marked, searched and
// looked at. One object has all of it, and the actions that several views share.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Found, Item, RowView, RowsResponse, WhereResponse } from "../api.gen";
import { PartFold } from "../api.gen";
import { askAbout } from "../controller";
import { begin, finish } from "../settled";
import * as page from "../state";
import { Listing, sourceOf } from "./listing";

/** Rows shown around a difference when only the changes are shown. */
const context = 3;

class DiffState {
  /** The items on screen; those of the result before until others have arrived. */
  readonly listing = signal<Listing | null>(null);

  /** Show only the rows that differ, with a few around them. */
  readonly changesOnly = signal(false);
  /** One column instead of two. */
  readonly unified = signal(typeof innerWidth === "number" && innerWidth < 700);
  /** Folded runs that were opened, by their first row. */
  readonly opened = signal<readonly number[]>([]);
  /** The row whose reason is open, -1 if none. */
  readonly openRow = signal(-1);
  /** Leave out the package path in descriptors. */
  readonly shortPaths = signal(true);

  /** The value whose definition and uses are marked, by its identity: the one under the pointer, else the one clicked; 0 for none. */
  readonly hoveredValue = signal(0);
  readonly pinnedValue = signal(0);
  readonly markedValue = computed(() => this.hoveredValue.value || this.pinnedValue.value);

  /** An item that the diff has to bring into view; the counter makes each one a request.
   * */
  readonly reveal = signal<{ item: number; n: number } | null>(null);

  readonly view = computed<RowView>(() => ({
    context: this.changesOnly.value ? context : -1,
    unified: this.unified.value,
    opened: [...this.opened.value],
  }));

  /** The rows that are marked as pointed at and as chosen, -1 for none. */
  readonly pointedRow = computed(() => {
    const spot = page.pointed.value;
    return spot?.by === "editor" && !page.parted() ? this.rowOnScreen(spot.source) : page.markedRow(spot);
  });
  /** All rows that are here are drawn, for paper. */
  readonly onPaper = signal(false);
  readonly chosenRow = computed(() => page.markedRow(page.chosen.value));

  private of: page.Result | null = null;
  private turn = 0;
  private laidOut: Promise<void> = Promise.resolve();

  /** Follows results and views from now on; the result ends it. */
  start(): () => void {
    const stops = [
      effect(() => {
        const now = page.shown.value;
        untracked(() => now !== this.of && this.take(now));
      }),
      effect(() => {
        const view = this.view.value;
        page.looked.view = view;
        untracked(() => (this.laidOut = this.layOut(view)));
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Asks about the result on screen; null if that is another one by the time of the answer. */
  async ask<T extends object>(channel: string, name: string, request: object): Promise<T | null> {
    return this.of && askAbout<T>(this.of, channel, name, request);
  }

  private take(now: page.Result | null): void {
    this.of = now;
    this.turn++;
    batch(() => {
      this.openRow.value = -1;
      this.opened.value = [];
      this.hoveredValue.value = 0;
      this.listing.value = now && this.listed(now.request.view, { page: now.answer.page, layout: now.answer.layout });
      void this.findChosen();
    });
    if (now && !sameView(now.request.view, this.view.peek())) this.laidOut = this.layOut(this.view.peek());
  }

  private listed(view: RowView, { page: first, layout }: RowsResponse): Listing {
    const fetch = (request: object) => this.ask<RowsResponse>("rows", "rows", request);
    return new Listing(this.of!.answer, view, layout!, first, fetch);
  }

  /** Lays the rows out in another view; until that has arrived the one before stays. */
  private async layOut(view: RowView): Promise<void> {
    const now = this.listing.peek();
    if (!now || sameView(now.view, view)) return;
    const turn = ++this.turn;
    const window = await this.windowIn(view);
    const answer = await this.ask<RowsResponse>("layout", "rows", { view, window, layout: true });
    if (answer && turn === this.turn) this.listing.value = this.listed(view, answer);
  }

  /** The items of another view that show what is on screen now. */
  private async windowIn(view: RowView): Promise<{ from: number; to: number }> {
    const { from, to } = page.looked.window;
    const first = this.listing.peek()?.item(from)?.index ?? 0;
    const found = first > 0 ? await this.ask<WhereResponse>("layout", "where", { view, row: first }) : null;
    const item = found?.places[0]?.item ?? 0;
    return { from: Math.max(0, item - (to - from)), to: item + 2 * (to - from) };
  }

  /** Where a row is shown. */
  private async whereRow(row: number): Promise<Found | null> {
    const listing = this.listing.peek();
    const item = listing?.itemOf(row) ?? -1;
    const shown = listing?.row(row);
    if (shown) return { row, item, fold: -1, left: shown.left?.at ?? -1, right: shown.right?.at ?? -1, source: sourceOf(shown) + 1 };
    return (await this.where({ row }, "where"))[0] ?? null;
  }

  /** Where something is shown: a row, a line of a side, or a line of the editor. */
  private async where(what: object, channel: string): Promise<Found[]> {
    const view = this.listing.peek()?.view;
    const answer = await this.ask<WhereResponse>(channel, "where", { view, ...what });
    return answer?.places ?? [];
  }

  // ── Actions ──────────────────────────────────────────────────────────────

  /** Chooses a row, as a click on it does. */
  choose(item: Item): void {
    if (item.part === PartFold || !item.row) return;
    page.chosen.value = { by: "rows", row: item.index, source: sourceOf(item.row) };
  }

  /** Chooses a row and brings it into view, opening the fold that it may be in. */
  async goTo(row: number): Promise<void> {
    const found = await this.whereRow(row);
    if (found) await this.goToFound(found, "rows");
  }

  /** Chooses the row of a line of a side, from 0, and brings it into view. */
  async goToLine(side: "left" | "right", line: number): Promise<void> {
    const [found] = await this.where({ [side]: line }, "where");
    if (found) await this.goToFound(found, "rows");
  }

  private async goToFound(found: Found, by: page.Spot["by"]): Promise<void> {
    page.chosen.value = { by, row: found.row, source: found.source - 1 };
    await this.bringIntoView(found);
  }

  private async bringIntoView(found: Found): Promise<void> {
    let { item } = found;
    if (found.fold >= 0) {
      await this.openFold(found.fold);
      item = (await this.whereRow(found.row))?.item ?? -1;
    }
    if (item >= 0) this.showItem(item);
  }

  /** Brings an item into view. */
  showItem(item: number): void {
    this.reveal.value = { item, n: (this.reveal.peek()?.n ?? 0) + 1 };
  }

  /** Opens a folded run of rows. */
  openFold(first: number): Promise<void> {
    this.opened.value = [...this.opened.peek(), first];
    return this.laidOut;
  }

  /** The line of the editor with the cursor: its row is marked and brought into view. */
  async follow(source: number): Promise<void> {
    begin("follow");
    try {
      const [found] = await this.where({ source: source + 1 }, "follow");
      const now = page.chosen.peek();
      if (!found || now?.by !== "editor" || now.source !== source) return;
      page.chosen.value = { by: "editor", source, row: found.row };
      await this.bringIntoView(found);
    } finally {
      finish("follow");
    }
  }

  /** The same line chosen in another result. */
  private async findChosen(): Promise<void> {
    const before = page.chosen.peek();
    if (!before) return;
    if (before.row >= 0) page.chosen.value = { ...before, row: -1 };
    if (before.source < 0 || !this.of) return;
    const [found] = await this.where({ source: before.source + 1 }, "chosen");
    const now = page.chosen.peek();
    if (found && now?.source === before.source && now.row < 0) page.chosen.value = { ...now, row: found.row };
  }

  /** The row on screen that comes from a line of the editor, -1 if none does. */
  rowOnScreen(source: number): number {
    const { from, to } = page.looked.window;
    for (let i = from; i < to; i++) {
      const item = this.listing.peek()?.item(i);
      if (item?.row && (item.row.left?.source ?? 0) - 1 === source) return item.index;
    }
    return -1;
  }

  /** Opens a row's reason, or closes it if it is open. */
  toggleReason(item: Item): void {
    batch(() => {
      if (this.chosenRow.peek() !== item.index) this.choose(item);
      this.openRow.value = this.openRow.peek() === item.index ? -1 : item.index;
    });
  }

  /** Goes to the next (+1) or previous (-1) row that differs, going round. */
  async stepChange(by: -1 | 1): Promise<void> {
    const view = this.listing.peek()?.view;
    const answer = await this.ask<WhereResponse>("next", "next", { view, row: this.chosenRow.peek(), back: by < 0 });
    const found = answer?.places[0];
    if (found) await this.goToFound(found, "rows");
  }
}

function sameView(a: RowView, b: RowView): boolean {
  return a.context === b.context && a.unified === b.unified && a.opened.join() === b.opened.join();
}

export const diff = new DiffState();
