// The piece of a text around what is wrong in it.

/** What is before, in and after the marked characters; what is left out is "…". */
export interface Pieces {
  before: string;
  mark: string;
  after: string;
}

/** Characters shown on each side of the marked ones, and of those themselves. */
const around = 24;
const most = 48;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * The line on which `from` is, cut to what is near the half-open span from `from` to `to`
 * in UTF-16 code units. Nothing is cut inside a character that a reader sees as one. An
 * empty span marks the blank after the text before it.
 */
export function excerptOf(text: string, from: number, to: number): Pieces {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const newline = text.indexOf("\n", from);
  const end = newline < 0 ? text.length : newline;
  const before = charactersOf(text.slice(start, from));
  const mark = charactersOf(text.slice(from, Math.max(from, Math.min(to, end))));
  const after = charactersOf(text.slice(Math.max(from, Math.min(to, end)), end));
  const skipped = before.length > around ? "…" : "";
  const middle = mark.length > most ? "…" : "";
  const rest = after.length > around ? "…" : "";
  return {
    before: skipped + before.slice(-around).join(""),
    mark: mark.length === 0 ? " " : mark.slice(0, most).join("") + middle,
    after: after.slice(0, around).join("") + rest,
  };
}

/** What readers see as characters. Tabs and what else has no width of its own are shown as signs. */
function charactersOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => visible(segment));
}

/** Control characters, and characters that turn the writing direction, would put the mark in another place. */
function visible(character: string): string {
  if (character === "\t") return "\u21e5"; // ⇥
  return /^[\p{Cc}\p{Cf}]+$/u.test(character) ? "\ufffd" : character;
}
