// Marks of the program's lines: most lines of a recorded trace are such marks, and
// none is an operation that the comparison counts.

import { signal } from "@preact/signals";

/** True while the marks are shown; the numbers of the lines stay as they are. */
export const marksShown = signal(false);

const mark = /^\s*(?:\+\d+:\s*)?(?:debug_merge_point|jit_debug)\(/;
const anyMark = /^\s*(?:\+\d+:\s*)?(?:debug_merge_point|jit_debug)\(/m;

/** True if a text has marks. */
export function hasMarks(text: string): boolean {
  return anyMark.test(text);
}

/** A text without the places in the machine code that PyPy's log gives for its own results. */
export function withoutOffsets(text: string): string {
  return text.replace(/^\+\d+: */gm, "");
}

/** The indexes of the lines to show: all, or all that are no marks. */
export function unmarked(lines: readonly string[], marks: boolean): number[] {
  const shown: number[] = [];
  lines.forEach((line, i) => {
    if (marks || !mark.test(line)) shown.push(i);
  });
  return shown;
}
