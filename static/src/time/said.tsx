// Texts about a moment: names are code, and rows link to their own moments.

import type { Part } from "../api.gen";
import { PartFact, PartPath, PartRow, PartText } from "../api.gen";
import { rowLink } from "../picture/looks";
import { useWalk } from "./walk-model";

export function Said({ parts }: { parts: readonly Part[] }) {
  const walk = useWalk();
  return (
    <>
      {parts.map(([kind, text, value, key], i) => {
        if (kind === PartText || kind === PartFact) return text;
        if (kind === PartRow) {
          // "of the previous iteration": its moment is in the first iteration.
          const before = parts[i + 1]?.[1].startsWith(" of the previous iteration") ?? false;
          return key > 0 && walk ? <ToRow key={i} at={key} text={text} loop={!before && (walk.shown.value?.loop ?? false)} /> : text;
        }
        return (
          <code key={i} class={kind === PartPath ? "tok-path" : undefined} data-v={value || undefined}>
            {text}
          </code>
        );
      })}
    </>
  );
}

/** A link to the moment of a row. */
export function ToRow({ at, text, loop, label }: { at: number; text: string; loop: boolean; label?: string }) {
  const walk = useWalk();
  return (
    <button type="button" class={rowLink} aria-label={label} onClick={() => walk?.goToRow(at, loop)}>
      {text}
    </button>
  );
}
