// The state of the teachers' page: who has signed in, and the class that is open.

import { batch, computed, signal } from "@preact/signals";
import { ask, askOnce, sentenceOf } from "../classroom/ask";
import type { DraftFrame, General, Moment, Row, Settings, Step, Suggestion, TeacherHears } from "../classroom/protocol";
import { parseObject, randomId, readText, storage, writeText } from "../document/records";
import { Line } from "../live/line";
import { Once, newName } from "../live/once";
import { posting } from "../server";
import { at } from "../site";
import { standing } from "./stuck";

/** A class in the list. */
export interface Listed {
  id: string;
  name: string;
  learners: number;
  role: string;
  last: number;
  /** When it will be deleted if nothing happens in it, in seconds since 1970. */
  ends?: number;
}

export interface Me {
  /** The server has no owner yet. */
  owner: boolean;
  name: string;
  role: string;
  classes: Listed[];
  course: Step[];
  invited?: string;
}

/** Null until the server has answered. */
export const me = signal<Me | null>(null);
/** What went wrong last, "" for nothing. */
export const wrong = signal("");
export const dialog = signal<"" | "people" | "invite" | "settings" | "say" | "look" | "export" | "answers" | "course" | "roster" | "seats" | "close" | "account" | "new">("");
/** The word of the invitation in the address, "" for none. */
export const invitation = signal("");

// ── The class that is open ─────────────────────────────────────────────────

export const classId = signal("");
export const general = signal<General | null>(null);
export const rows = signal<ReadonlyMap<string, Row>>(new Map());
export const line = signal<"connecting" | "open" | "lost">("connecting");
/** The reason, once the class is gone or may not be seen. */
export const over = signal("");
/** The shown seat and step; "" for none. */
export const chosen = signal<{ seat: string; step: string }>({ seat: "", step: "" });
export const draft = signal<DraftFrame | null>(null);
/** Those for the draft that is looked at, with what became of them. */
export const suggestions = signal<readonly Suggestion[]>([]);
/** No names are shown: somebody may be looking over the shoulder, or at the projector. */
export const nameless = signal(false);
/** The server's time in seconds since 1970. */
export const now = signal(0);

/** The learners in the order of their nicknames. */
export const learners = computed(() => [...rows.value.values()].sort((a, b) => a.nick.localeCompare(b.nick)));
/** The state of each of them. */
export const standings = computed(() => new Map(learners.value.map((r) => [r.id, standing(r, general.value?.steps ?? [], now.value)])));

/** A learner's nickname, or a number where names are off. */
export function nameOf(id: string): string {
  const row = rows.value.get(id);
  if (!nameless.value) return row?.nick ?? "";
  return `Learner ${learners.value.findIndex((r) => r.id === id) + 1}`;
}

let ahead = 0; // by how much the server's clock is ahead of this one
let connection: Line<TeacherHears> | null = null;
const client = randomId().replace(/[^A-Za-z0-9]/g, "").slice(0, 32) || "t";

/** Asks who has signed in, and opens what the address names. */
export async function start(): Promise<void> {
  window.addEventListener("hashchange", () => void follow());
  setInterval(() => (now.value = Math.floor(Date.now() / 1000) + ahead), 10_000);
  await follow();
}

async function follow(): Promise<void> {
  const [name, value] = location.hash.slice(1).split("=");
  invitation.value = name === "invitation" ? (value ?? "") : "";
  if (!(await refresh())) return;
  if (name === "class" && value && me.peek()?.name) open(value);
  else close();
}

/** Asks who has signed in. */
export async function refresh(): Promise<boolean> {
  const query = invitation.peek() ? `?invitation=${encodeURIComponent(invitation.peek())}` : "";
  try {
    me.value = await ask<Me>(`/teach/me.json${query}`);
    return true;
  } catch (error) {
    wrong.value = sentenceOf(error);
    return false;
  }
}

/** Sends something; true if it was done, otherwise the message is shown. */
export async function send<T>(path: string, body: object): Promise<T | null> {
  wrong.value = "";
  try {
    return await ask<T>(path, body);
  } catch (error) {
    wrong.value = sentenceOf(error);
    return null;
  }
}

/** A whole file from the server; null if there was none, then the words are shown. */
export async function download(path: string): Promise<Blob | null> {
  wrong.value = "";
  const answer = await fetch(at(path)).catch(() => null);
  if (!answer) wrong.value = sentenceOf(new Error("the server cannot be reached"));
  else if (answer.ok) {
    const whole = await answer.blob().catch(() => null);
    if (!whole) wrong.value = sentenceOf(new Error("the file was cut short; nothing was saved"));
    return whole;
  } else {
    const said = (await answer.json().catch(() => null)) as { error?: string } | null;
    wrong.value = sentenceOf(new Error(said?.error ?? `the server answered with status ${answer.status}`));
  }
  return null;
}

/** Deletes the class that is open; "unsaved" where the server has seen changes since its file was fetched, and shall be told once more. */
export async function deleteClass(force: boolean): Promise<"done" | "unsaved" | "failed"> {
  wrong.value = "";
  try {
    const answer = await fetch(at(`/teach/classes/${classId.peek()}/delete`), await posting({ force }));
    if (answer.ok) return "done";
    if (answer.status === 409 && !force) return "unsaved";
    const said = (await answer.json().catch(() => null)) as { error?: string } | null;
    wrong.value = sentenceOf(new Error(said?.error ?? `the server answered with status ${answer.status}`));
  } catch {
    wrong.value = sentenceOf(new Error("the server cannot be reached"));
  }
  return "failed";
}

/** What the draft that is looked at was, the oldest first; null if the server does not say, then the words are shown. */
export async function pastOf(seat: string, step: string): Promise<Moment[] | null> {
  wrong.value = "";
  try {
    return await ask<Moment[]>(`/teach/classes/${classId.peek()}/past.json?seat=${encodeURIComponent(seat)}&step=${encodeURIComponent(step)}`);
  } catch (error) {
    wrong.value = sentenceOf(error);
    return null;
  }
}

/** Notes and new classes that were sent and not answered: sent again, even after a reload, they are the same. */
const unanswered = new Once(storage("sessionStorage"), "unbox:teach:1:asked");

/** Sends something that shall be done once, however often an answer is lost. With `again`, the same that is sent later is the same until it was answered. */
export async function sendOnce<T>(path: string, body: object, again: boolean): Promise<T | null> {
  wrong.value = "";
  try {
    return await askOnce<T>(path, body, newName(), again ? unanswered : undefined);
  } catch (error) {
    wrong.value = sentenceOf(error);
    return null;
  }
}

/** The words about a class that will be deleted. */
export function endsWords(ends: number): string {
  return `Nothing has happened here for a long time: the class will be deleted on ${new Date(ends * 1000).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" })}, without a file.`;
}

/** Keeps a class that would be deleted soon. */
export async function keepClass(id: string): Promise<void> {
  if (await send(`/teach/classes/${id}/do`, { keep: true })) await refresh();
}

/** Does something in the class that is open. */
export async function act(what: object): Promise<boolean> {
  // A repeated note would appear twice; all other actions have the same result when repeated, or were meant to be repeated.
  return (await sendOnce(`/teach/classes/${classId.peek()}/do`, what, "say" in what)) !== null;
}

const notesKey = "unbox:teach:1:notes";

/** A note that is written, and the line that it is for. */
interface Note {
  text: string;
  line: number;
}

/** The note that was not sent, for a seat and a step or for all; it outlives a reload. */
export function keptNote(to: string): Note {
  const found = unsent<Note>(notesKey, to);
  return { text: typeof found?.text === "string" ? found.text : "", line: typeof found?.line === "number" ? found.line : 0 };
}

/** Keeps a note; one without words was sent. */
export function keepNote(to: string, note: Note): void {
  keepUnsent(notesKey, to, note.text ? note : null);
}

const suggestionsKey = "unbox:teach:1:suggestions";

/** A suggestion that is being made. */
export interface Making {
  base: string;
  text: string;
  words: string;
}

/** The suggestion for a seat and a step that was not sent; it outlives a reload. */
export function keptMaking(to: string): Making | null {
  const found = unsent<Making>(suggestionsKey, to);
  return [found?.base, found?.text, found?.words].every((t) => typeof t === "string") ? (found as Making) : null;
}

/** Keeps a suggestion; null for one that was sent or given up. */
export function keepMaking(to: string, making: Making | null): void {
  keepUnsent(suggestionsKey, to, making);
}

/** What was begun for somebody, and not sent. */
function unsent<T>(key: string, to: string): Partial<T> | undefined {
  return parseObject<Record<string, Partial<T>>>(readText(storage("sessionStorage"), key))?.[`${classId.peek()} ${to}`];
}

function keepUnsent(key: string, to: string, what: object | null): void {
  const name = `${classId.peek()} ${to}`;
  const { [name]: _, ...others } = parseObject<Record<string, unknown>>(readText(storage("sessionStorage"), key)) ?? {};
  writeText(storage("sessionStorage"), key, JSON.stringify(what ? { ...others, [name]: what } : others));
}

/** Proposes a change of the draft that is looked at; true if the learner gets it. */
export async function suggest(making: Making): Promise<boolean> {
  return (await sendOnce(`/teach/classes/${classId.peek()}/suggest`, { ...chosen.peek(), ...making }, true)) !== null;
}

/** Takes a suggestion back. */
export async function withdraw(suggestion: number): Promise<void> {
  await send(`/teach/classes/${classId.peek()}/withdraw`, { ...chosen.peek(), suggestion });
}

function open(id: string): void {
  if (classId.peek() === id) return;
  close();
  classId.value = id;
  connection = new Line<TeacherHears>(`/teach/classes/${encodeURIComponent(id)}`, {
    hello: () => ({ client }),
    heard(message) {
      if (message.kind !== "turned away") return batch(() => heard(message));
      if (message.status < 500 && message.status !== 429) batch(() => finish(message.words));
      else connection?.again();
    },
    lost: () => (line.value = "lost"),
  });
}

function finish(words: string): void {
  over.value = words;
  connection?.close();
  connection = null;
}

function close(): void {
  connection?.close();
  connection = null;
  batch(() => {
    classId.value = "";
    general.value = null;
    rows.value = new Map();
    line.value = "connecting";
    over.value = "";
    chosen.value = { seat: "", step: "" };
    draft.value = null;
    suggestions.value = [];
    dialog.value = "";
  });
}

function heard(message: TeacherHears): void {
  switch (message.kind) {
    case "entered":
      line.value = "open";
      watch();
      return;
    case "grid": {
      ahead = message.now - Math.floor(Date.now() / 1000);
      now.value = message.now;
      if (message.general) general.value = message.general;
      const next = new Map(message.whole ? [] : rows.peek());
      for (const row of message.rows ?? []) next.set(row.id, row);
      for (const id of message.gone ?? []) next.delete(id);
      rows.value = next;
      if (chosen.peek().seat && !next.has(chosen.peek().seat)) look("", "");
      const row = next.get(awaited);
      if (row?.step) look(row.id, row.step);
      return;
    }
    case "draft":
      if (isChosen(message)) draft.value = message;
      return;
    case "suggestions":
      if (isChosen(message)) suggestions.value = message.suggestions;
      return;
    case "busy":
      return connection?.again(1_000);
    case "out":
      return finish(message.words ?? "");
    case "error":
      wrong.value = sentenceOf(message.words ?? "");
  }
}

/** Whether something is about the draft that is looked at. */
function isChosen({ seat, step }: { seat?: string; step: string }): boolean {
  return seat === chosen.peek().seat && step === chosen.peek().step;
}

/** The seat that is looked at and was at no step then; the first step that it comes to is looked at. "" for none. */
let awaited = "";

/** Looks at the step where a learner is: the first one until it is known which. */
export function lookAt({ id, step }: Row): void {
  look(id, step || general.peek()?.steps[0]?.id || "");
  if (!step) awaited = id;
}

/** Stays at the step that is looked at: something is begun there. */
export function stay(): void {
  awaited = "";
}

/** Looks at a learner's step; with "" at no one's. */
export function look(seat: string, step: string): void {
  awaited = "";
  batch(() => {
    chosen.value = { seat, step };
    draft.value = null;
    suggestions.value = [];
  });
  watch();
}

function watch(): void {
  const { seat, step } = chosen.peek();
  connection?.send({ kind: "watch", seat, step });
}

/** What a class begins with. */
export function freshSettings(): Settings {
  return { name: "", zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC", steps: [], hints: "open", solutions: "open", deadline: "" };
}
