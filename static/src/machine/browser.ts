// One measurement in the visitor's own browser: modules from the engine, checked
// and timed in a separate worker.

import type { CodegenRequest, CodegenResponse, Optimized, RunRequest, RunResponse } from "../api.gen";
import { prepared } from "./host";
import { afterProgress, failed, idle, isRunning, withReport, type Measurement } from "./measurement";
import type { Machine, Report, Variant } from "./protocol";
import { ratios, summarize } from "./statistics";
import type { Case, FromTimer, Subject, TimerJob } from "./timer-protocol";
import { expectedOf } from "./verify";
import { at } from "../site";

/** One form of the trace that is measured. */
export interface TraceForm {
  name: string;
  title: string;
  /** The trace, and the passes to apply; null if it runs as it is. */
  text: string;
  passes: string[] | null;
}

/** Calls a function of the engine. */
export type Ask = <T>(channel: string, name: string, request: object) => Promise<T>;

/** The maximum length of runs that are compared with the interpreter, in
 * iterations of the loop. */
export const trialJumps = 1000;

const pace = 60;

interface Form {
  subject: Subject;
  operations: number;
  /** Of one iteration of the loop. */
  inLoop: number;
  allocations: number;
  codeSize: number;
}

export class BrowserMeasurement {
  private state: Measurement = { ...idle, phase: "preparing", series: [] };
  private worker: Worker | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ready: Form[] = [];

  /** Measures on the first of the inputs and checks on all of them. */
  constructor(
    private readonly forms: readonly TraceForm[],
    private readonly inputs: string[],
    private readonly ask: Ask,
    private readonly tell: (m: Measurement) => void,
  ) {
    tell(this.state);
    this.prepare().catch((error: unknown) => this.fail(error instanceof Error ? error.message : String(error)));
  }

  cancel(): void {
    if (!isRunning(this.state)) return;
    this.state = { ...this.state, phase: "cancelled" };
    this.end();
  }

  private async prepare(): Promise<void> {
    const forms = await makeForms(this.forms, this.inputs, this.ask, () => !isRunning(this.state));
    if (!isRunning(this.state)) return;
    this.ready = forms;
    const worker = new Worker(at(__TIMER_URL__), { name: "timer" });
    this.worker = worker;
    worker.onmessage = (e: MessageEvent<FromTimer>) => this.receive(e.data);
    worker.onerror = (e) => this.fail(`The measurement stopped: ${e.message || "its script could not be loaded"}`);
    worker.postMessage({ subjects: forms.map((f) => f.subject) } satisfies TimerJob);
  }

  private receive(message: FromTimer): void {
    if (!isRunning(this.state)) return;
    if (message.kind === "error") return this.fail(message.message);
    if (message.kind === "result") {
      this.state = withReport(this.state, reportOf(this.ready, message, this.inputs[0]!));
      return this.end();
    }
    this.state = afterProgress(this.state, message.progress);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tell(this.state);
    }, pace);
  }

  private fail(reason: string): void {
    if (!isRunning(this.state)) return;
    this.state = failed(this.state, reason);
    this.end();
  }

  private end(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.tell(this.state);
  }
}

/** Modules of all forms, with the interpreter's outcomes on all inputs. */
async function makeForms(forms: readonly TraceForm[], inputs: string[], ask: Ask, cancelled: () => boolean): Promise<Form[]> {
  const made: Form[] = [];
  for (const form of forms) {
    const cases: Case[] = [];
    for (const one of inputs) {
      if (cancelled()) return [];
      const made = await makeCase(form, one, cases.length === 0, ask);
      if (made) cases.push(made);
    }
    const counts = await countsOf(form, inputs[0]!, ask);
    const subject = { name: form.name, title: form.title, cases };
    made.push({ subject, ...counts, codeSize: cases[0]!.prepared.bytes.length });
  }
  return made;
}

/** One form on one input; null if the trace has no meaning there, which is an error if it must have one. */
async function makeCase({ text, passes }: TraceForm, inputs: string, must: boolean, ask: Ask): Promise<Case | null> {
  const run = await ask<RunResponse>("machine-run", "run", { text, passes: passes ?? [], inputs, steps: trialJumps, imagined: true } satisfies RunRequest);
  const problem = run.diagnostics.concat(run.inputDiagnostics).find((d) => d.severity === "error");
  if (problem) throw new Error(`Expected a trace and inputs without errors, found this: ${problem.message}`);
  const outcome = passes ? run.after : run.before;
  const expected = outcome && expectedOf(outcome);
  if (!outcome || !expected) {
    if (!must) return null;
    throw new Error(`The trace cannot be measured on these inputs: ${run.reason || outcome?.detail || "the interpreter gave it up"}.`);
  }
  const request: CodegenRequest = { text, inputs, optimize: passes !== null, passes: passes ?? [], jumps: trialJumps };
  const code = await ask<CodegenResponse>("machine-codegen", "codegen", request);
  if (code.refused) throw new Error(`This trace cannot run as code: ${code.refused}.`);
  return { prepared: prepared(code), expected: { ...expected, guessed: run.madeUp?.guessed ?? false } };
}

/** Operations of a form, and its operations and allocations for each iteration of the loop as the interpreter counts them. */
async function countsOf(form: TraceForm, inputs: string, ask: Ask): Promise<Pick<Form, "operations" | "inLoop" | "allocations">> {
  const { text } = form;
  const passes = form.passes ?? [];
  const trial = async (steps: number) => {
    const run = await ask<RunResponse>("machine-run", "run", { text, passes, inputs, steps, imagined: true } satisfies RunRequest);
    return form.passes ? run.after : run.before;
  };
  const half = await trial(trialJumps / 2);
  const whole = await trial(trialJumps);
  const optimized = await ask<Optimized>("machine-count", "optimize", { text, passes, from: 0, to: -1 });
  const operations = form.passes ? optimized.after : optimized.before;
  if (!half || !whole) return { operations, inLoop: operations, allocations: 0 };
  const jumps = whole.jumps - half.jumps;
  if (jumps <= 0) return { operations, inLoop: operations, allocations: whole.allocations / Math.max(whole.jumps, 1) };
  return { operations, inLoop: (whole.steps - half.steps) / jumps, allocations: (whole.allocations - half.allocations) / jumps };
}

type Result = Extract<FromTimer, { kind: "result" }>;

function reportOf(forms: Form[], { timed, compile, resolution }: Result, inputs: string): Report {
  const variants = timed.map((t, k): Variant => {
    const { subject, operations, inLoop, allocations, codeSize } = forms[k]!;
    return {
      ...t,
      name: subject.name,
      title: subject.title,
      allocations,
      cycles: 0,
      ratio: ratioOf(timed[0]!.samples, t.samples),
      operations,
      inLoop,
      codeSize,
      compileTime: (compile[k]! * 1e6) / Math.max(operations, 1),
    };
  });
  const noisy = variants.find((v) => v.noisy)?.noisy ?? "";
  const imagined = forms.some((f) => f.subject.cases[0]!.prepared.imagined);
  return { machine: thisMachine(resolution), inputs, gigahertz: 0, variants, noisy, imagined };
}

function ratioOf(first: number[], other: number[]) {
  const all = ratios(first, other);
  return summarize(all.length > 0 ? all : [0]);
}

/** What a browser reports about itself. */
function thisMachine(resolution: number): Machine {
  const clock = resolution > 0 ? `, its clock steps by ${roundStep(resolution)}` : "";
  return { processor: "", cores: navigator.hardwareConcurrency ?? 0, load: "", system: browserName() + clock };
}

function roundStep(ms: number): string {
  return ms >= 0.95 ? `${Math.round(ms)} ms` : `${Math.max(1, Math.round(ms * 1000))} µs`;
}

/** "Chromium 140 on Linux", from what browsers report by default. */
export function browserName(agent = navigator.userAgent): string {
  const system = /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(agent)?.[0] ?? "";
  const found = /(Firefox|Edg|OPR)\/(\d+)/.exec(agent) ?? /(Chrome)\/(\d+)/.exec(agent) ?? /(Version)\/(\d+).*Safari/.exec(agent);
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", Version: "Safari" };
  const browser = found ? `${names[found[1]!] ?? found[1]} ${found[2]}` : "this browser";
  return system === "" ? browser : `${browser} on ${system === "Mac OS" ? "macOS" : system}`;
}
