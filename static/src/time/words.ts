// The words for a moment.

import type { MomentNumber, MomentPass, MomentResponse, Part } from "../api.gen";
import { PartText } from "../api.gen";
import { groupDigits } from "../ui/counts";

/** What a pass did, in one or two words. */
export const didWords: Record<string, string> = { keeps: "–", removes: "takes it out", rewrites: "changes it", makes: "makes it" };

/** The pass that decided: the last one that did something. */
export function decider(passes: readonly MomentPass[]): MomentPass | undefined {
  return passes.filter((p) => p.did !== "" && p.did !== "keeps").at(-1);
}

/** A reason as a sentence: with a capital letter, if it begins with a word, and a full stop. */
export function sentence(parts: readonly Part[]): Part[] {
  const said = parts.map(([kind, text, ...rest], i): Part => [kind, i === 0 && kind === PartText ? text.charAt(0).toUpperCase() + text.slice(1) : text, ...rest]);
  return /[.?!]$/.test(parts.at(-1)?.[1] ?? "") ? said : [...said, [PartText, ".", 0, 0]];
}

/** The moment in one sentence. */
export function headline(m: MomentResponse): string {
  const row = m.number > 0 ? `Row ${m.number}` : "The label";
  if (!m.reached) return `${row} is never reached.`;
  const by = decider(m.passes);
  const made = m.boxes.filter((b) => b.state === "now").length;
  if (made > 0) return `${row} needs ${made === 1 ? "a box" : `${made} boxes`}. ${made === 1 ? "It is" : "They are"} made now.`;
  if (by?.did === "removes") return m.fate === "moved" ? `${row} waits.` : `${row} goes: ${by.name} takes it out.`;
  if (by?.did === "rewrites") return `${row} becomes another operation, by ${by.name}.`;
  if (m.fate === "removed") return `${row} stays for now. Nothing will use it.`;
  return `${row} stays.`;
}

/** Where a moment is, for the slider. */
export function whereWords(m: MomentResponse, count: number, first: number): string {
  const iteration = first < count ? (m.loop ? ", around the loop" : ", first iteration") : "";
  const what = m.number > 0 ? `row ${m.number}` : "label";
  return `Moment ${m.at + 1} of ${count}, ${what}${iteration}. ${headline(m)}`;
}

const signBit = 1n << 63n;
const circle = 1n << 64n;

/**
 * The range of an integer on the circle of all 2⁶⁴: from and to in parts of the circle, clockwise from 0 at the top;
 * null if it is too small to be visible.
 */
export function arcOf(n: Pick<MomentNumber, "low" | "high">): { from: number; to: number } | null {
  const low = BigInt(n.low);
  const high = BigInt(n.high);
  if (high - low < circle / 128n) return null;
  const part = (v: bigint) => Number((v * 1_000_000n) / circle) / 1_000_000;
  return { from: part(low), to: part(high) };
}

/** True if all integers are possible. */
export function isAnything(n: Pick<MomentNumber, "low" | "high" | "bits">): boolean {
  return BigInt(n.low) === -signBit && BigInt(n.high) === signBit - 1n && !/[01]/.test(n.bits);
}

/** A number with groups of digits; the two ends of what an integer can be as powers of two. */
export function shortNumber(text: string): string {
  const n = BigInt(text);
  if (n === signBit - 1n) return "2⁶³−1";
  if (n === -signBit) return "−2⁶³";
  return groupDigits(text.replace("-", "−"));
}
