// Objects as boxes with arrows: dashed if only known, solid if in memory. One picture for a moment of the optimizer and for the
// memory of a run. Arrow keys move from object to object, and a sentence describes the chosen one.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Arrow, arrowOf, layOut, type Place, type Shape } from "./objects-layout";
import { cut, type DrawnObject, holdersOf, tellObject } from "./objects-words";

/** The height of a line, of the head, and the width of a character of the code font at 12 pixels. */
const line = 19;
const head = 24;
const letter = 7.25;
const pad = 8;
/** Longer texts in a box are cut; the sentence has them in full. */
const longest = 26;

interface Props {
  objects: readonly DrawnObject[];
  /** What the picture shows, in a few words. */
  label: string;
  /** The size of the code, in CSS pixels. */
  font: number;
  /** A link to the origin of an object. */
  go?: (o: DrawnObject) => void;
}

export function Objects({ objects, label, font, go }: Props) {
  const [chosen, choose] = useState("");
  const frame = useRef<HTMLElement>(null);
  const room = useWidth(frame);
  const scale = (font - 1) / 12;
  const drawn = useMemo(() => drawing(objects, Math.max(160, room / scale - 8)), [objects, room, scale]);
  const id = useMemo(() => `objects-${++made}`, []);
  const at = objects.findIndex((o) => o.id === chosen);
  const told = objects[at];
  return (
    <figure class="heap tone-ink below-3" ref={frame}>
      <div
        class="heap-list block fill-ink-2 text-s mono scroll-across"
        role="listbox"
        tabIndex={0}
        aria-label={`${label}, as boxes with arrows`}
        aria-activedescendant={told ? `${id}-${at}` : undefined}
        onKeyDown={(e) => onKey(e, objects, at, choose, go)}
      >
        <svg width={(drawn.width + 8) * scale} height={(drawn.height + 8) * scale} viewBox={`-4 -4 ${drawn.width + 8} ${drawn.height + 8}`} role="presentation">
          {objects.map((o, k) => (
            <Box key={o.id} object={o} id={`${id}-${k}`} words={tellObject(o, drawn.holders[k]!)} shape={drawn.shapes[k]!} place={drawn.places[k]!} chosen={k === at} choose={() => choose(k === at ? "" : o.id)} />
          ))}
          {drawn.arrows.map((a) => (
            <path key={`${a.from} ${a.y} ${a.to}`} class={`heap-arrow hollow is-${objects[a.from]!.state} is-known:dashes-5-3 ${a.from === at || a.to === at ? "is-lit stroke-focus stroke-width-2.5" : "stroke-tone"}`} d={a.way} />
          ))}
          {drawn.arrows.map((a) => (
            <path key={`${a.from} ${a.y} ${a.to}`} class={`heap-end ${a.from === at || a.to === at ? "is-lit fill-focus" : "fill-ink"}`} d={`${a.head}M${a.x - 2.5} ${a.y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z`} />
          ))}
        </svg>
      </div>
      <figcaption class="min-height-1.5em" aria-live="polite">
        {told && tellObject(told, drawn.holders[at]!)}{" "}
        {told && go && told.row && (
          <button type="button" class="text-button" onClick={() => go(told)}>
            To its row
          </button>
        )}
      </figcaption>
    </figure>
  );
}

/** The frame of a box: dashed if it is only known, wide where the eye is. */
export function boxLook(state: DrawnObject["state"], near: boolean, chosen: boolean): string {
  const width = near || state === "made" ? "stroke-width-2.5" : "stroke-width-1.5";
  const ground = chosen ? "fill-linked stroke-focus" : state === "now" ? "fill-moved-bg stroke-tone" : "fill-paper stroke-tone";
  return `${width} ${ground}${state === "known" ? " dashes-5-3" : ""}`;
}

let made = 0;

interface BoxProps {
  object: DrawnObject;
  id: string;
  /** All of it in sentences. */
  words: string;
  shape: Shape;
  place: Place;
  chosen: boolean;
  choose: () => void;
}

function Box({ object: o, id, words, shape, place, chosen, choose }: BoxProps) {
  const right = shape.width - pad;
  return (
    <g
      id={id}
      role="option"
      aria-selected={chosen}
      class={`heap-box is-${o.state}${o.near ? " is-near" : ""}${chosen ? " is-chosen" : ""}`}
      transform={`translate(${place.x} ${place.y})`}
      onClick={choose}
    >
      <title>{words}</title>
      <rect class={`pointer ${boxLook(o.state, o.near, chosen)}`} width={shape.width} height={shape.height} rx={4} />
      <text class="heap-name fill-ink bold" x={pad} y={16}>
        {cut(o.name, longest)}
      </text>
      <text class="fill-tok-class ends-there" x={right} y={16}>
        {cut(o.class, longest)}
      </text>
      {o.slots.length + o.notes.length > 0 && <path class="hollow stroke-tone" d={`M0 ${head}H${shape.width}`} />}
      {o.slots.map((s, k) => (
        <g key={k}>
          <text x={pad} y={head + line * k + 14}>
            {cut(s.name, longest)}
          </text>
          <text class={`heap-value ${s.waits ? "fill-moved" : "fill-tok-number"} ends-there strong`} x={right} y={head + line * k + 14}>
            {cut(s.value, longest)}
          </text>
        </g>
      ))}
      {o.notes.map((n, k) => (
        <text key={k} class="heap-note text-xs sans fill-tone" x={pad} y={head + line * (o.slots.length + k) + 14}>
          {cut(n, longest + 8)}
        </text>
      ))}
    </g>
  );
}

/** How large each box is, where it stands, and its arrows. */
function drawing(objects: readonly DrawnObject[], room: number) {
  const shapes = objects.map(shapeOf);
  const layout = layOut(shapes, room);
  const arrows: (Arrow & { from: number; to: number })[] = shapes.flatMap((s, from) => s.arrows.map((a) => ({ ...arrowOf(shapes, layout, from, a), from, to: a.to })));
  return { shapes, arrows, holders: holdersOf(objects), ...layout };
}

function shapeOf(o: DrawnObject): Shape {
  const length = (text: string) => Math.min(longest, text.length);
  const letters = Math.max(length(o.name) + length(o.class), ...o.slots.map((s) => length(s.name) + length(s.value)));
  // Notes are in the smaller font of sentences, whose letters are wide in some systems: those of “made now” have 8 pixels each.
  const notes = Math.max(0, ...o.notes.map((n) => Math.min(longest + 8, n.length)));
  const arrows = o.slots.flatMap((s, k) => (s.to >= 0 ? [{ y: head + line * k + 10, to: s.to }] : []));
  const lines = o.slots.length + o.notes.length;
  return { width: Math.ceil(Math.max(letters * letter + 14, notes * 7.5) + 2 * pad), height: head + line * lines + (lines > 0 ? 3 : 0), arrows };
}

function onKey(e: KeyboardEvent, objects: readonly DrawnObject[], at: number, choose: (id: string) => void, go: Props["go"]): void {
  if (e.ctrlKey || e.metaKey || e.altKey || objects.length === 0) return;
  const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (by !== undefined) choose(objects[at < 0 ? 0 : (at + by + objects.length) % objects.length]!.id);
  else if (e.key === "Escape" && at >= 0) choose("");
  else if (e.key === "Enter" && go && objects[at]?.row) go(objects[at]!);
  else return;
  e.preventDefault();
  e.stopPropagation();
}

/** Follows the width of an element. */
function useWidth(of: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(480);
  useLayoutEffect(() => setWidth(of.current!.clientWidth), []);
  useEffect(() => {
    const observer = new ResizeObserver(() => of.current && setWidth(of.current.clientWidth));
    observer.observe(of.current!);
    return () => observer.disconnect();
  }, []);
  return width;
}
