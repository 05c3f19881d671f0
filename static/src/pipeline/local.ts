// The common state of the strip of passes and the heads of the comparison.

import { computed, effect, signal, untracked } from "@preact/signals";
import type { Stage, StagesResponse } from "../api.gen";
import { askAbout } from "../controller";
import { Pause } from "../settled";
import { type Result, describe, fromPoint, passes, pending, setPoints, shown, toPoint } from "../state";
import { stationsOf } from "./words";

/** Milliseconds without another result after which the passes of a long trace are counted. */
const rest = 1_000;
/** Rows up to which that happens unasked: it takes as long as all passes together, and a key has to wait for it. */
const countedUnasked = 20_000;

/** What every pass did. For a long trace it is counted after the comparison, for a very long one on demand. */
class Stages {
  private readonly counted = signal<{ of: Result; stages: Stage[] } | null>(null);
  readonly asked = signal(false);

  /** Empty until they are known. */
  readonly now = computed<readonly Stage[]>(() => {
    const result = shown.value;
    if (!result) return [];
    if (result.answer.stages.length > 0) return result.answer.stages;
    return this.counted.value?.of === result ? this.counted.value.stages : [];
  });

  /** True if they are not known and are counted only on demand. */
  readonly onDemand = computed(() => this.now.value.length === 0 && (shown.value?.answer.rows ?? 0) > countedUnasked);

  /** Counts by itself what is short enough. */
  start(): () => void {
    const pause = new Pause("stages");
    const stop = effect(() => {
      pause.clear();
      this.asked.value = false;
      const result = shown.value;
      if (!result || pending.value) return;
      if (untracked(() => this.now.value.length === 0 && !this.onDemand.value)) pause.start(() => void this.count(), rest);
    });
    return () => {
      stop();
      pause.clear();
    };
  }

  /** Counts what every pass did. */
  async count(): Promise<void> {
    const of = shown.peek();
    if (!of) return;
    this.asked.value = true;
    const answer = await askAbout<StagesResponse>(of, "stages", "stages", {});
    if (answer) this.counted.value = { of, stages: answer.stages };
  }
}

export const stages = new Stages();

/** The strip's stations; the recorded trace first. */
export const stations = computed(() => stationsOf(describe.value?.passes ?? [], passes.value, stages.now.value));

/** The point on the right with "the last one" resolved. */
export const lastTo = computed(() => (toPoint.value < 0 ? passes.value.length : toPoint.value));

/** True while the passes that changed nothing are shown in the strip. */
export const idleShown = signal(false);

/** True while the passes that are off are shown where there is little room. */
export const offShown = signal(false);

/** Compares two points given in any order; the last point stays the last one when passes are toggled. */
export function compare(a: number, b: number): void {
  const from = Math.min(a, b);
  const to = Math.max(a, b);
  setPoints(from, to >= passes.peek().length ? -1 : to);
}

/** True if exactly these points are compared. */
export function compares(from: number, to: number): boolean {
  return fromPoint.value === from && lastTo.value === to;
}
