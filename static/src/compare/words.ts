// The words of the comparison with PyPy's result.

import type { CompareResponse, CountTable, KindCount } from "../api.gen";
import { formatCount, plural } from "../ui/counts";

/** The nouns of the kinds, for one and for several. */
const nouns: Record<string, [string, string]> = {
  new: ["allocation", "allocations"],
  get: ["read", "reads"],
  set: ["write", "writes"],
  guard: ["guard", "guards"],
  call: ["call", "calls"],
  int: ["integer operation", "integer operations"],
  float: ["float operation", "float operations"],
  ptr: ["pointer comparison", "pointer comparisons"],
  other: ["other operation", "other operations"],
  all: ["operation in all", "operations in all"],
};

/** The name of a kind in a heading, shown when hovering over its short name. */
export function kindTitle(kind: string): string {
  return nouns[kind]?.[1] ?? kind;
}

/** "2 guards", "1 allocation". */
function counted(n: number, kind: string): string {
  const [one, many] = nouns[kind] ?? [kind, kind];
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** "2 more guards and 1 more read": where ours is larger, "" if it is nowhere. */
function largerWords(counts: readonly KindCount[]): string {
  const parts = counts.filter((c) => c.larger).map((c) => counted(c.ours - c.pypys, c.kind).replace(" ", " more "));
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** One sentence for each part in which ours is larger; if it is in none, one that says so. */
export function verdictWords(answer: CompareResponse): string[] {
  const sentences = answer.tables.flatMap((table) => {
    const words = largerWords(table.counts);
    if (words === "") return [];
    return [`${partWords(table, answer.tables.length)} ours has ${words} than PyPy’s.`];
  });
  if (sentences.length > 0) return sentences;
  const all = answer.tables[0]?.counts.find((c) => c.kind === "all");
  if (!all) return [];
  const saved = all.pypys - all.ours;
  if (saved === 0) return ["Ours has no more operations of any kind than PyPy’s."];
  return [`Ours has no more operations of any kind than PyPy’s, and ${formatCount(saved)} fewer in all.`];
}

function partWords(table: CountTable, parts: number): string {
  if (parts < 2) return "In this trace";
  return table.part === "loop" ? "In the loop" : "In the whole, preamble and loop,";
}

/** The passes of our result, since those that are switched on do not matter here.
 * */
export function presetWords(preset: string): string {
  return preset === "loop" ? "every pass, with peeling" : "every pass, without peeling, as PyPy’s result has no loop";
}

/** What is not in the tables, "" if everything is. */
export function entryWords(entry: number): string {
  if (entry === 0) return "";
  const reads = plural(entry, "read");
  return `Nor are ${reads} of the frame’s fields with which PyPy’s begins: the recorded trace has them as inputs.`;
}
