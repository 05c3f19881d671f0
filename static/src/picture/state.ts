// The picture of the result on screen: what is in view of it is asked from the engine.

import { batch, effect, untracked } from "@preact/signals";
import type { ExplainResponse, PictureResponse, Prepared } from "../api.gen";
import { askAbout } from "../controller";
import { begin, finish } from "../settled";
import * as page from "../state";
import { PictureModel } from "./model";

/** Items asked for beyond what is in view, so that they are there when they come into view. */
const ahead = 80;

class LivePicture extends PictureModel {
  readonly fontSize = page.fontSize;
  readonly goToSource = page.focusSourceLine;

  /** The rows that are not folded, by their numbers; 0 leaves the choice to the picture. */
  rows = { fromRow: 0, toRow: 0 };
  /** A new picture opens the reason that is worth reading first. */
  leads = true;

  private of: page.Result | null = null;
  /** What is shown until there is a result of the same document. */
  private prepared: { picture: Prepared; document: number } | null = null;
  private range = { from: 0, to: 120 };
  private turn = 0;

  /** Follows results from now on; the result ends it. */
  start(): () => void {
    return effect(() => {
      const now = page.shown.value;
      if (!page.reading.value && page.view.value !== "picture") return;
      untracked(() => now !== this.of && void this.take(now));
    });
  }

  /** Shows a picture that was prepared, until the engine has an answer. */
  prepare(ready: Prepared): void {
    this.prepared = { picture: ready, document: page.documents.peek() };
    batch(() => {
      this.whole.value = ready.whole;
      this.shown.value = ready.picture;
      this.open(ready.whole.lead, true);
    });
  }

  private async take(now: page.Result | null): Promise<void> {
    const sameDocument = (this.of ?? this.prepared)?.document === now?.document;
    this.of = now;
    this.prepared = null;
    if (!sameDocument) this.range = { from: 0, to: 120 };
    if (!now) return;
    await this.load(sameDocument ? [...this.opened.peek()] : [], true, sameDocument);
  }

  private async load(opened: readonly number[], whole: boolean, keepsChoice: boolean, around = 0): Promise<void> {
    const of = this.of;
    if (!of) return;
    const turn = ++this.turn;
    begin("picture");
    try {
      const answer = await askAbout<PictureResponse>(of, "picture", "picture", { opened, window: this.range, whole, around, ...this.rows });
      if (!answer || turn !== this.turn) return;
      batch(() => {
        if (answer.whole) this.whole.value = answer.whole;
        this.opened.value = answer.opened;
        this.range = { from: answer.from, to: answer.from + Math.max(answer.rows.length, 120) };
        this.shown.value = answer;
      });
      if (whole) this.open(keepsChoice && this.chosen.peek() !== 0 ? this.chosen.peek() : this.leads ? (answer.whole?.lead ?? 0) : 0, !keepsChoice);
    } finally {
      finish("picture");
    }
  }

  want(from: number, to: number): void {
    const now = this.shown.peek();
    if (!now) return;
    const end = Math.min(to, now.items);
    if (from >= now.from && end <= now.from + now.rows.length) return;
    this.range = { from: Math.max(0, from - ahead), to: end + ahead };
    void this.load(this.opened.peek(), false, true);
  }

  open(key: number, reveals = false): void {
    this.chosen.value = key;
    if (reveals && key !== 0) void this.show(key);
    if (key === 0) this.why.value = null;
    else void this.ask(key);
  }

  /** Brings a row into view, and out of its fold. */
  private async show(key: number): Promise<void> {
    if (!this.shown.peek()?.rows.some((r) => r.key === key)) await this.load(this.opened.peek(), false, true, key);
    this.revealRow(key);
  }

  private async ask(key: number): Promise<void> {
    const of = this.of;
    if (!of) {
      this.why.value = this.prepared?.picture.reasons.find((r) => r.key === key) ?? null;
      return;
    }
    begin("picture");
    try {
      const why = await askAbout<ExplainResponse>(of, "explain", "explain", { key });
      if (why && this.chosen.peek() === key) this.why.value = why.question.length > 0 ? why : null;
    } finally {
      finish("picture");
    }
  }

  unfold(key: number): void {
    if (this.prepared) return this.unfoldPrepared(this.prepared.picture);
    const now = this.opened.peek();
    const next = now.includes(key) ? now.filter((k) => k !== key) : [...now, key];
    this.range = { from: this.range.from, to: this.range.to + ahead };
    void this.load(next, false, true);
  }

  /** Without an engine all folds open at once. */
  private unfoldPrepared(ready: Prepared): void {
    const next = this.shown.peek() === ready.picture ? (ready.unfolded ?? ready.picture) : ready.picture;
    this.opened.value = next.opened;
    this.shown.value = next;
  }
}

export const picture = new LivePicture();
