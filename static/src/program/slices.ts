// A program runs in slices, so that the page can show its progress and stop it.

import type { Absent, ProgramRequest, ProgramState } from "../api.gen";
import { type WholeEngine, isStopped, isSuperseded, isUnloaded, wordsOf } from "../engine/whole";

/** What a program may do: work in iterations and calls, memory in MB, output in KB. */
const limits = { limit: 20_000_000_000, memory: 256, output: 512 };
/** The work of the first slice, and the target time of a slice in milliseconds.
 * */
const firstSlice = 20_000;
const sliceTime = 60;
/** A slice that takes longer than this many milliseconds after a stop is ended with its worker.
 * */
export const patience = 2_000;

/** The state of the run. `stopped` means that the user stopped it, and that it can
 * continue. */
export type Phase = "loading" | "running" | "stopped" | "ended" | "failed";

/** The callbacks of a run. */
export interface Watcher {
  phase(now: Phase): void;
  /** What the program has done; `first` of a run, whose output begins again. */
  took(state: ProgramState, first: boolean): void;
  /** Why the engine is not there, or what ended the run from outside; "" for nothing. */
  trouble(message: string): void;
}

/** The request for a run, without the limits. */
export interface Asked extends Pick<ProgramRequest, "text" | "jit" | "noBridges" | "threshold"> {
  /** Null means those that the page switches on at first. */
  passes: string[] | null;
}

/** Runs one program after another in an engine. */
export class Runs {
  private token = 0;
  /** The number of the run that the engine has. */
  private running = 0;
  private slice = firstSlice;
  private stopping = false;
  private now: Phase = "loading";

  constructor(
    private readonly engine: WholeEngine,
    private readonly watcher: Watcher,
  ) {}

  /** Runs a program from its beginning; the one before is gone. */
  async run(asked: Asked): Promise<void> {
    const mine = ++this.token;
    this.slice = firstSlice;
    this.stopping = false;
    this.watcher.trouble("");
    this.phase(this.engine.loaded < 1 ? "loading" : "running");
    this.running = mine;
    const request = { ...asked, run: mine, file: "program.py", slice: this.slice, ...limits, now: seconds(), seed: 1, timed: true };
    await this.goOn(mine, true, () => this.engine.call<ProgramState>("program", "program", request));
  }

  /** Lets a program continue that was stopped. */
  async resume(): Promise<void> {
    if (this.now !== "stopped") return;
    const mine = ++this.token;
    this.stopping = false;
    this.phase("running");
    await this.goOn(mine, false, () => this.more());
  }

  /** Stops the program where it is. If it does not come to the end of its slice, its worker is ended. */
  stop(): void {
    if (this.now !== "running") return;
    this.stopping = true;
    const mine = this.token;
    setTimeout(() => {
      if (mine === this.token && this.now === "running") this.engine.stop();
    }, patience);
  }

  private phase(now: Phase): void {
    this.now = now;
    this.watcher.phase(now);
  }

  private more(): Promise<ProgramState | Absent> {
    return this.engine.call<ProgramState | Absent>("program", "programMore", { run: this.running, slice: this.slice, now: seconds() });
  }

  /** Runs slices until the program has come to its end, is stopped, or makes way for another run. */
  private async goOn(mine: number, isNew: boolean, ask: () => Promise<ProgramState | Absent>): Promise<void> {
    try {
      for (let first = isNew; ; first = false, ask = () => this.more()) {
        const begun = performance.now();
        const now = await ask();
        if (mine !== this.token) return;
        if ("gone" in now) return this.fail("The program is not there any more. Run it again.");
        this.watcher.took(now, first);
        this.adapt(performance.now() - begun);
        if (!now.running || this.stopping) return this.phase(now.running ? "stopped" : "ended");
        this.phase("running");
      }
    } catch (error) {
      if (mine !== this.token || isSuperseded(error)) return;
      if (isUnloaded(error)) this.fail(wordsOf(error));
      else this.fail(isStopped(error) ? "It was stopped in the middle of one long operation." : wordsOf(error));
    }
  }

  private fail(message: string): void {
    this.watcher.trouble(message);
    this.phase("failed");
  }

  /** The next slice takes about the target time. */
  private adapt(took: number): void {
    this.slice = Math.round(Math.min(Math.max((this.slice * sliceTime) / Math.max(took, 1), this.slice / 4, 1_000), this.slice * 4, 1e9));
  }
}

function seconds(): number {
  return Date.now() / 1_000;
}
