// The time line of a workshop: goes to any moment of what was presented, and plays it again.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { formatCount } from "../pipeline/words";
import type { Past } from "./past";
import type { Session } from "./session";

interface Props {
  session: Session;
  past: Past;
  onClose(): void;
}

/** How much quicker than it was, at each choice. */
const speeds = [1, 4, 16] as const;
/** No moment is shown for a shorter time, in milliseconds: the page has to be drawn. */
const shortest = 40;

export function TimeLine({ session, past, onClose }: Props) {
  const last = past.count - 1;
  const index = useSignal(last);
  const playing = useSignal(false);
  const speed = useSignal<number>(speeds[0]);
  const goTo = (to: number) => {
    index.value = Math.min(last, Math.max(0, to));
    session.lookAt(past.board(index.peek()));
  };
  const seek = (to: number) => {
    playing.value = false;
    goTo(to);
  };
  const toggle = () => {
    playing.value = !playing.peek();
    if (playing.peek() && index.peek() === last) goTo(0);
  };
  useEffect(() => session.lookAt(past.board(index.peek())), [past]);
  const now = index.value;
  const speedNow = speed.value;
  useEffect(() => {
    if (!playing.value) return;
    if (now === last) return void (playing.value = false);
    const timer = setTimeout(() => goTo(now + 1), Math.max(shortest, past.pause(now) / speedNow));
    return () => clearTimeout(timer);
  }, [playing.value, now, speedNow, past]);
  // Whoever edits has a copy of their own, and F goes back: the time line has done its work.
  const open = session.past.value;
  useEffect(() => {
    if (!session.past.peek()) onClose();
  }, [open]);
  const where = `${formatCount(now + 1)} of ${formatCount(past.count)}`;
  const clock = clockOf(past.when(now));
  return (
    <section class="workshop-time bar toolbar" aria-label="Time line">
      <button type="button" class="button workshop-play" aria-pressed={playing.value} onClick={toggle}>
        {playing.value ? "Pause" : "Play"}
      </button>
      <input type="range" class="workshop-slider" min={0} max={last} value={now} aria-label="Moment" aria-valuetext={`${where}${clock && `, ${clock}`}`} onInput={(e) => seek(Number(e.currentTarget.value))} />
      <p class="workshop-moment">
        {clock && <b>{clock}</b>} <span class="soft">{where}</span>
      </p>
      <Marks past={past} now={now} onChoose={seek} />
      <label class="workshop-speed">
        Speed{" "}
        <select value={String(speedNow)} onChange={(e) => (speed.value = Number(e.currentTarget.value))}>
          {speeds.map((s) => (
            <option key={s} value={String(s)}>
              {s === 1 ? "as it was" : `${s} times`}
            </option>
          ))}
        </select>
      </label>
      {session.presents.value && (
        <button type="button" class="button" title="What you see here becomes what everybody sees" onClick={() => session.goOnFromHere()}>
          Go on from here
        </button>
      )}
      <button type="button" class="button primary" title="Back to what is presented (F)" onClick={() => session.toggle()}>
        Back to now
      </button>
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
      <select value={String(here)} onChange={(e) => onChoose(Number(e.currentTarget.value))}>
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

/** A moment as a clock shows it; "" for none. */
function clockOf(milliseconds: number): string {
  return milliseconds > 0 ? new Date(milliseconds).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" }) : "";
}
