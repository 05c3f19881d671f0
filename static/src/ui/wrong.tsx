// Error messages at the place of the error.

import { messageParts } from "./words";

/** A message that screen readers read at once, each of its lines separately; nothing if there is none. */
export function Wrong({ words, class: more = "" }: { words: string; class?: string }) {
  return words ? (
    <p class={`notice wrong ${more}`} role="alert">
      {messageParts(words)}
    </p>
  ) : null;
}

/** Replaces a part of the page that could not be drawn, with a button to try again. */
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
