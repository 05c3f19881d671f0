// Keeps what is open, whatever happens next: small documents at every change, before anything else
// that the change causes, large ones after a while, not while somebody waits for a key, and whenever the page
// may go away.

import { effect, untracked } from "@preact/signals";
import { Pause } from "../settled";
import type { Documents } from "./documents";

/** What is kept of the open document, and what else is to be said of it. */
export interface Kept<C> {
  content: C;
  title: string;
  /** False for a document that nobody changed: it is kept for a reload, but not listed. */
  listed: boolean;
  /** Length of its texts in characters. */
  size: number;
  /** What somebody typed or chose, as text: a change of anything else, such as of the moment that is looked at, can wait like a long document. */
  chosen?: string;
  /** What is only looked at, as text: a change of it waits for longer, until nothing else is looked at. */
  looked?: string;
}

export interface Watched<C> {
  shelf?: string;
  /** The document as it is now; null if there is nothing to keep. Signals that it reads are followed. */
  now(): Kept<C> | null;
  /** Counts the documents that were opened: with a new number another one takes the place of the one before. Followed, too. */
  opened?(): number;
  /** Called with the new document when it takes that place. */
  begun?(): void;
  /** Told once if the document is not kept beyond this page, and what it was. */
  refused(kept: Kept<C>): void;
}

/** Documents up to this many characters are kept at every change. */
export const smallText = 60_000;
/** Longer ones are kept so many milliseconds after a change. */
const saveInterval = 400;
/** What is looked at is kept so many milliseconds after the last change, since a page that goes away keeps it in any case: somebody who steps on waits for none of it. */
const lookInterval = 1_500;
/** What is kept again and again takes at most this part of the time. */
const largestShare = 1 / 10;

export class Keeper<C> {
  private readonly rest = new Pause("draft");
  private unsaved: Kept<C> | null = null;
  /** How long it took to keep the document last, in milliseconds. */
  private cost = 0;
  private warned = false;
  /** What was typed and chosen when the document was kept last. */
  private chosen: string | undefined;
  private looked: string | undefined;
  /** For how long what rests was to wait. */
  private waits = 0;
  private seen = 0;

  constructor(
    private readonly documents: Documents<C>,
    private readonly watched: Watched<C>,
  ) {}

  /** Keeps what is open now and every change from now on. */
  start(): void {
    this.seen = untracked(() => this.watched.opened?.() ?? 0);
    this.looked = untracked(() => this.watched.now()?.looked);
    effect(() => {
      const opened = this.watched.opened?.() ?? 0;
      const kept = this.watched.now();
      untracked(() => this.changed(opened, kept));
    });
    window.addEventListener("pagehide", () => this.finish());
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.finish());
    window.addEventListener("storage", (event) => this.heard(event.key));
  }

  /** Keeps the document as it is now. */
  save(): void {
    this.rest.clear();
    this.unsaved = null;
    const kept = untracked(() => this.watched.now());
    if (!kept) return;
    const begun = performance.now();
    this.write(kept);
    this.cost = performance.now() - begun;
  }

  /** Keeps what rests. What was kept already is not written again: somebody else may have changed it since. */
  private finish(): void {
    if (this.unsaved) this.save();
  }

  private changed(opened: number, kept: Kept<C> | null): void {
    if (opened !== this.seen) {
      this.seen = opened;
      if (this.unsaved) this.write(this.unsaved);
      this.documents.begin(this.watched.shelf);
      this.watched.begun?.();
      return this.save();
    }
    const isLooked = kept?.looked !== this.looked;
    this.looked = kept?.looked;
    const isChosen = kept?.chosen === undefined || kept.chosen !== this.chosen;
    if (kept === null || (kept.size <= smallText && isChosen)) return this.save();
    this.unsaved = kept;
    const waits = isLooked ? lookInterval : Math.max(saveInterval, this.cost / largestShare);
    if (this.rest.waits && (isLooked ? waits > this.waits : waits >= this.waits)) return;
    this.waits = waits;
    this.rest.start(() => this.save(), waits);
  }

  private write(kept: Kept<C>): void {
    const { content, title, listed } = kept;
    this.chosen = kept.chosen;
    if (this.documents.save(content, { shelf: this.watched.shelf ?? "", title, listed }) || this.warned) return;
    this.warned = true;
    this.watched.refused(kept);
  }

  /** Another tab has written the record of this one: what is here is kept in another record. */
  private heard(key: string | null): void {
    const { shelf } = this.watched;
    if (this.documents.isCurrentKey(key, shelf) && this.documents.takenByAnother(shelf)) this.save();
  }
}
