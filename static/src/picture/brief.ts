// Lines with little room: names are shortened in the same way everywhere, so that a row never ends in
// the middle of an operation. The whole line is in the row's title and in the open reason.

import type { Span } from "../api.gen";
import { SpanClass, SpanConstant, SpanDescriptor, SpanField, SpanKeyword, SpanPath, SpanString, SpanText } from "../api.gen";

/** Names longer than this are shortened, by how many characters a row has; else none is. */
const limits: readonly (readonly [room: number, longest: number])[] = [
  [27, 6],
  [34, 9],
  [42, 14],
  [56, 22],
];

/** The longest name that is shown whole in rows of this many characters; if all of these lines fit, none is shortened.
 * */
export function longestName(room: number, lines: readonly (readonly Span[])[]): number {
  const fits = (spans: readonly Span[]) => lineText(brief(spans, Infinity)).length <= room;
  return lines.every(fits) ? Infinity : (limits.find(([below]) => room < below)?.[1] ?? Infinity);
}

const isName: readonly number[] = [SpanClass, SpanField, SpanConstant, SpanDescriptor, SpanString];

/** A line with short names. Packages, and the word `descr`, stand in the whole line only. */
export function brief(spans: readonly Span[], longest: number): Span[] {
  const out: Span[] = [];
  for (let i = 0; i < spans.length; i++) {
    const [kind, text, value, mark] = spans[i]!;
    const next = spans[i + 1];
    if (kind === SpanPath) continue;
    if (kind === SpanKeyword && text === "descr" && next?.[0] === SpanText && next[1] === "=") i++;
    else out.push(isName.includes(kind) && text.length > longest ? [kind, shortened(text, longest), value, mark] : spans[i]!);
  }
  return out;
}

/** "BoxedInteger" is "Boxed…"; a bracket at the end stays: "<ArrayS 8>" is "<Array…>". */
function shortened(text: string, longest: number): string {
  const end = text.endsWith(">") ? ">" : "";
  return `${text.slice(0, longest - 1 - end.length)}…${end}`;
}

/** The text of a line. */
export function lineText(spans: readonly Span[]): string {
  return spans.map(([, text]) => text).join("");
}
