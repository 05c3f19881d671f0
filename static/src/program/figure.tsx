// A program in the text of a lesson: its source with the heat of each line, what it printed, and its loops. The server has run it; it runs
// again here, with traces and bridges switched as the reader likes, on request.

import { type ReadonlySignal, type Signal, computed, effect, signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Absent, IllustratedProgram, ProgramExitResponse, ProgramLoop, ProgramOutput, ProgramState } from "../api.gen";
import { WholeEngine } from "../engine/whole";
import { tokenizePython } from "../editor/python";
import { messageParts } from "../ui/words";
import { type Choice, nothing } from "./link";
import { Loops } from "./loops";
import { type LoopsModel, LoopsOf, loopShown } from "./model";
import { type Phase, Runs, patience } from "./slices";
import { type Knobs as Settings, Switches } from "./switches";
import { heatBar, headline, timeOf, underline } from "./words";
import { duration, formatCount } from "../ui/counts";

/** The programs of a page share the engine, which one of them has at a time. */
let engine: WholeEngine | null = null;

/** A program of a lesson. */
class FigureProgram implements LoopsModel {
  readonly state: Signal<ProgramState>;
  readonly choice = signal<Choice>(nothing);
  readonly shownLoop: ReadonlySignal<ProgramLoop | null>;
  readonly exit: Signal<ProgramExitResponse | null> = signal(null);
  readonly output: Signal<readonly ProgramOutput[]>;
  readonly line = signal(0);
  readonly jit = signal(true);
  readonly bridges: Signal<boolean>;
  readonly threshold: Signal<number>;
  /** "given" is the run that came with the page. */
  readonly phase = signal<Phase | "given">("given");
  readonly trouble = signal("");
  private runs: Runs | null = null;

  constructor(readonly given: IllustratedProgram) {
    this.state = signal(given.state);
    this.output = signal(given.state.output);
    this.bridges = signal(given.bridges);
    this.threshold = signal(given.threshold);
    this.shownLoop = computed(() => loopShown(this.state.value.loops, this.choice.value.loop));
    effect(() => void this.openExit());
  }

  choose = (change: Partial<Choice>): void => {
    this.choice.value = { ...this.choice.peek(), ...change };
  };

  mark = (line: number): void => {
    this.line.value = line;
  };

  run = (): void => {
    engine ??= new WholeEngine({ patience });
    this.runs ??= new Runs(engine, {
      phase: (now) => (this.phase.value = now),
      took: (now, first) => {
        this.output.value = first ? now.output : [...this.output.peek(), ...now.output];
        this.state.value = now;
      },
      trouble: (message) => (this.trouble.value = message),
    });
    this.choice.value = nothing;
    void this.runs.run({ text: this.given.text, jit: this.jit.peek(), noBridges: !this.bridges.peek(), threshold: this.threshold.peek(), passes: null });
  };

  stop = (): void => this.runs?.stop();

  /** What is rebuilt at the open exit: it came with the page, or from the engine. */
  private async openExit(): Promise<void> {
    const { part, guard } = this.choice.value;
    const loop = this.shownLoop.value;
    this.exit.value = null;
    if (!loop || guard < 0) return;
    if (this.phase.value === "given") {
      this.exit.value = this.given.exits.find((x) => x.loop === loop.loop && x.part === part && x.guard === guard)?.rebuilt ?? null;
      return;
    }
    try {
      const answer = await engine!.call<ProgramExitResponse | Absent>("exit", "programExit", { run: this.state.peek().run, loop: loop.loop, part, guard });
      if (this.choice.peek().guard === guard && !("gone" in answer) && answer.found) this.exit.value = answer;
    } catch {
      // The run reports what is wrong with the engine.
    }
  }
}

export function ProgramFigure({ given }: { given: IllustratedProgram }) {
  const model = useMemo(() => new FigureProgram(given), [given]);
  const { state, jit, phase, trouble } = model;
  return (
    <LoopsOf value={model}>
      <div class="program program-figure framed">
        <header class="program-say pad-3-4">
          <p class="text-l strong">{headline(state.value, jit.value)}</p>
          <p class="soft">
            {underline(state.value)}
            {phase.value !== "given" && !state.value.running && <> It took {duration(timeOf(state.value))}.</>}
          </p>
        </header>
        <Source model={model} />
        <Output output={model.output.value} />
        <Knobs model={model} />
        {trouble.value !== "" && (
          <p class="program-trouble below-2 notice wrong" role="alert">
            {messageParts(trouble.value)}
          </p>
        )}
        <Loops />
      </div>
    </LoopsOf>
  );
}

function Source({ model }: { model: FigureProgram }) {
  const { text } = model.given;
  const ran = model.state.value.lines;
  const hottest = Math.max(1, ...ran);
  const lines = useMemo(() => linesOf(text), [text]);
  const digits = Math.max(2, String(lines.length).length);
  return (
    <ol class="program-lines pad-y-2 lines-around scroll-across code-size paper" aria-label="The program; beside each line how many of its instructions ran">
      {lines.map((pieces, k) => (
        <li key={k} class={`flex gap-3 natural min-width-100% min-height-1.55em ${model.line.value === k + 1 ? "is-linked ground-linked" : ""}`}>
          <span class="sticky left-0 to-end width-46px flex centred rigid" title={`${formatCount(ran[k] ?? 0)} instructions ran in this line`}>
            {(ran[k] ?? 0) > 0 && <span class={heatBar} style={{ "--heat": (ran[k]! / hottest).toFixed(3) }} aria-hidden="true" />}
            <span class="off-screen">{formatCount(ran[k] ?? 0)} instructions: </span>
          </span>
          <span class="no-selection to-right rigid faint" style={{ width: `${digits}ch` }} aria-hidden="true">{k + 1}</span>
          <code class="pre">
            {pieces.map(({ kind, text }, i) => (kind === "" ? text : <span key={i} class={`tok-${kind}`}>{text}</span>))}
          </code>
        </li>
      ))}
    </ol>
  );
}

interface Piece {
  kind: string;
  text: string;
}

/** The lines of a program as coloured pieces. */
function linesOf(text: string): Piece[][] {
  const lines: Piece[][] = [[]];
  const add = (kind: string, piece: string) => {
    piece.split("\n").forEach((part, k) => {
      if (k > 0) lines.push([]);
      if (part !== "") lines[lines.length - 1]!.push({ kind, text: part });
    });
  };
  const whole = text.trimEnd();
  let at = 0;
  for (const token of tokenizePython(whole)) {
    add("", whole.slice(at, token.from));
    add(token.kind, whole.slice(token.from, token.to));
    at = token.to;
  }
  add("", whole.slice(at));
  return lines;
}

function Output({ output }: { output: readonly ProgramOutput[] }) {
  if (output.length === 0) return null;
  return (
    <div class="program-printed pad-3-4 row baseline gap-3">
      <span class="minor">prints</span>
      <pre>
        {output.map((o, k) => (
          <span key={k} class={o.error ? "is-error error toned" : undefined}>
            {o.text}
          </span>
        ))}
      </pre>
    </div>
  );
}

function Knobs({ model }: { model: FigureProgram }) {
  const { jit, bridges, threshold, phase } = model;
  const busy = phase.value === "loading" || phase.value === "running";
  const set = (change: Partial<Settings>) => {
    if (change.jit !== undefined) jit.value = change.jit;
    if (change.bridges !== undefined) bridges.value = change.bridges;
    if (change.threshold !== undefined) threshold.value = change.threshold;
  };
  return (
    <div class="program-knobs z-20 gap-y-1 gap-x-3 pad-3-4 relative toolbar">
      <button type="button" class="button primary program-run steady" onClick={busy ? model.stop : model.run}>
        {phase.value === "loading" ? "Loading" : busy ? "Stop" : "Run it here"}
      </button>
      <Switches jit={jit.value} bridges={bridges.value} threshold={threshold.value} set={set} />
    </div>
  );
}
