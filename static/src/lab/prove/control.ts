// Asks the prover and keeps its result. Proofs run in a separate worker, which is
// ended to cancel one.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Diagnostic, ProveRequest, ProveResponse, SmtRequest, SmtResponse } from "../../api.gen";
import { toast } from "../../ui/toasts";
import { type Points, errorsIn, pointsOf } from "../desk";
import type { ProveDoc } from "../docs";
import { WholeEngine, isStopped, isSuperseded, isUnloaded, wordsOf } from "../../engine/whole";
import { proveDoc, view } from "../state";
import { errorsOf, questionKey } from "./words";
import { Pause } from "../../settled";

/** Milliseconds from the last key to the proof. */
const pause = 350;
/** In session storage while a proof runs: if it is found at the start, the page was killed. */
const runningKey = "unbox:lab:proving";

const prover = new WholeEngine({ patience: 300 });
export const proverLoaded = computed(() => prover.loaded);

/** The newest verdict, and the question that it answers. */
export const verdict = signal<{ key: string; doc: ProveDoc; answer: ProveResponse } | null>(null);
/** The start of the running proof, in milliseconds of performance.now(). */
export const running = signal<{ key: string; since: number } | null>(null);
/** Why there is no verdict: cancelled, or the engine's message. */
export const trouble = signal("");
/** True if that is because the prover could not be loaded, which may work later. */
export const unloaded = signal(false);
/** Prove while typing. */
export const auto = signal(true);
/** The question that is shown, -1 for none; `chosen` stays when the pointer leaves. */
export const hovered = signal(-1);
export const chosen = signal(-1);
export const looked = computed(() => (hovered.value >= 0 ? hovered.value : chosen.value));

/** The errors in the two texts, each with its text. */
export const errors = signal<Record<Side, { text: string; list: Diagnostic[] }>>({
  before: { text: "", list: [] },
  after: { text: "", list: [] },
});
/** The two points as text, if points are compared. */
export const printed = signal<Pick<Points, Side> | null>(null);

export type Side = "before" | "after";

/** True while the verdict is for a different question than the one on screen. */
export const outdated = computed(() => verdict.value !== null && verdict.value.key !== questionKey(proveDoc.value));

/** Starts to follow the document. Called once. */
export function startProving(): void {
  const killed = sessionFlag();
  if (killed) {
    auto.value = false;
    toast("The page was closed while a proof ran: proofs start only when you ask for them, until Auto is on again.");
  }
  window.addEventListener("pagehide", () => setSessionFlag(false)); // left, not killed
  const typing = new Pause("typing");
  let first = true;
  let seen = "";
  effect(() => {
    const key = questionKey(proveDoc.value);
    const wanted = view.value === "prove" && auto.value;
    untracked(() => {
      if (key !== seen) void check();
      seen = key;
      typing.clear();
      if (wanted && verdict.peek()?.key !== key && running.peek()?.key !== key) {
        typing.start(() => void prove(), first ? 0 : pause);
      }
      first = false;
    });
  });
}

/** Reads both texts: errors, and what points look like. */
async function check(): Promise<void> {
  const doc = proveDoc.peek();
  if (!doc.points) {
    printed.value = null;
    const found = await Promise.all([errorsIn("before", doc.text), errorsIn("after", doc.other)]);
    noteErrors("before", doc.text, found[0]);
    noteErrors("after", doc.other, found[1]);
    return;
  }
  const { passes, from, to } = doc.points;
  const answer = await pointsOf("before", doc.text, passes, from, to);
  if (!answer) return;
  batch(() => {
    noteErrors("before", doc.text, answer.diagnostics);
    noteErrors("after", doc.other, []);
    if (errorsOf(answer.diagnostics).length === 0) {
      printed.value = answer;
    }
  });
}

function noteErrors(side: Side, text: string, list: Diagnostic[] | null): void {
  if (list) errors.value = { ...errors.peek(), [side]: { text, list } };
}

function requestOf(doc: ProveDoc): SmtRequest {
  const { text, other, points, width, unroll } = doc;
  if (!points) return { text, other: other.trim() === "" ? " " : other, width, unroll };
  return { text, passes: points.passes, from: points.from, to: points.to, width, unroll };
}

/** Asks for a proof of what is on screen. */
export async function prove(): Promise<void> {
  const doc = proveDoc.peek();
  const key = questionKey(doc);
  batch(() => {
    running.value = { key, since: performance.now() };
    trouble.value = "";
  });
  setSessionFlag(true);
  try {
    const request: ProveRequest = { ...requestOf(doc), timeout: doc.budget };
    const answer = await prover.call<ProveResponse>("prove", "prove", request);
    batch(() => {
      if (answer.status !== "") {
        verdict.value = { key, doc, answer };
        hovered.value = -1;
        chosen.value = answer.counterexample?.query ?? -1;
      }
      noteErrors("before", doc.text, answer.diagnostics);
      if (!doc.points) noteErrors("after", doc.other, answer.otherDiagnostics);
    });
  } catch (error) {
    if (isSuperseded(error)) return;
    if (running.peek()?.key !== key) return;
    batch(() => {
      trouble.value = isStopped(error) ? "The proof was stopped." : wordsOf(error);
      unloaded.value = isUnloaded(error);
    });
  } finally {
    if (running.peek()?.key === key) {
      running.value = null;
      setSessionFlag(false);
    }
  }
}

/** Stops the proof that runs: ends its worker. */
export function cancel(): void {
  prover.stop();
}

/** The questions as SMT-LIB text; null if there is none, with a message. */
export async function smtText(): Promise<SmtResponse | null> {
  try {
    const answer = await prover.call<SmtResponse>("smt", "smt", requestOf(proveDoc.peek()));
    if (answer.script !== "") return answer;
    toast(answer.reason ? `There is no script: ${answer.reason}` : "There is no script while there are errors in the texts.");
  } catch (error) {
    if (!isSuperseded(error)) toast(isStopped(error) ? "The engine was stopped." : wordsOf(error));
  }
  return null;
}

function sessionFlag(): boolean {
  try {
    return sessionStorage.getItem(runningKey) !== null;
  } catch {
    return false;
  }
}

function setSessionFlag(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(runningKey, "1");
    else sessionStorage.removeItem(runningKey);
  } catch {
    // Storage is forbidden: nothing is restored either.
  }
}
