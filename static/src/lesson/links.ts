// Links from a trace in a lesson to the playground and the lab.

import { encodeFragment } from "../fragment";
import { encodeLab } from "../lab/docs";
import { at } from "../site";

/** The address at which the playground shows a trace; with another one, beside it. */
export function playgroundLink(text: string, other = ""): string {
  const view = { text, passes: null, preset: "loop", from: 0, to: -1, numbered: "", inputs: {}, example: "" };
  return at(`/${encodeFragment(other === "" ? view : { ...view, pypy: other })}`);
}

/** The address at which the lab proves that two traces are equivalent, or finds where they differ. */
export function proveLink(text: string, other: string): string {
  return at(`/lab${encodeLab("prove", { text, other, points: null, width: 64, unroll: 3, budget: 10_000 })}`);
}
