// One line of a trace with colours, marks for changed arguments and for what
// was searched. The text in the page is exactly the line's text.

import type { ComponentChildren } from "preact";
import { effectOf } from "./local";
import type { Token } from "./tokens";
import { tokenize } from "./tokens";

/** Longer lines are shown up to here; copying always gives the whole line. */
export const longestShown = 2000;

/** A half-open span found by the search; `current` is the match that is stepped to. */
export interface Found {
  from: number;
  to: number;
  current: boolean;
}

interface Props {
  text: string;
  /** Indexes of tokens to mark as changed. */
  changed?: ReadonlySet<number> | undefined;
  found?: Found[] | undefined;
}

export function Line({ text, changed, found }: Props) {
  const shown = text.length > longestShown ? text.slice(0, longestShown) : text;
  const tokens = tokensOf(shown);
  const defined = definedToken(tokens, shown);
  return (
    <code class="line">
      {tokens.map((token, i) => {
        const body = withMatches(shown, token, found);
        if (token.kind === "text") return body;
        const name = token.kind === "variable" ? shown.slice(token.from, token.to) : undefined;
        return (
          <span
            key={i}
            class={classOf(token, shown, changed?.has(i))}
            data-v={name}
            data-def={i === defined ? "" : undefined}
          >
            {body}
          </span>
        );
      })}
      {text.length > shown.length && (
        <span class="line-rest" data-rest={`… ${text.length - shown.length} more characters`} />
      )}
    </code>
  );
}

// The same classes as in the editor: the kind, and for an operation its effect.
function classOf(token: Token, text: string, changed: boolean | undefined): string {
  const effect = token.kind === "operation" ? effectOf(text.slice(token.from, token.to)) : undefined;
  return `tok-${token.kind}${effect ? ` tok-${effect}` : ""}${changed ? " tok-changed" : ""}`;
}

// The token that a line defines: a variable with `=` behind it.
function definedToken(tokens: Token[], text: string): number {
  const i = tokens.findIndex((t) => t.kind === "variable");
  const next = tokens[i + 1];
  return next && /^\s*=/.test(text.slice(next.from, next.to)) ? i : -1;
}

function withMatches(text: string, token: Token, found: Found[] | undefined): ComponentChildren {
  const inside = found?.filter((f) => f.from < token.to && f.to > token.from) ?? [];
  if (inside.length === 0) return text.slice(token.from, token.to);
  const parts: ComponentChildren[] = [];
  let at = token.from;
  for (const f of inside) {
    const from = Math.max(f.from, token.from);
    const to = Math.min(f.to, token.to);
    if (from > at) parts.push(text.slice(at, from));
    parts.push(<mark class={f.current ? "found found-now" : "found"}>{text.slice(from, to)}</mark>);
    at = to;
  }
  if (at < token.to) parts.push(text.slice(at, token.to));
  return parts;
}

// Scrolling shows the same lines again and again.
const cache = new Map<string, Token[]>();
const cacheLimit = 4000;

function tokensOf(text: string): Token[] {
  let tokens = cache.get(text);
  if (tokens === undefined) {
    if (cache.size >= cacheLimit) cache.clear();
    tokens = tokenize(text);
    cache.set(text, tokens);
  }
  return tokens;
}
