// How the reader has laid out the page of a step; stored next to the settings.

import { effect, signal } from "@preact/signals";
import { clampShare } from "../settings";

const key = "unbox:lesson-view:1";

/** The text's share of the width and the editor's of the height, 0 to 1, as they are at first. */
export const initialColumns = 0.46;
export const initialRows = 0.52;
export const columns = signal(initialColumns);
export const rows = signal(initialRows);

const media = matchMedia("(max-width: 800px)");
/** True while there is only room for the text or the exercise. */
export const narrow = signal(media.matches);
media.addEventListener("change", () => (narrow.value = media.matches));

/** Which of the two is shown while it is narrow. */
export const tab = signal<"text" | "exercise">("text");

/** Reads the stored layout and stores it from then on. */
export function startLayout(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as { columns?: number; rows?: number };
    if (typeof kept.columns === "number") columns.value = clampShare(kept.columns);
    if (typeof kept.rows === "number") rows.value = clampShare(kept.rows);
  } catch {
    // Without storage, the defaults are used.
  }
  effect(() => {
    const view = JSON.stringify({ columns: columns.value, rows: rows.value });
    try {
      localStorage.setItem(key, view);
    } catch {
      // It lasts as long as the page.
    }
  });
}
