// Fetches the past of a workshop, and what the server makes from it.

import { seatHeader } from "../seat";
import { at } from "../site";
import { Past, type Then } from "./past";

/** An error with a message for the user. */
export function troubleOf(error: unknown): string {
  return error instanceof TypeError ? "the server cannot be reached" : error instanceof Error ? error.message : String(error);
}

/** Requests something of a workshop; throws an error with a message for the
 * user. */
async function asked(code: string, what: string, word: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", ...(await seatHeader()) };
  const answer = await fetch(at(`/workshop/${code}/${what}`), { method: "POST", headers, body: JSON.stringify({ word }), signal: AbortSignal.timeout(60_000) });
  if (answer.ok && answer.body) return answer;
  const { error } = (await answer.json().catch(() => ({ error: "" }))) as { error: string };
  throw new Error(error || "expected what the workshop was, found nothing");
}

/** The skeleton of a lesson, as a ZIP file; throws an error in words. */
export async function downloadLesson(code: string, word: string): Promise<Blob> {
  return (await asked(code, "lesson", word)).blob();
}

/** Every step with its moment; throws an error in words. */
export async function downloadPast(code: string, word: string): Promise<Past> {
  const answer = await asked(code, "past", word);
  const text = answer.body!.pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream()).getReader();
  const lines: Then[] = [];
  let rest = "";
  for (;;) {
    const { done, value } = await text.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop()!;
    for (const part of parts) lines.push(JSON.parse(part) as Then);
  }
  return new Past(lines);
}
