// Ties the open documents to what is kept and to the address of the page.

import { effect, signal } from "@preact/signals";
import type { Document } from "../document/documents";
import { Addresses } from "../document/addresses";
import { Keeper } from "../document/keeper";
import { storage } from "../document/records";
import { Pause } from "../settled";
import { toast } from "../ui/toasts";
import type { Docs, View } from "./docs";
import { decodeLab, encodeLab, views } from "./docs";
import { type LabContent, keepPlace, labDocuments, placeOf } from "./documents";
import { begun, fuzzDoc, openDoc, proveDoc, ruleDoc, showDoc, titleOfDoc, view } from "./state";

/** Longer links stay out of the address; other programs cut them. */
const longest = 30_000;

const session = storage("sessionStorage");
const documents = labDocuments(session, storage("localStorage"));
const addresses = new Addresses(session);
const docs = { prove: proveDoc, fuzz: fuzzDoc, rule: ruleDoc };
/** The documents as they were opened; what differs was made by the reader and is kept. */
const asOpened: { [V in View]: Docs[V] | null } = { prove: proveDoc.peek(), fuzz: fuzzDoc.peek(), rule: ruleDoc.peek() };
/** The address as it was written or followed last. */
let hash = "";

/** How far fuzzing came, kept with its document. Written by fuzz/control.ts. */
export const fuzzProgress = signal<unknown>(undefined);

/** Restores what is to be open and keeps it from then on. Called once, before anything is rendered. */
export function startKeeping(): void {
  for (const name of views) restore(name);
  const place = placeOf(session);
  view.value = place.view;
  const link = location.hash;
  for (const name of views) keeperOf(name).start();
  if (link !== place.hash && !addresses.isReloaded(link)) follow(link);
  hash = link;
  window.addEventListener("hashchange", () => location.hash !== hash && follow(location.hash));
  keepAddress();
}

function restore<V extends View>(name: V): void {
  const kept = documents.restore(name);
  if (!kept) return;
  documents.adopt(kept);
  showDoc(name, kept.content.doc as Docs[V]);
  asOpened[name] = null;
  if (name === "fuzz") fuzzProgress.value = kept.content.progress;
}

function follow(link: string): void {
  hash = link;
  const found = decodeLab(link);
  if (found === null) return;
  if (found instanceof Error) return toast(`This link cannot be opened: ${found.message}.`);
  if (found.doc === null) view.value = found.view;
  else openDoc(found.view, found.doc);
}

/** What can be opened again in a view. */
export function recentDocs(name: View): Document<LabContent>[] {
  return documents.recent(name);
}

/** Opens a copy of a kept document. */
export function reopen({ shelf, content }: Document<LabContent>): void {
  reopened = shelf === "fuzz" ? content.progress : undefined;
  openDoc(shelf as View, content.doc);
}

/** The document that is opened next comes with how far fuzzing had come. */
export function reopensWith(progress: unknown): void {
  reopened = progress;
}

let reopened: unknown;

/** How far fuzzing had come in the document that was just opened again; undefined in any other. */
export function takeReopened(): unknown {
  const progress = reopened;
  reopened = undefined;
  return progress;
}

function keeperOf(name: View): Keeper<LabContent> {
  return new Keeper<LabContent>(documents, {
    shelf: name,
    opened: () => begun.value[name],
    begun: () => (asOpened[name] = null),
    now() {
      const doc = docs[name].value;
      const progress = name === "fuzz" ? fuzzProgress.value : undefined;
      if (doc === asOpened[name] && progress === undefined) return null;
      return { content: { doc, progress }, title: titleOfDoc(name, doc), listed: true, size: sizeOf(doc) };
    },
    refused: () => toast("What you type here is kept only while this page is open: the browser's storage is full or not allowed."),
  });
}

/** Length of a document's texts in characters. */
function sizeOf(doc: Docs[View]): number {
  return Object.values(doc).reduce((sum: number, part) => sum + (typeof part === "string" ? part.length : 0), 0);
}

function keepAddress(): void {
  const rest = new Pause("address");
  effect(() => {
    void [view.value, proveDoc.value, fuzzDoc.value, ruleDoc.value];
    rest.start(writeAddress, 300);
  });
}

/** The address of a view: short while it is as a first visitor finds it. */
function addressOf(name: View): string {
  const doc = docs[name].peek();
  if (doc === asOpened[name]) return `#${name}`;
  const whole = encodeLab(name, doc);
  return whole.length > longest ? `#${name}` : whole;
}

function writeAddress(): void {
  // Another one was entered a moment ago, and is about to be followed.
  if (location.hash !== hash) return;
  const next = addressOf(view.peek());
  // A reload that is under way by now still arrives with the address before.
  if (next !== hash) addresses.leave(hash);
  hash = next;
  keepPlace(session, { view: view.peek(), hash });
  // Replaced, never pushed: the back button leaves the page, not the last key.
  if (hash !== location.hash) history.replaceState(null, "", location.pathname + location.search + hash);
}
