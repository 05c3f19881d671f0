// The foot of a moment: step, play, the slider, and where to stop. The slider of the optimizer has a bar for each
// row, that of a run a mark for each iteration.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { TimelineBar } from "../api.gen";
import { type Player, speeds } from "./player";
import { running } from "./run-state";
import { runHeadline } from "./run-words";
import { time } from "./state";
import { whereWords } from "./words";
import { formatCount } from "../ui/counts";

/** Steps through the optimizer's walk. */
export function WalkControls() {
  const m = time.shown.value;
  const timeline = time.timeline.value;
  // The same elements at each step, so that 240 unchanged bars are not compared again.
  const bars = useMemo(() => timeline && <Bars bars={timeline.bars} count={timeline.count} first={timeline.first} />, [timeline]);
  const legend = useMemo(() => timeline && <Legend bars={timeline.bars} />, [timeline]);
  if (!m || !timeline) return null;
  const { count, first } = timeline;
  return (
    <Controls
      at={m.at}
      count={count}
      words={whereWords(m, count, first)}
      steps={time}
      drawing={bars}
      where={
        <>
          <b>{formatCount(m.at + 1)}</b> of {formatCount(count)}
          {first < count && (m.loop ? " · around the loop" : " · first iteration")}
        </>
      }
    >
      <Stops />
      {legend}
    </Controls>
  );
}

/** Steps through two runs. */
export function RunControls() {
  const m = running.shown.value;
  if (!m || m.inputDiagnostics.length > 0) return null;
  return (
    <Controls
      at={m.at}
      count={m.last + 1}
      words={`Moment ${m.at} of ${m.last}, iteration ${m.iteration + 1}. ${runHeadline(m)}`}
      steps={running}
      drawing={<Iteration from={m.iterationFrom} to={m.iterationTo} count={m.last + 1} parts={m.parts} />}
      where={
        <>
          <b>{formatCount(m.at)}</b> of {formatCount(m.last)} · iteration {formatCount(m.iteration + 1)} of {formatCount(m.iterations)}
        </>
      }
    >
      {m.iterations > 1 && (
        <span class="run-iterations flex gap-3" role="group" aria-label="Iterations">
          <button type="button" class="text-button" disabled={m.at === 0} onClick={() => running.stepIteration(-1)}>
            one iteration back
          </button>
          <button type="button" class="text-button" disabled={m.at === m.last} onClick={() => running.stepIteration(1)}>
            one iteration on
          </button>
        </span>
      )}
      {m.parts >= 0 && (
        <button type="button" class="text-button" onClick={() => running.toPart()}>
          Where do they part?
        </button>
      )}
    </Controls>
  );
}

interface ControlsProps {
  at: number;
  count: number;
  /** The moment in words, for those who do not see the slider. */
  words: string;
  steps: { player: Player; goTo(at: number): void; step(by: 1 | -1): void };
  drawing: ComponentChildren;
  where: ComponentChildren;
  children: ComponentChildren;
}

function Controls({ at, count, words, steps, drawing, where, children }: ControlsProps) {
  const last = Math.max(0, count - 1);
  const { player } = steps;
  const by = (act: () => void) => () => {
    player.pause();
    act();
  };
  return (
    <section class="time-controls time-600px:single columns-auto-1fr pad-y-2 pad-x-4 gap-y-half gap-x-4 grid centred rigid line-above desk" aria-label="Time">
      <div class="time-buttons time-600px:spread flex gap-1" role="group" aria-label="Step">
        <StepButton label="To the front" drawing="M5 4v12M16 4L8 10l8 6z" disabled={at === 0} onClick={by(() => steps.goTo(0))} />
        <StepButton label="Back" drawing="M14 4L6 10l8 6z" disabled={at === 0} onClick={by(() => steps.step(-1))} />
        <button type="button" class="button primary time-play min-width-4.6rem" aria-pressed={player.playing.value} onClick={() => player.toggle()}>
          {player.playing.value ? "Pause" : "Play"}
        </button>
        <StepButton label="On" drawing="M6 4l8 6l-8 6z" disabled={at === last} onClick={by(() => steps.step(1))} />
        <StepButton label="To the end" drawing="M15 4v12M4 4l8 6l-8 6z" disabled={at === last} onClick={by(() => steps.goTo(last))} />
      </div>
      <div class="time-slider height-36px container-slider relative" style={{ "--count": count }}>
        {drawing}
        <input class="absolute inset-0 full tall" type="range" min={0} max={last} value={at} aria-label="Moment" aria-valuetext={words} onInput={(e) => by(() => steps.goTo(Number(e.currentTarget.value)))()} />
      </div>
      <div class="time-line gap-y-1 gap-x-5 across toolbar minor">
        <span class="time-where time-600px:slim time-600px:full min-width-11rem ink">{where}</span>
        {children}
        <label>
          Speed{" "}
          <select class="max-width-8rem fits-text" value={String(player.speed.value)} onChange={(e) => (player.speed.value = Number(e.currentTarget.value))}>
            {speeds.map((s) => (
              <option key={s} value={String(s)}>
                {s} a second
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  );
}

/** Where the current iteration is among all moments, and where the runs part. */
function Iteration({ from, to, count, parts }: { from: number; to: number; count: number; parts: number }) {
  return (
    <svg class="time-bars absolute inset-0 full tall" viewBox={`0 0 ${Math.max(count, 1)} 30`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill-line-strong" x={0} y={14} width={count} height={6} />
      <rect class="fill-ink-2" x={from} y={11} width={Math.max(1, to - from + 1)} height={12} />
      {parts >= 0 && <rect class="is-removed" x={parts} y={2} width={Math.max(1, count / 200)} height={24} />}
    </svg>
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

/** Steps can continue to the next place where something happens. */
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
      <select class="max-width-8rem fits-text" value={time.stop.value} onChange={(e) => (time.stop.value = e.currentTarget.value)}>
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

/** What the heights of the bars mean. */
function Legend({ bars }: { bars: readonly TimelineBar[] }) {
  return (
    <ul class="time-legend time-600px:gone gap-y-half gap-x-3 flex gap-3 push" aria-hidden="true">
      <li>
        <i class="swatch tone-ink height-13px" /> stays
      </li>
      {bars.some((b) => b.replaced > 0) && (
        <li>
          <i class="swatch tone-replaced height-11px" /> changes
        </li>
      )}
      <li>
        <i class="swatch tone-moved height-9px" /> waits
      </li>
      <li>
        <i class="swatch tone-removed height-6px" /> goes
      </li>
    </ul>
  );
}

const heights = { kept: 22, replaced: 18, moved: 14, removed: 9 } as const;

interface BarsProps {
  bars: readonly TimelineBar[];
  count: number;
  first: number;
}

/** A bar for each moment, or for several together: tall for what stays, low for what
 * goes. */
function Bars({ bars, count, first }: BarsProps) {
  const gap = bars.length <= 80 ? 0.16 : 0;
  return (
    <svg class="time-bars absolute inset-0 full tall" viewBox={`0 0 ${Math.max(count, 1)} 30`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map((b) => {
        const kinds = (["kept", "replaced", "moved", "removed"] as const).filter((k) => b[k] > 0);
        const width = kinds.reduce((n, k) => n + b[k], 0);
        const most = kinds.reduce((a, k) => (b[k] > b[a] ? k : a), kinds[0] ?? "removed");
        return <rect key={b.from} class={`is-${most}`} x={b.from + gap / 2} y={26 - heights[most]} width={Math.max(0, width - gap)} height={heights[most]} />;
      })}
      {first < count && <rect class="fill-focus" x={first - 0.03} y={0} width={0.06} height={30} />}
    </svg>
  );
}
