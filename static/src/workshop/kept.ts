// A session as it is saved in a file: every step with its time, and pictures of the optimizer's results for some of them.

import type { Prepared } from "../api.gen";
import type { Board } from "./board";
import type { Past, Then } from "./past";

export interface Pictures {
  pictures: Prepared[];
  /** From which moment on which picture is shown, in the order of the moments. */
  shown: [moment: number, picture: number][];
}

export interface KeptSession extends Pictures {
  /** The version of this form. */
  unboxSession: 1;
  title: string;
  lines: readonly Then[];
}

/** The mark in the page of a session that is replaced by its JSON. */
const sessionMark = "__SESSION__";

/** Limits of the pictures in a page, as the command line has them: how many, how many characters as JSON, and for how many milliseconds a moment stands that is there to be looked at. */
export const pictureLimits = { pictures: 100, bytes: 12_000_000, milliseconds: 1_500 };

/** The request for a picture. */
export interface Drawn {
  text: string;
  passes: string[];
  to: number;
}

/** The request to the optimizer at a moment; null if no trace was presented. */
export function drawnAt({ text, view }: Board): Drawn | null {
  const { page, passes, to } = (view ?? {}) as { page?: unknown; passes?: unknown; to?: unknown };
  if (text.trim() === "" || (page !== undefined && page !== "/")) return null;
  const names = Array.isArray(passes) ? passes.filter((p): p is string => typeof p === "string") : [];
  const wanted = Number.isSafeInteger(to) ? (to as number) : -1;
  return { text, passes: names, to: wanted > names.length || wanted < 0 ? -1 : wanted };
}

/** What is drawn of a moment. */
export interface Worth {
  index: number;
  request: Drawn;
}

/** The moments of which a picture is worth its space, the most important ones first: those with a name, the last one, and those that stood
 * for long. */
export function worthDrawing(past: Past): Worth[] {
  const named = new Set([...past.marks.map((m) => m.index), past.count - 1]);
  const stood = Array.from({ length: past.count }, (_, i) => i).filter((i) => !named.has(i) && past.rest(i) >= pictureLimits.milliseconds);
  const order = [...[...named].sort((a, b) => a - b), ...stood.sort((a, b) => past.rest(b) - past.rest(a))];
  return order.flatMap((index) => {
    const request = drawnAt(past.board(index));
    return request ? [{ index, request }] : [];
  });
}

/** The row that the presenter had chosen, by its number; 0 for none. */
export function rowAt({ view }: Board): number {
  const { chosen } = (view ?? {}) as { chosen?: { source?: unknown } | null };
  return Number.isSafeInteger(chosen?.source) ? (chosen!.source as number) + 1 : 0;
}

/** The moment from which on the picture is shown that is shown at a moment, and its number; null for none. */
export function pictureAt(shown: Pictures["shown"], index: number): [moment: number, picture: number] | null {
  return shown.findLast(([from]) => from <= index) ?? null;
}

/** A page of a session with its data: nothing in it can end the element that contains it. */
export function pageOf(template: string, session: KeptSession): string {
  const text = JSON.stringify(session).replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return template.replace(sessionMark, () => text);
}
