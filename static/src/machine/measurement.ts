// The progress of a measurement, as one value that changes with each message.
// Server and browser report theirs in the same form, so one view shows both.

import type { MachineAnswer, Progress, Report, Sandbox } from "./protocol";

/**
 * Where a measurement is. "absent": there is no server that measures. "lost": the
 * connection broke. "failed": the other side says why not.
 */
export type Phase =
  | "idle"
  | "absent"
  | "preparing"
  | "connecting"
  | "queued"
  | "compiling"
  | "checking"
  | "warming up"
  | "sampling"
  | "done"
  | "cancelled"
  | "failed"
  | "lost";

/** The samples of one variant so far. */
export interface Series {
  name: string;
  samples: number[];
}

export interface Measurement {
  phase: Phase;
  /** Place in the queue, from 1. */
  place: number;
  sandbox: Sandbox | null;
  /** The variant being measured. */
  variant: string;
  /** In the order in which they appeared. */
  series: Series[];
  report: Report | null;
  /** Why it failed or was lost. */
  error: string;
}

export const idle: Measurement = {
  phase: "idle",
  place: 0,
  sandbox: null,
  variant: "",
  series: [],
  report: null,
  error: "",
};

/** True while more is expected. */
export function isRunning(m: Measurement): boolean {
  return !["idle", "absent", "done", "cancelled", "failed", "lost"].includes(m.phase);
}

/** The measurement after a response of the server. */
export function afterAnswer(m: Measurement, a: MachineAnswer): Measurement {
  if (!isRunning(m)) return m;
  switch (a.kind) {
    case "queued":
      return { ...m, phase: "queued", place: a.place ?? 1 };
    case "started":
      return { ...m, phase: "compiling", sandbox: a.sandbox ?? null };
    case "progress":
      return a.data ? afterProgress(m, a.data as Progress) : m;
    case "result":
      return a.data ? withReport(m, a.data as Report) : failed(m, "Expected a report from the server, found none.");
    case "error":
      return failed(m, a.error ?? "The server gave no reason.");
  }
}

export function failed(m: Measurement, error: string): Measurement {
  return { ...m, phase: "failed", error };
}

export function withReport(m: Measurement, report: Report): Measurement {
  const series = report.variants.map(({ name, samples }) => ({ name, samples }));
  return { ...m, phase: "done", variant: "", series, report };
}

export function afterProgress(m: Measurement, p: Progress): Measurement {
  const next = { ...m, phase: p.stage, variant: p.variant ?? "" };
  if (!p.variant) return next;
  const at = m.series.findIndex((s) => s.name === p.variant);
  if (at < 0) return { ...next, series: [...m.series, { name: p.variant, samples: p.sample ? [p.sample] : [] }] };
  if (!p.sample) return next;
  // Samples are appended in place: a copy of all for each would be quadratic.
  m.series[at]!.samples.push(p.sample);
  return { ...next, series: [...m.series] };
}
