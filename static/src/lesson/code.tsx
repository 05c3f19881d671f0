// Programs as they are shown beside the editor, in the same colours.

import type { ComponentChildren } from "preact";
import { tokenizePython } from "../editor/python";

/** A program that can be read and copied. */
export function PythonCode({ text }: { text: string }) {
  return (
    <pre class="code" tabIndex={0}>
      <code>{spans(text.replace(/\n+$/, ""), tokenizePython(text))}</code>
    </pre>
  );
}

/** Pieces of a program without a frame around them. */
export function PythonLine({ text }: { text: string }) {
  return <>{spans(text, tokenizePython(text))}</>;
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
