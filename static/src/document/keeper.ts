// Stores the open document, whatever happens next: small documents at every change, before its other effects;
// large ones after a while, not while the user waits after a key press, and whenever the page may be closed.

import { effect, untracked } from "@preact/signals";
import { Pause } from "../settled";
import type { Documents } from "./documents";

/** What is stored of the open document, and further information. */
export interface Kept<C> {
  content: C;
  title: string;
  /** False for an unchanged document: it is kept for a reload, but not listed. */
  listed: boolean;
  /** The length of its texts in characters. */
  size: number;
  /** What the user typed or chose, as text: a change of anything else, such as of the shown moment, can wait like a long document. */
  chosen?: string;
  /** What is only viewed, as text: a change of it waits for longer, until the view stays the same. */
  looked?: string;
}

export interface Watched<C> {
  shelf?: string;
  /** The document as it is now; null if there is nothing to keep. Signals that it reads are followed. */
  now(): Kept<C> | null;
  /** Counts the opened documents: with a new number a new one replaces the one before. Followed, too. */
  opened?(): number;
  /** Called with the new document when it replaces the one before. */
  begun?(): void;
  /** Called once if the document cannot be kept beyond this page. */
  refused(kept: Kept<C>): void;
}

/** Documents up to this many characters are kept at every change. */
export const smallText = 60_000;
/** Longer ones are kept this many milliseconds after a change. */
const saveInterval = 400;
/** The view is kept this many milliseconds after the last change, since a closing page keeps it in any case: so it does not slow down
 * stepping. */
const lookInterval = 1_500;
/** Repeated storing takes at most this share of the time. */
const largestShare = 1 / 10;

export class Keeper<C> {
  private readonly rest = new Pause("draft");
  private unsaved: Kept<C> | null = null;
  /** The time that storing the document last took, in milliseconds. */
  private cost = 0;
  private warned = false;
  /** What was typed and chosen when the document was last stored. */
  private chosen: string | undefined;
  private looked: string | undefined;
  /** How long the pending changes were to wait. */
  private waits = 0;
  private seen = 0;

  constructor(
    private readonly documents: Documents<C>,
    private readonly watched: Watched<C>,
  ) {}

  /** Stores what is open now and every change from now on. */
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

  /** Stores pending changes. What is stored already is not written again: another tab may have changed it
   * since. */
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

  /** Another tab has written this tab's record: the document here is kept in a new record. */
  private heard(key: string | null): void {
    const { shelf } = this.watched;
    if (this.documents.isCurrentKey(key, shelf) && this.documents.takenByAnother(shelf)) this.save();
  }
}
