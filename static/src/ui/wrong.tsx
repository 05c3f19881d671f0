// What went wrong, where it did.

import { messageParts } from "./words";

/** A message that is read aloud at once, each of its lines on one of its own; nothing while there is none. */
export function Wrong({ words, class: more = "" }: { words: string; class?: string }) {
  return words ? (
    <p class={`notice wrong ${more}`} role="alert">
      {messageParts(words)}
    </p>
  ) : null;
}

/** Stands for a part of the page that could not be drawn, with a button that tries again. */
export function Broken({ what, error, reset }: { what: string; error: unknown; reset: () => void }) {
  return (
    <div class="rigid notice wrong" role="alert">
      {what} could not be drawn: {error instanceof Error ? error.message : String(error)}{" "}
      <button type="button" class="text-button" onClick={reset}>
        Draw it again
      </button>
    </div>
  );
}
