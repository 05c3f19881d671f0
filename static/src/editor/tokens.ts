// Tokens of one line of a trace that a user writes, for its colours only: text that the engine has read comes as spans.
// It covers the three notations: the papers', PyPy's logs, and the toy posts'.

/**
 * What a token is. `path` is the package part of a dotted name inside a
 * descriptor, which the page can shorten; `text` is everything without a colour
 * of its own (blanks, brackets, commas).
 */
export type TokenKind =
  | "operation"
  | "variable"
  | "number"
  | "constant"
  | "class"
  | "field"
  | "label"
  | "keyword"
  | "string"
  | "descriptor"
  | "path"
  | "comment"
  | "text";

/** A token is the half-open span [from, to) of its line, in UTF-16 code units. */
export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
}

const word = /[A-Za-z_$][\w$.]*/y;
const number = /[-+]?(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|[-+](?:inf|nan)\b/y;
const quoted = /[su]?(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/y;
const codeOffset = /^\+\d+:\s/;
const labelLine = /^\s*[A-Za-z_]\w*\s*\([^()]*\)\s*:/;
const declaration = /^\s*class\s/;
// Every dotted part except the last two: `pypy.objspace.std.intobject.` in
// `pypy.objspace.std.intobject.W_IntObject.inst_intval`.
const packagePath = /(?:[A-Za-z_$][\w$]*\.)+(?=[A-Za-z_$][\w$]*\.[A-Za-z_$])/g;
const fieldOperation = /^(?:get|set)(?:field)?(?:_gc|_raw)?(?:_[irf])?$/;
const wrapped = /^Const(?:Class|Ptr|Int|Float)$/;
const nothing = /^(?:NULL|null|None|True|False|nan|inf)$/;

/** Splits a line into tokens that cover it without gaps. */
export function tokenize(line: string): Token[] {
  return new Scanner(line).run();
}

/** Before the operation table is loaded, the name is enough for a colour. */
export function guessEffect(word: string): string {
  if (word.startsWith("guard_")) return "guard";
  if (/^(?:new|alloc$)/.test(word)) return "allocate";
  return /^(?:jump|label|finish)$/.test(word) ? "control" : "";
}

class Scanner {
  private readonly out: Token[] = [];
  private at = 0;
  private start = 0;
  private readonly open: string[] = [];
  private operation = "";
  private argument = 0;
  private readonly declares: boolean;
  private readonly hasDescriptor: boolean;
  private readonly isLabel: boolean;

  constructor(private readonly line: string) {
    this.declares = declaration.test(line);
    this.hasDescriptor = line.includes("descr=");
    this.isLabel = labelLine.test(line);
  }

  run(): Token[] {
    const offset = codeOffset.exec(this.line);
    if (offset) this.take("comment", offset[0].length);
    while (this.at < this.line.length) this.step();
    this.flush();
    return this.out;
  }

  private step(): void {
    const c = this.line[this.at]!;
    if (c === "#") return this.take("comment", this.line.length);
    if (c === '"' || c === "'" || ((c === "s" || c === "u") && /["']/.test(this.line[this.at + 1] ?? ""))) {
      return this.take("string", this.match(quoted));
    }
    if (c === "<" && (this.line[this.at - 1] === "=" || /[A-Za-z]/.test(this.line[this.at + 1] ?? "")))
      return this.descriptor();
    if (/[A-Za-z_$]/.test(c)) return this.name();
    if (/\d/.test(c) || (/[-+]/.test(c) && this.signed())) return this.take("number", this.match(number));
    this.bracket(c);
    this.at++;
  }

  // A sign belongs to a number only where a value may start: in `i2 - 3` it
  // is an operator.
  private signed(): boolean {
    const before = this.before();
    return (before === "" || "(,=[:+-*/%&|^<>".includes(before)) && this.match(number) > this.at;
  }

  // The last character before the current one that is not a blank.
  private before(): string {
    let i = this.at - 1;
    while (i >= 0 && (this.line[i] === " " || this.line[i] === "\t")) i--;
    return this.line[i] ?? "";
  }

  private bracket(c: string): void {
    if (c === "(" || c === "[" || c === "{") this.open.push(c);
    else if (c === ")" || c === "]" || c === "}") this.open.pop();
    else if (c === "," && this.open.length === 1) this.argument++;
  }

  private name(): void {
    const end = this.match(word);
    const text = this.line.slice(this.at, end);
    if (text === "descr" && this.line[end] === "=") {
      this.take("keyword", end);
      this.at++;
      return this.plainDescriptor();
    }
    this.take(this.kindOf(text, end), end);
  }

  private kindOf(text: string, end: number): TokenKind {
    const depth = this.open.length;
    const next = /\S/.exec(this.line.slice(end))?.[0] ?? "";
    if (this.declares) return this.inDeclaration(text, depth);
    if (wrapped.test(text) || nothing.test(text)) return "constant";
    if (next === "(") return depth === 0 ? this.call(text) : "class";
    if (depth > 0 && next === "=") return "field";
    if (depth === 1 && this.argument === 0 && this.operation === "jump" && /^[A-Z]/.test(text)) return "label";
    if (this.isField(text, depth)) return "field";
    return /^[A-Z]/.test(text) ? "class" : "variable";
  }

  private inDeclaration(text: string, depth: number): TokenKind {
    if (text === "class" && depth === 0) return "keyword";
    if (depth === 0) return "class";
    return this.before() === ":" ? "class" : "field";
  }

  private call(text: string): TokenKind {
    if (this.isLabel && this.operation === "" && this.out.length <= 1) return "label";
    this.operation = text;
    return "operation";
  }

  private isField(text: string, depth: number): boolean {
    return (
      depth === 1 &&
      this.argument === 1 &&
      !this.hasDescriptor &&
      fieldOperation.test(this.operation) &&
      !/^[ipfr]\d+$/.test(text)
    );
  }

  // `<...>` may nest: `<InteriorFieldDescr <FieldP odictentry.value 8>>`.
  private descriptor(): void {
    let depth = 0;
    let end = this.at;
    for (; end < this.line.length; end++) {
      const c = this.line[end];
      if (c === "<") depth++;
      else if (c === ">" && --depth === 0) break;
    }
    this.splitPaths(Math.min(end + 1, this.line.length));
  }

  private splitPaths(end: number): void {
    const text = this.line.slice(this.at, end);
    const base = this.at;
    for (const found of text.matchAll(packagePath)) {
      this.take("descriptor", base + found.index);
      this.take("path", base + found.index + found[0].length);
    }
    this.take("descriptor", end);
  }

  private plainDescriptor(): void {
    if (this.line[this.at] === "<") return this.descriptor();
    const end = this.match(word);
    if (end > this.at) this.take("descriptor", end);
  }

  private match(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    return pattern.test(this.line) ? pattern.lastIndex : this.at;
  }

  private take(kind: TokenKind, end: number): void {
    if (end <= this.at) {
      // Nothing matched: the character is plain text, so the scan continues.
      if (end < this.at || kind !== "descriptor") this.at++;
      return;
    }
    this.flush();
    this.out.push({ kind, from: this.at, to: end });
    this.at = end;
    this.start = end;
  }

  private flush(): void {
    if (this.start < this.at) this.out.push({ kind: "text", from: this.start, to: this.at });
    this.start = this.at;
  }
}
