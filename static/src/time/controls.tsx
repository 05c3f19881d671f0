// The foot of a moment: step, play, the slider with a bar for each row, and where to stop.

import type { TimelineBar } from "../api.gen";
import { formatCount } from "../pipeline/words";
import { speeds, time } from "./state";
import { whereWords } from "./words";

export function Controls() {
  const m = time.shown.value;
  const timeline = time.timeline.value;
  if (!m || !timeline) return null;
  const last = timeline.count - 1;
  return (
    <section class="time-controls" aria-label="Time">
      <div class="time-buttons" role="group" aria-label="Step">
        <StepButton label="To the front" drawing="M5 4v12M16 4L8 10l8 6z" disabled={m.at === 0} onClick={() => time.goTo(0)} />
        <StepButton label="Back" drawing="M14 4L6 10l8 6z" disabled={m.at === 0} onClick={() => time.step(-1)} />
        <button type="button" class="button time-play" aria-pressed={time.playing.value} onClick={() => time.play()}>
          {time.playing.value ? "Pause" : "Play"}
        </button>
        <StepButton label="On" drawing="M6 4l8 6l-8 6z" disabled={m.at === last} onClick={() => time.step(1)} />
        <StepButton label="To the end" drawing="M15 4v12M4 4l8 6l-8 6z" disabled={m.at === last} onClick={() => time.goTo(last)} />
      </div>
      <div class="time-slider" style={{ "--count": timeline.count }}>
        <Bars bars={timeline.bars} count={timeline.count} first={timeline.first} />
        <input
          type="range"
          min={0}
          max={Math.max(last, 0)}
          value={m.at}
          aria-label="Moment"
          aria-valuetext={whereWords(m, timeline.count, timeline.first)}
          onInput={(e) => {
            time.pause();
            time.goTo(Number(e.currentTarget.value));
          }}
        />
      </div>
      <div class="time-line">
        <span class="time-where">
          <b>{formatCount(m.at + 1)}</b> of {formatCount(timeline.count)}
          {timeline.first < timeline.count && (m.loop ? " · around the loop" : " · first round")}
        </span>
        <Stops />
        <label>
          Speed{" "}
          <select value={String(time.speed.value)} onChange={(e) => (time.speed.value = Number(e.currentTarget.value))}>
            {speeds.map((s) => (
              <option key={s} value={String(s)}>
                {s} a second
              </option>
            ))}
          </select>
        </label>
        <ul class="time-legend" aria-hidden="true">
          <li class="is-kept">stays</li>
          <li class="is-moved">waits</li>
          <li class="is-removed">goes</li>
        </ul>
      </div>
    </section>
  );
}

function StepButton({ label, drawing, disabled, onClick }: { label: string; drawing: string; disabled: boolean; onClick: () => void }) {
  return (
    <button type="button" class="button icon-only" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg class="icon" width="16" height="16" viewBox="0 0 20 20" fill="currentColor" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
        <path d={drawing} />
      </svg>
    </button>
  );
}

/** Steps can go on to the next place where something happens. */
function Stops() {
  const stops = time.timeline.value?.stops ?? [];
  const groups = [
    ["pass", "A pass acts"],
    ["rule", "A rule fires"],
    ["operation", "An operation"],
  ] as const;
  return (
    <label class="time-stop">
      Stop at{" "}
      <select value={time.stop.value} onChange={(e) => (time.stop.value = e.currentTarget.value)}>
        <option value="">each row</option>
        {groups.map(([kind, title]) => {
          const own = stops.filter((s) => s.kind === kind);
          return own.length === 0 ? null : (
            <optgroup key={kind} label={title}>
              {own.map((s) => (
                <option key={s.name} value={s.name}>
                  {s.name} ({s.count})
                </option>
              ))}
            </optgroup>
          );
        })}
      </select>
      <span role="status">{time.stopped.value ? " none further on" : ""}</span>
    </label>
  );
}

const heights = { kept: 22, replaced: 18, moved: 14, removed: 9 } as const;

interface BarsProps {
  bars: readonly TimelineBar[];
  count: number;
  first: number;
}

/** A bar for each moment, or for some together: what stays is tall, what goes is low. */
function Bars({ bars, count, first }: BarsProps) {
  const gap = bars.length <= 80 ? 0.16 : 0;
  return (
    <svg class="time-bars" viewBox={`0 0 ${Math.max(count, 1)} 30`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map((b) => {
        const kinds = (["kept", "replaced", "moved", "removed"] as const).filter((k) => b[k] > 0);
        const width = kinds.reduce((n, k) => n + b[k], 0);
        const most = kinds.reduce((a, k) => (b[k] > b[a] ? k : a), kinds[0] ?? "removed");
        return <rect key={b.from} class={`bar-${most}`} x={b.from + gap / 2} y={26 - heights[most]} width={Math.max(0, width - gap)} height={heights[most]} />;
      })}
      {first < count && <rect class="bar-loop" x={first - 0.03} y={0} width={0.06} height={30} />}
    </svg>
  );
}
