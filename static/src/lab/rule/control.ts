// Checks the rules while they are being written, and keeps the result.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { RuleRequest, RuleResponse } from "../../api.gen";
import type { RuleDoc } from "../docs";
import { WholeEngine, isStopped, isSuperseded, isUnloaded, wordsOf } from "../../engine/whole";
import { ruleDoc, view } from "../state";
import { Pause } from "../../settled";

/** Milliseconds from the last key to the proof. */
const pause = 300;
/** Milliseconds that the proof of one rule may take. */
export const ruleBudget = 10_000;
/** The passes that apply the rules to the trace. */
const passes = ["rules", "dce"];

const engine = new WholeEngine({ patience: 300 });

/** The newest answer, and what it is about. */
export const ruling = signal<{ doc: RuleDoc; answer: RuleResponse } | null>(null);
/** Since when the rules are tried, in milliseconds of performance.now(); 0 if they are not. */
export const trying = signal(0);
export const ruleTrouble = signal("");
/** True if that is because the engine could not be loaded, which may work later. */
export const unloadedRules = signal(false);
/** The rule that is looked at, -1 for none. */
export const lookedRule = signal(-1);

/** True while the result is for different rules than those on screen. */
export const rulingOutdated = computed(() => {
  const { doc } = ruling.value ?? {};
  return doc !== undefined && (doc.rules !== ruleDoc.value.rules || doc.text !== ruleDoc.value.text);
});

/** Starts to follow the document. Called once. */
export function startRules(): void {
  const typing = new Pause("typing");
  let asked: RuleDoc | null = null;
  effect(() => {
    const doc = ruleDoc.value;
    if (view.value !== "rule" || doc === asked) return;
    typing.start(() => void tryRules(), asked === null ? 0 : pause);
    asked = untracked(() => doc);
  });
}

/** Tries the rules that are on screen. */
export async function tryRules(): Promise<void> {
  const doc = ruleDoc.peek();
  const since = performance.now();
  batch(() => {
    trying.value = since;
    ruleTrouble.value = "";
  });
  try {
    const request: RuleRequest = { rules: doc.rules, text: doc.text, passes, timeout: ruleBudget };
    const answer = await engine.call<RuleResponse>("rule", "rule", request);
    batch(() => {
      ruling.value = { doc, answer };
      lookedRule.value = -1;
    });
  } catch (error) {
    if (isSuperseded(error)) return;
    if (trying.peek() !== since) return;
    batch(() => {
      ruleTrouble.value = isStopped(error) ? "The proof was stopped." : wordsOf(error);
      unloadedRules.value = isUnloaded(error);
    });
  } finally {
    if (trying.peek() === since) trying.value = 0;
  }
}

/** Stops what is tried. */
export function stopTrying(): void {
  engine.stop();
}
