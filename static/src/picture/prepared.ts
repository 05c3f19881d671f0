// A prepared picture: it contains everything that can be requested about it, without an optimizer.

import { batch, signal } from "@preact/signals";
import type { Prepared } from "../api.gen";
import { learnEffects } from "../pipeline/effects";
import { PictureModel, isRow } from "./model";

export class PreparedPicture extends PictureModel {
  readonly fontSize = signal(14);

  constructor(readonly data: Prepared) {
    super();
    learnEffects(data.operations);
    this.whole.value = data.whole;
    this.shown.value = data.picture;
  }

  /** Opens the reason of a row; 0 closes it. */
  open(key: number, reveals = false): void {
    batch(() => {
      this.chosen.value = key;
      if (!reveals) this.reveal.value = null;
      this.why.value = this.data.reasons.find((r) => r.key === key) ?? null;
      if (reveals && key !== 0) {
        if (!this.shown.peek()!.rows.some((r) => r.key === key)) this.unfold();
        this.revealRow(key);
      }
    });
  }

  /** All folds open and close together. */
  unfold(): void {
    const { picture, unfolded } = this.data;
    const next = this.shown.peek() === picture ? (unfolded ?? picture) : picture;
    this.opened.value = next.opened;
    this.shown.value = next;
  }

  want(): void {}

  goToSource(): void {}

  /** The key of the row with a number; 0 if there is none that can be shown. */
  keyOf(number: number): number {
    const rows = (this.data.unfolded ?? this.data.picture).rows;
    return rows.find((r) => r.number === number && isRow(r))?.key ?? 0;
  }
}

/** Checks data that is given as a prepared picture. Errors say what was
 * expected. */
export function readPrepared(given: unknown): Prepared {
  const found = given as Partial<Prepared> | null;
  if (typeof found !== "object" || found === null || !("unboxTrace" in found)) throw new Error("expected the output of `unbox show --json`, found something else");
  if (found.unboxTrace !== 1) throw new Error(`expected a prepared picture of form 1, found form ${String(found.unboxTrace)}`);
  const whole = found.whole && found.picture && Array.isArray(found.reasons) && Array.isArray(found.operations) && Array.isArray(found.picture.rows) && Array.isArray(found.picture.lines);
  if (!whole) throw new Error("expected the output of `unbox show --json`, found a part of it");
  return found as Prepared;
}
