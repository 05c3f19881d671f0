// The worker that measures the WebAssembly of a trace in the visitor's own
// browser. It checks each module against the interpreter's outcome, and then
// times all of them in turns. It never yields: the page cancels by ending it.

import { TraceModule } from "./host";
import type { Progress } from "./protocol";
import { measureInTurns, usualOptions, type Count, type Work } from "./rounds";
import type { Expected, FromTimer, Subject, TimerJob } from "./timer-protocol";
import { difference } from "./verify";

const post = (message: FromTimer) => self.postMessage(message);
const tell = (progress: Progress) => post({ kind: "progress", progress });
const now = () => performance.now();

self.onmessage = (event: MessageEvent<TimerJob>) => {
  try {
    measure(event.data.subjects);
  } catch (error) {
    post({ kind: "error", message: error instanceof Error ? error.message : String(error) });
  }
};

function measure(subjects: Subject[]): void {
  tell({ stage: "compiling" });
  const compile = subjects.map(compileTime);
  const works = subjects.map((s) => {
    tell({ stage: "checking", variant: s.name });
    return check(s);
  });
  const resolution = clockResolution();
  const timed = measureInTurns(works, usualOptions(resolution, now), (t) => {
    const variant = subjects[t.work]!.name;
    if (t.stage === "sampling") tell({ stage: t.stage, variant, sample: t.sample, round: t.round });
    else tell({ stage: t.stage, variant });
  });
  post({ kind: "result", timed, compile, resolution });
}

/** Milliseconds for compiling one module, from enough repetitions for the clock's
 * resolution. */
function compileTime({ cases: [first] }: Subject): number {
  const start = now();
  let count = 0;
  do {
    new WebAssembly.Module(first!.prepared.bytes);
    count++;
  } while (now() - start < 5);
  return (now() - start) / count;
}

/** Runs all cases; throws if one does not do what the interpreter did. */
function check(subject: Subject): Work {
  const modules = subject.cases.map(({ prepared, expected }) => {
    const module = new TraceModule(prepared);
    const wrong = difference(expected, module.outcome(prepared.iterations));
    if (wrong !== "") throw new Error(disagreement(subject.title, expected, wrong));
    return module;
  });
  const { expected } = subject.cases[0]!;
  return new ModuleWork(modules[0]!, expected.exit === "limit" ? 0 : Math.max(expected.jumps, 1));
}

/** Code that deviates from the interpreter is wrong, unless the interpreter assumed something that code
 * cannot know. */
function disagreement(title: string, { guessed }: Expected, wrong: string): string {
  if (!guessed) return `${title}: the WebAssembly does not do what the interpreter does: ${wrong}.`;
  return (
    `${title}: this trace depends on constants of which the log has only numbers. The interpreter lets the guards hold that held when it ` +
    `was recorded, which code cannot: ${wrong}. Say in the Run panel which constants are one object, and measure on its inputs.`
  );
}

/** A module as a piece of work. A loop that ends by itself runs again from its
 * inputs. */
class ModuleWork implements Work {
  constructor(
    private readonly module: TraceModule,
    /** The number of iterations of a run that ends by itself; 0 if none is known to
     * end. */
    private readonly iterations: number,
  ) {}

  run(iterations: number): Count {
    const { module } = this;
    let done = 0;
    let runs = 0;
    let collections = 0;
    module.reset(iterations);
    const start = now();
    for (;;) {
      done += this.once(iterations - done);
      collections += module.arena.collections;
      runs++;
      if (done >= iterations) break;
      module.reset(iterations - done);
    }
    const middle = now();
    let time = middle - start;
    if (runs > 1) {
      // Setting up the inputs does not count; it is timed separately and
      // subtracted.
      for (let k = 1; k < runs; k++) module.reset(iterations);
      time -= now() - middle;
    }
    return { iterations: done, collections, time: Math.max(time, 0) };
  }

  private once(iterations: number): number {
    const done = this.module.once(iterations);
    if (this.module.ranDry) return Math.max(done, 1);
    return this.iterations > 0 ? this.iterations : Math.max(done, 1);
  }
}

/** The smallest step of the clock, in milliseconds. */
function clockResolution(): number {
  let least = Infinity;
  for (let k = 0; k < 20; k++) {
    const start = now();
    let next = now();
    while (next === start) next = now();
    least = Math.min(least, next - start);
  }
  return least;
}
