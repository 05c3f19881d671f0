// Searching the two traces and the reasons: the engine counts and finds, what is on
// screen is marked here.

import { type ReadonlySignal, effect, signal } from "@preact/signals";
import type { FindResponse, Match } from "../api.gen";
import type { Listing } from "./listing";
import { diff } from "./state";

/** What is searched. */
interface Searched {
  listing: ReadonlySignal<Listing | null>;
  find(request: object): Promise<FindResponse | null>;
  /** Chooses the row of a match, which is at an item, and brings it into view. */
  goTo(row: number, item: number): Promise<void>;
}

export class Search {
  constructor(private readonly searched: Searched) {}

  /** What is searched for; "" for nothing. */
  readonly query = signal("");
  /** How many matches there are. */
  readonly total = signal(0);
  /** The match that is stepped to and its number, -1 before the first step. */
  readonly at = signal(-1);
  readonly match = signal<Match | null>(null);

  /** The query that the numbers above are of. */
  private answered = "";
  private turn = 0;
  private last = Promise.resolve();

  /** Follows the query and the listing; `row` says at which row a search begins. */
  start(row: () => number): () => void {
    return effect(() => {
      const isAnswered = this.query.value === this.answered;
      if (!this.searched.listing.value) return;
      if (isAnswered) return void this.inTurn(() => this.recount());
      const turn = ++this.turn;
      void this.inTurn(async () => {
        if (turn === this.turn) await this.restart(row());
      });
    });
  }

  /** Goes to the next (+1) or previous (-1) match, going round. */
  step(by: -1 | 1): Promise<void> {
    return this.inTurn(async () => {
      const total = this.total.peek();
      if (total > 0) await this.show((Math.max(this.at.peek(), by > 0 ? -1 : 0) + by + total) % total);
    });
  }

  /** One after the other: of two questions at a time the engine answers the last one only. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    return (this.last = this.last.then(work, work));
  }

  private async restart(row: number): Promise<void> {
    this.at.value = -1;
    this.match.value = null;
    const query = this.query.peek();
    const found = await this.find({ row });
    if (!found && query !== "") return; // there is another result: its listing asks again
    this.answered = query;
    this.total.value = found?.total ?? 0;
    if (found && found.first >= 0) await this.show(found.first);
  }

  /** Another result: how many there are now. */
  private async recount(): Promise<void> {
    const found = await this.find({});
    if (!found) return;
    this.total.value = found.total;
    if (this.at.peek() >= found.total) this.at.value = found.total - 1;
  }

  private async show(at: number): Promise<void> {
    const isOld = () => this.query.peek() !== this.answered;
    const match = isOld() ? null : (await this.find({ from: at, most: 1 }))?.matches[0];
    if (!match || isOld()) return;
    this.at.value = at;
    this.match.value = match;
    await this.searched.goTo(match[0], match[1]);
  }

  private async find(more: { from?: number; most?: number; row?: number }): Promise<FindResponse | null> {
    const query = this.query.peek();
    const view = this.searched.listing.peek()?.view;
    if (query === "" || !view) {
      this.total.value = 0;
      return null;
    }
    return this.searched.find({ view, query, from: 0, most: 0, row: 0, ...more });
  }
}

/** That of both columns. */
export const search = new Search({ listing: diff.listing, find: (request) => diff.ask<FindResponse>("find", "find", request), goTo: (row) => diff.goTo(row) });

/** Where the query is in a text. Upper case in the query makes it sensitive to case. */
export function rangesIn(text: string, query: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  if (query === "") return found;
  const hay = query === query.toLowerCase() ? text.toLowerCase() : text;
  for (let at = hay.indexOf(query); at >= 0; at = hay.indexOf(query, at + query.length)) found.push({ from: at, to: at + query.length });
  return found;
}
