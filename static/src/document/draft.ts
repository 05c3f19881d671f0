// The playground's documents: a trace, and how it was looked at.

import { type Inputs, storedInputs } from "../inputs";
import type { Document, Kind } from "./documents";

/** What of a trace's document is not bookkeeping. */
export interface Draft {
  text: string;
  passes: string[];
  preset: string;
  from: number;
  to: number;
  numbered: string;
  /** By name; drafts of before have them as one text. */
  inputs: Inputs;
  example: string;
  /** What PyPy made of the same trace; left out if that is not at hand. */
  pypy?: string;
  /** What the Machine panel shows, "code" or "time"; left out if another view is open. */
  machine?: string;
  /** The moment that is shown, as in a link; left out if none is. */
  moment?: string;
  /** What is looked at while the page is read, as in a link; left out for the usual picture. */
  scene?: string;
  /** What "Last edit" compares the text with, as in a link; left out if another view is open. */
  before?: readonly [from: number, to: number, was: string, passes?: string[]];
  /** The fragment that this document put into the address, to tell a reload from an opened link. */
  hash: string;
  /** True if the text differs from what was opened. */
  edited: boolean;
}

/** The stored form has the fields of the content beside those of the bookkeeping. */
export const draftKind: Kind<Draft> = {
  prefix: "unbox:draft:1:",
  most: 40,
  tabKey: () => "unbox:tab:1",
  write: ({ id, kind, title, owner, updated, content }) => ({ ...content, id, owner, kind, title, updated }),
  read(found) {
    if (typeof found.id !== "string" || typeof found.text !== "string" || !Array.isArray(found.passes)) return null;
    const { id, owner, kind, title, updated, ...rest } = found as unknown as Draft & Document<Draft>;
    return { id, shelf: "", owner, kind, title, updated, content: { ...rest, inputs: storedInputs(rest.inputs) } };
  },
};
