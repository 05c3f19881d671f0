// The picture on screen: the items and lifelines of one result that are in view, what is folded,
// and the row whose reason is open.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ExplainResponse, Picture, PictureItem, PictureResponse } from "../api.gen";
import { PictureFirst, PictureFold, PictureLabel } from "../api.gen";
import { askAbout } from "../controller";
import { begin, finish } from "../settled";
import * as page from "../state";

/** Items asked for beyond what is in view, so that they are there when they come into view. */
const ahead = 80;

class PictureState {
  /** What is said of the whole, and the items and lines that are there; of the result before until others have arrived. */
  readonly whole = signal<Picture | null>(null);
  readonly shown = signal<PictureResponse | null>(null);
  readonly opened = signal<readonly number[]>([]);

  /** The row whose reason is open, by its key; 0 for none. */
  readonly chosen = signal(0);
  readonly why = signal<ExplainResponse | null>(null);
  /** The line under the pointer or with the focus, else that of the open reason; -1 for none. */
  readonly hovered = signal(-1);
  readonly lit = computed(() => (this.hovered.value >= 0 ? this.hovered.value : (this.why.value?.line ?? -1)));

  /** A row that shall come into view; the counter makes each one a request. */
  readonly reveal = signal<{ key: number; n: number } | null>(null);

  private of: page.Result | null = null;
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

  private async take(now: page.Result | null): Promise<void> {
    const sameDocument = this.of?.document === now?.document;
    this.of = now;
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
      const answer = await askAbout<PictureResponse>(of, "picture", "picture", { opened, window: this.range, whole, around });
      if (!answer || turn !== this.turn) return;
      batch(() => {
        if (answer.whole) this.whole.value = answer.whole;
        this.opened.value = answer.opened;
        this.range = { from: answer.from, to: answer.from + Math.max(answer.rows.length, 120) };
        this.shown.value = answer;
      });
      if (whole) this.open(keepsChoice && this.chosen.peek() !== 0 ? this.chosen.peek() : (answer.whole?.lead ?? 0), !keepsChoice);
    } finally {
      finish("picture");
    }
  }

  /** Has the items [from, to) and some around them loaded, if they are not there. */
  want(from: number, to: number): void {
    const now = this.shown.peek();
    if (!now) return;
    const end = Math.min(to, now.items);
    if (from >= now.from && end <= now.from + now.rows.length) return;
    this.range = { from: Math.max(0, from - ahead), to: end + ahead };
    void this.load(this.opened.peek(), false, true);
  }

  /** Opens the reason of a row. */
  open(key: number, reveals = false): void {
    this.chosen.value = key;
    if (reveals && key !== 0) void this.show(key);
    if (key === 0) this.why.value = null;
    else void this.ask(key);
  }

  /** Brings a row into view, and out of its fold. */
  private async show(key: number): Promise<void> {
    if (!this.shown.peek()?.rows.some((r) => r.key === key)) await this.load(this.opened.peek(), false, true, key);
    this.reveal.value = { key, n: (this.reveal.peek()?.n ?? 0) + 1 };
  }

  private async ask(key: number): Promise<void> {
    const of = this.of;
    if (!of) return;
    begin("picture");
    try {
      const why = await askAbout<ExplainResponse>(of, "explain", "explain", { key });
      if (why && this.chosen.peek() === key) this.why.value = why.question.length > 0 ? why : null;
    } finally {
      finish("picture");
    }
  }

  /** Opens a folded run of rows. */
  unfold(key: number): void {
    const now = this.opened.peek();
    const next = now.includes(key) ? now.filter((k) => k !== key) : [...now, key];
    this.range = { from: this.range.from, to: this.range.to + ahead };
    void this.load(next, false, true);
  }

  /** The item that is `by` rows away from the chosen one; null if it is not there. */
  neighbour(by: number): PictureItem | null {
    const rows = this.shown.peek()?.rows ?? [];
    let at = rows.findIndex((r) => r.key === this.chosen.peek());
    for (at = at < 0 ? 0 : at + by; at >= 0 && at < rows.length; at += Math.sign(by) || 1) {
      if (isRow(rows[at]!)) return rows[at]!;
    }
    return null;
  }

  /** The key of the mark before or after the chosen row on the lit line; 0 if there is none. */
  alongLine(by: -1 | 1): number {
    const line = this.shown.peek()?.lines.find((l) => l.id === this.lit.peek());
    const keys = line?.marks.map((m) => m.key) ?? [];
    const at = keys.indexOf(this.chosen.peek());
    return keys[at < 0 ? 0 : at + by] ?? 0;
  }
}

/** True for what has a reason. */
export function isRow(item: PictureItem): boolean {
  return item.kind !== PictureFold && item.kind !== PictureFirst && item.kind !== PictureLabel && !item.first;
}

export const picture = new PictureState();
