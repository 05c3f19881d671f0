// The picture of the result on screen: what is in view of it is asked from the engine.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ExplainResponse, LoopResponse, PictureResponse, Prepared } from "../api.gen";
import { askAbout } from "../controller";
import { begin, finish } from "../settled";
import * as page from "../state";
import { ItemWindow } from "./item-window";
import { PictureModel } from "./model";

class LivePicture extends PictureModel {
  /** True while one thing is presented: only what concerns the open row is drawn, as large as the window allows. */
  readonly staged = page.staged;
  private readonly window = signal(windowSize());
  readonly fontSize = computed(() => (this.staged.value ? stageFont(this.window.value) : page.fontSize.value));
  readonly scale = computed(() => (this.staged.value ? Math.max(1, this.fontSize.value / 14) : 1));
  readonly goToSource = page.focusSourceLine;

  /** The rows that are not folded, by their numbers; 0 leaves the choice to the picture. */
  rows = { fromRow: 0, toRow: 0 };
  /** A new picture opens the reason that is worth reading first. */
  leads = true;

  private readonly items = new ItemWindow<PictureResponse>("picture", this.shown, this.opened);
  /** The row that alone is drawn, with what concerns it; 0 for all rows. */
  private focus = 0;
  /** What is shown until there is a result of the same document. */
  private prepared: { picture: Prepared; document: number } | null = null;

  /** Follows results from now on; the result ends it. */
  start(): void {
    this.items.always = () => ({ ...this.rows, focus: this.focus });
    effect(() => {
      const now = page.shown.value;
      if (!page.reading.value && page.view.value !== "picture") return;
      untracked(() => now !== this.items.result && void this.take(now));
    });
    let staged = false;
    effect(() => {
      if (staged === this.staged.value) return;
      staged = this.staged.value;
      untracked(() => this.stage());
    });
    window.addEventListener("resize", () => (this.window.value = windowSize()));
  }

  /** Draws one thing, or everything again. */
  private stage(): void {
    const key = this.chosen.peek() || (this.whole.peek()?.moments[0] ?? 0);
    if (this.whole.peek()) this.open(key, true);
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
    const wasPrepared = this.prepared !== null && this.prepared.document === now?.document;
    const same = this.items.turnTo(now) || wasPrepared;
    this.prepared = null;
    const answer = await this.items.load({ whole: true }, this.opened.peek(), ({ whole }) => (this.whole.value = whole ?? null));
    if (!answer?.whole) return;
    const chosen = this.chosen.peek();
    const linked = page.linkedRow.peek();
    page.linkedRow.value = 0;
    this.open(linked || (same && chosen) || (this.leads ? answer.whole.lead : 0), !same);
  }

  want(from: number, to: number): void {
    this.items.want(from, to);
  }

  open(key: number, reveals = false): void {
    this.chosen.value = key;
    page.openRow.value = key;
    if (reveals && key !== 0) void this.show(key);
    if (key === 0) this.why.value = null;
    else void this.ask(key);
  }

  /** Brings a row into view, and out of its fold. */
  private async show(key: number): Promise<void> {
    if (this.staged.peek()) {
      this.focus = key;
      await this.items.load({}, []);
    } else if (this.focus !== 0) {
      this.focus = 0;
      await this.items.load({ around: key });
    } else await this.items.reach(key);
    this.revealRow(key);
  }

  private async ask(key: number): Promise<void> {
    const of = this.items.result;
    if (!of) {
      this.why.value = this.prepared?.picture.reasons.find((r) => r.key === key) ?? null;
      return;
    }
    begin("explain");
    try {
      const why = await askAbout<ExplainResponse>(of, "explain", "explain", { key });
      if (why && this.chosen.peek() === key) this.why.value = why.question.length > 0 ? why : null;
    } finally {
      finish("explain");
    }
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

/** The size of the window; where there is none, as when the first picture is made with the page, that of a projector. */
function windowSize(): { width: number; height: number } {
  return "innerWidth" in globalThis ? { width: innerWidth, height: innerHeight } : { width: 1280, height: 720 };
}

/** The size of code that is read from the last row of a hall: 24 pixels of 1280×720. */
function stageFont({ width, height }: { width: number; height: number }): number {
  return Math.max(13, Math.round(Math.min(width, height * 1.78) * 0.01875));
}

export const picture = new LivePicture();

/** The first round beside the loop, while that is what is looked at. */
class LiveRounds {
  readonly shown = signal<LoopResponse | null>(null);
  readonly opened = signal<readonly number[]>([]);
  readonly items = new ItemWindow<LoopResponse>("loop", this.shown, this.opened);

  /** Follows results from now on, while both rounds are looked at; the result ends it. */
  start(): () => void {
    return effect(() => {
      const now = page.shown.value;
      if (!page.reading.value || !page.bothRounds.value || !picture.whole.value?.peeled) return;
      untracked(() => {
        if (now === this.items.result) return;
        this.items.turnTo(now);
        void this.items.load();
      });
    });
  }
}

export const rounds = new LiveRounds();
