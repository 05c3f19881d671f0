// Lines with little room: names are shortened in the same way everywhere, and further in a line that is still too long, so that a row
// does not end in the middle of an operation. The whole line is in the row's title and in the open reason.

import type { Span } from "../api.gen";
import { SpanClass, SpanConstant, SpanDescriptor, SpanField, SpanKeyword, SpanOperation, SpanPath, SpanString, SpanText, SpanVariable } from "../api.gen";

/** What a character of code is wide, as a part of its size: of the usual monospaced fonts, the widest. */
export const characterWidth = 0.605;

/** How many characters the two columns of a picture have room for. */
export interface Rooms {
  recorded: number;
  result: number;
  /** The longest name that is shown whole. */
  longest: number;
}

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
  return lines.every(fits) ? Infinity : longestIn(room);
}

/** The longest name that is shown whole in rows of this many characters, of which not all lines are known. */
export function longestIn(room: number): number {
  return limits.find(([below]) => room < below)?.[1] ?? Infinity;
}

const isName: readonly number[] = [SpanClass, SpanField, SpanConstant, SpanDescriptor, SpanString];

/**
 * A line in `room` characters, if that can be: with names as long as those of the others, else with shorter ones, then without what
 * descriptors say, then with shorter names of values, then with a shorter name of the operation, and at last without its last arguments.
 * So it never ends in the middle of something, and what it has left out is an ellipsis.
 */
export function briefIn(room: number, spans: readonly Span[], longest: number): Span[] {
  const fits = (line: readonly Span[]) => lineText(line).length <= room;
  const lengths = [longest, ...limits.map(([, length]) => length).filter((length) => length < longest).reverse()];
  const fitting = lengths.map((length) => brief(spans, length)).find(fits);
  if (fitting) return fitting;
  const bare = withoutDescriptors(brief(spans, Math.min(longest, limits[0]![1])));
  const shorter = valueLengths.map((length) => withShortValues(length, bare));
  const line = withShortOperation(room, shorter.find(fits) ?? shorter.at(-1)!);
  return fits(line) ? line : withoutTail(room, line);
}

/** True if a line fits with short names alone. */
export function fitsIn(room: number, spans: readonly Span[]): boolean {
  return lineText(brief(spans, limits[0]![1])).length <= room;
}

/** "<…ins…>" is "<…>": in so few characters a descriptor says nothing. One that had a path has two spans. */
function withoutDescriptors(spans: readonly Span[]): Span[] {
  const isRest = (i: number) => spans[i]![0] === SpanDescriptor && spans[i - 1]?.[0] === SpanDescriptor;
  const kept = spans.filter((_, i) => !isRest(i));
  return kept.map(([kind, text, value, mark]) => [kind, kind === SpanDescriptor ? "<…>" : text, value, mark]);
}

/** How many characters of a value's name are shown: all of them if the line fits. */
const valueLengths = [Infinity, 22, 14, 9];

/** "number_of_boxes_in_the_loop_2" is "number_of_…p_2": names of values often differ at their ends. */
function withShortValues(longest: number, spans: readonly Span[]): Span[] {
  return spans.map(([kind, text, value, mark]) => {
    const short = kind === SpanVariable && text.length > longest ? `${text.slice(0, longest - 4)}…${text.slice(-3)}` : text;
    return [kind, short, value, mark];
  });
}

/** Operations keep at least so many characters of their names. */
const shortestOperation = 12;

/** "convert_longlong_bytes_to_float(i49)" is "convert_longl…(i49)": what it is done to is of more use than the end of its name. */
function withShortOperation(room: number, spans: readonly Span[]): Span[] {
  const over = lineText(spans).length - room;
  return spans.map(([kind, text, value, mark]) => {
    if (kind !== SpanOperation || over <= 0) return [kind, text, value, mark];
    const kept = Math.max(shortestOperation, text.length - over - 1);
    return [kind, kept + 1 < text.length ? `${text.slice(0, kept)}…` : text, value, mark];
  });
}

/** "jump(p0, p1, p2, p3)" is "jump(p0, p1, …)": as many arguments as there is room for; the whole line if there is room for none. */
function withoutTail(room: number, spans: readonly Span[]): Span[] {
  const open: string[] = [];
  let best: Span[] | null = null;
  for (const [i, [kind, text]] of spans.entries()) {
    if (kind !== SpanText) continue;
    for (const c of text) {
      if (c === "(" || c === "[") open.push(c === "(" ? ")" : "]");
      else if (c === ")" || c === "]") open.pop();
    }
    const close = open.at(-1);
    if (!close || !/[([ ]$/.test(text)) continue;
    const line: Span[] = [...spans.slice(0, i + 1), [SpanText, `…${close}`, 0, 0]];
    if (lineText(line).length <= room) best = line;
  }
  return best ?? [...spans];
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
