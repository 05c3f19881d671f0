// A line of text as the editor would show it: written by a user, or from a response of the
// engine.

import type { ComponentChildren } from "preact";
import { describe } from "../state";
import { guessEffect, tokenize } from "./tokens";

/** Longer lines are shown up to here. */
const longestShown = 2000;

export function TextLine({ text }: { text: string }) {
  const shown = text.slice(0, longestShown);
  const rest = text.length - shown.length;
  const tokens = tokenize(shown);
  const first = tokens.find(({ kind }) => kind !== "text");
  const isBookkeeping = first?.kind === "operation" && effectOf(shown.slice(first.from, first.to)) === "bookkeeping";
  return (
    <code class={isBookkeeping ? "line is-bookkeeping" : "line"}>
      {tokens.map(({ kind, from, to }, i): ComponentChildren => {
        const word = shown.slice(from, to);
        return kind === "text" ? word : <span key={i} class={classOf(kind, word)}>{word}</span>;
      })}
      {rest > 0 && <span class="line-rest" data-rest={`… ${rest} more characters`} />}
    </code>
  );
}

// The same classes as in the editor: the kind, and for an operation its effect.
function classOf(kind: string, word: string): string {
  if (kind !== "operation") return `tok-${kind}`;
  const effect = effectOf(word);
  return effect ? `tok-operation tok-${effect}` : "tok-operation";
}

function effectOf(operation: string): string | null {
  return describe.value?.operations.find((o) => o.names.includes(operation))?.effect ?? guessEffect(operation);
}
