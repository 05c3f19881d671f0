// The playground as the stage of a workshop: what the presenter shares of it, and how
// followers adopt it. Received data is checked before it is used.

import { batch, effect } from "@preact/signals";
import { type Inputs, storedInputs } from "../inputs";
import { followText, openShared } from "../persist";
import { picture } from "../picture/state";
import { diff } from "../pipeline/state";
import * as page from "../state";
import type { Stage } from "./session";
import { toast } from "../ui/toasts";

/** What is looked at. */
interface View {
  passes: string[];
  preset: string;
  from: number;
  to: number;
  numbered: string;
  inputs: Inputs;
  example: string;
  view: "passes" | "machine";
  part: "code" | "time";
  chosen: page.Spot | null;
  reason: number;
  /** The picture is shown, not the desk. */
  reading: boolean;
  /** The row of the picture with the open reason, by its key; 0 for none. */
  row: number;
  /** The moment that is stepped to; null for none. */
  moment: { of: page.Moment["of"]; at: number } | null;
}

function view(): View {
  return {
    passes: page.passes.value,
    preset: page.preset.value,
    from: page.fromPoint.value,
    to: page.toPoint.value,
    numbered: page.numbered.value,
    inputs: page.inputs.value,
    example: page.exampleId.value,
    view: page.view.value === "machine" ? "machine" : "passes",
    part: page.machinePart.value,
    chosen: page.chosen.value,
    reason: diff.openRow.value,
    reading: page.reading.value,
    row: picture.chosen.value,
    moment: page.moment.value && { of: page.moment.value.of, at: page.moment.value.at },
  };
}

/** The view in received data; invalid parts are ignored. */
function read(found: unknown): View {
  const here = view();
  if (typeof found !== "object" || found === null) return here;
  const it = found as Partial<Record<keyof View, unknown>>;
  const number = (x: unknown, other: number) => (Number.isSafeInteger(x) ? (x as number) : other);
  const text = (x: unknown, other: string) => (typeof x === "string" ? x : other);
  return {
    passes: Array.isArray(it.passes) ? it.passes.filter((p): p is string => typeof p === "string") : here.passes,
    preset: text(it.preset, here.preset),
    from: Math.max(0, number(it.from, here.from)),
    to: Math.max(-1, number(it.to, here.to)),
    numbered: text(it.numbered, here.numbered),
    inputs: storedInputs(it.inputs),
    example: text(it.example, ""),
    view: it.view === "machine" ? "machine" : "passes",
    part: it.part === "time" ? "time" : "code",
    chosen: spot(it.chosen),
    reason: number(it.reason, -1),
    reading: typeof it.reading === "boolean" ? it.reading : here.reading,
    row: Math.max(0, number(it.row, here.row)),
    moment: it.moment === undefined ? here.moment : moment(it.moment),
  };
}

function moment(found: unknown): View["moment"] {
  const { of, at } = (found ?? {}) as { of?: unknown; at?: unknown };
  return (of === "optimizer" || of === "run") && Number.isSafeInteger(at) && (at as number) >= 0 ? { of, at: at as number } : null;
}

function spot(found: unknown): page.Spot | null {
  if (typeof found !== "object" || found === null) return null;
  const { by, row, source } = found as Partial<Record<keyof page.Spot, unknown>>;
  const known = (["editor", "rows", "machine"] as const).find((b) => b === by);
  if (!known || !Number.isSafeInteger(row) || !Number.isSafeInteger(source)) return null;
  return { by: known, row: row as number, source: source as number };
}

/** The last shown parts of the view that a follower may change: only what the presenter changes after that is shown again. */
let before: Pick<View, "reading" | "row" | "moment"> | null = null;

/** Stops waiting for the picture in which a row is to be opened. */
let settle = (): void => {};

/** Opens a row of the picture as soon as the picture is that of the result. */
function openRow(key: number): void {
  settle();
  settle = effect(() => {
    const of = picture.of.value;
    if (of === null || of !== page.shown.value || of.document !== page.documents.value) return;
    queueMicrotask(() => settle());
    if (key !== picture.chosen.peek()) picture.open(key, true);
  });
}

function showPlace(next: View): void {
  if (next.reading !== before?.reading) page.reading.value = next.reading;
  if (next.row !== before?.row) openRow(next.row);
  if (JSON.stringify(next.moment) !== JSON.stringify(before?.moment ?? null)) page.moment.value = next.moment;
  before = next;
}

function show(found: unknown): void {
  const next = read(found);
  batch(() => {
    if (next.passes.join() !== page.passes.peek().join()) page.setPasses(next.passes);
    page.preset.value = next.preset;
    page.fromPoint.value = next.from;
    page.toPoint.value = next.to;
    page.numbered.value = next.numbered;
    page.inputs.value = next.inputs;
    page.exampleId.value = next.example;
    page.view.value = next.view;
    page.machinePart.value = next.part;
    page.chosen.value = next.chosen && { ...next.chosen, by: "rows" };
    diff.openRow.value = next.reason;
    showPlace(next);
  });
}

export const playground: Stage = {
  page: "/",
  text: () => page.text.value,
  view,
  pointer: () => page.pointed.value,
  open(text, found) {
    const { passes, preset, from, to, numbered, inputs, example, view: shown, part } = read(found);
    before = null;
    openShared({ text, passes, preset, from, to, numbered, inputs, example, ...(shown === "machine" ? { machine: part } : {}) });
    show(found);
  },
  follow: followText,
  show,
  point(at) {
    const where = spot(at);
    page.pointed.value = where && { ...where, by: "rows" };
  },
  say: (words) => toast(words),
  presents() {},
  predicts: (yes) => void (page.predicting.value = yes),
  truth(kind) {
    if (kind === "number" && page.result.peek()) return String(page.result.peek()!.after);
    if (kind === "line") return String((page.chosen.peek()?.source ?? -1) + 1);
    return "";
  },
  line: () => (page.chosen.value?.source ?? -1) + 1,
  usual: () => [
    { words: "How many operations are left?", text: "How many operations are left?", kind: "number" },
    { words: "Does it go? Yes or no", text: "Does the marked operation go?", kind: "choice", choices: ["Yes", "No"] },
    { words: "Point at a line", text: "Which line goes first?", kind: "line" },
  ],
};
