// Words and numbers of the Machine panel.

import type { Measurement } from "./measurement";
import type { Machine, Summary, Variant } from "./protocol";
import { formatCount } from "../ui/counts";

const forms: Record<string, string> = {
  recorded: "recorded",
  straight: "optimized",
  loop: "peeled",
  versus: "the other trace",
};

/** "peeled" for "native loop", "interpreter" for "interp recorded". */
export function variantWords(name: string): string {
  const [engine = "", form = ""] = name.split(" ");
  return engine === "interp" ? "interpreter" : (forms[form] ?? name);
}

/** How a variant was made, for readers of the table. */
export function variantTitle(name: string): string {
  const [engine = "", form = ""] = name.split(" ");
  const by: Record<string, string> = { native: "machine code", wasm: "WebAssembly", interp: "the interpreter" };
  const of: Record<string, string> = {
    recorded: "the recorded trace as it is",
    straight: "the optimized trace, without peeling",
    loop: "the optimized trace, its loop peeled",
    versus: "the other trace",
  };
  return `${by[engine] ?? engine}: ${of[form] ?? form}`;
}

/** Three significant digits: 0.742, 4.25, 1520. */
export function number(x: number): string {
  if (!Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(x)));
  return size >= 3 ? formatCount(Math.round(x)) : x.toFixed(Math.min(6, Math.max(0, 2 - size)));
}

/** "0" and whole numbers as such, others with up to three digits. */
export function count(x: number): string {
  return Number.isInteger(x) ? String(x) : number(x);
}

/** "AMD EPYC 7B13, 2 cores, load 0.15, linux/amd64". */
export function machineWords(m: Machine): string {
  const parts = [m.processor, m.cores > 0 ? `${m.cores} ${m.cores === 1 ? "core" : "cores"}` : ""];
  parts.push(m.load !== "" ? `load ${m.load}` : "", m.system);
  return parts.filter((p) => p !== "").join(", ");
}

/** What a measurement is doing, in one sentence. */
export function phaseWords(m: Measurement): string {
  const at = m.variant === "" ? "" : `: ${variantWords(m.variant)}`;
  switch (m.phase) {
    case "idle":
      return "";
    case "absent":
      return "This server does not measure: it has no workers, or another processor than x86-64. Your own browser measures alone.";
    case "preparing":
      return "Preparing";
    case "connecting":
      return "Connecting";
    case "queued":
      return m.place > 1 ? `Waiting: place ${m.place} in the queue` : "Waiting: next in the queue";
    case "compiling":
      return "Compiling";
    case "checking":
      return `Comparing with the interpreter${at}`;
    case "warming up":
      return `Warming up${at}`;
    case "sampling":
      return `Taking samples: round ${Math.max(...m.series.map((s) => s.samples.length), 1)}`;
    case "done":
      return `Done: ${m.report?.variants[0]?.count ?? 0} samples of each`;
    case "cancelled":
      return "Cancelled";
    case "failed":
    case "lost":
      return m.error;
  }
}

/** "7.31 times as fast as recorded (7.28 to 7.40)", for the last optimized variant; "" where there is none. */
export function headline(variants: Variant[]): { factor: string; rest: string } | null {
  const best = variants.findLast((v) => / (loop|straight)$/.test(v.name));
  if (!best || !(best.ratio.median > 0)) return null;
  const { median, from, to } = best.ratio;
  const rest = `as fast as recorded (95 % sure: ${number(from)} to ${number(to)} times)`;
  return { factor: `${number(median)} times`, rest: `${rest}, ${variantWords(best.name)}` };
}

/** "7.28 – 7.40". */
export function interval(s: Summary): string {
  return `${number(s.from)} – ${number(s.to)}`;
}
