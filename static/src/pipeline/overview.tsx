// A long list in one narrow strip: what went where, by which pass, and what of it is in view. It is drawn from numbers that the
// engine counted, so its cost is the same for 1,000 rows and for 100,000.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { OverviewPart, OverviewRequest, OverviewResponse } from "../api.gen";
import { askWhole } from "../controller";
import { during, mark } from "../settled";
import { type Result, shown } from "../state";
import { diff } from "./state";
import { changedIn, clamp, keyed, shapesOf, stretchOf, width, wordsOf } from "./overview-parts";

interface Props {
  of: Result;
  request: Omit<OverviewRequest, "result">;
  /** What scrolls, by its id. */
  scroller: string;
  /** What is known at once: how many rows changed in each part. */
  changed: readonly OverviewPart[];
}

/** The strip beside both columns. */
export function DiffStrip() {
  const listing = diff.listing.value;
  const of = shown.value;
  if (!listing || of?.answer !== listing.result) return <div class="long-strip width-30px line-before under-480px:width-20px pointer rigid relative desk" />;
  return <Strip of={of} request={{ picture: false, opened: [], view: listing.view }} scroller="both-columns" changed={listing.layout.overview} />;
}

/**
 * The strip can be used immediately, with changes in one colour; the other module counts the changes of each pass, and has to optimize the
 * trace for that: 100,000 operations take seconds.
 */
export function Strip({ of, request, scroller, changed }: Props) {
  const overview = useSignal<OverviewResponse | null>(null);
  const wanted = JSON.stringify(request);
  useEffect(() => {
    let newest = true;
    void during(
      "overview",
      askWhole<OverviewResponse>(of, "overview", "overview", request).then((answer) => {
        if (answer && newest) overview.value = answer;
      }),
    );
    return () => (newest = false);
  }, [of, wanted]);
  const early = useMemo(() => changedIn(changed), [changed]);
  return <Drawn overview={overview.value ?? early} counted={overview.value !== null} scroller={scroller} />;
}

/** What is in view, in pixels. */
interface View {
  top: number;
  height: number;
  whole: number;
}

function Drawn({ overview, counted, scroller }: { overview: OverviewResponse; counted: boolean; scroller: string }) {
  const [{ top, height, whole }, setView] = useState<View>({ top: 0, height: 1, whole: 1 });
  /** Where the pointer is, as a fraction of the whole; -1 while it is elsewhere. */
  const [pointed, setPointed] = useState(-1);
  const [focused, setFocused] = useState(false);
  const strip = useRef<HTMLDivElement>(null);
  const list = () => document.getElementById(scroller);
  useLayoutEffect(() => {
    const measure = () => {
      const { scrollTop = 0, clientHeight = 1, scrollHeight = 1 } = list() ?? {};
      setView({ top: scrollTop, height: clientHeight, whole: Math.max(1, scrollHeight) });
    };
    measure();
    // On its way down the event is caught whichever element has the list by then: a view that is drawn again has another one.
    const onScroll = (e: Event) => (e.target as Element).id === scroller && measure();
    document.addEventListener("scroll", onScroll, { capture: true, passive: true });
    const observer = new ResizeObserver(measure);
    for (const element of [list(), list()?.lastElementChild]) if (element) observer.observe(element);
    return () => {
      document.removeEventListener("scroll", onScroll, { capture: true });
      observer.disconnect();
    };
  }, [scroller, overview]);
  const shapes = useMemo(() => shapesOf(overview), [overview]);
  useEffect(() => mark(counted ? "unbox:strip" : "unbox:strip-early"), [overview]); // bench/page
  const at = (y: number) => {
    const box = strip.current!.getBoundingClientRect();
    return clamp((y - box.top) / box.height, 0, 1);
  };
  const scrollTo = (y: number) => {
    const element = list();
    if (element) element.scrollTop = y;
  };
  const onPointer = (e: PointerEvent) => {
    const here = at(e.clientY);
    setPointed(here);
    if (e.buttons === 1) scrollTo(here * whole - height / 2);
  };
  const onKeyDown = (e: KeyboardEvent) => {
    const to = e.ctrlKey || e.metaKey || e.altKey ? null : keyed(e.key, top, height, whole);
    if (to === null) return;
    e.preventDefault();
    e.stopPropagation();
    scrollTo(to);
  };
  const words = counted ? wordsOf(stretchOf(overview, top / whole, (top + height) / whole)) : "What each pass did is being counted.";
  const seen = pointed >= 0 || focused; // what nobody sees costs nothing while the list scrolls
  const told = pointed < 0 ? top / whole : pointed;
  const under = pointed < 0 || !counted ? null : stretchOf(overview, pointed - 4 / 512, pointed + 4 / 512);
  return (
    <div
      class="long-strip width-30px line-before under-480px:width-20px pointer rigid relative desk"
      ref={strip}
      role="scrollbar"
      tabIndex={0}
      aria-label="The whole trace: which rows changed"
      aria-orientation="vertical"
      aria-controls={scroller}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((100 * top) / Math.max(1, whole - height))}
      aria-valuetext={words}
      onPointerDown={(e) => {
        if (e.button !== 0) return;
        e.currentTarget.setPointerCapture(e.pointerId);
        onPointer(e);
      }}
      onPointerMove={onPointer}
      onPointerLeave={() => setPointed(-1)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={onKeyDown}
    >
      <svg class="absolute inset-0 full tall" viewBox={`0 0 ${width} ${Math.max(1, overview.parts.length)}`} preserveAspectRatio="none" aria-hidden="true">
        {shapes.map(({ pass, path }) => (
          <path key={pass} class="fill-tone" style={{ "--tone": `var(--by-${pass})` }} d={path} />
        ))}
      </svg>
      <div class="long-strip-view rounded inset-0-0-auto absolute no-pointer" style={{ "--from": top / whole, "--share": Math.min(1, height / whole) }} />
      <div class={`long-strip-words unseen z-6 natural absolute no-pointer pad-y-2 pad-x-3 text-s floating${under ? " is-pointed" : ""}${seen && told > 0.5 ? " is-low" : ""}`} style={{ "--at": seen ? told : 0 }} aria-hidden="true">
        {seen && !counted && words}
        {seen && counted && <Legend stretch={under ?? stretchOf(overview, top / whole, (top + height) / whole)} />}
      </div>
    </div>
  );
}

/** What is said of a stretch, with the colours of the passes. */
function Legend({ stretch }: { stretch: ReturnType<typeof stretchOf> }) {
  const { from, to, kept, by } = stretch;
  return (
    <>
      <b>{from === 0 ? "rows without numbers" : from === to ? `row ${from}` : `rows ${Math.min(from, to)}–${Math.max(from, to)}`}</b>
      <ul>
        {[...by]
          .sort((a, b) => b.rows - a.rows)
          .map((p) => (
            <li key={p.pass} class="grid columns-14px-1fr-auto gap-1-2 centred">
              <i class="swatch" style={{ "--tone": `var(--by-${p.pass})` }} /> {p.pass} <b>{p.rows}</b>
            </li>
          ))}
        <li class="grid columns-14px-1fr-auto gap-1-2 centred">
          <i class="swatch" /> as {kept === 1 ? "it was" : "they were"} <b>{kept}</b>
        </li>
      </ul>
    </>
  );
}
