// The playground as the stage of a workshop: what of it the presenter shares, and how it is
// taken over. What comes from elsewhere is looked at before it is believed.

import { batch } from "@preact/signals";
import { type Inputs, storedInputs } from "../inputs";
import { followText, openShared } from "../persist";
import { diff } from "../pipeline/state";
import * as page from "../state";
import type { Stage } from "./session";

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
  };
}

/** A view in what somebody sent; what makes no sense there is left as it is here. */
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
  };
}

function spot(found: unknown): page.Spot | null {
  if (typeof found !== "object" || found === null) return null;
  const { by, row, source } = found as Partial<Record<keyof page.Spot, unknown>>;
  const known = (["editor", "rows", "machine"] as const).find((b) => b === by);
  if (!known || !Number.isSafeInteger(row) || !Number.isSafeInteger(source)) return null;
  return { by: known, row: row as number, source: source as number };
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
  });
}

export const playground: Stage = {
  page: "/",
  text: () => page.text.value,
  view,
  pointer: () => page.pointed.value,
  open(text, found) {
    const { passes, preset, from, to, numbered, inputs, example, view: shown, part } = read(found);
    openShared({ text, passes, preset, from, to, numbered, inputs, example, ...(shown === "machine" ? { machine: part } : {}) });
    show(found);
  },
  follow: followText,
  show,
  point(at) {
    const where = spot(at);
    page.pointed.value = where && { ...where, by: "rows" };
  },
  say: (words) => page.toast(words),
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
