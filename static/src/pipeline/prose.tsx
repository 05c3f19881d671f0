// Reasons in words: names in backticks become code, and values can be pointed
// at, which marks their definition and all their uses in both traces.

import { pinnedName, valueNames } from "./local";

/** A value's name as the field writes it; other names count if a line defines them. */
const usualName = /^[ipfr]\d+$/;

/** Splits a text at its backticks; every second piece is code. */
function splitCode(text: string): { text: string; code: boolean }[] {
  return text
    .split("`")
    .map((piece, i) => ({ text: piece, code: i % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

/**
 * A reason. With `active` the names are buttons (in the open card); without,
 * they only react to the pointer, as a row is one thing for the keyboard.
 */
export function Prose({ text, active = false }: { text: string; active?: boolean }) {
  return (
    <>
      {splitCode(text).map((piece, i) => {
        if (!piece.code) return piece.text;
        const value = usualName.test(piece.text) || valueNames.value.has(piece.text);
        if (!value) {
          return (
            <code key={i}>
              <Dotted name={piece.text} />
            </code>
          );
        }
        if (!active) {
          return (
            <code key={i} data-v={piece.text}>
              {piece.text}
            </code>
          );
        }
        return <ValueButton key={i} name={piece.text} />;
      })}
    </>
  );
}

/** A field's full name: its package path can be left out as in the lines. */
export function Dotted({ name }: { name: string }) {
  const path = /^(?:[A-Za-z_$][\w$]*\.)+(?=[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$]*$)/.exec(name)?.[0] ?? "";
  return (
    <>
      {path !== "" && <span class="tok-path">{path}</span>}
      {name.slice(path.length)}
    </>
  );
}

function ValueButton({ name }: { name: string }) {
  const pinned = pinnedName.value === name;
  return (
    <button
      type="button"
      class="value-button"
      data-v={name}
      aria-pressed={pinned}
      title={pinned ? `Stop marking ${name}` : `Mark the definition and all uses of ${name}`}
      onClick={() => (pinnedName.value = pinned ? "" : name)}
    >
      {name}
    </button>
  );
}
