// What a teacher has said to a learner.

import type { ComponentChildren } from "preact";
import { messageParts } from "../ui/words";
import type { Note } from "./protocol";

/** A note's moment as a clock shows it. */
function clock(at: number): string {
  return new Date(at * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** How much of a link is shown: one to a trace holds the trace. */
const linkShown = 60;

/** Names in backticks in a note are code, and addresses are links: to a trace, a workshop, or anything else. */
function noteParts(text: string): ComponentChildren {
  return text.split(/(`[^`]*`|https?:\/\/[^\s`]*[^\s`.,;:!?)])/).map((part, i) => {
    if (!part.startsWith("http") || i % 2 === 0) return messageParts(part);
    const shown = part.replace(/^https?:\/\//, "");
    return (
      <a key={i} href={part} target="_blank" rel="noopener noreferrer">
        {shown.length > linkShown ? `${shown.slice(0, linkShown)}…` : shown}
      </a>
    );
  });
}

/** What a screen reader says of a note that has just come. */
export function noteWords(note: Note): string {
  return `${note.by || "Your teacher"}${note.line ? `, line ${note.line}` : ""}: ${note.text.replaceAll("`", "")}`;
}

/** One note; `showLine` leads to its line, where it has one. */
export function NoteCard({ note, title, showLine }: { note: Note; title?: string; showLine?: (() => void) | undefined }) {
  return (
    <div class="class-note measured is-added notice">
      <p class="minor">
        {clock(note.at)}
        {title && <> · {title}</>}
        {note.line ? (
          showLine ? (
            <>
              {" · "}
              <button type="button" class="place is-added toned" onClick={showLine}>
                line {note.line}
              </button>
            </>
          ) : (
            <> · line {note.line}</>
          )
        ) : null}
      </p>
      <p class="pre-wrap serif regular text-xl anywhere">{noteParts(note.text)}</p>
    </div>
  );
}
