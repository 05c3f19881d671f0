// The picture of one thing: only what concerns the row that is presented, as large as the window allows. It is asked from the module
// with everything in it, which is loaded when the user presents for the first time.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ExplainResponse, FocusResponse } from "../api.gen";
import { askAbout, askWhole } from "../controller";
import { during } from "../settled";
import * as page from "../state";
import { PictureModel } from "./model";
import { picture } from "./state";

/** More rows than this are never requested: they would not be readable. */
const maxRows = 120;

export class StagedPicture extends PictureModel {
  private readonly window = signal(windowSize());
  readonly fontSize = computed(() => stageFont(this.window.value));
  override readonly stage = computed(() => Math.max(1, this.fontSize.value / 14));
  readonly goToSource = () => {};
  /** The rows that tell the picture one after the other, by their keys. */
  readonly moments = signal<readonly number[]>([]);

  private of: page.Result | null = null;
  private turn = 0;
  /** The row that is on its way, by its key; 0 for none. */
  private asked = 0;

  /** Each of several quick presses of a remote counts, though only the last is shown. */
  override get stepsFrom(): number {
    return this.asked || this.chosen.value;
  }

  /** Follows results from now on; the result ends it. */
  start(): () => void {
    const measure = () => (this.window.value = windowSize());
    window.addEventListener("resize", measure);
    this.of = null; // presented again, it is of the row that is open now
    const ends = [
      effect(() => void (this.whole.value = picture.whole.value)),
      effect(() => {
        const now = page.shown.value;
        if (now === this.of) return;
        this.of = now;
        untracked(() => this.open(page.stagedRow.peek() || picture.chosen.peek()));
      }),
    ];
    return () => {
      window.removeEventListener("resize", measure);
      for (const end of ends) end();
    };
  }

  open(key: number): void {
    this.asked = key;
    void during("stage", this.show(key, []));
  }

  unfold(key: number): void {
    const now = this.opened.peek();
    void during("stage", this.show(this.chosen.peek(), now.includes(key) ? now.filter((k) => k !== key) : [...now, key]));
  }

  want(): void {}

  /** Asks for the picture of a row and for its reason, and shows both at once. */
  private async show(key: number, opened: readonly number[]): Promise<void> {
    const of = this.of;
    if (!of) return;
    const turn = ++this.turn;
    const answer = await askWhole<FocusResponse>(of, "focus", "focus", { key, opened, window: { from: 0, to: maxRows } });
    if (!answer || turn !== this.turn) return;
    const why = await askAbout<ExplainResponse>(of, "explain", "explain", { key: answer.key });
    if (turn !== this.turn) return;
    this.asked = 0;
    batch(() => {
      this.moments.value = answer.moments;
      this.shown.value = answer.picture;
      this.opened.value = answer.picture.opened;
      this.chosen.value = answer.key;
      this.why.value = why && why.question.length > 0 ? why : null;
      page.stagedRow.value = answer.key;
    });
  }
}

function windowSize(): { width: number; height: number } {
  return { width: innerWidth, height: innerHeight };
}

/** The size of code that is read from the last row of a hall: 24 pixels of 1280×720; that of stage.css, in narrow windows, too. */
function stageFont({ width, height }: { width: number; height: number }): number {
  const unit = width <= 800 ? Math.max(width * 0.016, 7) : Math.min(width * 0.01, height * 0.017778);
  return Math.max(13, Math.round(unit * 1.875));
}
