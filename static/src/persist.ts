// Ties the open document to its draft and to the address of the page.
//
// At the start: a reload continues the tab's draft; a link opens as a new
// draft; otherwise the first example opens. Afterwards every change is
// kept at once (large texts a little later), and the address follows.

import { batch, computed, effect } from "@preact/signals";
import { hasAny } from "./around";
import { Addresses } from "./document/addresses";
import { type Document, Documents } from "./document/documents";
import { type Draft, draftKind } from "./document/draft";
import { Keeper, smallText } from "./document/keeper";
import { storage } from "./document/records";
import { titleOf } from "./document/title";
import { type Shared, decodeFragment, encodeFragment } from "./fragment";
import { difference } from "./engine/edits";
import { firstExample } from "./first-example";
import { inputsOf, sameInputs } from "./inputs";
import * as page from "./state";
import { Pause } from "./settled";
import { toast } from "./ui/toasts";

/** Links longer than this stay out of the address; other programs cut them. */
export const longestLink = 30_000;

const addresses = new Addresses(storage("sessionStorage"));
const drafts = new Documents(draftKind, storage("sessionStorage"), storage("localStorage"));
/** The text as it was opened: what differs from it was typed. Null once an earlier visit has changed it. */
let opened: string | null = firstExample.text;
let hash = "";
/** The address as it was last written or read: a different one was entered a moment ago, and is about to be followed.
 * */
let heard = "";

/** What was typed and chosen, as text: the same one until that changes, or each step through the moments would write the whole text anew. Longer texts wait in any case. */
const chosen = computed(() => (page.text.value.length <= smallText ? JSON.stringify(typed()) : ""));
const title = computed(() => titleOf(page.text.value));

const keeper = new Keeper<Draft>(drafts, {
  opened: () => page.documents.value,
  begun() {
    // What the reader wrote is kept even if no key follows.
    opened = page.ownTexts.peek() === ownTexts ? page.text.peek() : null;
    ownTexts = page.ownTexts.peek();
  },
  now() {
    const text = page.text.value;
    const now = content();
    return { content: now, title: title.value, listed: text !== opened, size: text.length, chosen: chosen.value, looked: looksOf(now) };
  },
  refused({ size }) {
    const why = size > 2_000_000 ? "it is too long for the browser's storage" : "the browser's storage is full or not allowed";
    toast(`This draft is not kept beyond this page: ${why}. Share, Save as file keeps it.`);
  },
});
/** The number of opened documents that are the reader's own texts. */
let ownTexts = page.ownTexts.peek();

/** Restores what is to be open and keeps it from then on. Called once, before anything is rendered. */
export function startPersistence(): void {
  const kept = drafts.restore();
  const link = (heard = location.hash);
  if (kept && (link === "" || link === kept.content.hash || addresses.isReloaded(link))) continueDraft(kept);
  else if (link !== "") openLink(link);
  else offerLastDraft();
  keeper.start();
  keepAddress();
  window.addEventListener("hashchange", () => {
    heard = location.hash;
    if (location.hash === hash) return;
    if (location.hash !== "") openLink(location.hash);
    else openPlace(history.state as Place | null);
  });
  // Two entries without an address: that of the first example, and those of long texts.
  window.addEventListener("popstate", () => location.hash === "" && hash === "" && openPlace(history.state as Place | null));
}

/** Leaves what is open in the browser's history, where Back finds it: another document is about to take its place. */
export function leaveBehind(): void {
  writeAddress();
  history.pushState(history.state, "", location.href);
}

function continueDraft(draft: Document<Draft>): void {
  drafts.adopt(draft);
  hash = draft.content.hash;
  show(draft.content);
  opened = draft.content.edited ? null : draft.content.text;
}

/** Puts a document's content on the page. */
function show(content: Omit<Draft, "hash" | "edited">): void {
  batch(() => {
    page.preset.value = content.preset;
    page.passes.value = content.passes;
    if (page.describe.peek() && content.preset) page.setPreset(content.preset);
    else if (page.describe.peek()) page.setPasses(content.passes);
    page.fromPoint.value = content.from;
    page.toPoint.value = content.to;
    page.numbered.value = content.numbered;
    page.inputs.value = content.inputs;
    page.exampleId.value = content.example;
    page.pypyText.value = content.pypy ?? "";
    page.pypyAround.value = content.around ?? {};
    page.view.value = content.machine ? "machine" : content.before ? "edited" : "passes";
    // The picture is of the recorded trace and one point: other views of a link need the desk.
    if (content.machine || content.pypy || content.before || content.from > 0) page.reading.value = false;
    if (content.machine) page.machinePart.value = content.machine === "time" ? "time" : "code";
    page.moment.value = content.moment ? { of: content.moment.startsWith("r") ? "run" : "optimizer", at: Number(content.moment.slice(1)) } : null;
    page.story.value = null;
    page.chosen.value = null;
    page.pointed.value = null;
    page.setText(content.text);
    // After the text, since a row is one of this document.
    page.showScene(content.scene ?? "");
    const [from, to, was, passes = null] = content.before ?? [];
    page.lastEdit.value = content.before ? { text: content.text.slice(0, from) + was + content.text.slice(to), passes, kept: page.documents.peek() } : null;
  });
}

function openLink(link: string): void {
  const shared = decodeFragment(link);
  if (shared === null) return;
  if (shared instanceof Error) {
    toast(`This link cannot be opened: ${shared.message}.`);
    return;
  }
  hash = link;
  opened = shared.text;
  show({ ...shared, passes: shared.passes ?? [] });
}

/** Opens what another user shares live: it is not the reader's own until it is edited. What is open now stays
 * stored. */
export function openShared(content: Omit<Draft, "hash" | "edited">): void {
  hash = "";
  opened = content.text;
  show(content);
}

/** Continues with a text that another user shares live. */
export function followText(text: string): void {
  opened = text;
  page.followText(text);
}

/** What an entry of the browser's history has beside the address, which is empty for long texts. */
interface Place {
  draft: string;
  example: string;
}

/** Opens the document of an address without content. */
function openPlace(place: Place | null): void {
  hash = "";
  const draft = drafts.find(place?.draft ?? "");
  if (draft) return show(draft.content);
  const example = page.exampleById(place?.example ?? "") ?? firstExample;
  page.openExample(example.id);
  opened = example.text;
}

function offerLastDraft(): void {
  const last = drafts.recent().find((d) => d.kind === "draft" && Date.now() - d.updated < 3 * 24 * 3_600_000);
  if (last) toast(`An earlier draft: “${last.title}”.`, { label: "Open it", run: () => openDraft(last.id) });
}

/** The documents that can be opened again, the newest first. */
export function recentDrafts(): Document<Draft>[] {
  return drafts.recent();
}

/** Opens a copy of a stored document; what is open now stays stored. */
export function openDraft(id: string): void {
  const draft = drafts.find(id);
  if (!draft) return toast("This draft is no longer there.");
  show(draft.content);
}

/** Deletes every stored document except the open one; a message offers to undo it. */
export function forgetDrafts(): void {
  const gone = drafts.recent();
  for (const draft of gone) drafts.remove(draft);
  const count = gone.length === 1 ? "One draft is" : `${gone.length} drafts are`;
  toast(`${count} forgotten.`, { label: "Undo", run: () => gone.forEach((draft) => drafts.put(draft)) });
}

/** Keeps a copy of the document as it is now. */
export function saveCheckpoint(): void {
  keeper.save();
  const kept = drafts.checkpoint(content(), titleOf(page.text.peek()));
  toast(kept ? "Checkpoint kept; it is listed under Drafts." : "There is no room for a checkpoint: storage is full or not allowed.");
}

/** The state that a link carries. */
function shared(): Shared {
  const passes = page.passes.peek();
  const known = page.describe.peek() !== null || passes.length > 0 || page.preset.peek() === "";
  return { ...content(), passes: known ? passes : null };
}

/** The fragment for what is open now, with its "#". */
export function currentFragment(): string {
  return encodeFragment(shared());
}

/** The document as it is now; an effect that calls this follows all of it. */
function content(): Draft {
  return {
    ...typed(),
    ...(page.moment.value ? { moment: `${page.moment.value.of === "run" ? "r" : "o"}${page.moment.value.at}` } : {}),
    ...(page.scene.value ? { scene: page.scene.value } : {}),
    hash,
    edited: page.text.value !== opened,
  };
}

/** What of it is only looked at, as text: it changes with each step, and can wait. */
function looksOf({ moment = "", scene = "" }: Draft): string {
  return `${moment} ${scene}`;
}

/** What of it was typed and chosen, and not only looked at. */
function typed(): Omit<Draft, "moment" | "scene" | "hash" | "edited"> {
  return {
    text: page.text.value,
    passes: page.passes.value,
    preset: page.preset.value,
    from: page.fromPoint.value,
    to: page.toPoint.value,
    numbered: page.numbered.value,
    inputs: page.inputs.value,
    example: page.exampleId.value,
    ...(page.pypyText.value ? { pypy: page.pypyText.value } : {}),
    ...(hasAny(page.pypyAround.value) ? { around: page.pypyAround.value } : {}),
    ...(page.view.value === "machine" ? { machine: page.machinePart.value } : {}),
    ...(page.view.value === "edited" && page.lastEdit.value ? { before: beforeOf(page.lastEdit.value) } : {}),
  };
}

function beforeOf({ text, passes }: NonNullable<typeof page.lastEdit.value>): NonNullable<Draft["before"]> {
  const { from, to, insert } = difference(page.text.value, text);
  return passes && passes.join() !== page.passes.value.join() ? [from, to, insert, passes] : [from, to, insert];
}

function keepAddress(): void {
  const rest = new Pause("address");
  let looked: string | undefined;
  effect(() => {
    const looks = looksOf(content());
    void page.documents.value;
    // A new address costs more than a step: the text is compressed, and Chromium loads the page's icon again. It waits until stepping
    // pauses.
    rest.start(writeAddress, looks === looked ? 400 : 700);
    looked = looks;
  });
}

function writeAddress(): void {
  if (location.hash !== heard) return;
  const next = isPristine() || page.text.peek().length > smallText ? "" : currentFragment();
  const fitting = next.length > longestLink ? "" : next;
  const place: Place = { draft: drafts.current(), example: page.exampleId.peek() };
  if (fitting === hash && fitting === location.hash && JSON.stringify(history.state) === JSON.stringify(place)) return;
  // A reload that is under way by now still arrives with the address before.
  addresses.leave(hash);
  hash = heard = fitting;
  // Replaced, not pushed: the back button leaves the document, not the last key.
  history.replaceState(place, "", location.pathname + location.search + fitting);
  keeper.save();
}

/** True for the page as a first visitor finds it: its address stays short. */
function isPristine(): boolean {
  return (
    page.text.peek() === firstExample.text &&
    page.preset.peek() === firstExample.preset &&
    page.view.peek() !== "machine" &&
    page.view.peek() !== "edited" &&
    page.moment.peek() === null &&
    page.scene.peek() === "" &&
    page.pypyText.peek() === "" &&
    page.fromPoint.peek() === 0 &&
    page.toPoint.peek() === -1 &&
    page.numbered.peek() === "" &&
    sameInputs(page.inputs.peek(), inputsOf(firstExample.inputs))
  );
}
