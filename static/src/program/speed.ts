// How long the program takes in each way: in this page without and with traces, on the server as machine code, and beside CPython and PyPy.

import { computed, signal } from "@preact/signals";
import { WholeEngine } from "../engine/whole";
import type { MachineAnswer } from "../machine/protocol";
import { ServerRequest, serverMeasures } from "../machine/server";
import { sit } from "../seat";
import type { ProgramDoc } from "./link";
import { type Phase, Runs, patience } from "./slices";
import { type ServerPart, type SpeedRow, afterAnswer, jobOf } from "./speed-words";
import { doc, phase, state } from "./state";
import { timeOf } from "./words";

/** How long a run of the interpreter alone may take in the page, in milliseconds of its own time. */
const longest = 10_000;

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

const runs = new Runs(beside, {
  phase(now) {
    page.value = { ...page.peek(), phase: now, note: now === "stopped" ? "stopped" : page.peek().note };
  },
  took(now) {
    page.value = { ...page.peek(), ms: timeOf(now) };
    if (timeOf(now) > longest) runs.stop();
  },
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
    void runs.run({ text: now.text, jit: false, noBridges: true, threshold: now.threshold, passes: null });
  }
  if (!asks) return;
  await sit();
  if (mine === turn) asked = new ServerRequest({ kind: "program", job: jobOf(now) }, heard(mine));
}

/** Takes back what goes on. */
function endSpeed(): void {
  turn++;
  runs.stop();
  asked?.cancel();
  asked = null;
  if (server.peek().doing !== "") server.value = { ...server.peek(), doing: "", wrong: "It was cancelled." };
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
