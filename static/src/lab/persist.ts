// Ties the open documents to what is kept and to the address of the page.

import { effect, signal, untracked } from "@preact/signals";
import { storage } from "../records";
import { toast } from "../state";
import type { Docs, View } from "./docs";
import { decodeLab, encodeLab, views } from "./docs";
import type { Kept } from "./keep";
import { Keeper } from "./keep";
import { begun, fuzzDoc, openDoc, proveDoc, ruleDoc, showDoc, titleOfDoc, view } from "./state";
import { Pause } from "../settled";

/** Longer links stay out of the address; other programs cut them. */
const longest = 30_000;
/** Milliseconds that changes are collected for. */
const pause = 250;

const keeper = new Keeper(storage("sessionStorage"), storage("localStorage"));
const docs = { prove: proveDoc, fuzz: fuzzDoc, rule: ruleDoc };
/** The documents as they were opened; what differs was made by the reader and is kept. */
const asOpened: { [V in View]: Docs[V] | null } = { prove: proveDoc.peek(), fuzz: fuzzDoc.peek(), rule: ruleDoc.peek() };
/** The address as it was written or followed last. */
let hash = "";
let warned = false;

/** How far fuzzing came, kept with its document. Written by fuzz/control.ts. */
export const fuzzProgress = signal<unknown>(undefined);

/** Restores what is to be open and keeps it from then on. Called once, before anything is rendered. */
export function startKeeping(): void {
  for (const name of views) restore(name);
  view.value = keeper.view;
  const link = location.hash;
  if (link !== keeper.hash) follow(link);
  hash = link;
  window.addEventListener("hashchange", () => location.hash !== hash && follow(location.hash));
  for (const name of views) keepView(name);
  keepAddress();
  window.addEventListener("pagehide", () => views.forEach(save));
}

function restore<V extends View>(name: V): void {
  const kept = keeper.restored(name);
  if (!kept) return;
  showDoc(name, kept.doc);
  asOpened[name] = null;
  if (name === "fuzz") fuzzProgress.value = kept.progress;
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
export function recentDocs<V extends View>(name: V): Kept<V>[] {
  return keeper.recent(name);
}

/** Opens a copy of a kept document. */
export function reopen(kept: Kept): void {
  reopened = kept.view === "fuzz" ? kept.progress : undefined;
  openDoc(kept.view, kept.doc);
}

let reopened: unknown;

/** How far fuzzing had come in the document that was just opened again; undefined in any other. */
export function takeReopened(): unknown {
  const progress = reopened;
  reopened = undefined;
  return progress;
}

function keepView(name: View): void {
  const rest = new Pause("draft");
  let seen = begun.peek().n;
  effect(() => {
    void docs[name].value;
    if (name === "fuzz") void fuzzProgress.value;
    const now = begun.value;
    untracked(() => {
      if (now.n !== seen && now.view === name) {
        keeper.begin(name);
        asOpened[name] = null;
      }
      seen = now.n;
      rest.start(() => save(name), pause);
    });
  });
}

function save(name: View): void {
  const doc = docs[name].peek();
  if (doc === asOpened[name] && (name !== "fuzz" || fuzzProgress.peek() === undefined)) return;
  const progress = name === "fuzz" ? fuzzProgress.peek() : undefined;
  if (keeper.save(name, titleOfDoc(name, doc), doc, progress) || warned) return;
  warned = true;
  toast("What you type here is kept only while this page is open: the browser's storage is full or not allowed.");
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
  hash = addressOf(view.peek());
  keeper.place(view.peek(), hash);
  // Replaced, never pushed: the back button leaves the page, not the last key.
  if (hash !== location.hash) history.replaceState(null, "", location.pathname + location.search + hash);
}
