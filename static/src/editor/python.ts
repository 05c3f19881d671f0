// Python as far as needed for colours and indentation: words, numbers, comments
// and strings. Programs on the pages have some hundred lines, so the whole text
// is read again after a change.

/** What a piece of a program is; each kind is a class `tok-…` of the pages. */
export type PythonKind = "comment" | "string" | "control" | "constant" | "class" | "operation";

/** The half-open span [from, to) of the text, in UTF-16 code units. */
export interface PythonToken {
  readonly kind: PythonKind;
  readonly from: number;
  readonly to: number;
}

const keywords = new Set(
  "def return if elif else for while in not and or break continue pass lambda load assert class del except finally from global import is nonlocal raise try with yield".split(
    " ",
  ),
);
const constants = new Set(["True", "False", "None"]);

// In the order in which they are tried. An unterminated string extends to the end
// of its line, one in triple quotes to the end of the text.
const piece =
  /#[^\n]*|[rb]{0,2}(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:[^"\\\n]|\\[^])*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\[^])*(?:'|(?=\n)|$))|[A-Za-z_]\w*|\d[\w.]*/g;

/** The pieces of a program that have a colour. */
export function tokenizePython(text: string): PythonToken[] {
  const tokens: PythonToken[] = [];
  for (const found of text.matchAll(piece)) {
    tokens.push({ kind: kindOf(found[0]), from: found.index, to: found.index + found[0].length });
  }
  return tokens;
}

function kindOf(word: string): PythonKind {
  const first = word[0]!;
  if (first === "#") return "comment";
  if (/^[rb]{0,2}["']/.test(word)) return "string";
  if (keywords.has(word)) return "control";
  if (constants.has(word) || /\d/.test(first)) return "constant";
  return /[A-Z]/.test(first) ? "class" : "operation";
}

/** How far a block is indented. */
export const indentUnit = 4;

/** The number of blanks that a new line after `before` begins with. */
export function indentationAfter(before: string): number {
  const code = blankTokens(before);
  const bracket = openBracket(code);
  if (bracket >= 0) return indentationInBracket(code, bracket);
  const start = statementStart(code);
  const line = code.slice(start).trimEnd();
  const depth = leadingBlanks(before.slice(start));
  if (line.endsWith(":")) return depth + indentUnit;
  if (/^\s*(?:return|pass|break|continue)\b/.test(line)) return Math.max(0, depth - indentUnit);
  return depth;
}

/** The text with strings and comments blanked, so that brackets and colons in them do
 * not count. */
export function blankTokens(text: string): string {
  let out = "";
  let at = 0;
  for (const token of tokenizePython(text)) {
    if (token.kind !== "comment" && token.kind !== "string") continue;
    out += text.slice(at, token.from);
    const mark = token.kind === "string" ? "x" : " ";
    out += text.slice(token.from, token.to).replace(/[^\n]/g, mark).replace(/\n/g, mark);
    at = token.to;
  }
  return out + text.slice(at);
}

/** The position of the innermost open bracket, -1 if there is none. */
function openBracket(code: string): number {
  const open: number[] = [];
  for (let i = 0; i < code.length; i++) {
    if ("([{".includes(code[i]!)) open.push(i);
    else if (")]}".includes(code[i]!)) open.pop();
  }
  return open.at(-1) ?? -1;
}

/** Below the text after the bracket; if there is none, one step further in. */
function indentationInBracket(code: string, bracket: number): number {
  const lineStart = code.lastIndexOf("\n", bracket) + 1;
  const rest = code.slice(bracket + 1).split("\n")[0]!;
  if (rest.trim() === "") return leadingBlanks(code.slice(lineStart)) + indentUnit;
  return bracket - lineStart + 1 + leadingBlanks(rest);
}

/** Where the last statement with words begins: brackets may span lines before it ends. */
function statementStart(code: string): number {
  let depth = 0;
  let i = code.trimEnd().length - 1;
  for (; i >= 0; i--) {
    if (")]}".includes(code[i]!)) depth++;
    else if ("([{".includes(code[i]!)) depth--;
    else if (code[i] === "\n" && depth <= 0) break;
  }
  return i + 1;
}

function leadingBlanks(line: string): number {
  return /^ */.exec(line)![0].length;
}
