// Requests to the server, and its responses as JSON.

import { seatHeader } from "./seat";
import { during } from "./settled";

/** It is unknown whether the server carried out the request. */
export class Unanswered extends Error {}

/** Fetches JSON; rejects with a message for the reader. */
export async function fetchJSON<T>(address: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await during("server", fetch(address, init));
  } catch {
    throw new Unanswered("the server cannot be reached");
  }
  const answer = (await response.json().catch(() => null)) as (T & { error?: string }) | null;
  if (!response.ok) throw new (response.status < 500 ? Error : Unanswered)(answer?.error ?? refusal(response.status));
  if (answer === null) throw new Unanswered("the server's answer was cut short");
  return answer;
}

/** What an answer without words says: the server itself has some, so it is of a proxy in front of it. */
function refusal(status: number): string {
  if (status === 413) return "that is longer than a proxy in front of the server lets through; who runs the server can change that";
  return `the server answered with status ${status}`;
}

/** A POST of JSON, with the seat of this visit and whatever further headers there are. */
export async function posting(body: object, more: Record<string, string> = {}): Promise<RequestInit> {
  const headers = { ...more, ...(await seatHeader()), "Content-Type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

/** What was thrown, as a message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
