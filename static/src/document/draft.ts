// The playground's documents: a trace and its view.

import type { Around } from "../around";
import { type Inputs, storedInputs } from "../inputs";
import type { Document, Kind } from "./documents";

/** The content of a trace's document, without bookkeeping. */
export interface Draft {
  text: string;
  passes: string[];
  preset: string;
  from: number;
  to: number;
  numbered: string;
  /** By name; older drafts have them as one text. */
  inputs: Inputs;
  example: string;
  /** PyPy's result for the same trace; left out if there is none. */
  pypy?: string;
  /** What PyPy's log says around the trace, as in a link; left out if that is nothing. */
  around?: Around;
  /** What the Machine panel shows, "code" or "time"; left out if another view is open. */
  machine?: string;
  /** The moment that is shown, as in a link; left out if none is. */
  moment?: string;
  /** The view of the page, as in a link; left out for the usual picture. */
  scene?: string;
  /** The text with which "Last edit" compares, as in a link; left out if another view is open.
   * */
  before?: readonly [from: number, to: number, was: string, passes?: string[]];
  /** The fragment that this document put into the address, to tell a reload from an opened link. */
  hash: string;
  /** True if the text differs from what was opened. */
  edited: boolean;
}

/** The stored form has the fields of the content next to those of the bookkeeping.
 * */
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
