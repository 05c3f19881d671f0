// Questions to the server about classes, as JSON.

import { seatHeader } from "../seat";
import { Once } from "../live/once";
import { Unanswered, fetchJSON, messageOf, posting } from "../server";
import { at } from "../site";

/** Sends a request; rejects with a message for the reader. A body makes it a POST; a
 * signal ends it. */
export async function ask<T>(path: string, body?: object, more: Record<string, string> = {}, signal: AbortSignal | null = null): Promise<T> {
  const init = body ? await posting(body, more) : { headers: { ...more, ...(await seatHeader()) } };
  return fetchJSON<T>(at(path), { ...init, signal });
}

/** Pauses between tries of a request that may have been done, in milliseconds. */
const pauses = [400, 1_200];

/**
 * Requests something that must be done only once. The request has a name, by which the server recognizes repeats, and is tried
 * three times. If `once` remembers it, the same request later has the same name, until there was a response.
 */
export async function askOnce<T>(path: string, body: object, name: string, once?: Once): Promise<T> {
  const what = `${path} ${JSON.stringify(body)}`;
  const named = { ...body, id: once?.name(what) ?? name };
  for (let k = 0; ; k++) {
    try {
      const answer = await ask<T>(path, named);
      once?.answered(what);
      return answer;
    } catch (error) {
      const isOpen = error instanceof Unanswered;
      if (!isOpen) once?.answered(what);
      const pause = pauses[k];
      if (!isOpen || pause === undefined) throw error;
      await new Promise((later) => setTimeout(later, pause));
    }
  }
}

/** What was thrown, as a sentence. */
export function sentenceOf(error: unknown): string {
  const words = messageOf(error);
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A code in two halves, as people read it aloud. */
export function spaced(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}
