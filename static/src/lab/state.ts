// The lab's state, as signals. The three control.ts do the work; views read it.

import { batch, signal } from "@preact/signals";
import { titleOf } from "../document/title";
import type { Docs, FuzzDoc, ProveDoc, RuleDoc, View } from "./docs";
import { firstPair, pairs } from "./examples";
import { firstRules, ruleExamples } from "./rule/examples";

/** The view that is shown. */
export const view = signal<View>("prove");

export const proveDoc = signal<ProveDoc>({
  text: firstPair.text,
  other: firstPair.other,
  points: null,
  width: 64,
  unroll: 3,
  budget: 10_000,
});

const firstFuzz: FuzzDoc = { seed: 1, length: 0, passes: [], bug: "", prove: 0 };
export const fuzzDoc = signal(firstFuzz);

export const ruleDoc = signal<RuleDoc>({ rules: firstRules.rules, text: firstRules.text });

/** The editors in which something can be pointed at. */
export const spots = ["before", "after", "rules", "trace"] as const;
export type Spot = (typeof spots)[number];

/** A line of an editor; lines count from 0. */
export interface Pointed {
  at: Spot;
  line: number;
}

/** Where the user's own pointer is in an editor, and where the presenter's is. */
export const pointed = signal<Pointed | null>(null);
export const guest = signal<Pointed | null>(null);
/** The line of the cursor in the editor that had it last, from 1; 0 before that. */
export const caretLine = signal(0);

/** Counts the documents that began in each view: the one before stays kept under its own name. */
export const begun = signal<Record<View, number>>({ prove: 0, fuzz: 0, rule: 0 });

export function setProve(change: Partial<ProveDoc>): void {
  proveDoc.value = { ...proveDoc.peek(), ...change };
}

export function setFuzz(change: Partial<FuzzDoc>): void {
  fuzzDoc.value = { ...fuzzDoc.peek(), ...change };
}

export function setRule(change: Partial<RuleDoc>): void {
  ruleDoc.value = { ...ruleDoc.peek(), ...change };
}

/** Opens a document in its view; what was open there stays kept. */
export function openDoc<V extends View>(name: V, doc: Docs[V]): void {
  batch(() => {
    begun.value = { ...begun.peek(), [name]: begun.peek()[name] + 1 };
    showDoc(name, doc);
    view.value = name;
  });
}

/** Puts a document into its view. */
export function showDoc<V extends View>(name: V, doc: Docs[V]): void {
  if (name === "prove") proveDoc.value = doc as ProveDoc;
  else if (name === "fuzz") fuzzDoc.value = { ...firstFuzz, ...(doc as FuzzDoc) }; // one that was kept long ago has less in it
  else ruleDoc.value = doc as RuleDoc;
}

/** A short name for the document of a view. */
export function titleOfDoc<V extends View>(name: V, doc: Docs[V]): string {
  if (name === "fuzz") {
    const { seed, bug, prove } = doc as FuzzDoc;
    return `Seed ${seed}${bug === "" ? "" : ` with the planted bug ${bug}`}${prove > 0 ? ", with the prover" : ""}`;
  }
  if (name === "rule") {
    const { rules } = doc as RuleDoc;
    return ruleExamples.find((e) => e.rules === rules)?.title ?? titleOf(rules);
  }
  const { text, other, points } = doc as ProveDoc;
  const known = points ? undefined : pairs.find((p) => p.text === text && p.other === other);
  if (known) return known.title;
  return points ? `${titleOf(text)}, two points` : `${titleOf(text)}, a pair`;
}
