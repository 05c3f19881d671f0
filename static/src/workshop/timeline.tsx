// The time line of a workshop: goes to any moment of what was presented, and plays it again.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Past } from "./past";
import { formatCount } from "../ui/counts";

interface Props {
  past: Past;
  /** Where it begins. */
  start: number;
  /** Shows a moment. */
  show(index: number): void;
  /** Other contents of the bar. */
  children?: ComponentChildren;
}

/** The speed-up of each choice. */
const speeds = [1, 4, 16] as const;
/** No moment is shown for a shorter time, in milliseconds: the page has to be drawn. */
const shortest = 40;

export function TimeLine({ past, start, show, children }: Props) {
  const last = past.count - 1;
  const index = useSignal(start);
  const playing = useSignal(false);
  const speed = useSignal<number>(speeds[0]);
  const goTo = (to: number) => {
    index.value = Math.min(last, Math.max(0, to));
    show(index.peek());
  };
  const seek = (to: number) => {
    playing.value = false;
    goTo(to);
  };
  const toggle = () => {
    playing.value = !playing.peek();
    if (playing.peek() && index.peek() === last) goTo(past.first);
  };
  useEffect(() => show(index.peek()), [past]);
  const now = index.value;
  const speedNow = speed.value;
  useEffect(() => {
    if (!playing.value) return;
    if (now === last) return void (playing.value = false);
    const timer = setTimeout(() => goTo(now + 1), Math.max(shortest, past.pause(now) / speedNow));
    return () => clearTimeout(timer);
  }, [playing.value, now, speedNow, past]);
  const where = `${formatCount(now + 1)} of ${formatCount(past.count)}`;
  const clock = clockOf(past.when(now));
  return (
    <section class="workshop-time is-replaced bar toolbar" aria-label="Time line">
      <button type="button" class="button workshop-play steady" aria-pressed={playing.value} onClick={toggle}>
        {playing.value ? "Pause" : "Play"}
      </button>
      <input type="range" class="workshop-slider flex-1-1-220px slim" min={0} max={last} value={now} aria-label="Moment" aria-valuetext={`${where}${clock && `, ${clock}`}`} onInput={(e) => seek(Number(e.currentTarget.value))} />
      <p class="min-width-22ch digits">
        {clock && <b>{clock}</b>} <span class="soft">{where}</span>
      </p>
      <Marks past={past} now={now} onChoose={seek} />
      <label class="workshop-speed">
        Speed{" "}
        <select value={String(speedNow)} onChange={(e) => (speed.value = Number(e.currentTarget.value))}>
          {speeds.map((s) => (
            <option key={s} value={String(s)}>
              {s === 1 ? "real time" : `${s} times`}
            </option>
          ))}
        </select>
      </label>
      {children}
    </section>
  );
}

/** Checkpoints, questions and changes of the presenter, by name. */
function Marks({ past, now, onChoose }: { past: Past; now: number; onChoose(index: number): void }) {
  const marks = useMemo(() => past.marks.map((m) => ({ ...m, clock: clockOf(past.when(m.index)) })), [past]);
  if (marks.length === 0) return null;
  const here = marks.findLast((m) => m.index <= now)?.index ?? -1;
  return (
    <label class="workshop-marks">
      <span class="off-screen">Go to </span>
      <select class="max-width-28ch" value={String(here)} onChange={(e) => onChoose(Number(e.currentTarget.value))}>
        <option value="-1" disabled={here !== -1}>
          Go to…
        </option>
        {marks.map((m) => (
          <option key={m.index} value={String(m.index)}>
            {m.clock} {m.title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The time of a moment; "" for none. */
export function clockOf(milliseconds: number): string {
  return milliseconds > 0 ? new Date(milliseconds).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" }) : "";
}
