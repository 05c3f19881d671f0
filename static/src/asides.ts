// What a printed trace lacks on the page and has wherever it is taken along.

import type { Aside, OptimizeResponse } from "./api.gen";

/** A line with what belongs into it. */
export function withAsides(line: string, asides: readonly Aside[]): string {
  let out = line;
  for (const a of asides.toReversed()) out = out.slice(0, a.at) + a.text + out.slice(a.at);
  return out;
}

/** A part of a line with what belongs into that part. */
export function partWithAsides(line: string, asides: readonly Aside[], from: number, to: number): string {
  const inside = asides.filter((a) => from < a.at && a.at <= to).map((a) => ({ ...a, at: a.at - from }));
  return withAsides(line.slice(from, to), inside);
}

/** The left or the right trace as a text that can be proved against another. */
export function exportedText(result: OptimizeResponse, side: "left" | "right"): string {
  const asides = side === "left" ? result.leftAsides : result.rightAsides;
  if (asides.length === 0) return result[side];
  const lines = result[side].split("\n");
  for (const a of asides) lines[a.line] = withAsides(lines[a.line] ?? "", [a]);
  return lines.join("\n");
}
