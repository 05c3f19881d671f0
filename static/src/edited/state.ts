// The edits of the open document: tracked as soon as the user can make one, and compared when they are shown.

import { computed, effect, signal, untracked } from "@preact/signals";
import * as page from "../state";
import { type Edits, type Version, followed, opened } from "./edits";

/** A version with how many operations are left of it. */
export interface Made extends Version {
  operations: number;
  document: number;
}

/** Null until there is a result. */
export const edits = signal<Edits<Made> | null>(null);

/** What the trace of now is compared with. */
export const since = signal<"edit" | "opened">("edit");

/** The two versions to compare; null while nothing has been edited. */
export const pair = computed<{ before: Made; now: Made } | null>(() => {
  const all = edits.value;
  if (!all || all.before === all.now) return null;
  return { before: since.value === "edit" ? all.before : all.opened, now: all.now };
});

/** Follows the results of the page from now on, as long as there is one. */
export function followEdits(): void {
  effect(() => {
    const shown = page.shown.value;
    if (!shown) return;
    untracked(() => {
      const { text, passes } = shown.request;
      const last = edits.peek();
      // Points that are compared are ways to look at a trace, which change nothing: only a comparison of the whole tells how much is left.
      const whole = shown.answer.to === passes.length;
      const operations = whole ? shown.answer.after : -1;
      const now = { text, passes, operations, document: shown.document };
      if (last?.now.document === shown.document) return void (edits.value = followed(last, now));
      const kept = page.lastEdit.peek();
      if (kept?.kept === shown.document) {
        const before: Made = { text: kept.text, passes: kept.passes ?? passes, operations: -1, document: shown.document };
        edits.value = { opened: before, before, now, place: null };
      } else {
        edits.value = opened(now);
        if (page.view.peek() === "edited") page.view.value = "passes";
      }
    });
  });
  effect(() => {
    if (edits.value) page.lastEdit.value = pair.value && { text: pair.value.before.text, passes: [...pair.value.before.passes] };
  });
}
