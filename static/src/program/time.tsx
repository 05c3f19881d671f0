// Where the program's time went, and when: a bar from the first moment to the last, and what happened to loops.

import type { ProgramEvent, ProgramState, ProgramTime } from "../api.gen";
import { SpeedButton } from "./speed-view";
import { choose, chosenLine, doc, earlier, state } from "./state";
import { eventWords, knobWords, percent, timeOf, tones } from "./words";
import { duration, plural } from "../ui/counts";

/** From the bottom up. */
const order = ["running", "interpreting", "recording", "optimizing", "compiling", "collecting"];

const words: Record<string, string> = { running: "runs traces", interpreting: "interprets", recording: "records", optimizing: "optimizes", compiling: "compiles", collecting: "collects" };

export function TimeLine() {
  const now = state.value;
  if (!now || now.time.cells.length === 0) return null;
  const { time } = now;
  const whole = timeOf(now);
  return (
    <section class="program-time space-2 pad-y-1 pad-x-4 rigid pane clip lined corners-l low column slim paper" aria-label="Time">
      <header class="time-head toolbar gap-half-4">
        <h2 class="text-m">Time</h2>
        <Legend time={time} whole={whole} />
        <span class="time-whole minor">
          <b class="ink">{duration(whole)}</b>
          <Earlier now={now} whole={whole} />
        </span>
        <SpeedButton />
      </header>
      <Bar time={time} whole={whole} />
      <Events time={time} />
    </section>
  );
}

/** The previous run, if only the settings differed. */
function Earlier({ now, whole }: { now: ProgramState; whole: number }) {
  const before = earlier.value;
  if (!before || now.running) return null;
  const times = before.ms / Math.max(whole, 0.01);
  const than = times >= 1.05 ? `${times.toFixed(1)} times as fast as` : times <= 0.95 ? `${(1 / times).toFixed(1)} times as long as` : "as long as";
  return (
    <>
      {" "}
      {knobWords(doc.peek())}: {than} {before.how} ({duration(before.ms)})
    </>
  );
}

function Legend({ time, whole }: { time: ProgramTime; whole: number }) {
  return (
    <ul class="time-legend flex-1-1-16rem gap-y-half gap-x-3 text-s toolbar">
      {order.map((name) => {
        const ms = time.total[time.activities.indexOf(name)] ?? 0;
        return ms > 0 ? (
          <li key={name} class={`is-${name} ${tones[name]}`}>
            <i class="swatch" /> {words[name]} {duration(ms)} <span class="soft">{percent(ms, whole)}</span>
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** One path for each activity: in each cell, a rectangle as high as its share. */
function Bar({ time, whole }: { time: ProgramTime; whole: number }) {
  const paths = new Map(order.map((name) => [name, ""]));
  time.cells.forEach((cell, k) => {
    const sum = cell.reduce((a, b) => a + b, 0);
    if (sum === 0) return;
    const left = k * time.width;
    let top = 1;
    for (const name of order) {
      const part = (cell[time.activities.indexOf(name)] ?? 0) / sum;
      if (part === 0) continue;
      top -= part;
      paths.set(name, `${paths.get(name)!}M${left.toFixed(3)} ${top.toFixed(4)}h${Math.min(time.width, whole - left).toFixed(3)}v${part.toFixed(4)}H${left.toFixed(3)}z`);
    }
  });
  return (
    <svg class="time-bar height-26px space-1 framed rounded block full" viewBox={`0 0 ${whole} 1`} preserveAspectRatio="none" role="img" aria-label={`${duration(whole)}, in ${plural(time.cells.length, "part")}; the shares stand above`}>
      {order.map((name) => paths.get(name) !== "" && <path key={name} class={`is-${name} fill-tone ${tones[name]}`} d={paths.get(name)} />)}
      {time.events.map((e, k) => (
        <path key={k} class="hollow stroke-focus stroke-width-2 fine" d={`M${e.at} 0V1`} />
      ))}
    </svg>
  );
}

function Events({ time }: { time: ProgramTime }) {
  const all = time.events.length + time.missed;
  if (all === 0) return null;
  return (
    <details class="time-events space-1 minor">
      <summary class="soft">{plural(all, "moment")} at which a loop changed</summary>
      <ol class="short-list">
        {time.events.map((e, k) => (
          <li key={k}>
            <button type="button" class="min-height-24px" onClick={() => open(e)}>
              <span class="inline-block min-width-6em soft">{duration(e.at)}</span> {eventWords(e)}
            </button>
          </li>
        ))}
        {time.missed > 0 && <li>and {plural(time.missed, "other")}</li>}
      </ol>
    </details>
  );
}

function open({ loop, line }: ProgramEvent): void {
  choose({ loop, part: 0, step: -1, guard: -1 });
  chosenLine.value = line;
}
