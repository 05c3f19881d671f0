// Reasons in words: names are code, and values can be pointed
// at, which marks their definition and all their uses in both traces.

import type { Part } from "../api.gen";
import { PartPath, PartRow, PartText, PartValue } from "../api.gen";
import { Words } from "../terms/words";
import { diff } from "./state";

/**
 * A reason. With `active` the names are buttons (in the open card); without,
 * they only react to the pointer, as a row is one thing for the keyboard.
 */
export function Prose({ parts, active = false }: { parts: readonly Part[]; active?: boolean }) {
  return (
    <>
      {parts.map((part, i) => (
        <Piece key={i} part={part} active={active} />
      ))}
    </>
  );
}

function Piece({ part: [kind, text, value, row], active }: { part: Part; active: boolean }) {
  if (kind === PartText) return active ? <Words text={text} /> : <>{text}</>;
  if (kind === PartPath) return <code class="tok-path">{text}</code>;
  if (kind === PartValue && value !== 0) return active ? <ValueButton name={text} value={value} /> : <code data-v={value}>{text}</code>;
  if (row >= 0 && active) return <RowButton name={text} row={row} />;
  if (kind === PartRow) return <>{text}</>;
  return <code>{text}</code>;
}

/** A field's full name: its package path can be left out as in the lines. */
export function Dotted({ name }: { name: string }) {
  const parts = name.split(".");
  const path = parts.slice(0, -2).map((part) => `${part}.`).join("");
  return (
    <>
      {path !== "" && <span class="tok-path">{path}</span>}
      {name.slice(path.length)}
    </>
  );
}

function ValueButton({ name, value }: { name: string; value: number }) {
  const pinned = diff.pinnedValue.value === value;
  return (
    <button
      type="button"
      class="value-button"
      data-v={value}
      aria-pressed={pinned}
      title={pinned ? `Stop marking ${name}` : `Mark the definition and all uses of ${name}`}
      onClick={() => (diff.pinnedValue.value = pinned ? 0 : value)}
    >
      {name}
    </button>
  );
}

function RowButton({ name, row }: { name: string; row: number }) {
  return (
    <button type="button" class="value-button is-row" title="Show this operation" onClick={() => void diff.goTo(row)}>
      {name}
    </button>
  );
}
