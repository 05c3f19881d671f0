// Texts of a picture: names are code, and rows are links to themselves.

import type { Part, RowRef } from "../api.gen";
import { PartFact, PartPath, PartRow, PartText } from "../api.gen";
import { Words } from "../terms/words";
import { rowLink } from "./looks";
import { usePicture } from "./model";

/** A text. With `active` its rows are buttons; without, they only react to the pointer: a row is one thing for the keyboard. */
export function Told({ parts, active = false }: { parts: readonly Part[]; active?: boolean }) {
  return (
    <>
      {parts.map(([kind, text, value, key], i) => {
        if (kind === PartText && active) return <Words key={i} text={text} />;
        if (kind === PartText || kind === PartFact) return text;
        if (kind === PartRow) return key > 0 ? <RowIn key={i} at={key} text={text} active={active} /> : text;
        return (
          <code key={i} class={kind === PartPath ? "tok-path" : undefined} data-v={value || undefined}>
            {text}
          </code>
        );
      })}
    </>
  );
}

function RowIn({ at, text, active }: { at: number; text: string; active: boolean }) {
  const picture = usePicture();
  if (active) return <RowLink at={{ key: at, number: 0 }} text={text} />;
  return (
    <span
      class={rowLink}
      onClick={(e) => {
        e.stopPropagation();
        picture.open(at, true);
      }}
    >
      {text}
    </span>
  );
}

/** Leads to a row. */
export function RowLink({ at, text }: { at: RowRef; text: string }) {
  const picture = usePicture();
  const words = at.number > 0 ? `Row ${at.number}${at.next ? " of the next iteration" : ""}` : undefined;
  return (
    <button type="button" class={rowLink} aria-label={words} title={words} onClick={() => picture.open(at.key, true)}>
      {text}
    </button>
  );
}
