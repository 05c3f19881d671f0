// The passes in the order in which they run. Each station shows what its pass
// did and has its switch; two handles on the rail choose the points compared.

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { describe, fromPoint, togglePass } from "../state";
import { compare, compares, idleShown, lastTo, offShown, stages, stations } from "./local";
import { countParts, totalCount } from "./words";
import type { Counts, Station } from "./words";
import { formatCount, plural } from "../ui/counts";

export function Strip() {
  const list = useRef<HTMLOListElement>(null);
  const all = stations.value;
  const folded = all.filter((s) => isFolded(s));
  const idle = all.filter((s) => s.idle).length;
  const off = all.filter((s) => !s.on).length;
  const shown = idleShown.value ? all : all.filter((s) => !folded.includes(s));
  const start = shown.findIndex((s) => s.point === fromPoint.value);
  const end = shown.findIndex((s) => s.point === lastTo.value);
  const most = Math.max(1, ...all.map((s) => (s.stage ? totalCount(s.stage) : 0)));
  return (
    <section class={`strip stretched pad-3-0-2 flex rigid pipeline-480px:downwards line-below desk`} aria-label="Passes">
      <ol class="stations fine-scroll pad-top-half pad-x-4 scroll-across grow flex" ref={list}>
        {shown.map((s, i) => (
          <StationView key={s.name} station={s} most={most} list={list} onPath={i >= start && i < end} />
        ))}
      </ol>
      <div class="strip-folds pipeline-480px:wrap pipeline-480px:fits pipeline-480px:margin-6px-4-0 max-width-9.25rem after-3 row rigid">
        {stages.onDemand.value && (
          <button type="button" class="strip-fold dashed pipeline-480px:pad-1-3 pad-6px-2 corners leading-1.35 minor hovers" disabled={stages.asked.value} onClick={() => void stages.count()}>
            {stages.asked.value ? "counting what every pass did" : "count what every pass did"}
          </button>
        )}
        {(folded.length > 0 || (idleShown.value && idle > 0)) && (
          <Fold shown={idleShown} words={idleWords(folded.length)} back="fold away what changed nothing" />
        )}
        {off > 0 && (
          <Fold
            shown={offShown}
            words={off === 1 ? "1 pass is off" : `${off} passes are off`}
            back="fold away the passes that are off"
            narrow
          />
        )}
      </div>
    </section>
  );
}

interface FoldProps {
  /** True while the folded stations are shown. */
  shown: Signal<boolean>;
  words: string;
  /** The words that fold them away again. */
  back: string;
  /** Only where there is little room. */
  narrow?: boolean;
}

function Fold({ shown, words, back, narrow }: FoldProps) {
  return (
    <button
      type="button"
      class={`strip-fold dashed pipeline-480px:pad-1-3 pad-6px-2 corners leading-1.35 minor hovers${narrow ? " gone pipeline-480px:block" : ""}`}
      aria-expanded={shown.value}
      onClick={() => (shown.value = !shown.value)}
    >
      {shown.value ? back : words}
    </button>
  );
}

function idleWords(n: number): string {
  return n === 1 ? "1 pass changed nothing" : `${n} passes changed nothing`;
}

// A pass without effect is folded away unless it is one of the points that
// are being compared.
function isFolded(s: Station): boolean {
  return s.idle && s.point !== fromPoint.value && s.point !== lastTo.value;
}

interface StationProps {
  station: Station;
  /** The greatest number of changes of any pass: the scale of the bars. */
  most: number;
  /** True if the rail from this station to the next lies between the points compared. */
  onPath: boolean;
  list: { current: HTMLOListElement | null };
}

function StationView({ station, most, list, onPath }: StationProps) {
  const { name, on, point, stage, idle } = station;
  const from = fromPoint.value;
  const to = lastTo.value;
  const classes = ["station flex-1-0-auto pipeline-699px:flex-1-0-8.7em min-width-4.4rem max-width-14rem leading-1.4 relative text-s"];
  if (!on) classes.push(offShown.value ? "is-off" : "is-off pipeline-480px:gone");
  if (idle) classes.push("is-idle");
  if (onPath) classes.push("on-path");
  const several = stations.value.filter((s) => s.point >= 0).length > 1;
  if (several && (point === from || point === to)) classes.push("is-end");
  return (
    <li class={classes.join(" ")} data-point={point}>
      <div class="rail gap-half height-22px below-half row relative">
        {point >= 0 && <PointButton station={station} />}
        {several && point === from && <Handle end="from" list={list} />}
        {several && point === to && <Handle end="to" list={list} />}
      </div>
      <div class="station-head pipeline-940px:pad-right-2 min-height-22px pad-right-3 flex centred">
        {name === "" ? <span class="station-name within-off:soft within-off:weight-500 within-idle:soft within-idle:weight-500 ink text-m strong">recorded</span> : <PassSwitch station={station} />}
      </div>
      {stage && (
        <p class="faint nowrap" title={plural(stage.ops, "operation")}>
          {formatCount(stage.ops)} <abbr>{stage.ops === 1 ? "op" : "ops"}</abbr>
        </p>
      )}
      {name !== "" && (
        <p class="station-effect pipeline-940px:text-xs pipeline-699px:text-s pipeline-940px:pad-right-2 pad-right-3 soft">
          <Effect on={on} stage={stage} />
        </p>
      )}
      {stage && name !== "" && totalCount(stage) > 0 && <Bar counts={stage} most={most} />}
    </li>
  );
}

function Effect({ on, stage }: { on: boolean; stage: Counts | null }) {
  if (!on) return <>off</>;
  if (!stage) return <>{describe.value ? "…" : ""}</>;
  const parts = countParts(stage);
  if (parts.length === 0) return <>no change</>;
  return (
    <>
      {parts.map((p, i) => (
        <span key={p.kind} class="block nowrap">
          <span class={`count toned is-${p.kind}`}>{p.words}</span>
          {i < parts.length - 1 && ", "}
        </span>
      ))}
    </>
  );
}

/** How much a pass did, compared with the pass that did most; the kinds have their
 * colours. */
function Bar({ counts, most }: { counts: Counts; most: number }) {
  const parts = countParts(counts);
  let x = 0;
  return (
    <svg class="station-bar pipeline-940px:pad-right-1 width-0 min-width-100% height-4px pad-right-3 block space-1 below-half clip" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      {parts.map((p) => {
        const width = (p.n / most) * 100;
        const rect = (
          <rect key={p.kind} class={`is-${p.kind}`} x={x} y={0} width={Math.max(width - 0.5, 0.5)} height={4} />
        );
        x += width;
        return rect;
      })}
    </svg>
  );
}

function PassSwitch({ station }: { station: Station }) {
  const { name, on, info } = station;
  return (
    <label class="switch pass-switch gap-6px low" title={info ? `${info.title}. ${info.doc}` : name}>
      <input type="checkbox" role="switch" checked={on} aria-label={`Pass ${name}`} onChange={() => togglePass(name)} />
      <span class="switch-track" aria-hidden="true" />
      <span class="station-name within-off:soft within-off:weight-500 within-idle:soft within-idle:weight-500 ink text-m strong">{name}</span>
    </label>
  );
}

// The dot of a point: a click compares what this one pass did; on the recorded
// trace it compares the whole pipeline.
function PointButton({ station }: { station: Station }) {
  const { name, point } = station;
  const last = stations.value.reduce((n, s) => Math.max(n, s.point), 0);
  const [a, b] = point === 0 ? [0, last] : [point - 1, point];
  const label = point === 0 ? "Show what all passes did together" : `Show only what ${name} did`;
  return (
    <button
      type="button"
      class="point width-22px height-22px rigid relative"
      title={label}
      aria-label={label}
      aria-pressed={compares(a, b)}
      onClick={() => compare(a, b)}
    />
  );
}

/** One end of the comparison: drag it, or use the arrow keys. */
function Handle({ end, list }: { end: "from" | "to"; list: StationProps["list"] }) {
  const value = end === "from" ? fromPoint.value : lastTo.value;
  const points = stations.value.filter((s) => s.point >= 0);
  const here = points.find((s) => s.point === value);
  const move = (point: number) => {
    const p = Math.max(0, Math.min(point, points.length - 1));
    if (end === "from") compare(Math.min(p, lastTo.peek()), lastTo.peek());
    else compare(fromPoint.peek(), Math.max(p, fromPoint.peek()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      Home: -1e9,
      End: 1e9,
    };
    const by = steps[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(value + by);
    refocus(list.current, end);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !list.current) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    drag(list.current, event.pointerId, move, () => refocus(list.current, end));
  };
  const name = here && here.name !== "" ? `after ${here.name}` : "recorded";
  return (
    <span
      class={`handle z-1 height-20px pad-x-2 rigid relative radius-999px inverse text-xs leading-19px strong no-selection no-touch handle-${end}`}
      role="slider"
      tabIndex={0}
      data-end={end}
      aria-label={end === "from" ? "Compare from" : "Compare to"}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={value}
      aria-valuetext={name}
      title={`${end === "from" ? "Left side" : "Right side"}: ${name}. Drag it, or use the arrow keys.`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      {end === "from" ? "left" : "right"}
    </span>
  );
}

// The handle is drawn in another station after a move, so the focus follows it, unless the next key has given it to something else.
function refocus(list: HTMLElement | null, end: string): void {
  requestAnimationFrame(() => {
    const handle = list?.querySelector<HTMLElement>(`[data-end="${end}"]`);
    if (document.activeElement === document.body) handle?.focus();
  });
}

function drag(list: HTMLElement, pointer: number, move: (point: number) => void, done: () => void): void {
  const abort = new AbortController();
  const on = { signal: abort.signal };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== pointer) return;
    abort.abort();
    done();
  };
  window.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId === pointer) move(nearestPoint(list, event.clientX, event.clientY));
    },
    on,
  );
  window.addEventListener("pointerup", end, on);
  window.addEventListener("pointercancel", end, on);
}

function nearestPoint(list: HTMLElement, x: number, y: number): number {
  let best = 0;
  let distance = Infinity;
  for (const station of list.querySelectorAll<HTMLElement>(".station")) {
    const point = Number(station.dataset["point"]);
    const box = station.querySelector(".rail")?.getBoundingClientRect();
    if (point < 0 || !box) continue;
    const d = Math.hypot(x - (box.left + box.width / 2), y - (box.top + box.height / 2));
    if (d < distance) [best, distance] = [point, d];
  }
  return best;
}
