// The seat in a class that this browser stores, and the rules of the class as last received. The word
// is the learner's secret, which identifies the seat to the server.

import { computed, signal } from "@preact/signals";
import { parseObject, readText, storage, writeText } from "../document/records";
import { removeAll } from "../document/wipe";
import { at } from "../site";

/** A seat in a class, as the server gave it. */
export interface Seat {
  /** The class's ID on the server. */
  class: string;
  name: string;
  nick: string;
  word: string;
  /** The code that takes the seat to another device. */
  rejoin: string;
  /** The version of the class's own course, 0 or left out where it does the server's. */
  lessons?: number;
}

/** What a class allows, and what it does in which order ("chapter/step"). */
export interface Rules {
  steps: string[];
  hints: boolean;
  solutions: boolean;
}

const seatKey = "unbox:class:1";
const rulesKey = "unbox:class:1:rules";

/** The seat of this browser, null if it has none. */
export const seat = signal<Seat | null>(readSeat());
const told = signal<Rules | null>(readRules());
/** The rules of the class, null without a class, and on pages of lessons that are not the class's. */
export const rules = computed(() => (seat.value && readsOwnLessons(seat.value) ? told.value : null));

/** The path of the lessons of a seat's class, with a slash at the end. */
export function lessonsOf({ class: id, lessons }: Seat): string {
  return at(lessons ? `/own/${id}/` : "/lessons/");
}

/** False on a page of lessons that are not those of the seat's class. */
export function readsOwnLessons(of: Seat): boolean {
  const base = document.querySelector<HTMLElement>("[data-base]")?.dataset["base"];
  return base === undefined || base === lessonsOf(of);
}

// A seat that is taken or given up in one tab changes in all.
window.addEventListener("storage", (event) => {
  if (event.key !== seatKey && event.key !== null) return;
  seat.value = readSeat();
  told.value = readRules();
});

function readSeat(): Seat | null {
  const found = parseObject<Seat>(readText(storage("localStorage"), seatKey));
  const fields = [found?.class, found?.name, found?.nick, found?.word, found?.rejoin];
  return fields.every((f) => typeof f === "string") ? (found as Seat) : null;
}

function readRules(): Rules | null {
  const found = parseObject<Rules>(readText(storage("localStorage"), rulesKey));
  if (!Array.isArray(found?.steps) || !found.steps.every((s) => typeof s === "string")) return null;
  return { steps: found.steps, hints: found.hints !== false, solutions: found.solutions !== false };
}

/** True if this server has classes and this browser has a seat in one. */
export function inClass(): boolean {
  return document.documentElement.dataset["classes"] === "yes" && seat.peek() !== null;
}

/** Takes a seat, or what is new of it. */
export function takeSeat(next: Seat): void {
  seat.value = next;
  writeText(storage("localStorage"), seatKey, JSON.stringify(next));
}

/** Stores the rules of the seat's class; rules that arrive after the seat was given up are
 * dropped. */
export function takeRules(next: Rules): void {
  if (!seat.peek()) return;
  if (JSON.stringify(next) === JSON.stringify(told.peek())) return;
  told.value = next;
  writeText(storage("localStorage"), rulesKey, JSON.stringify(next));
}

/** Gives the seat up on this computer; lessons and drafts stay. */
export function dropSeat(): void {
  seat.value = null;
  told.value = null;
  removeAll("unbox:class:1");
}

/** The header that tells the server one's seat in a class. */
export function classHeader(): Record<string, string> {
  const now = seat.peek();
  return now ? { "X-Unbox-Class": now.word } : {};
}

/** The version of a step's draft that this browser and the server had in common; 0 for none. */
export function commonVersion(step: string): number {
  return Number(readText(storage("localStorage"), `${seatKey}:draft:${step}`) ?? 0) || 0;
}

export function rememberVersion(step: string, version: number): void {
  if (!seat.peek()) return;
  writeText(storage("localStorage"), `${seatKey}:draft:${step}`, String(version));
}

/** The step after one in the class's order: "" after the last, null where the class has no such order. */
export function nextInClass(step: string): string | null {
  const steps = rules.value?.steps;
  const at = steps?.indexOf(step) ?? -1;
  return steps && at >= 0 ? (steps[at + 1] ?? "") : null;
}
