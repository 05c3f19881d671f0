// What a name in a program can be: which values are before a dot, which call the cursor is in, what the program itself defines. Nothing
// here runs the program: types are guessed from how values are made and from their usual names, and if nothing is known, everything is
// offered.

import { blankTokens, tokenizePython } from "./python";

/** A name that can be written somewhere. */
export interface Name {
  name: string;
  /** Its call with arguments, "" if it is not a function. */
  call: string;
  /** The type of which it is an attribute, "" for a global name. */
  of: string;
  doc: string;
  args: readonly { name: string; doc: string }[];
  gives: string;
  /** Its place in the reference, "" if it has none. */
  id: string;
}

/** All names of the language, and those of the chapter and the program. */
export interface Names {
  /** Global names. */
  free: readonly Name[];
  /** Attributes and methods by type. */
  of: ReadonlyMap<string, readonly Name[]>;
}

const values = ["Operation", "Constant", "Virtual"];

/** The text with comments and strings blanked, in which dots and brackets count. It has the same length. */
export function bare(text: string): string {
  return blankTokens(text);
}

/** What may be written at a position. */
export interface Place {
  /** Where the word being written begins. */
  from: number;
  /** The expression before the dot, null if there is no dot. */
  receiver: string | null;
}

/** The place at which a name is written, null where none can be: in a comment, in a string, in a number, after `def`. `code` is the bare
 * code up to the cursor. */
export function placeAt(text: string, code: string, at: number): Place | null {
  const word = /[A-Za-z_]\w*$/.exec(code.slice(Math.max(0, at - 200), at));
  const from = at - (word?.[0].length ?? 0);
  if (inToken(text, at)) return null;
  const before = code.slice(Math.max(0, from - 2000), from);
  const dot = /\.\s*$/.exec(before);
  if (dot) {
    const receiver = before.slice(0, dot.index);
    return /(?:^|[^\w.])\d+$/.test(receiver) ? null : { from, receiver };
  }
  if (/(?:\bdef|\bfor|\blambda|\bas)\s+$/.test(before) || /\w$/.test(before)) return null;
  return { from, receiver: null };
}

/** True in a comment, and in a string that does not end before the cursor. */
function inToken(text: string, at: number): boolean {
  const token = tokenizePython(text).find((t) => t.from < at && at <= t.to);
  if (token?.kind === "comment") return true;
  return token?.kind === "string" && (at < token.to || !/^[rb]{0,2}(?:(["'])\1\1[^]*\1\1\1|(["'])(?:[^"']|(?!\2).)*\2)$/.test(text.slice(token.from, token.to)));
}

/** The possible types of an expression that ends here, by its last part; none if nothing is known. */
export function typesOf(expression: string, code: string, names: Names, depth = 0): string[] {
  const text = expression.trimEnd();
  const last = text.at(-1) ?? "";
  if (depth > 6) return [];
  if (last === "x" && /(?:^|[^\w])x{2,}$/.test(text)) return ["str"]; // a text, blanked
  if (last === ")") return resultOf(text, code, names, depth);
  if (last === "]") return itemOf(text, code, names, depth);
  if (last === "}") return ["dict"];
  const word = /([A-Za-z_]\w*)$/.exec(text)?.[1];
  if (!word) return [];
  const before = text.slice(0, -word.length).trimEnd();
  if (before.endsWith(".")) return attributeTypes(word, typesOf(before.slice(0, -1), code, names, depth + 1), names);
  return variableTypes(word, code, names, depth);
}

/** The types of an attribute or of a method's result. */
function attributeTypes(word: string, of: readonly string[], names: Names): string[] {
  const types = of.length > 0 ? spread(of) : [...names.of.keys()];
  const found = types.flatMap((type) => (names.of.get(type) ?? []).filter((name) => name.name === word && name.gives !== "").map((name) => name.gives));
  return [...new Set(found)];
}

function spread(types: readonly string[]): string[] {
  return types.flatMap((type) => (type === "Value" ? values : [type]));
}

/** `f(…)`: what f gives. */
function resultOf(text: string, code: string, names: Names, depth: number): string[] {
  const open = opening(text, text.length - 1);
  const callee = /([A-Za-z_]\w*)\s*$/.exec(text.slice(0, open))?.[1];
  if (open < 0 || !callee) return [];
  const before = text.slice(0, open).trimEnd().slice(0, -callee.length).trimEnd();
  if (before.endsWith(".")) return attributeTypes(callee, typesOf(before.slice(0, -1), code, names, depth + 1), names);
  return names.free.filter((name) => name.name === callee && name.gives !== "").map((name) => name.gives);
}

/** `l[…]` or `[…]`. */
function itemOf(text: string, code: string, names: Names, depth: number): string[] {
  const open = opening(text, text.length - 1);
  if (open < 0) return [];
  const before = text.slice(0, open).trimEnd();
  if (!/[\w)\]]$/.test(before)) return ["list"];
  if (/\.(?:args|snapshot|params)$/.test(before)) return ["Value"];
  const of = typesOf(before, code, names, depth + 1);
  if (of.includes("Block") || /\.ops$/.test(before)) return ["Operation"];
  return of.includes("str") ? ["str"] : [];
}

/** The position of the opening bracket for one that closes at an offset, -1 if
 * there is none. */
function opening(text: string, closing: number): number {
  let depth = 0;
  for (let i = closing; i >= 0; i--) {
    if (")]}".includes(text[i]!)) depth++;
    else if ("([{".includes(text[i]!) && --depth === 0) return i;
  }
  return -1;
}

/** Usual names of values in the posts and in the course. */
const habits: readonly [RegExp, string][] = [
  [/^(?:\w*bb\d*|\w*block)$/, "Block"],
  [/^(?:op\d?|\w+_op|new_?op|operation|guard|jump|label)$/, "Operation"],
  [/^(?:v|value|arg\d?|left|right|val\d?)$/, "Value"],
  [/^(?:outcome|run)$/, "Outcome"],
];

/** The types of a variable: by its last assignment, then by its name. */
function variableTypes(word: string, code: string, names: Names, depth: number): string[] {
  const annotated = new RegExp(`\\b${word}\\s*:\\s*([A-Z]\\w*)\\s*[,)=]`).exec(code);
  if (annotated) return [annotated[1]!];
  let made: string[] = [];
  for (const found of code.matchAll(new RegExp(`(?:^|[\\n;])[ \\t]*${word}[ \\t]*=(?!=)[ \\t]*([^\\n]*)`, "g"))) {
    const types = madeBy(found[1]!, word, code, names, depth);
    if (types.length > 0) made = types;
  }
  if (made.length > 0) return made;
  const loop = new RegExp(`\\bfor\\s+(?:\\w+\\s*,\\s*)?${word}\\s+in\\s+([^\\n:]*)`).exec(code);
  if (loop) {
    const over = loop[1]!.replace(/^(?:reversed|list|enumerate|sorted)\((.*)\)\s*$/, "$1");
    if (/\.(?:args|snapshot|params)(?:\[.*\])?\s*$/.test(over)) return ["Value"];
    if (/\.ops\s*$/.test(over) || typesOf(over.replace(/\[.*\]\s*$/, ""), code, names, depth + 1).includes("Block")) return ["Operation"];
  }
  const habit = habits.find(([pattern]) => pattern.test(word));
  return habit ? [habit[1]] : [];
}

/** The types of the right side of `=`; a variable assigned from itself gives none. */
function madeBy(expression: string, word: string, code: string, names: Names, depth: number): string[] {
  const text = expression.replace(/#.*/, "").trimEnd();
  if (new RegExp(`\\b${word}\\b`).test(text)) return [];
  if (/^\[/.test(text)) return ["list"];
  if (/^\{/.test(text)) return ["dict"];
  if (/\b(?:and|or|not|if|in|is)\b|[-+*/%<>=&|^]/.test(text.replace(/\([^()]*\)/g, ""))) return [];
  return typesOf(text, code, names, depth + 1);
}

/** The call around a place: what is called, and which argument is being written. */
export interface Call {
  /** Where its bracket opens. */
  open: number;
  name: string;
  receiver: string | null;
  /** The number of the argument, from 0, and the name before `=`, "" for none. */
  index: number;
  named: string;
}

/** The innermost call around a position, null if there is none. */
export function callAt(code: string, at: number): Call | null {
  let depth = 0;
  let index = 0;
  let begins = at;
  for (let i = at - 1; i >= 0 && at - i < 2000; i--) {
    const c = code[i]!;
    if (")]}".includes(c)) depth++;
    else if ("[{".includes(c)) {
      if (--depth < 0) return callAt(code, i);
    } else if (c === "(") {
      if (--depth >= 0) continue;
      if (index === 0) begins = i + 1;
      const name = /([A-Za-z_]\w*)\s*$/.exec(code.slice(Math.max(0, i - 100), i))?.[1];
      const before = name ? code.slice(0, i).trimEnd().slice(0, -name.length).trimEnd() : "";
      if (!name || /\bdef$/.test(before) || keyword.test(name)) return callAt(code, i);
      return { open: i, name, receiver: before.endsWith(".") ? before.slice(0, -1) : null, index, named: /^\s*([A-Za-z_]\w*)\s*=(?!=)/.exec(code.slice(begins, at))?.[1] ?? "" };
    } else if (c === "," && depth === 0) {
      if (index === 0) begins = i + 1;
      index++;
    } else if (c === "\n" && depth === 0 && /^\S/.test(code.slice(i + 1, i + 2)) && /^(?:def|for|if|while|return)\b/.test(code.slice(i + 1, i + 8))) return null;
  }
  return null;
}

const keyword = /^(?:and|or|not|in|is|if|elif|while|return|lambda|assert)$/;

/** The names that a name in a program may mean: of its receiver's types, or of all types if nothing is known. */
export function meaning(name: string, receiver: string | null, code: string, names: Names, text = code): Name[] {
  if (receiver === null) return [...definitions(code, text), ...names.free].filter((found) => found.name === name).slice(0, 1);
  const types = spread(typesOf(receiver, code, names));
  return attributes(types, names).filter((found) => found.name === name);
}

/** Attributes and methods of types, of all if there are none; of names that several types have, the first. */
export function attributes(types: readonly string[], names: Names): Name[] {
  const list = types.length > 0 ? types : [...names.of.keys()].filter((type) => type !== "bytes");
  const seen = new Map<string, Name>();
  for (const type of list) {
    for (const name of names.of.get(type) ?? []) {
      if (types.length === 0 && type === "Block" && name.gives === "Operation" && name.args.length === 0) continue; // a list of two hundred operations would not help
      if (!seen.has(name.name)) seen.set(name.name, name);
    }
  }
  return [...seen.values()];
}

/** The functions and other names that a program defines at its top, with their first sentence. `text` has the texts that bare code lacks. */
export function definitions(code: string, text = code): Name[] {
  const list: Name[] = [];
  for (const found of code.matchAll(/^def[ \t]+([A-Za-z_]\w*)[ \t]*\(/gm)) {
    const open = found.index + found[0].length - 1;
    const close = closing(code, open);
    const parameters = text.slice(open + 1, close).replace(/\s+/g, " ").trim();
    const doc = /^[^\n]*\n\s*(?:"""|''')([^"'\n]*)/.exec(text.slice(close))?.[1]?.trim() ?? "";
    list.push(own(found[1]!, `${found[1]}(${parameters})`, doc));
  }
  for (const found of code.matchAll(/^([A-Za-z_]\w*)[ \t]*=(?!=)/gm)) list.push(own(found[1]!, "", ""));
  return list;
}

function own(name: string, call: string, doc: string): Name {
  return { name, call, of: "", doc, args: [], gives: "", id: "" };
}

function closing(code: string, open: number): number {
  let depth = 0;
  for (let i = open; i < code.length; i++) {
    if ("([{".includes(code[i]!)) depth++;
    else if (")]}".includes(code[i]!) && --depth === 0) return i;
  }
  return code.length;
}

/** All other words of a program: variables, parameters. */
export function wordsIn(code: string): Set<string> {
  return new Set([...code.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].map((found) => found[0]).filter((word) => word.length > 1 && !/^x+$/.test(word)));
}

/** The attributes that a program itself uses. */
export function attributesIn(code: string): Set<string> {
  return new Set([...code.matchAll(/\.\s*([A-Za-z_]\w*)/g)].map((found) => found[1]!));
}

/** The parameters of a call as they are written: "bb", "*inputs", "jumps=100". */
export function parametersOf(call: string): string[] {
  const list = call.slice(call.indexOf("(") + 1, closing(call, call.indexOf("(")));
  return list === "" ? [] : list.split(/,\s*(?![^([]*[)\]])/);
}

/** The parameter for an argument, -1 if there is none. */
export function parameterAt(parameters: readonly string[], call: Call): number {
  if (call.named !== "") return parameters.findIndex((p) => p.split("=")[0] === call.named);
  const rest = parameters.findIndex((p) => p.startsWith("*"));
  if (rest >= 0 && call.index >= rest) return rest;
  return call.index < parameters.length ? call.index : -1;
}
