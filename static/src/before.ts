// What the page shows before the optimizer is there: the first example with its picture and all reasons, made
// when the page was built, by the same code. It is in the page's HTML, drawn by `prerender.tsx`, and as data, from
// which the page draws the same once it has started.

import { batch } from "@preact/signals";
import type { DescribeResponse, Prepared } from "./api.gen";
import { firstExample } from "./first-example";
import { picture } from "./picture/state";
import { learnEffects } from "./pipeline/effects";
import * as page from "./state";

/** What the build puts into the page. */
export interface Before {
  /** Of the tables the passes and presets; the rest comes with the engine. */
  describe: DescribeResponse;
  prepared: Prepared;
}

/** Takes the prepared picture out of the page; null if it has none. */
export function beforeInPage(): Before | null {
  const text = document.getElementById("before")?.textContent;
  return text ? (JSON.parse(text) as Before) : null;
}

/** Shows the prepared picture, if that is what is open: the first example, as a newcomer finds it. */
export function showBefore(before: Before): void {
  if (page.text.peek() !== before.prepared.text || page.preset.peek() !== firstExample.preset) return;
  if (!page.reading.peek() || page.toPoint.peek() >= 0 || page.fromPoint.peek() !== 0) return;
  batch(() => {
    page.describe.value = before.describe;
    page.setPreset(firstExample.preset);
    learnEffects(before.prepared.operations);
    picture.prepare(before.prepared);
  });
}
