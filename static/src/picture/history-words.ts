// The words for a row's history.

import type { HistoryChange, HistoryPass, HistoryResponse } from "../api.gen";
import { formatCount } from "../ui/counts";

/** Of which copy of a peeled loop's row a change is. */
export const iterationWords: Record<string, string> = { first: "first iteration", loop: "the loop", both: "both iterations" };

const words: Record<string, string> = {
  copied: "Peeling puts it there once more:",
  args: "It gets other values:",
  replaced: "It becomes another operation:",
  moved: "It waits, and is done later:",
  back: "It is there again:",
  learned: "It stays, and more is known of its result.",
  single: "With this pass the loop is not peeled: there is one iteration only.",
};

/** What happened, up to the operation or the value that follows. */
export function changeWords(c: HistoryChange): string {
  if (c.kind === "removed") return c.value === "" ? "It goes." : "It goes. Its value is ";
  if (c.kind === "reason") return c.text.length > 0 ? "It stays as it is, for another reason:" : c.value === "" ? "It stays gone, for another reason." : "It stays gone, for another reason. Its value is ";
  return words[c.kind] ?? c.kind;
}

/** The passes in their order; those beside one another that leave the row alone are one entry, by their names. */
export function idle(passes: readonly HistoryPass[]): (HistoryPass | string[])[] {
  const list: (HistoryPass | string[])[] = [];
  for (const pass of passes) {
    const last = list.at(-1);
    if (pass.changes.length > 0) list.push(pass);
    else if (Array.isArray(last)) last.push(pass.pass);
    else list.push([pass.pass]);
  }
  return list;
}

/** A history in a few words. */
export function summary(h: HistoryResponse): string {
  if (h.number === 0) return "only recorded rows have one";
  const acts = h.passes.filter((p) => p.changes.length > 0).length;
  return `${acts === 0 ? "none" : formatCount(acts)} of ${formatCount(h.passes.length)} ${acts > 1 ? "change" : "changes"} row ${h.number}`;
}
