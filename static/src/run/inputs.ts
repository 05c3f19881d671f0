// The inputs of a run are one text, "i0=3, p1=BoxedInteger(intval=5), p2=p1":
// it goes into links, to the command line and to the engine as it stands. The
// form reads and writes single entries of it and leaves the others alone.

import type { Diagnostic } from "../api.gen";

/** One entry of the text; all spans are UTF-16 offsets, half open. */
export interface Entry {
  name: string;
  value: string;
  /** The whole entry, without surrounding blanks. */
  from: number;
  to: number;
  /** The value alone. */
  valueFrom: number;
}

const brackets: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Splits the text at the commas that stand outside all brackets and quotes. */
export function parseEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  let start = 0;
  for (const end of [...topLevelCommas(text), text.length]) {
    const entry = toEntry(text, start, end);
    if (entry) entries.push(entry);
    start = end + 1;
  }
  return entries;
}

function topLevelCommas(text: string): number[] {
  const commas: number[] = [];
  const open: string[] = [];
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quote !== "") {
      if (c === "\\") i++;
      else if (c === quote) quote = "";
    } else if (c === '"' || c === "'") quote = c;
    else if (c === "(" || c === "[" || c === "{") open.push(c);
    else if (c in brackets) {
      if (open[open.length - 1] === brackets[c]) open.pop();
    } else if ((c === "," || c === "\n") && open.length === 0) commas.push(i);
  }
  return commas;
}

function toEntry(text: string, start: number, end: number): Entry | null {
  const piece = text.slice(start, end);
  const from = start + (piece.length - piece.trimStart().length);
  const to = start + piece.trimEnd().length;
  if (from >= to) return null;
  const equals = text.slice(from, to).indexOf("=");
  if (equals < 0) return { name: "", value: text.slice(from, to), from, to, valueFrom: from };
  const raw = text.slice(from + equals + 1, to);
  const valueFrom = from + equals + 1 + (raw.length - raw.trimStart().length);
  return { name: text.slice(from, from + equals).trim(), value: text.slice(valueFrom, to), from, to, valueFrom };
}

/** The value that the text gives to an input, null if it leaves it out. The last entry counts. */
export function valueOf(text: string, name: string): string | null {
  return parseEntries(text).findLast((e) => e.name === name)?.value ?? null;
}

/**
 * The text with one input set to a value; "" takes the entry out, so that the
 * suggestion holds again. The other entries stay as they are. `order` is the
 * order of the trace's inputs, in which a new entry finds its place.
 */
export function withValue(text: string, name: string, value: string, order: readonly string[]): string {
  const entries = parseEntries(text);
  const found = entries.findLast((e) => e.name === name);
  if (value.trim() === "") return join(entries.filter((e) => e.name !== name).map((e) => text.slice(e.from, e.to)));
  if (found) return text.slice(0, found.valueFrom) + value.trimStart() + text.slice(found.to);
  const rank = order.indexOf(name);
  const next = entries.findIndex((e) => order.indexOf(e.name) > rank);
  const pieces = entries.map((e) => text.slice(e.from, e.to));
  pieces.splice(next < 0 ? pieces.length : next, 0, `${name}=${value.trimStart()}`);
  return join(pieces);
}

function join(pieces: string[]): string {
  return pieces.join(", ");
}

/** An error in the inputs with its place inside one field of the form. */
export interface FieldError {
  message: string;
  severity: string;
  /** The half-open span in the field's value. */
  from: number;
  to: number;
}

/**
 * Sorts errors by the entry they point into. Those that belong to no input of
 * the trace (an unknown name, a stray comma) come under the name "".
 */
export function errorsByInput(
  text: string,
  diagnostics: readonly Diagnostic[],
  names: readonly string[],
): Map<string, FieldError[]> {
  const entries = parseEntries(text);
  const byName = new Map<string, FieldError[]>();
  for (const d of diagnostics) {
    const entry = entries.find((e) => d.from >= e.from && d.from <= e.to && names.includes(e.name));
    const inside = entry !== undefined && d.from >= entry.valueFrom;
    const name = entry && (inside || names.includes(entry.name)) ? entry.name : "";
    const base = entry && name !== "" ? entry.valueFrom : 0;
    const error: FieldError = {
      message: d.message,
      severity: d.severity,
      from: Math.max(0, d.from - base),
      to: Math.max(0, d.to - base),
    };
    byName.set(name, [...(byName.get(name) ?? []), error]);
  }
  return byName;
}
