// Time: one moment of the optimizer's walk after another. The page keeps the shown moment and the
// rows around it; each moment is requested when it is shown.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { MomentRequest, MomentResponse, MomentRow, MomentRowsResponse, TimelineResponse } from "../api.gen";
import { askWhole } from "../controller";
import { during } from "../settled";
import * as page from "../state";
import { Player } from "./player";
import type { WalkModel } from "./walk-model";

/** More bars than this cannot be distinguished. */
const maxBars = 240;
/** Rows requested beyond what is in view. */
const ahead = 80;

class TimeState implements WalkModel {
  /** What there is to step through, the moment on screen, and the rows of moments that are there; of the result before until others have arrived. */
  readonly timeline = signal<TimelineResponse | null>(null);
  readonly shown = signal<MomentResponse | null>(null);
  readonly rows = signal<MomentRowsResponse>({ from: 0, rows: [] });

  /** The name at which to stop, "" to advance by one operation; `stopped` means that the walk has none of it left. */
  readonly stop = signal("");
  readonly stopped = signal(false);
  readonly player = new Player(
    () => this.step(1),
    () => {
      const last = (this.timeline.peek()?.count ?? 1) - 1;
      if ((this.shown.peek()?.at ?? 0) < last) return false;
      this.goTo(0);
      return true;
    },
  );
  /** Facts that are not about the operation are shown, too. */
  readonly all = signal(false);

  readonly fontSize = page.fontSize;

  /** The moments of the current iteration: all of them, or those before the peeled loop, or those in it. */
  readonly iteration = computed(() => {
    const timeline = this.timeline.value;
    if (!timeline) return { from: 0, to: 0 };
    return (this.shown.value?.at ?? 0) < timeline.first ? { from: 0, to: timeline.first } : { from: timeline.first, to: timeline.count };
  });

  private of: page.Result | null = null;
  /** What `shown` is of: a result, and with all facts or without. */
  private shownOf: { of: page.Result; all: boolean } | null = null;
  private turn = 0;

  /** Follows what is to be shown from now on; the result ends it. */
  start(): () => void {
    const end = effect(() => {
      const now = page.shown.value;
      const moment = page.moment.value;
      void this.all.value;
      if (now && moment?.of === "optimizer") untracked(() => void during("moment", this.take(now, moment)));
    });
    return () => {
      this.player.pause();
      end();
    };
  }

  private async take(of: page.Result, { at, row }: page.Moment): Promise<void> {
    if (of !== this.of) await this.takeResult(of);
    const isShown = this.shownOf?.of === of && this.shownOf.all === this.all.peek() && this.shown.peek()?.at === at;
    if (row) await this.ask({ at, key: row.key, loop: row.loop });
    else if (!isShown) await this.ask({ at });
  }

  private async takeResult(of: page.Result): Promise<void> {
    this.of = of;
    const timeline = await askWhole<TimelineResponse>(of, "timeline", "timeline", { bars: maxBars });
    if (!timeline || of !== this.of) return;
    batch(() => {
      this.timeline.value = timeline;
      this.rows.value = { from: 0, rows: [] };
    });
  }

  /** Asks for a moment and shows it. */
  private async ask(request: Omit<MomentRequest, "result">): Promise<void> {
    const of = this.of;
    if (!of) return;
    const turn = ++this.turn;
    const all = this.all.peek();
    const answer = await askWhole<MomentResponse>(of, "moment", "moment", { ...request, all });
    if (!answer || turn !== this.turn) return;
    batch(() => {
      this.shownOf = { of, all };
      this.shown.value = answer;
      this.stopped.value = !answer.found && request.stop !== undefined;
      if (!answer.found) this.player.pause();
      const now = page.moment.peek();
      if (now && (now.row || now.at !== answer.at)) page.moment.value = { of: "optimizer", at: answer.at };
    });
    this.player.goOn();
  }

  /** Loads the rows of the moments [from, to), and some around them, if they are missing. */
  want(from: number, to: number): void {
    const now = this.rows.peek();
    const iteration = this.iteration.peek();
    const end = Math.min(to, iteration.to);
    if (end <= from || (from >= now.from && end <= now.from + now.rows.length)) return;
    void during("moment", this.load(Math.max(iteration.from, from - ahead), Math.min(iteration.to, end + ahead)));
  }

  private async load(from: number, to: number): Promise<void> {
    const of = this.of;
    if (!of) return;
    const answer = await askWhole<MomentRowsResponse>(of, "momentRows", "momentRows", { from, to });
    if (answer && of === this.of) this.rows.value = answer;
  }

  /** The row of a moment, if it is there. */
  rowAt(at: number): MomentRow | undefined {
    const { from, rows } = this.rows.value;
    return rows[at - from];
  }

  /** Goes to a moment. */
  goTo(at: number): void {
    const last = (this.timeline.peek()?.count ?? 1) - 1;
    this.stopped.value = false;
    page.moment.value = { of: "optimizer", at: Math.max(0, Math.min(at, last)) };
  }

  /** Goes to the moment of a row. */
  goToRow(key: number, loop: boolean): void {
    this.player.pause();
    page.stepToRow(key, loop);
  }

  /** One step on or back: to the next operation, or to the next place at which to stop. */
  step(by: 1 | -1): void {
    const now = this.shown.peek();
    if (!now) return;
    const stop = this.stop.peek();
    // Each of several quick steps counts, though only the last is shown.
    const next = (page.moment.peek()?.at ?? now.at) + by;
    if (stop !== "") void during("moment", this.ask({ at: now.at, stop, back: by < 0 }));
    else if (next >= 0 && next < (this.timeline.peek()?.count ?? 0)) this.goTo(next);
    else this.player.pause();
  }
}

export const time = new TimeState();
