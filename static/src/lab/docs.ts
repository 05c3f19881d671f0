// What the three views of the lab work on, and their links.
//
// A link is `#prove`, `#fuzz` or `#rule`, and after a stroke the content, like
// those of the playground: the version `1` and then JSON, deflated, in base64url.
// Links of every version decode for ever. What is left out has its default; passes
// are named, and points by the pass before them.

import { deflateSync, strToU8 } from "fflate";
import { fromBase64Url, inflate, toBase64Url } from "../fragment";

export type View = "prove" | "fuzz" | "rule";
export const views: readonly View[] = ["prove", "fuzz", "rule"];

/** Widths of integers that can be proved for, in bits. */
export const widths = [8, 16, 32, 64] as const;
/** Milliseconds that one question may take. */
export const budgets = [1_000, 5_000, 10_000, 60_000, 300_000] as const;
/** Steps of the solver that one question about a random trace may take; 0: the prover is not asked. */
export const proofSteps = [0, 100, 1_000, 10_000] as const;
/** How many iterations of a loop can be asked for. */
export const maxIterations = 12;

/** A question whether two traces are equivalent. */
export interface ProveDoc {
  /** The recorded trace. */
  text: string;
  /** The trace that it is compared with, if `points` is null. */
  other: string;
  /** Two points of the pipeline, 0 being the recorded trace and k the result of the first k passes. */
  points: { passes: string[]; from: number; to: number } | null;
  width: number;
  unroll: number;
  /** Milliseconds that one question may take. */
  budget: number;
}

/** What is tried on which random traces. */
export interface FuzzDoc {
  seed: number;
  /** Operations of a trace; 0 is the usual number. */
  length: number;
  /** The passes that run; with none, all passes and chosen ones take turns. */
  passes: string[];
  /** The name of a planted bug, "" for none. */
  bug: string;
  /** One of proofSteps: what a question to the prover may cost, 0 if it is not asked. */
  prove: number;
}

/** Rules, and the trace that they are applied to. */
export interface RuleDoc {
  rules: string;
  text: string;
}

export interface Docs {
  prove: ProveDoc;
  fuzz: FuzzDoc;
  rule: RuleDoc;
}

interface ProveForm {
  t: string;
  o?: string;
  p?: string[];
  f?: string;
  g?: string;
  w?: number;
  u?: number;
  b?: number;
}

interface FuzzForm {
  s: number;
  l?: number;
  p?: string[];
  b?: string;
  v?: number;
}

interface RuleForm {
  r: string;
  t?: string;
}

/** The fragment of a view with its content, with "#". */
export function encodeLab<V extends View>(view: V, doc: Docs[V]): string {
  return `#${view}/1${toBase64Url(deflateSync(strToU8(JSON.stringify(toForm(view, doc))), { level: 9 }))}`;
}

/** What a fragment opens. Without content `doc` is null: the view as it was. */
export type Opened = { [V in View]: { view: V; doc: Docs[V] | null } }[View];

/** Reads a fragment; null if it is none of the lab, an Error with the reason if it is damaged. */
export function decodeLab(fragment: string): Opened | Error | null {
  const found = /^#(prove|fuzz|rule)(?:\/(.*))?$/.exec(fragment);
  if (!found) return null;
  const view = found[1] as View;
  const body = found[2] ?? "";
  if (body === "") return { view, doc: null } as Opened;
  if (body[0] !== "1") return new Error(`expected a link of version 1, found one of version \`${body[0]}\``);
  try {
    const form: unknown = JSON.parse(inflate(fromBase64Url(body.slice(1))));
    return { view, doc: fromForm(view, form as Record<string, unknown>) } as Opened;
  } catch {
    return new Error("the link is damaged: expected compressed text, found something else");
  }
}

function toForm(view: View, doc: Docs[View]): ProveForm | FuzzForm | RuleForm {
  if (view === "prove") return proveForm(doc as ProveDoc);
  if (view === "rule") {
    const { rules, text } = doc as RuleDoc;
    return text === "" ? { r: rules } : { r: rules, t: text };
  }
  const { seed, length, passes, bug, prove } = doc as FuzzDoc;
  return {
    s: seed,
    ...(length > 0 && { l: length }),
    ...(passes.length > 0 && { p: passes }),
    ...(bug && { b: bug }),
    ...(prove > 0 && { v: prove }),
  };
}

function proveForm(doc: ProveDoc): ProveForm {
  const form: ProveForm = { t: doc.text };
  if (doc.points) {
    const { passes, from, to } = doc.points;
    form.p = passes;
    if (from > 0) form.f = passes[from - 1] ?? "";
    if (to < passes.length) form.g = to === 0 ? "" : (passes[to - 1] ?? "");
  } else form.o = doc.other;
  if (doc.width !== 64) form.w = doc.width;
  if (doc.unroll !== 3) form.u = doc.unroll;
  if (doc.budget !== 10_000) form.b = doc.budget;
  return form;
}

function fromForm(view: View, form: Record<string, unknown>): Docs[View] {
  if (view === "prove") return proveDoc(form);
  if (view === "rule") {
    if (typeof form.r !== "string") throw new Error("no rules");
    return { rules: form.r, text: text(form.t) };
  }
  return checkedFuzz({ seed: form.s, length: form.l, passes: form.p, bug: form.b, prove: form.v });
}

/** What is tried, from received data. */
export function checkedFuzz({ seed, length, passes, bug, prove }: { [option: string]: unknown }): FuzzDoc {
  return {
    seed: within(seed, 0, Number.MAX_SAFE_INTEGER, 1),
    length: within(length, 0, 1_000, 0),
    passes: names(passes) ?? [],
    bug: text(bug),
    prove: oneOf(prove, proofSteps, 0),
  };
}

function proveDoc(form: Record<string, unknown>): ProveDoc {
  if (typeof form.t !== "string") throw new Error("no text");
  const passes = names(form.p);
  const point = (name: unknown, absent: number) =>
    typeof name !== "string" || !passes ? absent : name === "" ? 0 : passes.indexOf(name) + 1;
  const points = passes && { passes, from: point(form.f, 0), to: point(form.g, passes.length) };
  return checkedProve({ text: form.t, other: form.o, points, width: form.w, unroll: form.u, budget: form.b });
}

/** A question, from received data. */
export function checkedProve({ text: first, other, points, width, unroll, budget }: { [part: string]: unknown }): ProveDoc {
  return {
    text: text(first),
    other: text(other),
    points: checkedPoints(points),
    width: oneOf(width, widths, 64),
    unroll: within(unroll, 1, maxIterations, 3),
    budget: oneOf(budget, budgets, 10_000),
  };
}

function checkedPoints(found: unknown): ProveDoc["points"] {
  const { passes, from, to } = (found ?? {}) as { [part: string]: unknown };
  const known = names(passes);
  return known && { passes: known, from: within(from, 0, known.length, 0), to: within(to, 0, known.length, known.length) };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function names(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : null;
}

function oneOf(value: unknown, choices: readonly number[], otherwise: number): number {
  return choices.find((choice) => choice === value) ?? otherwise;
}

function within(value: unknown, least: number, most: number, otherwise: number): number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
    ? (value as number)
    : otherwise;
}
