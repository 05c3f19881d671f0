// Links of the program page: all of what is shown is in the fragment, as in the links of the playground: the version `1`
// and then JSON, deflated, in base64url. Links of every version decode for ever. What is left out has its default.

import { deflateSync, strToU8 } from "fflate";
import { fromBase64Url, inflate, toBase64Url } from "../fragment";

/** A program and how it is run. */
export interface ProgramDoc {
  text: string;
  jit: boolean;
  /** Whether exits that are taken often continue in traces of their own. */
  bridges: boolean;
  /** How often a loop goes back before it is recorded. */
  threshold: number;
  /** The passes that are on; null means those that the page switches on at first. */
  passes: readonly string[] | null;
}

/** What is shown: numbers of a loop, of one of its traces (0 is its own), of an instruction in the recording, and of a guard; -1 for none.
 * */
export interface Choice {
  loop: number;
  part: number;
  step: number;
  guard: number;
  /** Whether the recording is replayed up to that instruction. */
  replay: boolean;
  /** Whether machine code is shown. */
  machine: boolean;
}

/** What a link opens. */
export interface Linked {
  doc: ProgramDoc;
  choice: Choice;
}

interface Form {
  t: string;
  /** 1 if there are no traces. */
  n?: number;
  /** 1 if there are no bridges. */
  e?: number;
  h?: number;
  p?: readonly string[];
  l?: number;
  b?: number;
  s?: number;
  g?: number;
  /** 1 for a replay, and for machine code. */
  y?: number;
  m?: number;
}

export const thresholds = [2, 10, 100, 1_000, 10_000] as const;
export const usualThreshold = 1_000;
export const nothing: Choice = { loop: -1, part: 0, step: -1, guard: -1, replay: false, machine: false };

/** The fragment, with "#". */
export function encodeProgram({ doc, choice }: Linked): string {
  const form: Form = {
    t: doc.text,
    ...(!doc.jit && { n: 1 }),
    ...(!doc.bridges && { e: 1 }),
    ...(doc.threshold !== usualThreshold && { h: doc.threshold }),
    ...(doc.passes && { p: doc.passes }),
    ...(choice.loop >= 0 && { l: choice.loop }),
    ...(choice.part > 0 && { b: choice.part }),
    ...(choice.step >= 0 && { s: choice.step }),
    ...(choice.guard >= 0 && { g: choice.guard }),
    ...(choice.replay && { y: 1 }),
    ...(choice.machine && { m: 1 }),
  };
  return `#1${toBase64Url(deflateSync(strToU8(JSON.stringify(form)), { level: 9 }))}`;
}

/** The fragment, with "#", of a program that is run as the page runs programs at first. */
export function linkTo(text: string): string {
  return encodeProgram({ doc: { text, jit: true, bridges: true, threshold: usualThreshold, passes: null }, choice: nothing });
}

/** Reads a fragment; null if there is none, an Error with the reason if it is damaged. */
export function decodeProgram(fragment: string): Linked | Error | null {
  if (fragment.length < 2) return null;
  if (fragment[1] !== "1") return new Error(`expected a link of version 1, found one of version \`${fragment[1]}\``);
  try {
    const form = JSON.parse(inflate(fromBase64Url(fragment.slice(2)))) as Partial<Record<keyof Form, unknown>>;
    if (typeof form.t !== "string") throw new Error("no text");
    const knobs = readKnobs({ jit: form.n !== 1, bridges: form.e !== 1, threshold: form.h, passes: form.p });
    return {
      doc: { text: form.t, ...knobs },
      choice: readChoice({ loop: form.l, part: form.b, step: form.s, guard: form.g, replay: form.y === 1, machine: form.m === 1 }),
    };
  } catch {
    return new Error("the link is damaged: expected compressed text, found something else");
  }
}

/** How a program is run, from received data. */
export function readKnobs({ jit, bridges, threshold, passes }: { [knob: string]: unknown }): Omit<ProgramDoc, "text"> {
  return {
    jit: jit !== false,
    bridges: bridges !== false,
    threshold: within(threshold, 1, usualThreshold),
    passes: Array.isArray(passes) ? passes.filter((name): name is string => typeof name === "string") : null,
  };
}

/** The view, from received data. */
export function readChoice({ loop, part, step, guard, replay, machine }: { [of: string]: unknown }): Choice {
  return { loop: within(loop, 0, -1), part: within(part, 0, 0), step: within(step, 0, -1), guard: within(guard, 0, -1), replay: replay === true, machine: machine === true };
}

/** A whole number from `least` on; `otherwise` for anything else. */
function within(value: unknown, least: number, otherwise: number): number {
  return Number.isSafeInteger(value) && (value as number) >= least ? (value as number) : otherwise;
}
