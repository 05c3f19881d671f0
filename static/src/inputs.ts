// The inputs of a run. Each has a field with its own text, which may be half-typed without
// affecting the others. The engine and the command line take them as one text, "i0=3,
// p1=BoxedInteger(intval=5), p2=p1", once each is closed.

import type { Diagnostic, Input } from "./api.gen";

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
  for (const end of [...scan(text).commas, text.length]) {
    const entry = toEntry(text, start, end);
    if (entry) entries.push(entry);
    start = end + 1;
  }
  return entries;
}

/** Where a text's parts end, and what is still open at its end. */
function scan(text: string): { commas: number[]; open: string[]; quote: string } {
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
  return { commas, open, quote };
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

/**
 * The contents of the form's fields, by the input's name, even while it is half-typed. The
 * name "" has what belongs to no input.
 */
export type Inputs = Readonly<Record<string, string>>;

/** The inputs in a text. Of two entries with the same name the last one counts. */
export function inputsOf(text: string): Inputs {
  const found: Record<string, string> = {};
  for (const e of parseEntries(text)) {
    found[e.name] = e.name === "" && found[""] !== undefined ? `${found[""]}, ${e.value}` : e.value;
  }
  return found;
}

/** The inputs of a draft or a link: by name, or one text, as in older versions. */
export function storedInputs(stored: unknown): Inputs {
  if (typeof stored === "string") return inputsOf(stored);
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter((e): e is [string, string] => typeof e[1] === "string"));
}

/** The inputs as one text; those in `order` come first, and what is blank is left out. */
export function textOf(inputs: Inputs, order: readonly string[] = []): string {
  const rest = Object.keys(inputs).filter((name) => !order.includes(name));
  return [...order, ...rest]
    .filter((name) => (inputs[name] ?? "").trim() !== "")
    .map((name) => (name === "" ? inputs[name]!.trim() : `${name}=${inputs[name]!.trim()}`))
    .join(", ");
}

/** The inputs with another value of one; a blank one leaves it to the suggestion. */
export function withInput(inputs: Inputs, name: string, value: string): Inputs {
  const { [name]: _, ...others } = inputs;
  return value.trim() === "" ? others : { ...inputs, [name]: value };
}

/** True if both give the same text to the same inputs. */
export function sameInputs(a: Inputs, b: Inputs): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/**
 * The inputs of a run of a trace, and the constants that the user has defined. These have
 * fields like inputs, which disappear when they are empty.
 */
export function takenBy(inputs: readonly Input[], given: Inputs): Input[] {
  const constants = Object.keys(given).filter((name) => constant.test(name) && inputs.every((i) => i.name !== name));
  return [...inputs, ...constants.map((name) => ({ name, type: "ref", suggestion: ownObject }))];
}

const constant = /^ConstPtr\(/;
/** The default meaning of a constant of which a log contains only a number. */
export const ownObject = "obj()";

/** Only the inputs of these names. */
export function only(inputs: Inputs, names: readonly string[]): Inputs {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)));
}

const closing: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/**
 * Why a value cannot be next to others in one text: it is not closed yet, or there is
 * more than one. Null if it can.
 */
export function unfinished(value: string): FieldError | null {
  const { commas, open, quote } = scan(value);
  const end = { severity: "error", from: value.length, to: value.length };
  if (quote !== "") return { ...end, message: `expected a closing \`${quote}\`, found the end` };
  const last = open[open.length - 1];
  if (last !== undefined) return { ...end, message: `expected a closing \`${closing[last]}\`, found the end` };
  const at = commas[0];
  if (at === undefined) return null;
  return { severity: "error", from: at, to: at + 1, message: "expected one value, found `,`; each input has its own field" };
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
