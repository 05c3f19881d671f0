// The meaning of the marks.

import { useMemo } from "preact/hooks";
import type { PictureResponse } from "../api.gen";
import { Words } from "../terms/words";
import { looks, pipeAlong } from "./looks";
import { usePicture } from "./model";

const marks = [
  ["stays", "stays", '<rect class="fill-keep stroke-line-strong forced:hollow forced:stroke-ink" x="0.5" y="2.5" width="17" height="11"/>'],
  ["goes", "goes", `<path class="${looks.found}" d="M5 8h8"/>`],
  ["born", "asked for", `<rect class="${looks.born}" x="2.5" y="2.5" width="11" height="11" rx="1.5"/>`],
  ["made", "made", `<rect class="${looks.made}" x="2.5" y="2.5" width="11" height="11" rx="1.5"/>`],
  ["written", "written", `<circle class="${looks.written}" cx="8" cy="8" r="4.5"/>`],
  ["read", "read", `<circle class="${looks.read}" cx="8" cy="8" r="4"/>`],
  ["checked", "checked", `<path class="${looks.checked}" d="M8 2.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>`],
  ["stored", "stored", `<path class="${looks.stored}" d="M1 8h9"/><path class="fill-mark" d="M8 4L14 8L8 12z"/>`],
  ["passed", "next iteration", `<path class="${looks.passed}" d="M2 4h12l-6 8z"/>`],
  ["leaves", "escapes", `<path class="${looks.leaves}" d="M0 8h9"/><path class="fill-ink" d="M7 3l7 5l-7 5z"/>`],
  ["known", "only known (virtual)", `<path class="${looks.known} stroke-width-2" d="M0 8h18"/>`],
  ["there", "in memory", `<path class="${looks.there} stroke-width-2.6" d="M0 8h18"/>`],
  ["pipe", "a number, no box", pipeAlong("M0 8h18")],
  ["found", "found in memory", `<path class="${looks.found}" d="M3 4h10M8 4v10"/>`],
] as const;

/** The marks that are in the picture; of a long one, of which only a part is there, all marks. */
export function Legend() {
  const shown = usePicture().shown.value;
  const isWhole = shown !== null && shown.rows.length === shown.items;
  const there = useMemo(() => (isWhole ? marksIn(shown) : null), [isWhole && shown]);
  // The marks have the colour that they have in the picture: where each object is in memory, that of those.
  const look = there && !there.has("known") ? "all-made" : "";
  return (
    <ul class="legend reading-1080px:gone print:flex push gap-0-10px to-end height-36px pad-right-4 leading-36px size-12px flex wrap soft clip" aria-label="What the marks mean">
      {marks.map(([id, words, drawing]) =>
        there && !there.has(id) ? null : (
          <li key={id} class="flex gap-6px centred">
            <svg class={look} width="18" height="16" aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawing }} />
            <span>
              <Words text={words} />
            </span>
          </li>
        ),
      )}
    </ul>
  );
}

/** The marks that some rows or lines have, by their names here. */
function marksIn({ rows, lines }: PictureResponse): Set<string> {
  const found = new Set<string>();
  if (rows.some((r) => r.right.length > 0)) found.add("stays");
  if (rows.some((r) => r.fate === "removed")) found.add("goes");
  for (const line of lines) {
    const isMade = line.exists >= 0;
    if (isMade) found.add("there");
    if (!isMade || line.late) found.add("known");
    if (line.late) found.add("made");
    if (!isMade && line.comes >= 0 && line.comes !== line.id) found.add("pipe");
    for (const { kind } of line.marks) {
      if (kind === "made") found.add(isMade && !line.late ? "made" : "born");
      else if (kind === "comes" && line.exists === line.from) found.add("made");
      else found.add(kind);
    }
  }
  return found;
}
