// Links. A link carries the whole state in its fragment, so nothing is
// uploaded: `#1` and then JSON, deflated, in base64url.
//
// The first character is the version of the form. Links of every version decode
// for ever: a new form gets a new number and leaves the old decoder as it is
// (fragment.test.ts keeps links of the past).
//
// What is left out has its default: a link says what is special. Passes are
// named, and points by the pass before them, so a link survives a pipeline that
// grows. Settings (theme, font, automatic running) belong to the reader and
// are never in a link.

import { type Around, aroundIn, hasAny } from "./around";
import { type Inputs, inputsOf, sameInputs, storedInputs, textOf } from "./inputs";
import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";

/** What a link carries. */
export interface Shared {
  text: string;
  /** The enabled passes in their order; null if they are the preset's. */
  passes: string[] | null;
  preset: string;
  from: number;
  /** -1 is the last point. */
  to: number;
  numbered: string;
  inputs: Inputs;
  example: string;
  /** PyPy's result for the same trace; left out if there is none. */
  pypy?: string;
  /** What PyPy's log says around the trace, if it is a bridge; left out if that is nothing. */
  around?: Around;
  /** What the Machine panel shows, "code" or "time"; left out if another view is open. */
  machine?: string;
  /** The moment that is shown: "o" and the number of one of the optimizer's, or "r" and that of one of a run; left out if none is. */
  moment?: string;
  /** What is looked at while the page is read: "iterations" for the first iteration beside the loop, "present" and a row's key for a moment of a presentation; left out for the usual picture. */
  scene?: string;
  /**
   * What "Last edit" compares the text with: instead of a stretch of it (from, to) stood something else; and the passes, if they were others.
   * Left out if another view is open.
   */
  before?: readonly [from: number, to: number, was: string, passes?: string[]];
}

/** Version 1 as JSON: short names, since they are in every link. */
interface Form1 {
  t: string;
  p?: string[];
  r?: string;
  f?: string;
  o?: string;
  n?: string;
  i?: string;
  /** Inputs of which one is half-typed, so that they cannot be one text. */
  v?: Inputs;
  e?: string;
  y?: string;
  /** What the log says around the trace. */
  a?: Around;
  m?: string;
  /** A moment, as in `Shared`. */
  s?: string;
  /** What is looked at. */
  l?: string;
  /** What was before the last edit. */
  b?: Shared["before"];
}

/** The preset of a link of version 1 that does not name its passes; it stays what it was when the first links were made. */
const defaultPreset = "alloc";

/** A link's content is at most this many characters: a defence against links made to fill memory. */
const largest = 20_000_000;

/** The fragment for a state, with its "#". */
export function encodeFragment(shared: Shared): string {
  const form: Form1 = { t: shared.text };
  const { passes } = shared;
  const names = passes ?? [];
  const special = shared.from !== 0 || shared.to !== -1;
  if (passes && (special || shared.preset !== defaultPreset)) form.p = passes;
  else if (!passes && shared.preset !== defaultPreset) form.r = shared.preset;
  if (shared.from > 0) form.f = names[shared.from - 1] ?? "";
  if (shared.to >= 0) form.o = shared.to === 0 ? "" : (names[shared.to - 1] ?? "");
  if (shared.numbered) form.n = shared.numbered;
  const inputs = textOf(shared.inputs);
  if (!sameInputs(inputsOf(inputs), shared.inputs)) form.v = shared.inputs;
  else if (inputs) form.i = inputs;
  if (shared.example) form.e = shared.example;
  if (shared.pypy) form.y = shared.pypy;
  if (shared.around) form.a = shared.around;
  if (shared.machine) form.m = shared.machine;
  if (shared.moment) form.s = shared.moment;
  if (shared.scene) form.l = shared.scene;
  if (shared.before) form.b = shared.before;
  return "#1" + toBase64Url(deflateSync(strToU8(JSON.stringify(form)), { level: 9 }));
}

/** The state in a fragment; null if it has none, an Error with the reason if it cannot be read. */
export function decodeFragment(fragment: string): Shared | Error | null {
  const body = fragment.replace(/^#/, "");
  if (body === "") return null;
  if (body[0] !== "1") return new Error(`expected a link of version 1, found one that starts with \`${body.slice(0, 8)}\``);
  try {
    return fromForm1(JSON.parse(inflate(fromBase64Url(body.slice(1)))) as Form1);
  } catch {
    return new Error("the link is damaged: expected compressed text, found something else; it may have been cut when it was copied");
  }
}

function fromForm1(form: Form1): Shared {
  if (typeof form.t !== "string") throw new Error("no text");
  const passes = names(form.p);
  const point = (name: unknown, absent: number) =>
    typeof name !== "string" ? absent : name === "" ? 0 : (passes ?? []).indexOf(name) + 1;
  const pypy = string(form.y);
  const around = aroundIn(form.a);
  const machine = string(form.m);
  const moment = /^[or]\d{1,9}$/.test(string(form.s)) ? string(form.s) : "";
  const scene = string(form.l);
  const before = beforeIn(form);
  return {
    ...(pypy ? { pypy } : {}),
    ...(hasAny(around) ? { around } : {}),
    ...(machine ? { machine } : {}),
    ...(moment ? { moment } : {}),
    ...(scene ? { scene } : {}),
    ...(before ? { before } : {}),
    text: form.t,
    passes,
    preset: passes ? "" : string(form.r) || defaultPreset,
    from: point(form.f, 0),
    to: point(form.o, -1),
    numbered: string(form.n),
    inputs: form.v ? storedInputs(form.v) : inputsOf(string(form.i)),
    example: string(form.e),
  };
}

function beforeIn({ b }: Form1): Shared["before"] {
  const [from, to, was, passes] = Array.isArray(b) ? b : [];
  if (!Number.isInteger(from) || !Number.isInteger(to) || typeof was !== "string") return undefined;
  return Array.isArray(passes) ? [from!, to!, was, names(passes)!] : [from!, to!, was];
}

function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function names(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : null;
}

/** Decompresses what a link carries; fails if that is cut short or too large. */
export function inflate(bytes: Uint8Array): string {
  const parts: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const stream = new Inflate((part, final) => {
    length += part.length;
    ended = final;
    if (length > largest) throw new Error("too large");
    parts.push(part);
  });
  // In pieces, so that the limit is met before a small link has become huge.
  for (let at = 0; at < bytes.length; at += 4096) {
    stream.push(bytes.subarray(at, at + 4096), at + 4096 >= bytes.length);
  }
  if (!ended) throw new Error("cut short");
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return strFromU8(whole);
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(strFromU8(bytes, true)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function fromBase64Url(text: string): Uint8Array {
  return strToU8(atob(text.replaceAll("-", "+").replaceAll("_", "/")), true);
}
