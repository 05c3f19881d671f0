// Questions to the server about classes, as JSON.

import { seatHeader } from "../seat";
import { during } from "../settled";
import { at } from "../site";

/** Asks; rejects with words for a reader. A body makes it a POST. */
export async function ask<T>(path: string, body?: object, more: Record<string, string> = {}): Promise<T> {
  const headers = { ...more, ...(await seatHeader()), ...(body ? { "Content-Type": "application/json" } : {}) };
  const init: RequestInit = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  let response: Response;
  try {
    response = await during("server", fetch(at(path), init));
  } catch {
    throw new Error("the server cannot be reached");
  }
  const answer = (await response.json().catch(() => null)) as (T & { error?: string }) | null;
  if (!response.ok) throw new Error(answer?.error ?? `the server answered with status ${response.status}`);
  if (answer === null) throw new Error("the server's answer was cut short");
  return answer;
}

/** Words as a sentence. */
function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function messageOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}

/** A code in two halves, as it is read aloud. */
export function spaced(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}
