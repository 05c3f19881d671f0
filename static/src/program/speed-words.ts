// How fast a program is, in rows and words.

import type { MachineAnswer, Progress, ProgramJob, ProgramReport, Way } from "../machine/protocol";
import { type ProgramDoc, usualThreshold } from "./link";

/** One way to run the program, with what is known of it. */
export interface SpeedRow {
  name: string;
  /** Milliseconds; 0 if there is no time. */
  ms: number;
  /** Said beside a time: it goes on, it was cut off, its output differs. Said instead of one: why there is none. */
  note: string;
  /** The program would take longer. */
  open: boolean;
  /** In which colour: what interprets, what runs traces, and others. */
  kind: "interpreting" | "running" | "others";
}

/** What is known of the server's part: its report, or why there is none. */
export interface ServerPart {
  report: ProgramReport | null;
  /** What it does at the moment, "" for nothing. */
  doing: string;
  /** What went wrong, "" for nothing. */
  wrong: string;
}

/** What the server is asked to measure. */
export function jobOf({ text, bridges, threshold, passes }: ProgramDoc): ProgramJob {
  return { text, ...(threshold !== usualThreshold && { threshold }), ...(!bridges && { noBridges: true }), ...(passes && { passes }) };
}

/** The server's part after an answer. */
export function afterAnswer(before: ServerPart, answer: MachineAnswer): ServerPart {
  switch (answer.kind) {
    case "queued":
      return { ...before, doing: (answer.place ?? 1) > 1 ? `Waiting: place ${answer.place} in the queue` : "Waiting: next in the queue" };
    case "started":
      return { ...before, doing: "Starting" };
    case "progress": {
      const { variant, round } = (answer.data ?? {}) as Partial<Progress>;
      return { ...before, doing: variant === "CPython" ? "Running CPython and PyPy" : `Running it, round ${round ?? 1}` };
    }
    case "result":
      return answer.data ? { report: answer.data as ProgramReport, doing: "", wrong: "" } : { ...before, doing: "", wrong: "Expected a report from the server, found none." };
    case "error":
      return { ...before, doing: "", wrong: answer.error ?? "The server gave no reason." };
  }
}

/** The ways on the server. */
export function serverRows({ ways }: ProgramReport): SpeedRow[] {
  return ways.map((w) => ({
    name: w.name === "traces" ? "with traces" : w.version ? `${w.name} ${w.version.replace(/ \(.*/, "")}` : w.name,
    ms: w.missing ? 0 : w.median,
    note: w.missing ?? w.stopped ?? (w.differs ? "prints something else" : ""),
    open: w.stopped !== undefined,
    kind: w.name === "interpreter" ? "interpreting" : w.name === "traces" ? "running" : "others",
  }));
}

/** How two times compare; "" where one is not known, or where both were cut off. */
export function timesWords(ms: number, than: number): string {
  if (ms === 0 || than === 0) return "";
  const times = than / ms;
  if (times >= 0.95 && times <= 1.05) return "the same time";
  return times > 1 ? `${digits(times)} times as fast` : `${digits(1 / times)} times as long`;
}

/** Two digits that mean something. */
function digits(x: number): string {
  return x < 9.95 ? x.toFixed(1) : String(Math.round(x));
}

/** What the server has found, in one sentence; "" if there is nothing to say. */
export function conclusion({ ways }: ProgramReport): string {
  const find = (name: Way["name"]) => ways.find((w) => w.name === name && !w.missing && !w.stopped && w.count > 0);
  const traces = find("traces");
  if (!traces) return "";
  const parts = (["interpreter", "CPython", "PyPy"] as const).flatMap((name) => {
    const other = find(name);
    if (!other) return [];
    const share = traces.median / other.median;
    const of = name === "interpreter" ? "of the time that the interpreter takes alone" : `of ${name}’s time`;
    return [`${share < 0.095 ? share.toFixed(3) : share.toFixed(2)} ${of}`];
  });
  if (parts.length === 0) return "";
  const last = parts.pop()!;
  return `With traces, the server takes ${parts.length > 0 ? `${parts.join(", ")} and ${last}` : last}.`;
}
