// Questions to the server about classes, as JSON.

import { seatHeader } from "../seat";
import { fetchJSON, messageOf, posting } from "../server";
import { at } from "../site";

/** Asks; rejects with words for a reader. A body makes it a POST; a signal ends it. */
export async function ask<T>(path: string, body?: object, more: Record<string, string> = {}, signal: AbortSignal | null = null): Promise<T> {
  const init = body ? await posting(body, more) : { headers: { ...more, ...(await seatHeader()) } };
  return fetchJSON<T>(at(path), { ...init, signal });
}

/** What was thrown, as a sentence. */
export function sentenceOf(error: unknown): string {
  const words = messageOf(error);
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A code in two halves, as it is read aloud. */
export function spaced(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}
