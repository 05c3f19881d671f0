// A view of the lab as one text, as a workshop shares it: what the view's editors hold, with a line between. The line says which view it is.

import type { ProveDoc, RuleDoc, View } from "./docs";

/** The lines between two editors. They are comments in both, so the whole can be read. */
const between = { prove: "# ──── the second trace ────", rule: "# ──── the trace ────" } as const;

/** The lines that stand between two editors; workshops that were recorded before have the last one. */
const lines = new Map<string, Parted["view"]>([
  [between.prove, "prove"],
  [between.rule, "rule"],
  ["# ──── the trace at hand ────", "rule"],
]);

/** Which view a text is of; null for one without a line between, which is one trace or nothing. */
export type Parted = { view: "prove" | "rule"; first: string; second: string };

function joined(view: Parted["view"], first: string, second: string): string {
  // A line like the one between would part the text elsewhere.
  const safe = first.split("\n").map((line) => (lines.has(line) ? line.replaceAll("─", "-") : line));
  return [...safe, between[view], second].join("\n");
}

/** The texts of a pair, or the one of which two points are compared. */
export function proveText({ text, other, points }: ProveDoc): string {
  return points ? text : joined("prove", text, other);
}

export function ruleText({ rules, text }: RuleDoc): string {
  return joined("rule", rules, text);
}

/** The texts in one. */
export function parted(whole: string): Parted | null {
  const all = whole.split("\n");
  const at = all.findIndex((line) => lines.has(line));
  const view = lines.get(all[at] ?? "");
  if (!view) return null;
  return { view, first: all.slice(0, at).join("\n"), second: all.slice(at + 1).join("\n") };
}

/** Whether a text can be that of a view; between two steps of a workshop it may still be that of the one before. */
export function fits(whole: string, view: View, points: boolean): boolean {
  const { view: found } = parted(whole) ?? {};
  return view === "fuzz" ? whole === "" : view === "prove" && points ? found === undefined : found === view;
}
