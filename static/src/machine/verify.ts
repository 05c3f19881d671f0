// Compares what a module did with the interpreter's outcome, before any time is
// taken: the exit, the numbers of jumps and effects, and every number that both
// report.

import { type Outcome, SpanNumber } from "../api.gen";
import type { Left } from "./host";
import type { Expected } from "./timer-protocol";

/** What a run must do according to an outcome; null if it has no meaning or was given up. */
export function expectedOf(outcome: Outcome): Expected | null {
  const { exit, at, jumps, effects, moreEffects, values } = outcome;
  if (!["guard", "finish", "end", "limit"].includes(exit)) return null;
  return {
    exit,
    operation: at?.operation ?? "",
    jumps,
    effects: effects.length + moreEffects,
    values: values.flatMap(({ name, value: [kind, text] }) => (kind === SpanNumber ? [[name, text] as [string, string]] : [])),
  };
}

/** How a run differs from what was expected; "" if it does not. */
export function difference(expected: Expected, left: Left): string {
  const { exit } = left;
  if (expected.exit === "limit") {
    if (exit?.kind === "fuel") return "";
    return `expected the loop to continue, found that it was left at \`${exit?.operation ?? "an allocation"}\``;
  }
  if (!exit) return `expected to leave at \`${expected.operation}\`, found no room for an object`;
  if (exit.kind === "fuel") return `expected to leave at \`${expected.operation}\`, found that the loop continues`;
  if (expected.operation !== "" && exit.operation !== undefined && exit.operation !== expected.operation) {
    return `expected to leave at \`${expected.operation}\`, found \`${exit.operation}\``;
  }
  if (left.effects !== expected.effects) return `expected ${expected.effects} effects, found ${left.effects}`;
  for (const [name, value] of expected.values) {
    const found = left.values.get(name);
    if (found !== undefined && !same(value, found)) return `expected \`${name}\` to be ${value}, found ${found}`;
  }
  return "";
}

function same(expected: string, found: string | number): boolean {
  if (typeof found === "string") return BigInt(expected.replaceAll("_", "")) === BigInt(found);
  const number = /nan/i.test(expected) ? NaN : /inf/i.test(expected) ? Infinity * (expected[0] === "-" ? -1 : 1) : Number(expected);
  return Object.is(number, found) || number === found;
}
