// The words for a moment of two runs.

import type { LockstepResponse, RunExit } from "../api.gen";
import { exitWords } from "../pipeline/exits";
import { plural } from "../ui/counts";

/** The moment in one sentence. */
export function runHeadline(m: LockstepResponse): string {
  if (m.parts >= 0 && m.at === m.parts && m.at < m.last) return `Here they part, at row ${m.number}.`;
  if (m.at === m.last) return endHeadline(m);
  if (m.at === 0) return "Before the first row.";
  const now = m.before.rows.find((r) => r.state === "now");
  if (now && now.value !== "") return `Row ${m.number} gives ${now.value}.`;
  if (now?.spans.some(([, text]) => text.startsWith("guard"))) return `Row ${m.number} holds.`;
  return `Row ${m.number} runs.`;
}

function endHeadline(m: LockstepResponse): string {
  if (m.verdict === "differ") return "They end differently.";
  if (m.verdict === "undefined") return "The recorded trace has no meaning on these inputs.";
  if (m.verdict === "opaque") return "How this goes on is not known.";
  switch (m.before.exit?.kind) {
    case "guard":
      return `Row ${m.number} does not hold: both leave, the same way.`;
    case "limit":
      return `Stopped after ${plural(m.iteration, "jump")}. Both are the same so far.`;
  }
  return "Both end, the same way.";
}

/** What the other run does meanwhile. */
export function meanwhile(m: LockstepResponse): string {
  if (m.at === 0) return "Both traces are given the same inputs.";
  if (m.at === m.last) return m.verdict === "agree" ? rebuiltWords(m) : m.reason;
  const now = m.after.rows.filter((r) => r.state === "now").length;
  if (m.parts >= 0 && m.at >= m.parts) return "From here on the optimized run has other values.";
  return now === 0 ? "The optimized run has nothing to do." : `The optimized run does ${plural(now, "operation")}.`;
}

function rebuiltWords(m: LockstepResponse): string {
  const made = m.after.objects.filter((o) => o.rebuilt).length;
  if (made === 0) return "Seen from outside, both did the same.";
  return `The exit makes ${plural(made, "object")} that the optimized run did without.`;
}

/** How a run ended, and where. */
export function endWords(exit: RunExit): string {
  return exitWords({ exit: exit.kind }) + (exit.number > 0 ? `, in row ${exit.number}` : "");
}
