// What "the last edit" is: everything that was changed in one place, however many keys that took. Editing at another place
// in the text, or switching a pass, begins a new edit. It does not depend on time.

import { difference } from "../engine/edits";

/** A trace that has a result, with its passes. */
export interface Version {
  text: string;
  passes: readonly string[];
}

export interface Edits<V extends Version> {
  /** The document as it was opened, as it was before the last edit, and as it is now. Before any edit all are the same. */
  opened: V;
  before: V;
  now: V;
  /** The lines of `now` that the last edit is about, from 0, the second one not included; null if it is one of passes. */
  place: { from: number; to: number } | null;
}

/** The document as it was opened. */
export function opened<V extends Version>(now: V): Edits<V> {
  return { opened: now, before: now, now, place: null };
}

/** The edits after a new result of the same document. */
export function followed<V extends Version>(edits: Edits<V>, now: V): Edits<V> {
  const last = edits.now;
  const samePasses = last.passes.join() === now.passes.join();
  if (samePasses && last.text === now.text) return { ...edits, now };
  if (last.text === now.text) return { ...edits, before: last, now, place: null };
  const { from, to, insert } = difference(last.text, now.text);
  const first = linesIn(last.text, 0, from);
  const place = { from: first, to: first + linesIn(now.text, from, from + insert.length) + 1 };
  const end = first + linesIn(last.text, from, to) + 1;
  const { place: here } = edits;
  // The line below is another place; a line that ends here and begins there is not.
  const goesOn = samePasses && here !== null && first < here.to && end > here.from;
  if (!goesOn) return { ...edits, before: last, now, place };
  const grown = place.to - end;
  return { ...edits, now, place: { from: Math.min(here.from, place.from), to: Math.max(here.to + grown, place.to) } };
}

/** The number of line ends in a part of a text. */
function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let i = text.indexOf("\n", from); i >= 0 && i < to; i = text.indexOf("\n", i + 1)) lines++;
  return lines;
}

/** The passes that were switched on and off between two versions. */
export function switched(before: Version, now: Version): { on: string[]; off: string[] } {
  return { on: now.passes.filter((p) => !before.passes.includes(p)), off: before.passes.filter((p) => !now.passes.includes(p)) };
}
