// One line of a trace with colours, marks for changed arguments and for what
// was searched. The text in the page is exactly the line's text.

import type { ComponentChildren } from "preact";
import type { Span, SpanKind } from "../api.gen";
import {
  SpanChanged,
  SpanClass,
  SpanComment,
  SpanConstant,
  SpanDefines,
  SpanDefinesChanged,
  SpanDescriptor,
  SpanField,
  SpanKeyword,
  SpanLabel,
  SpanNumber,
  SpanOperation,
  SpanPath,
  SpanString,
  SpanText,
  SpanVariable,
} from "../api.gen";
import { effectOf } from "./effects";

/** Longer lines are shown up to here; copying always gives the whole line. */
export const longestShown = 2000;

/** A half-open range found by the search; `current` is the match that is stepped to. */
export interface Found {
  from: number;
  to: number;
  current: boolean;
}

/** The names of the kinds in the style sheets: the same in the editor. */
const names: Record<SpanKind, string> = {
  [SpanText]: "text",
  [SpanOperation]: "operation",
  [SpanVariable]: "variable",
  [SpanNumber]: "number",
  [SpanConstant]: "constant",
  [SpanClass]: "class",
  [SpanField]: "field",
  [SpanLabel]: "label",
  [SpanKeyword]: "keyword",
  [SpanString]: "string",
  [SpanDescriptor]: "descriptor",
  [SpanPath]: "path",
  [SpanComment]: "comment",
};

interface Props {
  spans: readonly Span[];
  found?: Found[] | undefined;
  /** Values are told apart by their names, in the page's `data-v`, not by their identities. */
  byName?: boolean;
  /** The line may take several: then it is divided after brackets and equals signs rather than within a name, as snapshots have no spaces there. */
  wraps?: boolean;
}

export function Line({ spans, found, byName, wraps }: Props) {
  const out: ComponentChildren[] = [];
  let at = 0;
  for (const [i, span] of spans.entries()) {
    const [kind, text, value, mark] = span;
    const shown = text.slice(0, Math.max(0, longestShown - at));
    if (shown !== "") {
      const body = withMatches(shown, at, found);
      out.push(
        kind === SpanText ? (
          body
        ) : (
          <span key={i} class={classOf(span)} data-v={value === 0 ? undefined : byName ? text : value} data-def={mark === SpanDefines || mark === SpanDefinesChanged ? "" : undefined}>
            {body}
          </span>
        ),
      );
      if (wraps && "([{=".includes(shown.at(-1)!)) out.push(<wbr />);
    }
    at += text.length;
  }
  return (
    <code class={isBookkeeping(spans) ? "line is-bookkeeping" : "line"}>
      {out}
      {at > longestShown && <span class="line-rest" data-rest={`… ${at - longestShown} more characters`} />}
    </code>
  );
}

/** The first word of the line is an operation that only keeps books. A class says so, and not `:has()`: that had every line on the page styled again when one changed. */
function isBookkeeping(spans: readonly Span[]): boolean {
  const first = spans.find(([kind]) => kind !== SpanText);
  return first?.[0] === SpanOperation && effectOf(first[1]) === "bookkeeping";
}

// The same classes as in the editor: the kind, and for an operation its effect.
function classOf([kind, text, , mark]: Span): string {
  const effect = kind === SpanOperation ? effectOf(text) : undefined;
  const changed = mark === SpanChanged || mark === SpanDefinesChanged;
  return `tok-${names[kind]}${effect ? ` tok-${effect}` : ""}${changed ? " tok-changed" : ""}`;
}

function withMatches(text: string, start: number, found: Found[] | undefined): ComponentChildren {
  const end = start + text.length;
  const inside = found?.filter((f) => f.from < end && f.to > start) ?? [];
  if (inside.length === 0) return text;
  const parts: ComponentChildren[] = [];
  let at = start;
  for (const f of inside) {
    const from = Math.max(f.from, start);
    const to = Math.min(f.to, end);
    if (from > at) parts.push(text.slice(at - start, from - start));
    parts.push(<mark class={f.current ? "found found-now" : "found"}>{text.slice(from - start, to - start)}</mark>);
    at = to;
  }
  if (at < end) parts.push(text.slice(at - start));
  return parts;
}
