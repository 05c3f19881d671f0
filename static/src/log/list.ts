// The traces of a log as choices for a reader: which are offered, how each is
// described, and what choosing one opens.

import type { LogTrace } from "../api.gen";
import { plural } from "../ui/counts";

/** More entries than this are not drawn; the search finds the others. */
export const maxListed = 300;

/** True for a trace as it was recorded: something to optimize. */
export function isRecorded(trace: LogTrace): boolean {
  return trace.kind === "recorded";
}

/** The traces to offer: the recorded ones, or all, with every word of the query in them. */
export function offered(traces: readonly LogTrace[], query: string, all: boolean): LogTrace[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return traces.filter((trace) => {
    if (!all && !isRecorded(trace)) return false;
    const said = `${trace.number} ${trace.kind} ${nameOf(trace)} ${titleOf(trace)} ${notesOn(trace, traces)}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/** PyPy's title; it omits "Traced loop or bridge", which every recorded trace has. */
function titleOf(trace: LogTrace): string {
  return trace.title.replace(/^Traced loop or bridge with \d+ ops$/, "");
}

/** The name of a trace: its place in the program, otherwise its title. */
export function nameOf(trace: LogTrace): string {
  return trace.place || trace.title || `Trace ${trace.number}`;
}

/** What else is worth knowing before choosing a trace. */
export function notesOn(trace: LogTrace, traces: readonly LogTrace[]): string {
  const partner = traces[trace.partner - 1];
  const notes: string[] = [];
  const guard = trace.guard ?? partner?.guard;
  const parent = trace.parent ?? partner?.parent;
  if (guard) notes.push(`${trace.kind === "bridge" ? "" : "a bridge "}from guard ${guard}${parent ? ` of trace ${parent}` : ""}`);
  if (!isRecorded(trace)) {
    if (partner) notes.push(`made from trace ${partner.number}`);
    else if (traces.some(isRecorded)) notes.push("the trace that it was made from is not in the log"); // of a log with none, the dialog says it once
  } else if (partner) {
    notes.push(`PyPy turned it into a ${partner.kind} of ${plural(partner.ops, "operation")}`);
  } else notes.push("PyPy’s result is not in the log");
  if (trace.truncated) notes.push("cut off: the log ends before it does");
  return notes.join("; ");
}

/** What choosing an entry opens: a recorded trace, and PyPy's result for it. Numbers of traces, 0 for none.
 * */
export interface Choice {
  recorded: number;
  optimized: number;
  /** The passes for it: PyPy peels loops, and nothing else. */
  preset: "loop" | "straight";
}

/** What choosing a trace opens; null if it is a result whose recorded trace is not in the log. */
export function choiceOf(trace: LogTrace, traces: readonly LogTrace[]): Choice | null {
  const partner = traces[trace.partner - 1];
  if (!isRecorded(trace)) {
    if (!partner) return null;
    // A short preamble belongs to a recorded trace, but is not its result.
    const own = trace.kind === "short preamble" ? choiceOf(partner, traces) : null;
    return own ?? { recorded: partner.number, optimized: trace.number, preset: presetFor(trace) };
  }
  return { recorded: trace.number, optimized: partner?.number ?? 0, preset: presetFor(partner) };
}

function presetFor(result: LogTrace | undefined): Choice["preset"] {
  return result?.kind === "bridge" ? "straight" : "loop";
}

/** "a log with 7 traces, 3 of them recorded". */
export function countWords(traces: readonly LogTrace[]): string {
  const recorded = traces.filter(isRecorded).length;
  const all = plural(traces.length, "trace");
  return recorded === traces.length ? `a log with ${all}` : `a log with ${all}, ${recorded === 0 ? "none" : recorded} of them recorded`;
}
