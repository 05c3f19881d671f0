// What is known about a text before the engine has read it: whether it looks
// like a log of PyPy or like a program, and whether it is too long. A text is searched only as
// far as a log's first section can be.

/** Logs up to this many bytes are read: a larger one would not fit into a request to the engine. */
export const largestLog = 20_000_000;

/** A log's sections begin within this many characters; the text before them is short. */
const searched = 100_000;

const section = /^\[[0-9a-f]+\] \{jit-(?:log-(?:noopt|opt|short|rewritten)|backend|summary|tracing)/m;

/** True for a raw log of PyPy: it has lines such as `[1a2b] {jit-log-noopt`. */
export function looksLikeLog(text: string): boolean {
  return section.test(text.length > searched ? text.slice(0, searched) : text);
}

const statement = /^(?:(?:def|class|while|for|if|with)\b.*:|(?:import|from)\b.*)\s*(?:#.*)?$/m;

/** True for a text with a statement of Python that no trace has, such as `def f(x):`. */
export function looksLikeProgram(text: string): boolean {
  return statement.test(text.length > searched ? text.slice(0, searched) : text);
}

/** Why a log of this many bytes is not read, "" if it is read. */
export function tooLarge(bytes: number): string {
  if (bytes <= largestLog) return "";
  return `expected a log of at most ${megabytes(largestLog)}, found one of ${megabytes(bytes)}: a part of it is enough, because every trace can be read alone`;
}

/** "20 MB", "2.4 MB"; everything below is "less than 0.1 MB". */
export function megabytes(bytes: number): string {
  const mb = bytes / 1e6;
  if (mb < 0.1) return "less than 0.1 MB";
  return `${mb >= 10 ? Math.round(mb) : mb.toFixed(1)} MB`;
}
