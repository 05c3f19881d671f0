// How the lab's documents are stored: one shelf for each view.

import { type Document, Documents, type Kind } from "../document/documents";
import { type Store, parseObject, readText, writeText } from "../document/records";
import type { Docs, View } from "./docs";
import { views } from "./docs";

/** The content of a view's document, and what else the view needs to continue, such as how far it came. */
export interface LabContent<V extends View = View> {
  doc: Docs[V];
  progress?: unknown;
}

/** What a tab showed. */
export interface Place {
  view: View;
  /** The address that the tab wrote last, to tell a reload from an opened link. */
  hash: string;
}

const placeKey = "unbox:lab:tab:1";
/** How many documents of each view are kept; the oldest go first. */
export const most = 12;

const labKind: Kind<LabContent> = {
  prefix: "unbox:lab:draft:1:",
  most,
  tabKey: (view) => `${placeKey}:${view}`,
  write: ({ id, shelf, title, owner, updated, content }) => ({ id, owner, view: shelf, title, updated, ...content }),
  read(found) {
    if (typeof found.id !== "string" || !views.includes(found.view as View)) return null;
    if (typeof found.doc !== "object" || found.doc === null) return null;
    const { id, view, owner, title, updated, doc, progress } = found as unknown as Document<LabContent> & LabContent & Place;
    return { id, shelf: view, kind: "draft", title, owner, updated, content: { doc, ...(progress === undefined ? {} : { progress }) } };
  },
  // Earlier versions had the place and the open documents of all views in one record.
  earlier(session, shelf) {
    const open = parseObject<{ open: Record<string, Record<string, unknown>> }>(readText(session, placeKey))?.open;
    return open?.[shelf] ? labKind.read(open[shelf]) : null;
  },
};

/** The documents of all views. */
export function labDocuments(session: Store | null, local: Store | null, owner?: string, now?: () => number): Documents<LabContent> {
  return new Documents(labKind, session, local, owner, now);
}

/** Where this tab was before a reload; the first view, and no address, in a new tab. */
export function placeOf(session: Store | null): Place {
  const found = parseObject<Place>(readText(session, placeKey));
  if (!found || !views.includes(found.view as View) || typeof found.hash !== "string") return { view: "prove", hash: "" };
  return { view: found.view as View, hash: found.hash };
}

/** Records which view is shown, and under which address. */
export function keepPlace(session: Store | null, place: Place): void {
  writeText(session, placeKey, JSON.stringify(place));
}
