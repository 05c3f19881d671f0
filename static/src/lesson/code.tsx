// Programs as they are shown beside the editor, in the same colours.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { tokenizePython } from "../editor/python";

/** A program that can be read and copied. */
export function PythonCode({ text }: { text: string }) {
  return useMemo(
    () => (
      <pre class="code" tabIndex={0} role="group" aria-label="Code">
        <code>{spans(text.replace(/\n+$/, ""), tokenizePython(text))}</code>
      </pre>
    ),
    [text],
  );
}

/** Pieces of a program without a frame around them. */
export function PythonLine({ text }: { text: string }) {
  return <>{spans(text, tokenizePython(text))}</>;
}

/** A program as its lines, without a frame around them. */
export function pythonLines(text: string): ComponentChildren[][] {
  const tokens = tokenizePython(text);
  let from = 0;
  return text.split("\n").map((line) => {
    const to = from + line.length;
    const within = tokens.filter((t) => t.to > from && t.from < to).map((t) => ({ kind: t.kind, from: Math.max(t.from, from) - from, to: Math.min(t.to, to) - from }));
    from = to + 1;
    return spans(line, within);
  });
}

function spans(text: string, tokens: readonly { kind: string; from: number; to: number }[]): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let at = 0;
  for (const token of tokens) {
    if (token.from >= text.length) break;
    if (token.from > at) out.push(text.slice(at, token.from));
    out.push(
      <span class={`tok-${token.kind}`} key={token.from}>
        {text.slice(token.from, token.to)}
      </span>,
    );
    at = token.to;
  }
  out.push(text.slice(at));
  return out;
}
