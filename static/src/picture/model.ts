// The data of a picture, and its view. A live one asks the engine (`state.ts`), a prepared one contains
// everything (`prepared.ts`); the drawing code does not distinguish them.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type ReadonlySignal, computed, signal } from "@preact/signals";
import type { ExplainResponse, Picture, PictureItem, PictureResponse } from "../api.gen";
import { PictureFirst, PictureFold, PictureLabel } from "../api.gen";

/** So many pixels of rows are drawn below the view, and left above it, before others take their place: two rows of a desk. With more, one step in
 * many is much longer than the others. */
export const scrollStep = 40;

export abstract class PictureModel {
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

  /** The row that was asked to come into view, beside another one that is to stay there, or itself; null if another row was opened
   * since; each object is a request. */
  readonly reveal = signal<{ key: number; beside: number } | null>(null);

  /** The window through which the rows are seen, in CSS pixels. */
  readonly scrollTop = signal(0);
  /** Where the view begins, at most a scrollStep earlier: rows are rendered again once per this many
   * pixels. */
  readonly scrolledTo = computed(() => Math.floor(this.scrollTop.value / scrollStep) * scrollStep);
  readonly size = signal({ width: 1000, height: 600 });
  /** Size and place of the view are known already, because the page came with it: measuring it anew would be a layout in the middle of the start. */
  isPlaced = false;
  /** All loaded rows are drawn, not only those in view. */
  readonly all: ReadonlySignal<boolean> = signal(false);
  /** They are laid out on sheets of paper. */
  readonly paged = signal(false);
  /** The size of the code, in CSS pixels. */
  abstract readonly fontSize: ReadonlySignal<number>;
  /** How much larger than usual everything is drawn while one thing is presented: then only what concerns the open row is there. 0 for the usual picture. */
  readonly stage: ReadonlySignal<number> = signal(0);

  /** The row from which a step continues, by its key: the one that was asked for last, though it may not be drawn as the open one yet. */
  get stepsFrom(): number {
    return this.chosen.value;
  }

  /** Opens the reason of a row; `reveals` brings the row into view. */
  abstract open(key: number, reveals?: boolean): void;
  /** Opens a folded run of rows, and closes it. */
  abstract unfold(key: number): void;
  /** Loads the items [from, to) if they are missing. */
  abstract want(from: number, to: number): void;
  /** Goes to a line of the text, from 0, where there is one. */
  abstract goToSource(line: number): void;

  /** Asks for a row to come into view. */
  protected revealRow(key: number, beside = key): void {
    this.reveal.value = { key, beside };
  }

  /** The item that is `by` rows away from the open one; null if it is not there. */
  neighbour(by: number): PictureItem | null {
    const rows = this.shown.peek()?.rows ?? [];
    let at = rows.findIndex((r) => r.key === this.stepsFrom);
    for (at = at < 0 ? 0 : at + by; at >= 0 && at < rows.length; at += Math.sign(by) || 1) {
      if (isRow(rows[at]!)) return rows[at]!;
    }
    return null;
  }

  /** The key of the mark before or after the chosen row on the lit line; 0 if there is none. */
  alongLine(by: -1 | 1): number {
    const line = this.shown.peek()?.lines.find((l) => l.id === this.lit.peek());
    const keys = line?.marks.map((m) => m.key) ?? [];
    const at = keys.indexOf(this.stepsFrom);
    return keys[at < 0 ? 0 : at + by] ?? 0;
  }
}

/** True for rows with a reason. */
export function isRow(item: PictureItem): boolean {
  return item.kind !== PictureFold && item.kind !== PictureFirst && item.kind !== PictureLabel && !item.first;
}

const Context = createContext<PictureModel | null>(null);

/** Provides the picture for all components below it. */
export const PictureOf = Context.Provider;

/** The picture that a component is a part of. */
export function usePicture(): PictureModel {
  const model = useContext(Context);
  if (!model) throw new Error("BUG: a part of a picture stands outside of one");
  return model;
}
