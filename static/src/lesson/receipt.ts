// Receipts: a server that has seen a program pass the tests of a step signs that. The
// page keeps the receipt with the program, has it checked whenever it is shown, and calls
// nothing verified that the server does not confirm.

import { signal } from "@preact/signals";
import { fetchJSON, messageOf, posting } from "../server";

/** What the server signed; see playground/receipt. */
export interface Receipt {
  /** "chapter/step" */
  step: string;
  /** SHA-256 of the program and of the tests, in hexadecimal. */
  code: string;
  tests: string;
  /** The moment of the run, such as "2026-11-22T09:00:00Z". */
  when: string;
  signature: string;
}

/** A receipt with the program that it is of. */
export interface Verified {
  receipt: Receipt;
  code: string;
}

/** How a receipt stands: only "valid" counts. */
export type Standing =
  | { kind: "checking" | "valid" }
  /** The server does not confirm it. */
  | { kind: "void"; reason: string }
  /** The server could not be asked. */
  | { kind: "unchecked"; reason: string };

/** The receipt of the step that is open, null if there is none. */
export const verified = signal<(Verified & { standing: Standing }) | null>(null);

/** What is stored with the program; an effect that reads it tracks it. */
export function keptReceipt(): Verified | null {
  const now = verified.value;
  return now && { receipt: now.receipt, code: now.code };
}

/** Takes a receipt that the server has just written. */
export function take(found: Verified): void {
  verified.value = { ...found, standing: { kind: "valid" } };
}

/** Has the server check a receipt that was kept. */
export async function check(kept: Verified, step: string, base: string): Promise<void> {
  const judged = (standing: Standing) => {
    if (verified.peek()?.receipt.signature === kept.receipt.signature) verified.value = { ...kept, standing };
  };
  verified.value = { ...kept, standing: { kind: "checking" } };
  if (kept.receipt.step !== step) return judged({ kind: "void", reason: `expected a receipt of this step, found one of \`${kept.receipt.step}\`` });
  try {
    const answer = await fetchJSON<{ valid: boolean; reason?: string }>(`${base}receipt`, await posting(kept));
    judged(answer.valid ? { kind: "valid" } : { kind: "void", reason: answer.reason ?? "the server does not know it" });
  } catch (error) {
    judged({ kind: "unchecked", reason: messageOf(error) });
  }
}

/** What storage holds as a receipt, null if that is none. */
export function storedReceipt(stored: unknown): Verified | null {
  const found = stored as Partial<Verified> | null | undefined;
  const r = found?.receipt as Partial<Receipt> | undefined;
  if (typeof found?.code !== "string" || typeof r !== "object" || r === null) return null;
  const { step, code, tests, when, signature } = r;
  const fields = [step, code, tests, when, signature];
  if (!fields.every((f) => typeof f === "string")) return null;
  return { receipt: { step, code, tests, when, signature } as Receipt, code: found.code };
}

/** When it was, in the reader's words; as the receipt has it if that is no time. */
export function whenWords(when: string): string {
  const date = new Date(when);
  return Number.isNaN(date.getTime()) ? when : date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
