// The words of the run panel.

import type { MadeUp, Outcome, RunResponse } from "../api.gen";
import { plainOf } from "../pipeline/words";
import { plural } from "../ui/counts";

/** The verdict as an icon's name and a sentence. */
export interface Verdict {
  tone: "good" | "bad" | "unsure";
  /** One character that stands for the verdict beside the words. */
  sign: string;
  headline: string;
  detail: string;
}

/** The judge's verdict in words; null if there is none because of errors. */
export function verdictWords(run: RunResponse): Verdict | null {
  const detail = run.reason;
  switch (run.verdict) {
    case "agree":
      return { tone: "good", sign: "✓", headline: "Outcomes agree", detail };
    case "differ":
      return { tone: "bad", sign: "≠", headline: "Outcomes differ", detail };
    case "undefined":
      return { tone: "unsure", sign: "∅", headline: "The recorded trace has no meaning on these inputs", detail };
    case "opaque":
      return { tone: "unsure", sign: "?", headline: "Cannot be decided here", detail };
    default:
      return null;
  }
}

/** What a run made up, as sentences with code in backticks. */
export function madeUpWords(made: MadeUp): string {
  const { calls, constants, guessed } = made;
  const words: string[] = [];
  if (calls > 0) words.push(calls === 1 ? "what a call does" : `what ${plural(calls, "call")} do`);
  if (constants.length > 0) {
    const named = constants.slice(0, 2).map((name) => `\`${name}\``);
    const rest = constants.length - named.length;
    words.push(`which ${constants.length === 1 ? "object" : "objects"} ${named.join(", ")}${rest > 0 ? ` and ${plural(rest, "other constant")}` : ""} ${constants.length === 1 ? "is" : "are"}`);
  }
  const first = `Only the recorded program knows ${words.join(", and ")}: this run made it up.`;
  if (constants.length === 0) return first;
  const each = "Each constant is a separate object, and passes the guards that it passed when the trace was recorded.";
  return guessed ? `${first} ${each} Where the run went depended on that.` : `${first} ${each}`;
}

/** One number before and after. `better` is "less", "same" or "more" work. */
export interface Measure {
  label: string;
  before: number;
  after: number;
  change: "less" | "same" | "more";
}

/** What the two runs cost: operations executed, allocations and jumps. */
export function measures(before: Outcome, after: Outcome): Measure[] {
  const measure = (label: string, b: number, a: number): Measure => ({
    label,
    before: b,
    after: a,
    change: a < b ? "less" : a > b ? "more" : "same",
  });
  const all = [
    measure("operations executed", before.steps, after.steps),
    measure("allocations", before.allocations, after.allocations),
    measure("jumps", before.jumps, after.jumps),
  ];
  return all.filter((m) => m.before > 0 || m.after > 0);
}

/** Where two outcomes differ, place by place, so that it can be marked on both sides. */
export interface Differences {
  exit: boolean;
  /** By position. */
  values: ReadonlySet<number>;
  effects: ReadonlySet<number>;
  /** "object.field", and "object" where the other side has no such object. */
  heap: ReadonlySet<string>;
}

/** The compared parts of an outcome. */
type Compared = Pick<Outcome, "exit" | "values" | "effects" | "heap">;

/** The places in `outcome` whose counterpart in `other` is not the same. */
export function differences(outcome: Compared, other: Compared): Differences {
  const fields = new Map(other.heap.flatMap((o) => o.fields.map((f) => [`${o.name}.${f.name}`, f.value[1]])));
  const classes = new Map(other.heap.map((o) => [o.name, o.class]));
  const heap = new Set<string>();
  for (const object of outcome.heap) {
    if (classes.get(object.name) !== object.class) heap.add(object.name);
    for (const f of object.fields) {
      const place = `${object.name}.${f.name}`;
      if (fields.get(place) !== f.value[1]) heap.add(place);
    }
  }
  return {
    exit: outcome.exit !== other.exit,
    values: unequal(
      outcome.values.map((v) => v.value[1]),
      other.values.map((v) => v.value[1]),
    ),
    effects: unequal(outcome.effects.map(plainOf), other.effects.map(plainOf)),
    heap,
  };
}

function unequal(own: string[], others: string[]): Set<number> {
  const found = new Set<number>();
  own.forEach((text, i) => {
    if (text !== others[i]) found.add(i);
  });
  return found;
}
