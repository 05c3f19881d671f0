// What the editor knows of the learner's language: the table in tutorials/reference, from the server, when somebody begins to write.

import { fetchJSON } from "../server";
import { base } from "./state";

/** A name of the language; `Entry` in Go says what its fields are. */
export interface Entry {
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
export interface Appends {
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
