// Settings: a reader's preferences, kept in local storage. They are never part
// of a link. theme-boot.ts reads the same record before the page is painted.

import { effect, signal, untracked } from "@preact/signals";
import { heedWipes } from "./document/wipe";
import { autoRun, fontSize, reading, runOpen, theme, usualFontSize } from "./state";

const settingsKey = "unbox:settings:1";

/** Sizes of text that the page offers, in CSS pixels. */
export const fontSizes = [12, 13, 14, 15, 16, 18, 20, 24, 28] as const;

/** Initial shares of the panes, 0 to 1: the editor's width, the pipeline's height. */
export const initialColumns = 0.35;
export const initialRows = 0.68;
export const splitColumns = signal(initialColumns);
export const splitRows = signal(initialRows);

/** The moment at which the story was left, from 1; 0 if it was never begun or was finished. */
export const storyLeft = signal(0);

interface Settings {
  theme: "system" | "light" | "dark";
  fontSize: number;
  autoRun: boolean;
  runOpen: boolean;
  splitColumns: number;
  splitRows: number;
  storyLeft: number;
  reading: boolean;
}

/** Reads the settings into the signals and keeps them from then on. */
export function startSettings(): void {
  heedWipes();
  const kept = read();
  if (kept.theme === "light" || kept.theme === "dark") theme.value = kept.theme;
  if (typeof kept.fontSize === "number") fontSize.value = Math.max(10, Math.min(32, kept.fontSize));
  if (typeof kept.autoRun === "boolean") autoRun.value = kept.autoRun;
  if (typeof kept.runOpen === "boolean") runOpen.value = kept.runOpen;
  if (typeof kept.splitColumns === "number") splitColumns.value = clampShare(kept.splitColumns);
  if (typeof kept.splitRows === "number") splitRows.value = clampShare(kept.splitRows);
  if (typeof kept.reading === "boolean") reading.value = kept.reading;
  if (typeof kept.storyLeft === "number" && kept.storyLeft >= 0) storyLeft.value = kept.storyLeft;
  effect(write);
  effect(() => {
    const root = document.documentElement;
    if (theme.value === "system") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
    // The usual size is that of the style sheet: a property of the root has every element styled again.
    const size = fontSize.value === usualFontSize ? "" : `${fontSize.value}px`;
    if (root.style.getPropertyValue("--code-size-set") !== size) root.style.setProperty("--code-size-set", size);
  });
}

/** The nearest share that leaves both panes usable. */
export function clampShare(share: number): number {
  return Math.max(0.12, Math.min(0.88, share));
}

/** One step larger (+1) or smaller (-1). */
export function stepFontSize(by: -1 | 1): void {
  const now = fontSize.peek();
  const next = by > 0 ? fontSizes.find((s) => s > now) : fontSizes.findLast((s) => s < now);
  if (next !== undefined) fontSize.value = next;
}

function read(): Partial<Settings> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(settingsKey) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function current(): Settings {
  return {
    theme: theme.value,
    fontSize: fontSize.value,
    autoRun: autoRun.value,
    runOpen: runOpen.value,
    splitColumns: splitColumns.value,
    splitRows: splitRows.value,
    storyLeft: storyLeft.value,
    reading: reading.value,
  };
}

const initial = JSON.stringify(current());

/** Whether all settings are those of a first visit. */
export function asAtFirst(): boolean {
  return JSON.stringify(untracked(current)) === initial;
}

function write(): void {
  const settings = JSON.stringify(current());
  try {
    localStorage.setItem(settingsKey, settings);
  } catch {
    // Storage is forbidden or full: the settings last as long as the page.
  }
}
