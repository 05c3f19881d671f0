// Runs in lockstep: one moment of two runs after another. The page keeps the one that it shows.

import { batch, effect, signal, untracked } from "@preact/signals";
import type { LockstepRequest, LockstepResponse } from "../api.gen";
import { askWhole, inputsToRun } from "../controller";
import { during } from "../settled";
import * as page from "../state";
import { Player } from "./player";

class RunState {
  /** The moment on screen; of the runs before until another has arrived. */
  readonly shown = signal<LockstepResponse | null>(null);
  readonly player = new Player(
    () => this.step(1),
    () => {
      const m = this.shown.peek();
      if (!m || m.at < m.last) return false;
      this.goTo(0);
      return true;
    },
  );

  private turn = 0;
  private of: { result: page.Result; inputs: string; at: number } | null = null;

  /** Follows what is to be shown from now on; the result ends it. */
  start(): () => void {
    const end = effect(() => {
      const result = page.shown.value;
      const moment = page.moment.value;
      void [page.inputs.value, page.asText.value, page.stepLimit.value, page.traceInputs.value];
      if (result && moment?.of === "run") untracked(() => void during("moment", this.take(result, moment)));
    });
    return () => {
      this.player.pause();
      end();
    };
  }

  private async take(result: page.Result, { at, row }: page.Moment): Promise<void> {
    const inputs = inputsToRun();
    if (inputs === null) return; // somebody is in the middle of a word
    const isShown = this.of?.result === result && this.of.inputs === inputs && this.of.at === at;
    if (row) await this.ask(result, inputs, { at, key: row.key, iteration: this.shown.peek()?.iteration ?? 0 });
    else if (!isShown) await this.ask(result, inputs, { at });
  }

  private async ask(result: page.Result, inputs: string, request: Pick<LockstepRequest, "at" | "key" | "iteration" | "part">): Promise<void> {
    const turn = ++this.turn;
    const answer = await askWhole<LockstepResponse>(result, "lockstep", "lockstep", { ...request, inputs, steps: page.stepLimit.peek() });
    if (!answer || turn !== this.turn) return;
    batch(() => {
      this.of = { result, inputs, at: answer.at };
      this.shown.value = answer;
      const now = page.moment.peek();
      if (now && (now.row || now.at !== answer.at)) page.moment.value = { of: "run", at: answer.at };
    });
    if (answer.at >= answer.last) this.player.pause();
    else this.player.goOn();
  }

  /** Goes to a moment. */
  goTo(at: number): void {
    const last = this.shown.peek()?.last ?? 0;
    page.moment.value = { of: "run", at: Math.max(0, Math.min(at, last)) };
  }

  step(by: 1 | -1): void {
    const m = this.shown.peek();
    // Each of several quick steps counts, though only the last is shown.
    const next = (page.moment.peek()?.at ?? 0) + by;
    if (m && next >= 0 && next <= m.last) this.goTo(next);
    else this.player.pause();
  }

  /** Goes to the same row of the next iteration, or of the one before. */
  stepIteration(by: 1 | -1): void {
    const m = this.shown.peek();
    const result = page.shown.peek();
    const inputs = inputsToRun();
    this.player.pause();
    if (!m || !result || inputs === null) return;
    const iteration = m.iteration + by;
    if (iteration < 0) return this.goTo(0);
    if (iteration >= m.iterations) return this.goTo(m.last);
    void during("moment", this.ask(result, inputs, { at: by > 0 ? m.last : 0, key: m.key, iteration }));
  }

  /** Goes to the moment at which the runs diverge. */
  toPart(): void {
    this.player.pause();
    this.goTo(this.shown.peek()?.parts ?? 0);
  }

  /** Goes to the moment after a row has run in the current iteration. */
  goToRow(key: number): void {
    this.player.pause();
    page.moment.value = { of: "run", at: this.shown.peek()?.at ?? 0, row: { key, loop: false } };
  }
}

export const running = new RunState();
