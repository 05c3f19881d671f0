// Links from the lab to the playground and within the lab.

import { encodeFragment } from "../fragment";
import { inputsOf } from "../inputs";
import type { ProveDoc } from "./docs";
import { encodeLab } from "./docs";
import { at } from "../site";

/** The playground with a trace, its passes and the inputs of a run. */
export function traceLink(text: string, passes: string[], inputs: string, points?: { from: number; to: number }): string {
  const { from, to } = points ?? { from: 0, to: passes.length };
  const shared = { text, passes, preset: "", from, to: to >= passes.length ? -1 : to, numbered: "", inputs: inputsOf(inputs), example: "" };
  return at(`/${encodeFragment(shared)}`);
}

/** The playground with one side of a pair and these passes; of two points, with both. */
export function playgroundLink(doc: ProveDoc, inputs: string, side: "before" | "after", passes: string[]): string {
  if (doc.points) return traceLink(doc.text, doc.points.passes, inputs, doc.points);
  return traceLink(side === "before" ? doc.text : doc.other, passes, inputs);
}

/** The lab with a trace at two points of the pipeline. */
export function proveLink(text: string, passes: string[], from: number, to: number): string {
  return at(`/lab${encodeLab("prove", { text, other: "", points: { passes, from, to }, width: 64, unroll: 3, budget: 10_000 })}`);
}
