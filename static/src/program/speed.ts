// How long the program takes in each way: in this page without and with traces, on the server as machine code, and beside CPython and PyPy.

import { computed, signal } from "@preact/signals";
import { WholeEngine } from "../engine/whole";
import type { MachineAnswer, Progress, ProgramJob, ProgramReport, Way } from "../machine/protocol";
import { ServerRequest, serverMeasures } from "../machine/server";
import { sit } from "../seat";
import { type ProgramDoc, usualThreshold } from "./link";
import { type Phase, Runs, patience } from "./slices";
import { doc, phase, state } from "./state";
import { timeOf } from "./words";

/** How long a run of the interpreter alone may take in the page, in milliseconds. */
const longest = 10_000;

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

/** What is known of the interpreter alone in this page. */
export interface PagePart {
  ms: number;
  phase: Phase | "idle";
  note: string;
}

const nothingOfServer: ServerPart = { report: null, doing: "", wrong: "" };
const nothingOfPage: PagePart = { ms: 0, phase: "idle", note: "" };

export const isOpen = signal(false);
export const server = signal(nothingOfServer);
export const page = signal(nothingOfPage);
/** The program that was compared; null before the first time. */
const compared = signal<ProgramDoc | null>(null);
/** The program or its settings are others by now. */
export const isOld = computed(() => compared.value !== null && compared.value !== doc.value);
export const isComparing = computed(() => server.value.doing !== "" || page.value.phase === "running" || page.value.phase === "loading");

/** A second engine: what the page shows of the first one's run stays. */
const beside = new WholeEngine({ patience });
let asked: ServerRequest | null = null;
let turn = 0;
let cut: ReturnType<typeof setTimeout> | undefined;

const runs = new Runs(beside, {
  phase(now) {
    if (now === "stopped" || now === "ended" || now === "failed") clearTimeout(cut);
    page.value = { ...page.peek(), phase: now, note: now === "stopped" ? "stopped" : page.peek().note };
  },
  took: (now) => (page.value = { ...page.peek(), ms: timeOf(now) }),
  trouble: (note) => (page.value = { ...page.peek(), note }),
});

/** Opens the comparison, and compares if that was not done for this program. */
export function openSpeed(): void {
  isOpen.value = true;
  if (compared.peek() !== doc.peek() && phase.peek() === "ended") void compareSpeed();
}

export function closeSpeed(): void {
  isOpen.value = false;
  endSpeed();
}

/** Runs the program again in each way. */
export async function compareSpeed(): Promise<void> {
  endSpeed();
  const mine = ++turn;
  const now = doc.peek();
  compared.value = now;
  page.value = nothingOfPage;
  const asks = serverMeasures("programs");
  server.value = asks ? { ...nothingOfServer, doing: "Connecting" } : { ...nothingOfServer, wrong: "This server measures no programs." };
  if (now.jit) {
    cut = setTimeout(() => runs.stop(), longest);
    void runs.run({ text: now.text, jit: false, noBridges: true, threshold: now.threshold, passes: null });
  }
  if (!asks) return;
  await sit();
  if (mine === turn) asked = new ServerRequest({ kind: "program", job: jobOf(now) }, heard(mine));
}

/** Takes back what goes on. */
function endSpeed(): void {
  turn++;
  clearTimeout(cut);
  runs.stop();
  asked?.cancel();
  asked = null;
  if (server.peek().doing !== "") server.value = { ...server.peek(), doing: "", wrong: "It was cancelled." };
}

/** What the server is asked to measure. */
export function jobOf({ text, bridges, threshold, passes }: ProgramDoc): ProgramJob {
  return { text, ...(threshold !== usualThreshold && { threshold }), ...(!bridges && { noBridges: true }), ...(passes && { passes }) };
}

/** What is made of the server's answers. */
function heard(mine: number) {
  let next = server.peek();
  return {
    answer(answer: MachineAnswer) {
      next = afterAnswer(next, answer);
      return next.doing === "";
    },
    look() {
      if (mine === turn) server.value = next;
    },
    lost(wrong: string) {
      next = { ...next, doing: "", wrong };
    },
  };
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

/** The ways in this page. */
export const pageRows = computed<SpeedRow[]>(() => {
  const own = state.value ? timeOf(state.value) : 0;
  const goes = phase.value === "running" ? "so far" : phase.value === "stopped" ? "stopped" : "";
  const run = { ms: own, note: goes, open: goes !== "" };
  const { ms, phase: at, note } = page.value;
  const alone = { ms, note: at === "running" || at === "loading" ? "so far" : note, open: at !== "ended" };
  return [
    { name: "interpreter", kind: "interpreting", ...(doc.value.jit ? alone : run) },
    { name: "with traces", kind: "running", ...(doc.value.jit ? run : { ms: 0, note: "switched off above", open: false }) },
  ];
});

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
