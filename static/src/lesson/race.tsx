// A race in the text of a step: the loop as it was recorded, what the learner's function makes of it, and what our passes make of it, all three timed in
// turns in this browser, beside what was measured elsewhere. Times are shown, but not judged.

import { useMemo } from "preact/hooks";
import { signal } from "@preact/signals";
import type { IllustratedRace, LessonResponse } from "../api.gen";
import { WholeEngine, wordsOf } from "../engine/whole";
import { BrowserMeasurement, type TraceForm, browserName } from "../machine/browser";
import { type Measurement, idle, isRunning } from "../machine/measurement";
import { summarize } from "../machine/statistics";
import { number } from "../machine/words";
import { messageParts } from "../ui/words";
import { askLearner } from "./learner";

/** All races of a page share it. */
const engine = new WholeEngine({ patience: 2_000 });

class Race {
  readonly now = signal<Measurement>(idle);
  readonly trouble = signal("");
  private running: BrowserMeasurement | null = null;

  constructor(readonly of: IllustratedRace) {}

  start = async (): Promise<void> => {
    this.trouble.value = "";
    this.now.value = { ...idle, phase: "preparing", series: [] };
    try {
      const forms: TraceForm[] = [
        { name: "recorded", title: "as it was recorded", text: this.of.text, passes: null },
        ...(await this.yours()),
        { name: "ours", title: "what our passes leave", text: this.of.text, passes: this.of.passes },
      ];
      if (!isRunning(this.now.peek())) return; // it was cancelled meanwhile
      this.running = new BrowserMeasurement(forms, [this.of.inputs], (channel, name, request) => engine.call(channel, name, request), (m) => (this.now.value = m));
    } catch (error) {
      this.now.value = { ...idle, phase: "failed", error: wordsOf(error) };
    }
  };

  cancel = (): void => {
    this.running?.cancel();
    this.now.value = { ...this.now.peek(), phase: "cancelled" };
  };

  /** The result of the learner's function for the loop; without one, the reason why it does not work yet.
   * */
  private async yours(): Promise<TraceForm[]> {
    const learner = askLearner();
    if (!learner) return [];
    const { prelude = [], parts = [], code } = learner;
    const answer = await engine.call<LessonResponse>("apply", "lesson", { prelude, parts, code, apply: { function: this.of.yours, trace: this.of.text }, limits: {} });
    if (answer.status === "pass") return [{ name: "yours", title: "what your code leaves", text: answer.trace ?? "", passes: null }];
    this.trouble.value = answer.message ?? "Your function stopped.";
    return [];
  }
}

interface Bar {
  name: string;
  title: string;
  time: number;
  operations: string;
  /** Measured earlier, in another place. */
  isElsewhere: boolean;
}

export function RaceFigure({ of }: { of: IllustratedRace }) {
  const race = useMemo(() => new Race(of), [of]);
  const now = race.now.value;
  const busy = isRunning(now);
  return (
    <div class="race framed">
      <header class="race-head pad-y-3 pad-x-4 gap-3 toolbar">
        <button type="button" class="button primary" onClick={busy ? race.cancel : () => void race.start()}>
          {busy ? "Cancel" : now.phase === "done" ? "Race again" : "Race"}
        </button>
        <span class="soft" role="status">
          {words(now)}
        </span>
      </header>
      {race.trouble.value !== "" && (
        <p class="notice wrong pad-y-3 pad-x-4" role="alert">
          Your function does not take part yet: {messageParts(race.trouble.value)}
        </p>
      )}
      {now.phase === "failed" && (
        <p class="notice wrong pad-y-3 pad-x-4" role="alert">
          {messageParts(now.error)}
        </p>
      )}
      <Bars bars={barsOf(of, now)} />
      <p class="minor pad-y-3 pad-x-4">
        Nanoseconds for one iteration, on a logarithmic scale. Solid: measured now, in {browserName()}. {of.elsewhere.length > 0 && `Dashed: the whole program, on ${of.when}, ${of.where}; another machine than yours, so compare with care.`}
      </p>
    </div>
  );
}

/** Its progress, in a few words. */
function words(m: Measurement): string {
  switch (m.phase) {
    case "idle":
      return "Three loops, in turns.";
    case "done":
      return m.report?.noisy ? "Something else kept this machine busy; race again." : "All three ran, in turns.";
    case "cancelled":
      return "Cancelled.";
    case "failed":
      return "";
    default:
      return m.variant === "" ? "Getting ready" : `Measuring: ${m.variant}`;
  }
}

function barsOf(of: IllustratedRace, now: Measurement): Bar[] {
  const titles: Record<string, string> = { recorded: "As recorded", yours: "Yours", ours: "Ours" };
  const here = ["recorded", "yours", "ours"].map((name): Bar => {
    const samples = now.series.find((s) => s.name === name)?.samples ?? [];
    const counted = now.report?.variants.find((v) => v.name === name)?.inLoop;
    const known = name === "recorded" ? of.recorded : name === "ours" ? of.ours : undefined;
    const operations = counted === undefined ? (known === undefined ? "" : `${known} operations`) : `${Math.round(counted)} operations`;
    return { name, title: titles[name]!, time: samples.length > 0 ? summarize(samples).median : 0, operations, isElsewhere: false };
  });
  return [...here, ...of.elsewhere.map((e): Bar => ({ name: e.engine, title: e.engine, time: e.time, operations: "", isElsewhere: true }))];
}

/** The lengths are logarithms, because the slowest takes hundreds of times as long as the fastest. */
function Bars({ bars }: { bars: Bar[] }) {
  const times = bars.map((b) => b.time).filter((t) => t > 0);
  const least = Math.min(0.1, ...times.map((t) => t / 2));
  const most = Math.max(1, ...times);
  const share = (time: number) => (time > 0 ? Math.log(time / least) / Math.log(most / least) : 0);
  return (
    <ol class="race-bars pad-x-4">
      {bars.map((b) => (
        <li key={b.name} class={`toolbar gap-x-3 pad-y-half text-s ${b.isElsewhere ? "is-elsewhere" : `is-${b.name}`}`}>
          <span class={`race-name flex-0-0-12.5rem ${b.name === "yours" ? "strong" : ""}`}>
            {b.title} <span class="minor">{b.operations}</span>
          </span>
          <span class="race-track flex-1-1-12rem height-14px" aria-hidden="true">
            {b.time > 0 && <span class={`race-bar tall radius-2px block ${b.isElsewhere ? "dashed" : `own-colours ${b.name === "yours" ? "ground-tok-allocate" : "ground-ink-2"}`}`} style={{ width: `${(share(b.time) * 100).toFixed(1)}%` }} />}
          </span>
          <span class="min-width-5.5rem digits to-right">{b.time > 0 ? `${number(b.time)} ns` : "–"}</span>
        </li>
      ))}
    </ol>
  );
}
