// What a teacher has said to a learner.

import { messageParts } from "../ui/words";
import type { Note } from "./protocol";

/** A note's moment as a clock shows it. */
function clock(at: number): string {
  return new Date(at * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** One note; `showLine` leads to its line, where it has one. */
export function NoteCard({ note, title, showLine }: { note: Note; title?: string; showLine?: (() => void) | undefined }) {
  return (
    <div class="class-note notice">
      <p class="minor">
        {clock(note.at)}
        {title && <> · {title}</>}
        {note.line ? (
          showLine ? (
            <>
              {" · "}
              <button type="button" class="place" onClick={showLine}>
                line {note.line}
              </button>
            </>
          ) : (
            <> · line {note.line}</>
          )
        ) : null}
      </p>
      <p class="class-note-text text-xl anywhere">{messageParts(note.text)}</p>
    </div>
  );
}
