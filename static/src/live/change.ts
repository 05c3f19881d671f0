// Changes of a text, in the form of CodeMirror's change sets as JSON: what stays as a length, what
// goes as a length with the lines that take its place. The server knows only this form.

import { placeOfChange } from "../editor/place";

export type Change = (number | [number, ...string[]])[];

/** The change from one text to another: one place, as small as possible. Null if they are equal. */
export function changeBetween(before: string, after: string): Change | null {
  if (before === after) return null;
  const { from, to, end } = placeOfChange(before, after);
  const inserted = after.slice(from, end);
  const change: Change = [];
  if (from > 0) change.push(from);
  change.push([to - from, ...(inserted === "" ? [] : inserted.split("\n"))]);
  if (to < before.length) change.push(before.length - to);
  return change;
}

/** The text after a change; throws if it is none of this text. */
export function applied(text: string, change: Change): string {
  let at = 0;
  let out = "";
  for (const section of change) {
    const [length, ...lines] = typeof section === "number" ? [section] : section;
    if (typeof section === "number") out += text.slice(at, at + length);
    else out += lines.join("\n");
    at += length;
  }
  if (at !== text.length) throw new Error(`expected a change of a text of ${text.length} characters, found one of ${at}`);
  return out;
}
