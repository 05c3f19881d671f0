// The picture of the result on screen: what is in view of it is asked from the engine.

import { batch, effect, signal, untracked } from "@preact/signals";
import type { ExplainResponse, PictureResponse, Prepared } from "../api.gen";
import { askAbout } from "../controller";
import { Pause, during } from "../settled";
import * as page from "../state";
import { ItemWindow } from "./item-window";
import { PictureModel } from "./model";

/** A reason that arrives within this many milliseconds is shown in one frame with the mark of its row; otherwise the row is marked without
 * it. */
const together = 40;

class LivePicture extends PictureModel {
  readonly fontSize = page.fontSize;
  readonly goToSource = page.focusSourceLine;

  /** The result that it is a picture of; null until there is one. */
  readonly of = signal<page.Result | null>(null);

  /** The rows that are not folded, by their numbers; 0 leaves the choice to the picture. */
  rows = { fromRow: 0, toRow: 0 };
  /** A new picture opens the reason that should be read first. */
  leads = true;

  readonly items = new ItemWindow<PictureResponse>("picture", (of, request) => askAbout(of, "picture", "picture", { ...request, ...this.rows }), this.shown, this.opened);
  override readonly all = this.items.all;
  /** The last requested row, and whether it has yet to be brought into view. */
  private readonly asked = signal(0);
  private reveals = false;
  private readonly alone = new Pause("row");

  /** Shown until there is a result of the same document. */
  private prepared: { picture: Prepared; document: number } | null = null;

  /** Follows results from now on. */
  start(): void {
    this.items.onPaper(this.paged);
    effect(() => {
      const now = page.shown.value;
      if (!page.reading.value && page.view.value !== "picture") return;
      untracked(() => now !== this.items.result && void this.take(now));
    });
  }

  /** Shows a picture that was prepared, until the engine has an answer. */
  prepare(ready: Prepared): void {
    this.prepared = { picture: ready, document: page.documents.peek() };
    batch(() => {
      this.whole.value = ready.whole;
      this.shown.value = ready.picture;
      this.show(page.openedKey.peek() || ready.whole.lead, true);
    });
  }

  private async take(now: page.Result | null): Promise<void> {
    const same = this.items.turnTo(now, this.items.result?.document ?? this.prepared?.document);
    this.prepared = null;
    await this.items.load({ whole: true }, this.opened.peek(), ({ whole }) => {
      this.whole.value = whole ?? null;
      // After the batch: the row is looked for among those that are shown by then.
      queueMicrotask(() => {
        if (now !== this.items.result) return;
        if (whole) {
          this.show((same && this.asked.peek()) || page.openedKey.peek() || (this.leads ? whole.lead : 0), !same);
          this.mark();
        }
        this.of.value = now;
      });
    });
    if (now === null) this.of.value = null;
  }

  want(from: number, to: number): void {
    this.items.want(from, to);
  }

  override get stepsFrom(): number {
    return this.asked.value;
  }

  open(key: number, reveals = false): void {
    page.openedRow.value = key === (this.whole.peek()?.lead ?? 0) ? null : { key, document: page.documents.peek() };
    this.show(key, reveals);
  }

  private show(key: number, reveals: boolean): void {
    // The open row is opened again with each new result, which is no reason to forget what was to come into view.
    if (!reveals && key !== this.asked.peek()) this.reveal.value = null;
    this.asked.value = key;
    this.reveals = reveals;
    if (key === 0) this.say(null);
    else if (this.items.result) void during("explain", this.ask(this.items.result, key));
    else this.say(this.prepared?.picture.reasons.find((r) => r.key === key) ?? null);
  }

  /** Marks the row that was asked for, and brings it into view if that was asked for, too. */
  private mark(): void {
    this.alone.clear();
    const key = (this.chosen.value = this.asked.peek());
    if (!this.reveals || key === 0) return;
    this.reveals = false;
    this.bring(key);
  }

  /** Brings a row into view, out of its fold, beside another one if there is room for both. */
  bring(key: number, beside = key): void {
    if (this.items.has(key)) this.revealRow(key, beside);
    else void this.items.reach(key).then(() => this.revealRow(key, beside));
  }

  /** Marks it with its reason, in one frame. */
  private say(why: ExplainResponse | null): void {
    batch(() => {
      this.mark();
      this.why.value = why;
    });
  }

  private async ask(of: page.Result, key: number): Promise<void> {
    // The first of many quick steps counts: a row is marked even though newer requests replace older ones.
    if (!this.alone.waits) this.alone.start(() => this.mark(), together);
    const why = await askAbout<ExplainResponse>(of, "explain", "explain", { key });
    if (!why || this.asked.peek() !== key) return;
    if (why.question.length > 0) this.say(why);
    else if (key === page.openedKey.peek()) this.openInstead();
    else this.say(null);
  }

  /** Opens the reason that a picture opens by itself in place of a row that is not there, which a link named. */
  private openInstead(): void {
    page.openedRow.value = null;
    this.show(this.leads ? (this.whole.peek()?.lead ?? 0) : 0, true);
  }

  unfold(key: number): void {
    if (this.prepared) this.unfoldPrepared(this.prepared.picture);
    else this.items.unfold(key);
  }

  /** Without an engine all folds open at once. */
  private unfoldPrepared(ready: Prepared): void {
    const next = this.shown.peek() === ready.picture ? (ready.unfolded ?? ready.picture) : ready.picture;
    this.opened.value = next.opened;
    this.shown.value = next;
  }
}

export const picture = new LivePicture();
