// The comparison of two versions, as far as it is in view: the module with everything in it makes and keeps it.

import { batch, effect, signal, untracked } from "@preact/signals";
import type { Absent, Edited, EditedResponse, EditedWhyResponse, FindResponse, Item, Optimized, RowView } from "../api.gen";
import { PartFold } from "../api.gen";
import { ask } from "../controller";
import { Superseded } from "../engine/client";
import { Listing } from "../pipeline/listing";
import { Search } from "../pipeline/search";
import { during } from "../settled";
import { type Made, pair } from "./state";

/** Rows shown around each difference, and items asked for at first. */
const context = 2;
const atFirst = 120;

class EditedModel {
  /** The summary; that of the previous comparison until a new one has arrived. */
  readonly whole = signal<Edited | null>(null);
  readonly listing = signal<Listing | null>(null);
  /** Why there is none, "" if there is no reason. */
  readonly failed = signal("");
  /** All rows, or those that differ with some around them. */
  readonly everything = signal(false);
  readonly unified = signal(false);
  readonly folds = signal<readonly number[]>([]);
  /** The row whose reasons are open, -1 for none. */
  readonly chosen = signal(-1);
  readonly why = signal<EditedWhyResponse | null>(null);

  readonly search = new Search({ listing: this.listing, find: (request) => this.find(request), goTo: (row, item) => this.goTo(row, item) });

  private number = 0;
  private loaded: Promise<void> = Promise.resolve();
  private of: { before: Made; now: Made } | null = null;

  /** Follows versions and ways to look at them; the answer ends it. */
  start(): () => void {
    return effect(() => {
      const versions = pair.value;
      const view: RowView = { context: this.everything.value ? -1 : context, unified: this.unified.value, opened: [...this.folds.value] };
      untracked(() => void (this.loaded = during("edited", this.load(versions, view))));
    });
  }

  private async load(versions: { before: Made; now: Made } | null, view: RowView): Promise<void> {
    if (!versions) {
      this.of = null;
      batch(() => ((this.whole.value = null), (this.listing.value = null), this.choose(-1)));
      return;
    }
    const again = this.of?.before === versions.before && this.of.now === versions.now;
    if (!again && this.folds.peek().length > 0) {
      this.folds.value = []; // which asks again
      view = { ...view, opened: [] };
    }
    const edit = again ? this.number : ++this.number;
    const sides = { before: side(versions.before), after: side(versions.now) };
    this.of = versions;
    try {
      const window = { from: 0, to: again ? Math.max(atFirst, this.listing.peek()?.count ?? 0) : atFirst };
      const request = { edit, view, window, layout: true };
      let answer = await ask<EditedResponse | Absent>("edited", "edited", again ? request : { ...request, ...sides });
      if ("gone" in answer) answer = await ask<EditedResponse | Absent>("edited", "edited", { ...request, ...sides });
      if ("gone" in answer || edit !== this.number) return;
      this.take(answer, view, edit);
    } catch (error) {
      if (!(error instanceof Superseded)) this.failed.value = error instanceof Error ? error.message : String(error);
    }
  }

  private take(answer: EditedResponse, view: RowView, edit: number): void {
    const whole = answer.whole ?? this.whole.peek();
    batch(() => {
      if (answer.whole) this.choose(-1);
      this.failed.value = "";
      this.whole.value = whole;
      this.listing.value = whole && answer.layout ? this.listed(whole.sum, view, answer, edit) : null;
    });
  }

  private listed(sum: Optimized, view: RowView, { page, layout }: EditedResponse, edit: number): Listing {
    const fetch = async (request: object) => {
      try {
        const answer = await ask<EditedResponse | Absent>("edited rows", "edited", { edit, ...request });
        return "gone" in answer || edit !== this.number ? null : answer;
      } catch {
        return null; // a newer request replaced it, or the engine stopped, which is shown elsewhere
      }
    };
    return new Listing(sum, view, layout!, page, fetch);
  }

  /** Opens the reasons of a row, -1 closes them. */
  choose(row: number): void {
    this.chosen.value = row;
    this.why.value = null;
    if (row >= 0) void during("edited", this.explain(row));
  }

  private async explain(row: number): Promise<void> {
    const edit = this.number;
    try {
      const answer = await ask<EditedWhyResponse | Absent>("edited why", "editedWhy", { edit, row });
      if (!("gone" in answer) && edit === this.number && this.chosen.peek() === row) this.why.value = answer;
    } catch {
      // As above.
    }
  }

  private async find(request: object): Promise<FindResponse | null> {
    const edit = this.number;
    try {
      const answer = await ask<FindResponse | Absent>("edited find", "editedFind", { ...request, result: edit });
      return "gone" in answer || edit !== this.number ? null : answer;
    } catch {
      return null; // as in `listed`
    }
  }

  /** Chooses a row, opening the fold that it may be in. */
  private async goTo(row: number, item: number): Promise<void> {
    const folded = await this.listing.peek()?.load(item);
    if (folded?.part === PartFold) {
      this.openFold(folded.index);
      await this.loaded;
      await this.listing.peek()?.load(item + row - folded.index);
    }
    this.choose(row);
  }

  openFold(first: number): void {
    this.folds.value = [...this.folds.peek(), first];
  }

  /** The next loaded row after the chosen one; null if there is none. */
  neighbour(by: number): Item | null {
    const listing = this.listing.peek();
    if (!listing || listing.count === 0) return null;
    const here = listing.itemOf(this.chosen.peek());
    for (let at = here < 0 ? (by > 0 ? 0 : listing.count - 1) : here + by; at >= 0 && at < listing.count; at += Math.sign(by)) {
      const item = listing.item(at);
      if (item && item.part !== PartFold && item.index !== this.chosen.peek()) return item;
    }
    return null;
  }
}

function side({ text, passes }: Made): { text: string; passes: readonly string[] } {
  return { text, passes };
}

export const edited = new EditedModel();
