// The prover behind the playground's button, in a worker of its own: a proof may take
// longer than anything else there, and must not keep the page waiting.

import type { ProveRequest, ProveResponse } from "../api.gen";
import { longestLink } from "../persist";
import { WholeEngine, isStopped, isUnloaded, wordsOf } from "../engine/whole";
import { proveLink } from "../lab/links";
import type { LineStatus } from "../lab/marks";
import { costOf, verdictOf } from "../lab/prove/words";

/** What is asked: a trace, its passes, two points. */
export interface Asked {
  text: string;
  passes: string[];
  from: number;
  to: number;
}

/** A verdict as the row above the comparison shows it. */
export interface InlineVerdict {
  status: LineStatus;
  sign: string;
  headline: string;
  detail: string;
  cost: string;
  /** Where all of it can be seen; "" if the trace is too long for a link. */
  link: string;
  /** There is no verdict because the prover could not be loaded, which may work later. */
  again?: boolean;
}

const engine = new WholeEngine({ patience: 0 });

/** Asks for a proof; null if it was cancelled. */
export async function prove(asked: Asked): Promise<InlineVerdict | null> {
  try {
    const answer = await engine.call<ProveResponse>("prove", "prove", asked satisfies ProveRequest);
    const words = verdictOf(answer);
    if (!words) return failed("There are errors in the trace.");
    const link = proveLink(asked.text, asked.passes, asked.from, asked.to);
    const detail = answer.counterexample ? `${words.detail} ${answer.counterexample.inputs}` : words.detail;
    return { ...words, detail, cost: costOf(answer), link: link.length > longestLink ? "" : link };
  } catch (error) {
    if (isUnloaded(error)) return { ...failed(`${wordsOf(error)} What is open here still works.`), again: true };
    return isStopped(error) ? null : failed(wordsOf(error));
  }
}

function failed(detail: string): InlineVerdict {
  return { status: "unknown", sign: "?", headline: "No verdict", detail, cost: "", link: "" };
}

/** Stops the proof that runs. */
export function cancel(): void {
  engine.stop();
}
