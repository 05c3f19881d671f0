// Terms in texts: each opens its card, by click, touch, keyboard, or when the pointer rests on it.

import { signal } from "@preact/signals";

const ids = __TERM_WORDS__;
const spellings = Object.keys(ids).sort((a, b) => b.length - a.length);
const pattern = new RegExp(`\\b(?:${spellings.join("|")})\\b`, "i");

/** The term whose card is open, and its place in the page. */
export const asked = signal<{ id: string; at: HTMLElement; byPointer: boolean } | null>(null);

/** The milliseconds for which a pointer rests before a card opens or closes by
 * itself. */
const rests = 350;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Opens a card when the pointer rests, and closes one that opened like this when it has left term and card. */
export function rest(then: () => void): void {
  clearTimeout(resting);
  resting = setTimeout(then, rests);
}

/** A text in which the first term opens a card. */
export function Words({ text }: { text: string }) {
  const found = spellings.length > 0 ? pattern.exec(text) : null;
  if (!found) return <>{text}</>;
  const word = found[0];
  const end = found.index + word.length;
  return (
    <>
      {text.slice(0, found.index)}
      <TermButton word={word} id={ids[word.toLowerCase()]!} />
      {text.slice(end)}
    </>
  );
}

function TermButton({ word, id }: { word: string; id: string }) {
  return (
    <button
      type="button"
      class="term"
      aria-haspopup="dialog"
      onClick={(e) => {
        clearTimeout(resting);
        asked.value = { id, at: e.currentTarget, byPointer: false };
      }}
      onPointerEnter={(e) => {
        const at = e.currentTarget;
        if (e.pointerType === "mouse") rest(() => (asked.value = asked.peek() ?? { id, at, byPointer: true }));
      }}
      onPointerLeave={leave}
    >
      {word}
    </button>
  );
}

/** The pointer has left: a card that it opened closes. */
export function leave(): void {
  rest(() => {
    if (asked.peek()?.byPointer) asked.value = null;
  });
}
