// The first iteration beside the loop, as far as it is in view: asked from the module with everything in it, which is loaded
// when both iterations are shown for the first time.

import { effect, signal, untracked } from "@preact/signals";
import type { LoopResponse } from "../api.gen";
import { askWhole } from "../controller";
import * as page from "../state";
import { ItemWindow } from "./item-window";
import type { IterationsModel } from "./iterations-model";

class LiveIterations implements IterationsModel {
  readonly shown = signal<LoopResponse | null>(null);
  readonly opened = signal<readonly number[]>([]);
  readonly items = new ItemWindow<LoopResponse>("loop", (of, request) => askWhole(of, "loop", "loop", request), this.shown, this.opened);

  readonly all = this.items.all;

  want(from: number, to: number): void {
    this.items.want(from, to);
  }

  unfold(key: number): void {
    this.items.unfold(key);
  }

  reach(key: number): void {
    void this.items.reach(key);
  }

  /** Follows results from now on; the result ends it. */
  start(): () => void {
    const ends = [
      this.items.onPaper(),
      effect(() => {
        const now = page.shown.value;
        untracked(() => {
          if (now === this.items.result) return;
          if (!this.items.turnTo(now)) this.shown.value = null;
          void this.items.load();
        });
      }),
    ];
    return () => ends.forEach((end) => end());
  }
}

export const iterations = new LiveIterations();
