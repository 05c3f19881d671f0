// What the editor knows of the learner's language: the table in tutorials/reference, from the server, when someone begins to write.

import type { Name, Names } from "../editor/python-names";
import { fetchJSON } from "../server";
import { base } from "./state";

/** A name of the language; `Entry` in Go says what its fields are. */
interface Entry {
  name: string;
  of?: string;
  call?: string;
  gives?: string;
  doc: string;
  args?: { name: string; doc: string }[];
  example: string;
  prints: string;
}

/** A method of a block that appends an operation. */
interface Appends {
  name: string;
  call: string;
  doc: string;
  canonical: string;
}

export interface Language {
  groups: { id: string; title: string; doc: string; entries: Entry[] }[];
  operations: Appends[];
}

let arriving: Promise<Language> | undefined;

/** The language; it is fetched once, and again after it could not be. */
export function language(): Promise<Language> {
  arriving ??= fetchJSON<Language>(`${base()}language.json`).catch((error: unknown) => {
    arriving = undefined;
    throw error;
  });
  return arriving;
}

/** The address of a name in the reference. */
export function referenceOf(id: string): string {
  return `${base()}language${id === "" ? "" : `#${id}`}`;
}

/** The language as names. */
export function namesOf(language: Language): Names {
  const free: Name[] = [];
  const of = new Map<string, Name[]>();
  const add = (name: Name) => (name.of === "" ? free.push(name) : of.set(name.of, [...(of.get(name.of) ?? []), name]));
  for (const group of language.groups) group.entries.forEach((entry) => add(nameOf(entry)));
  language.operations.forEach((operation) => add(nameOfOperation(operation)));
  return { free, of };
}

function nameOf(entry: Entry): Name {
  const of = entry.of ?? "";
  return { name: entry.name, call: entry.call ?? "", of, doc: entry.doc, args: entry.args ?? [], gives: entry.gives ?? "", id: of === "" ? entry.name : `${of}.${entry.name}` };
}

function nameOfOperation({ name, call, doc }: Appends): Name {
  return { name, call: call.replace(/ → .*/, ""), of: "Block", doc, args: [], gives: "Operation", id: `Block.${name}` };
}
