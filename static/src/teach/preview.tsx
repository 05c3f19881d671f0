// What a file would change, shown before it does: the lines that come, change or go, and the two buttons under them.

/** One line: its subject, and a note next to it in a quiet colour. */
export interface Line {
  id: string;
  text: string;
  beside?: string;
}

/** The lines of one kind of change, each with its mark (+, ~, −) and what the mark means. */
export function Changes({ mark, words, lines }: { mark: string; words: string; lines: Line[] }) {
  return (
    <>
      {lines.map((l) => (
        <li key={mark + l.id}>
          <span aria-hidden="true">{mark}</span> {l.text} <span class="faint">{l.beside ? `${l.beside} · ${words}` : words}</span>
        </li>
      ))}
    </>
  );
}

/** The buttons to apply it, or to go back without changes. */
export function Decide({ label, disabled = false, onTake, onBack }: { label: string; disabled?: boolean; onTake: () => void; onBack: () => void }) {
  return (
    <p class="class-buttons flex wrap gap-2 space-4">
      <button type="button" class="button primary" disabled={disabled} onClick={onTake}>
        {label}
      </button>
      <button type="button" class="button" onClick={onBack}>
        Back
      </button>
    </p>
  );
}
