// The lab as the stage of a workshop: the view that is open, its texts and options, and what is looked at. Each browser's own engine
// proves; findings of random tests are sent, since finding them again would cost everyone the same.

import { batch, effect, untracked } from "@preact/signals";
import { toast } from "../ui/toasts";
import type { Stage, Usual } from "../workshop/session";
import { type Docs, type View, checkedFuzz, checkedProve, views } from "./docs";
import { findings, fuzzing, open as openFound, openFinding, showProgress } from "./fuzz/control";
import { type Progress, progressFrom, progressOf } from "./fuzz/sequence";
import { fuzzProgress, reopensWith } from "./persist";
import { auto, chosen, hovered, prove, running, verdict } from "./prove/control";
import { questionKey } from "./prove/words";
import { lookedRule, ruling } from "./rule/control";
import { caretLine, fuzzDoc, guest, openDoc, pointed, proveDoc, ruleDoc, showDoc, spots, view } from "./state";
import { fits, parted, proveText, ruleText } from "./together";

const page = "/lab";
/** A finding is sent with its trace; if there are more characters than this, fewer findings
 * are sent. */
const longest = 24_000;

/** What is presented; its two parts may arrive one after the other. */
let text = "";
let look: Record<string, unknown> = {};
/** The views in which a document was opened for what is presented: what was there before stays kept. */
const opened = new Set<View>();
/** This page presents: nothing here comes from others. */
let live = false;

function currentText(): string {
  switch (view.value) {
    case "prove":
      return proveText(proveDoc.value);
    case "rule":
      return ruleText(ruleDoc.value);
    default:
      return "";
  }
}

function currentView(): object {
  switch (view.value) {
    case "prove": {
      const { points, width, unroll, budget } = proveDoc.value;
      const asked = verdict.value?.key === questionKey(proveDoc.value) || running.value?.key === questionKey(proveDoc.value);
      return { page, view: "prove", points, width, unroll, budget, chosen: chosen.value, asked };
    }
    case "fuzz":
      return { page, view: "fuzz", options: fuzzDoc.value, progress: told(), open: openFinding.value };
    default:
      return { page, view: "rule" };
  }
}

/** The progress of fuzzing, short enough to be sent; undefined if nothing was tried. */
function told(): Progress | undefined {
  const now = progressFrom(fuzzProgress.value);
  if (now.totals.traces === 0) return undefined;
  const kept = [...now.findings];
  while (kept.length > 0 && JSON.stringify(kept).length > longest) kept.pop();
  return { ...now, findings: kept };
}

function fields(found: unknown): Record<string, unknown> {
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}

function number(found: unknown, otherwise: number): number {
  return Number.isSafeInteger(found) ? (found as number) : otherwise;
}

/** Shows what is presented, as soon as text and view belong together. */
function draw(): void {
  const name = views.find((v) => v === look.view);
  if (!name || !fits(text, name, typeof look.points === "object" && look.points !== null)) return;
  batch(() => {
    if (name === "prove") drawPair();
    else if (name === "rule") {
      const { first, second } = parted(text)!;
      put("rule", { rules: first, text: second });
    } else drawFindings();
    view.value = name;
  });
}

function isOpen<V extends View>(name: V, doc: Docs[V]): boolean {
  return JSON.stringify({ prove: proveDoc, fuzz: fuzzDoc, rule: ruleDoc }[name].peek()) === JSON.stringify(doc);
}

function put<V extends View>(name: V, doc: Docs[V]): void {
  if (isOpen(name, doc)) return;
  if (opened.has(name)) return showDoc(name, doc);
  opened.add(name);
  openDoc(name, doc);
}

function drawPair(): void {
  const both = parted(text);
  put("prove", checkedProve({ ...look, text: both?.first ?? text, other: both?.second ?? proveDoc.peek().other }));
  chosen.value = number(look.chosen, -1);
  // Here proofs wait until they are asked for: the one that was asked for there is.
  if (look.asked === true && !auto.peek() && verdict.peek()?.key !== questionKey(proveDoc.peek()) && !running.peek()) void prove();
}

function drawFindings(): void {
  const options = checkedFuzz(fields(look.options));
  const progress = look.progress === undefined ? undefined : progressOf(look.progress);
  if (!isOpen("fuzz", options)) {
    reopensWith(progress); // other options begin anew
    return put("fuzz", options);
  }
  if (!progress || fuzzing.peek()) return;
  showProgress(progress);
  const index = number(look.open, -1);
  if (findings.peek().some((f) => f.index === index)) openFound(index);
}

/** The question that is looked at stays so when the verdict comes after it. */
function keepChosen(): void {
  effect(() => {
    if (!verdict.value || live || look.view !== "prove") return;
    untracked(() => {
      if (fits(text, "prove", proveDoc.peek().points !== null) && proveText(proveDoc.peek()) === text) chosen.value = number(look.chosen, chosen.peek());
    });
  });
}

let keeps = false;

export const labStage: Stage = {
  page,
  text: currentText,
  view: currentView,
  pointer: () => ({ view: view.value, ...pointed.value, query: hovered.value, rule: lookedRule.value }),
  open(next, found) {
    if (!keeps) keepChosen();
    keeps = true;
    opened.clear();
    [text, look] = [next, fields(found)];
    draw();
  },
  follow(next) {
    text = next;
    draw();
  },
  show(found) {
    look = fields(found);
    draw();
  },
  point(at) {
    const it = fields(at);
    if (it.view !== view.peek()) return;
    const spot = spots.find((s) => s === it.at);
    guest.value = spot ? { at: spot, line: number(it.line, -1) } : null;
    if (view.peek() === "prove") hovered.value = number(it.query, -1);
    if (view.peek() === "rule") lookedRule.value = number(it.rule, -1);
  },
  say: (words) => toast(words),
  presents(yes) {
    live = yes;
    if (yes) guest.value = null;
  },
  truth(kind) {
    if (kind === "line") return String(caretLine.peek() || "");
    if (kind !== "number") return "";
    if (view.peek() === "prove") return String(verdict.peek()?.answer.queries.length ?? "");
    if (view.peek() === "rule") return String(ruling.peek()?.answer.rules.filter((r) => r.status === "proved").length ?? "");
    return String(findings.peek()[0]?.index ?? "");
  },
  line: () => caretLine.value,
  usual: () => usual[view.peek()],
};

const usual: Record<View, readonly Usual[]> = {
  prove: [
    { words: "Are they equivalent? Yes or no", text: "Are the two traces equivalent, for all inputs?", kind: "choice", choices: ["Yes", "No"] },
    { words: "Point at a line", text: "At which line of the second trace do they differ?", kind: "line" },
    { words: "How many questions?", text: "How many questions does the proof take?", kind: "number" },
  ],
  rule: [
    { words: "Does it hold? Yes or no", text: "Does the rule hold, for all numbers?", kind: "choice", choices: ["Yes", "No"] },
    { words: "Point at a line", text: "Which rule is wrong?", kind: "line" },
    { words: "How many hold?", text: "How many of these rules hold?", kind: "number" },
  ],
  fuzz: [
    { words: "Is something found? Yes or no", text: "Is there a trace that the optimizer gets wrong?", kind: "choice", choices: ["Yes", "No"] },
    { words: "After how many traces?", text: "After how many traces is it found?", kind: "number" },
  ],
};
