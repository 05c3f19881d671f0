// The result of a pass on a trace: the judge's verdict, and both traces side by
// side.

import { messageOf } from "../server";
import type { LessonResponse } from "../api.gen";
import { messageParts } from "../ui/words";
import { DiffTable, change, outcomes } from "./diff";
import { runProgram } from "./engine";
import { playgroundLink, proveLink } from "./links";
import { changeWords } from "./results";

/** A trace and the result of a pass, with the comparison of both. */
export interface Compared {
  input: string;
  trace: string;
  /** Null if the comparison could not be made; then `problem` says why. */
  comparison: LessonResponse | null;
  problem: string;
}

/** Compares in the browser, wherever the pass has run. Rejects with Superseded only. */
export async function compare(input: string, trace: string): Promise<Compared> {
  try {
    const request = { code: { name: "", text: "" }, compare: { before: input, after: trace }, limits: {} };
    return { input, trace, comparison: await runProgram("compare", request), problem: "" };
  } catch (error) {
    return { input, trace, comparison: null, problem: messageOf(error) };
  }
}

const verdicts: Record<string, { sign: string; words: string }> = {
  pass: { sign: "✓", words: "Equivalent, as far as the judge can see" },
  fail: { sign: "✗", words: "Not equivalent" },
  error: { sign: "!", words: "Not compared" },
};

export function Comparison({ of: { input, trace, comparison, problem } }: { of: Compared }) {
  const status = comparison?.status ?? "error";
  const message = comparison?.message ?? problem;
  return (
    <div class="applied space-4 spaced">
      <div class={`judgement ${status}`} role="status">
        <span class="verdict-mark disc" aria-hidden="true">
          {verdicts[status]?.sign}
        </span>
        <p class="verdict-words grow">
          <strong>{verdicts[status]?.words}</strong>
          {status === "pass" && <span class="block minor">{message}</span>}
        </p>
      </div>
      {status !== "pass" && message && <p class="test-message pre-wrap anywhere notice fail">{messageParts(message)}</p>}
      {comparison?.outcomes && <DiffTable diff={comparison.outcomes} sides={outcomes} />}
      {comparison?.change && (
        <>
          <p class="change-words text-m soft">{changeWords(comparison.change)}</p>
          <DiffTable diff={comparison.change} sides={change} />
        </>
      )}
      <p class="take-links flex wrap gap-2 space-3">
        <a class="button" href={playgroundLink(input, trace)} target="_blank" rel="noopener">
          Beside ours in the playground
        </a>
        <a class="button" href={playgroundLink(trace)} target="_blank" rel="noopener">
          Go on with it in the playground
        </a>
        <a class="button" href={proveLink(input, trace)} target="_blank" rel="noopener">
          Prove it in the lab
        </a>
      </p>
    </div>
  );
}
