// Lines with little room: names are shortened in the same way everywhere, and further in a line that is still too long, so that a row
// does not end in the middle of an operation. The whole line is in the row's title and in the open reason.

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

/** A line with names as long as those of the others, or shorter ones if it does not fit into `room` characters with these. */
export function briefIn(room: number, spans: readonly Span[], longest: number): Span[] {
  const lengths = [longest, ...limits.map(([, length]) => length).filter((length) => length < longest).reverse()];
  const fitting = lengths.map((length) => brief(spans, length)).find((line) => lineText(line).length <= room);
  return fitting ?? brief(spans, longest);
}

/** A line with short names. Packages, and the word `descr`, stand in the whole line only. */
export function brief(spans: readonly Span[], longest: number): Span[] {
  const out: Span[] = [];
  for (let i = 0; i < spans.length; i++) {
    const [kind, text, value, mark] = spans[i]!;
    const next = spans[i + 1];
    if (kind === SpanPath) continue;
    if (kind === SpanKeyword && text === "descr" && next?.[0] === SpanText && next[1] === "=") i++;
    else if (kind === SpanDescriptor && next?.[0] === SpanPath && longest < Infinity) out.push([kind, "<", value, mark]);
    else out.push(isName.includes(kind) && text.length > longest ? [kind, shortened(text, longest), value, mark] : spans[i]!);
  }
  return out;
}

/** "BoxedInteger" is "Boxed…"; brackets stay: "<ArrayS 8>" is "<Array…>". Of a field its own name stays, not that of its class:
 * "<FieldS list.length 8>" is "<…length>". */
function shortened(text: string, longest: number): string {
  const end = text.endsWith(">") ? ">" : "";
  const dot = end ? text.indexOf(".") : -1;
  const field = `${text.startsWith("<") ? "<" : ""}…${text.slice(dot + 1).split(" ", 1)[0]}`;
  if (dot > 0 && field.length + 1 <= longest) return field + end;
  return `${(dot > 0 ? field : text).slice(0, longest - 1 - end.length)}…${end}`;
}

/** The text of a line. */
export function lineText(spans: readonly Span[]): string {
  return spans.map(([, text]) => text).join("");
}
