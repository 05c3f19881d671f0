// The picture: the recorded trace once, what happened to each row, and next to the rows a lifeline
// for each object. Rows have one height and are drawn as far as they are in view.

import type { ComponentChild, ComponentType } from "preact";
import { effect, signal, untracked, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Lifeline, Picture as Whole, PictureItem, PictureResponse } from "../api.gen";
import { PictureLabel } from "../api.gen";
import { type Rooms, brief, briefIn, characterWidth, lineText, longestName } from "../pipeline/brief";
import { type Drawing, draw, drawingFoot, drawingWidth, partOf, tell } from "./draw";
import { type PictureModel, isRow, scrollStep, usePicture } from "./model";
import { Row, type RowProps, SheetHead, rowId } from "./row";

/** Longer pictures have the strip of long ones. */
const longFrom = 300;
/** Rows drawn beyond both edges of the view. */
const overscan = 6;

declare module "../state" {
  interface ViewNames {
    picture: true;
  }
}

/** `aside` is next to a picture that is long. */
export function Picture({ aside }: { aside?: ComponentType }) {
  const picture = usePicture();
  const shown = picture.shown.value;
  const whole = picture.whole.value;
  if (!shown || !whole) return null;
  const Aside = shown.items > longFrom && aside;
  return (
    <div class={`picture container-picture flex flex-1 downwards slim low paper${Aside ? " with-strip sideways" : ""}`}>
      <Sheet shown={shown} whole={whole} />
      {Aside && <Aside />}
    </div>
  );
}

/** The room for lanes. */
const roomForLanes = (width: number) => (width < 480 ? 88 : width < 800 ? 160 : width < 1000 ? 230 : width <= 1200 ? 300 : 390);

/** There are too many lanes for marks on each: then only the chosen ones have marks.
 * */
const isCrowd = (lanes: number, width: number) => lanes > Math.min(24, roomForLanes(width) / 10);

/** The width of a lane: named up to eight, then narrow, then as dense as necessary. */
function laneWidth(lanes: number, width: number): number {
  const phone = width < 480;
  const room = roomForLanes(width);
  if (lanes === 0) return 0;
  if (lanes <= 8) return Math.min(phone ? 20 : width < 800 ? 34 : 46, Math.max(phone ? 10 : 14, Math.floor(room / lanes)));
  if (isCrowd(lanes, width)) return Math.max(1.5, room / lanes);
  return Math.min(14, room / lanes);
}

/** What draws crowds, once there was one. */
const crowd = signal<typeof import("./crowd") | null>(null);

/** Pictures of fewer rows fit on one sheet of paper. */
const shortest = 36;

/** What lays a longer picture out on sheets of paper, once there was one. */
const paper = signal<typeof import("./strip") | null>(null);

/** What draws the picture while it is printed; null otherwise. */
function usePages(long: boolean, picture: PictureModel) {
  useEffect(() => {
    if (long && !paper.peek()) void import("./strip").then((m) => (paper.value = m));
  }, [long]);
  return long && picture.paged.value ? (paper.value?.Pages ?? null) : null;
}

/** So many items more than there are rows have their lines drawn, above and below: lines are drawn anew as a whole, so seldom is better than little by little. */
const linesAhead = 24;

/** The items beside which lines are drawn: the same ones as before, as long as all rows are among them. */
function useSpan(first: number, last: number, shown: PictureResponse): [number, number] {
  const span = useRef<[number, number]>([0, 0]);
  const [from, to] = [Math.max(first, shown.from), Math.min(last, shown.from + shown.rows.length)];
  if (from < span.current[0] || to > span.current[1]) span.current = [Math.max(0, first - linesAhead), Math.min(shown.items, last + linesAhead)];
  return [span.current[0], Math.min(span.current[1], shown.items)];
}

/** Draws the lines beside the items [from, to): of a crowd those that concern the chosen row, as soon as what draws them is there. */
function useDrawn(drawing: Drawing, from: number, to: number, width: number, picture: PictureModel): { markup: string; svgWidth: number; crowded: boolean } {
  const many = isCrowd(drawing.lanes, width) && !picture.stage.value;
  useEffect(() => {
    if (many && !crowd.peek()) void import("./crowd").then((m) => (crowd.value = m));
  }, [many]);
  const { drawCrowd } = (many && crowd.value) || {};
  const chosen = picture.chosen.value;
  const line = picture.why.value?.line ?? -1;
  const room = roomForLanes(width);
  const markup = useMemo(
    () => {
      const here = partOf(drawing, from, to);
      return drawCrowd ? drawCrowd(here, { width: room, laneWidth: width < 480 ? 18 : width < 800 ? 34 : 40 }, line, chosen, draw) : draw(here);
    },
    [drawing, from, to, drawCrowd, room, drawCrowd && line, drawCrowd && chosen],
  );
  const scale = picture.stage.value || 1;
  return { markup, svgWidth: drawCrowd ? room : Math.ceil(drawingWidth(drawing) * scale), crowded: drawCrowd !== undefined };
}

/** The columns of a picture that is `width` pixels wide, beside lanes of `lanes` pixels: those of picture.css. */
function columnsFor(width: number, lanes: number, longest: number): { recorded: number; result: number } {
  // In windows between two widths as in the smaller one, so that the page that is drawn before its script shortens names as the script does.
  if (width < 560) return { recorded: ([480, 360].find((w) => w <= width) ?? width) - 48 - lanes, result: 0 };
  const [numbers, aside, widest] = width < 1000 ? [52, 230, Math.min(240, longest)] : [69, 245, width <= 1200 ? Math.max(340, (width - 28) * 0.32) : Math.max(424, (width - 28) * 0.36)];
  const inside = width - 28 - scrollBar;
  const recorded = Math.max(160, Math.min(widest, inside - aside - lanes));
  return { recorded, result: inside - numbers - recorded - lanes };
}

/** The size of code, as in picture.css and stage.css. */
function sizeOfCode(width: number, font: number, stage: number): number {
  if (stage) return font;
  return width < 480 ? 11.5 : width < 800 ? font - 2 : font - 1;
}

/** The space between code and lanes, in pixels. */
const besideCode = 3;

/** The length of the longest line of code, so that no room is left beside it; of pictures that are not there as a whole it is not known. */
function longestLine(shown: PictureResponse): number {
  if (shown.rows.length < shown.items) return Infinity;
  return Math.max(0, ...shown.rows.filter((r) => r.kind !== PictureLabel).map((r) => lineText(brief(r.left.length > 0 ? r.left : r.right, Infinity)).length));
}

/** The room for the heading of the rows of a peeled loop, which may be longer than all of them, in pixels. */
const roomForHeading = 192;

/** What a scroll bar takes from wide pictures; narrow ones belong to screens where it lies above the page. */
const scrollBar = 15;

function Sheet({ shown, whole }: { shown: PictureResponse; whole: Whole }) {
  const picture = usePicture();
  const sheet = useRef<HTMLDivElement>(null);
  const { width, height } = picture.size.value;
  const font = picture.fontSize.value;
  const stage = picture.stage.value;
  const scale = stage || 1;
  const rowHeight = Math.max(width < 480 ? 24 : 20, Math.round(font * 1.4));
  const drawing = useMemo(() => {
    const at = (kind: number) => shown.rows.findIndex((r) => r.kind === kind);
    const label = at(PictureLabel);
    return {
      lines: shown.lines,
      params: whole.params,
      from: shown.from,
      to: shown.from + shown.rows.length,
      jump: shown.items - 1,
      label: label < 0 ? 0 : shown.from + label,
      lanes: shown.lanes,
      rowHeight: rowHeight / scale,
      laneWidth: stage ? Math.min(72, width / 8, 260 / Math.max(1, shown.lanes)) : laneWidth(shown.lanes, width),
      railGap: width < 480 ? 6 : 9,
    };
  }, [shown, whole, rowHeight, width, stage]);
  useMeasured(sheet, picture);
  useReveal(sheet, rowHeight, height, shown, picture);
  const all = picture.all.value;
  const top = picture.scrolledTo.value;
  const first = all ? shown.from : Math.max(0, Math.floor(top / rowHeight) - overscan);
  const last = all ? shown.from + shown.rows.length : Math.min(shown.items, Math.ceil((top + scrollStep + height) / rowHeight) + overscan);
  const { markup, svgWidth, crowded } = useDrawn(drawing, ...useSpan(first, last, shown), width, picture);
  useEffect(() => picture.want(first, last));
  const rows = shown.rows.slice(Math.max(0, first - shown.from), Math.max(0, last - shown.from));
  const total = shown.items * rowHeight;
  const foot = drawingFoot(shown.lines) * scale;
  const chosen = rows.find((r) => r.key === picture.chosen.value);
  const character = sizeOfCode(width, font, stage) * characterWidth;
  const longest = useMemo(() => Math.max(longestLine(shown) * character + besideCode, whole.peeled ? roomForHeading : 0), [shown, whole.peeled, character]);
  const rooms = useMemo(() => {
    const staged = width - 64 * stage - svgWidth;
    const { recorded, result } = stage ? { recorded: staged, result: staged } : columnsFor(width, svgWidth, longest);
    const characters = Math.floor((recorded - (stage ? 0 : besideCode)) / character);
    return { recorded: characters, result: Math.floor(result / character), longest: longestName(characters, shown.rows.filter((r) => r.kind !== PictureLabel).map((r) => r.left)) };
  }, [shown, width, svgWidth, longest, character, stage]);
  const Pages = usePages(shown.items > shortest, picture);
  const lines = useMemo(() => <Lines shown={shown} />, [shown]);
  const drawn = useRows(rows, Math.max(first, shown.from), picture.chosen.value, rooms);
  useLit(sheet, shown, picture, [drawn, markup]);
  return (
    <div class={`sheet grow scroll-down${shown.lanes === 0 ? " no-lanes" : ""}`} id="picture-sheet" ref={sheet} onScroll={(e) => (picture.scrollTop.value = e.currentTarget.scrollTop)} style={{ "--lanes": `${svgWidth}px`, "--row": `${rowHeight}px`, "--longest": `${Math.ceil(Math.min(longest, width))}px` }}>
      {Pages ? (
        <Pages
          shown={shown}
          drawing={drawing}
          svgWidth={svgWidth}
          rowHeight={rowHeight}
          foot={foot}
          head={() => <SheetHead whole={whole} crowded={false} />}
          row={(item, at) => <Row key={item.key} item={item} at={at} chosen={false} rooms={rooms} />}
          draw={(from, to) => draw(partOf(drawing, from, to))}
          text={(item, whole) => lineText(whole ? brief(item.left, Infinity) : briefIn(rooms.recorded, item.left, rooms.longest))}
          fits={Math.floor((width * 0.36) / ((font - 1) * characterWidth))}
        />
      ) : (
        <>
          <SheetHead whole={whole} crowded={crowded} />
          <div class="sheet-rows" style={{ height: `${total + foot}px` }}>
            <div
              role="listbox"
              class="rows"
              tabIndex={0}
              aria-label="The recorded trace, with what became of each row"
              aria-activedescendant={chosen && isRow(chosen) ? rowId(chosen) : undefined}
              onKeyDown={(e) => onKey(e, picture)}
            >
              {drawn}
            </div>
            {shown.lanes > 0 && (
              <svg
                class={`lifelines z-2 spills absolute${drawing.laneWidth < 30 && !(crowded && width >= 480) ? " is-narrow" : ""}`}
                width={svgWidth}
                height={total + foot}
                viewBox={`0 0 ${svgWidth / scale} ${(total + foot) / scale}`}
                aria-hidden="true"
                onPointerOver={(e) => (picture.hovered.value = lineUnder(e)?.id ?? -1)}
                onPointerLeave={() => (picture.hovered.value = -1)}
                onClick={(e) => choose(e, picture, rowHeight)}
                dangerouslySetInnerHTML={{ __html: markup }}
              />
            )}
            {lines}
          </div>
        </>
      )}
    </div>
  );
}

/** The rows as elements. An unchanged row has the same element as before, so that a step draws two rows and not all in view. */
function useRows(rows: readonly PictureItem[], from: number, chosen: number, rooms: Rooms): ComponentChild {
  const before = useRef(new Map<number, { props: RowProps; drawn: ComponentChild }>());
  return useMemo(() => {
    const kept = new Map<number, { props: RowProps; drawn: ComponentChild }>();
    rows.forEach((item, i) => {
      const props = { item, at: from + i, chosen: item.key === chosen, rooms };
      const old = before.current.get(item.key);
      const same = old?.props.item === item && old.props.at === props.at && old.props.chosen === props.chosen && old.props.rooms === rooms;
      kept.set(item.key, same ? old : { props, drawn: <Row key={item.key} {...props} /> });
    });
    before.current = kept;
    return [...kept.values()].map((k) => k.drawn);
  }, [rows[0], rows.length, from, chosen, rooms]);
}

/** The lines as buttons, for those who do not see or point: one stop for the Tab key, and arrows go from line to line. */
function Lines({ shown }: { shown: PictureResponse }) {
  const picture = usePicture();
  const lines = shown.lines.slice(0, 60);
  const last = useSignal(-1);
  const stop = Math.max(0, lines.findIndex((line) => line.id === last.value));
  const look = (line: Lifeline) => (picture.hovered.value = last.value = line.id);
  return (
    <div class="off-screen" role="toolbar" aria-orientation="vertical" aria-label="Objects" onKeyDown={walkLines}>
      {lines.map((line, i) => (
        <button key={line.id} type="button" tabIndex={i === stop ? 0 : -1} onFocus={() => look(line)} onBlur={() => (picture.hovered.value = -1)} onClick={() => picture.open(line.key, true)}>
          {tell(line)}
        </button>
      ))}
    </div>
  );
}

/** The keys of the lines: arrows to the next and the previous one, Home and End to the first and the last. */
function walkLines(e: KeyboardEvent): void {
  const all = [...(e.currentTarget as HTMLElement).children] as HTMLElement[];
  const at = all.indexOf(e.target as HTMLElement);
  const ends: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
  const to = ends[e.key];
  if (to === undefined) return;
  e.preventDefault();
  all[to]?.focus();
}

function lineUnder(e: Event): { id: number; key: number } | null {
  const group = (e.target as Element).closest<SVGElement>("[data-line]");
  return group ? { id: Number(group.dataset["line"]), key: Number(group.dataset["key"] ?? 0) } : null;
}

/** Opens the line under the pointer, beside lines the row. */
function choose(e: MouseEvent, picture: PictureModel, rowHeight: number): void {
  const line = lineUnder(e);
  const shown = picture.shown.peek();
  const top = (e.currentTarget as Element).getBoundingClientRect().top;
  const row = shown?.rows[Math.floor((e.clientY - top) / rowHeight) - shown.from];
  const beside = !line && row && isRow(row) ? row.key : 0;
  const key = line?.key || shown?.lines.find((l) => l.id === line?.id)?.key || beside;
  if (key) picture.open(key);
}

function onKey(e: KeyboardEvent, picture: PictureModel): void {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const by: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 };
  const step = by[e.key];
  let key = 0;
  if (step !== undefined) key = picture.neighbour(step)?.key ?? 0;
  else if (e.key === "ArrowRight" || e.key === "ArrowLeft") key = picture.alongLine(e.key === "ArrowRight" ? 1 : -1);
  else return;
  e.preventDefault();
  if (key !== 0) picture.open(key, true);
}

/** Takes size and place from a view that the page came with, and brings the row into view that was asked for. */
export function placeDrawn(sheet: HTMLElement, picture: PictureModel): void {
  picture.size.value = sizeOf(sheet);
  picture.scrollTop.value = sheet.scrollTop;
  const shown = picture.shown.peek();
  const height = sheet.querySelector<HTMLElement>(".picture-row")?.offsetHeight ?? 0;
  const [at, beside] = shown ? placesOf(shown, picture.reveal.peek()) : [-1, -1];
  if (at >= 0 && height > 0) scrollTo(sheet, shown!.from + at, shown!.from + beside, height, picture);
}

/** The size of the view, with the scroll bar: so a picture has the same form whether there is one or not. */
function sizeOf(sheet: HTMLElement): { width: number; height: number } {
  return { width: sheet.offsetWidth, height: sheet.clientHeight };
}

/** Follows the size of the view. */
function useMeasured(sheet: { current: HTMLDivElement | null }, picture: PictureModel): void {
  useLayoutEffect(() => {
    const element = sheet.current!;
    const measure = () => {
      const now = sizeOf(element);
      const { width, height } = picture.size.peek();
      if (now.width !== width || now.height !== height) picture.size.value = now;
    };
    if (!picture.isPlaced) {
      measure();
      picture.scrollTop.value = element.scrollTop;
    }
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}

/**
 * Brings rows into view that somebody asked for: at once, before what follows from the same step changes the page, since the
 * place to scroll to is asked for then without a layout of its own; rows that are not drawn yet, once they are.
 */
function useReveal(sheet: { current: HTMLDivElement | null }, rowHeight: number, height: number, shown: PictureResponse, picture: PictureModel): void {
  const drawn = useRef({ shown, rowHeight });
  const done = useRef<unknown>(null);
  const reveal = () => {
    const asked = picture.reveal.value;
    const now = untracked(() => picture.shown.value);
    if (asked === done.current || !asked || now !== drawn.current.shown || !sheet.current) return;
    done.current = asked;
    if (picture.isPlaced) return;
    const [at, beside] = placesOf(now, asked);
    if (at >= 0) scrollTo(sheet.current, now.from + at, now.from + beside, drawn.current.rowHeight, picture);
  };
  useLayoutEffect(() => effect(reveal), []);
  useLayoutEffect(() => {
    drawn.current = { shown, rowHeight };
    reveal();
  }, [shown, rowHeight]);
  const before = useRef(height);
  useLayoutEffect(() => {
    // A longer reason, or what the story tells, may take room from the rows: the one that was asked for stays in view, else the chosen one.
    const isLower = height < before.current;
    const asked = picture.reveal.peek() ?? { key: picture.chosen.peek(), beside: picture.chosen.peek() };
    const [at, beside] = isLower ? placesOf(shown, asked) : [-1, -1];
    if (at < 0) return void (before.current = height);
    const bottom = (shown.from + at + 1) * rowHeight - picture.scrollTop.peek();
    const head = height - roomForRows(sheet.current!);
    if (bottom > height - head && bottom <= before.current - head) scrollTo(sheet.current!, shown.from + at, shown.from + beside, rowHeight, picture);
    before.current = height;
  }, [height]);
}

/** Where the row that was asked for is among those that are there, and the one beside which it is to be seen, or itself. */
function placesOf({ rows }: PictureResponse, asked: { key: number; beside: number } | null): [number, number] {
  const at = rows.findIndex((r) => r.key === asked?.key);
  const beside = rows.findIndex((r) => r.key === asked?.beside);
  return [at, beside < 0 ? at : beside];
}

/** The height in which rows are seen: the titles of the columns stay above them. */
function roomForRows(sheet: HTMLElement): number {
  return sheet.clientHeight - (sheet.querySelector<HTMLElement>(".sheet-head")?.offsetHeight ?? 0);
}

function scrollTo(element: HTMLElement, item: number, beside: number, rowHeight: number, picture: PictureModel): void {
  const top = item * rowHeight;
  const { scrollTop } = element;
  const room = roomForRows(element);
  // Where there is no room for both, what is below counts more; asked twice, the row stays where it is.
  const between = Math.max(0, item - beside) * rowHeight;
  const fits = between + rowHeight <= room;
  const below = Math.min(6 * rowHeight, fits ? room - between : room);
  const above = Math.max(fits ? between : 0, Math.min(3, Math.floor((room - below) / rowHeight)) * rowHeight);
  if (top - above < scrollTop) element.scrollTop = Math.max(0, top - above);
  // Whole rows: half of one at the upper edge looks like a mistake.
  else if (top + below > scrollTop + room) element.scrollTop = Math.ceil((top + below - room) / rowHeight) * rowHeight;
  else return;
  picture.scrollTop.value = element.scrollTop;
}

/** Highlights everything about one object: its line, what comes in for it, and its
 * rows. */
function useLit(sheet: { current: HTMLDivElement | null }, shown: PictureResponse, picture: PictureModel, drawn: unknown[]): void {
  const lit = picture.lit.value;
  useLayoutEffect(() => {
    const element = sheet.current!;
    const line = shown.lines.find((l) => l.id === lit);
    const lines = new Set([lit, line?.comes ?? -1, ...shown.lines.filter((l) => lit >= 0 && l.comes === lit).map((l) => l.id)]);
    const keys = new Set(shown.lines.filter((l) => l.id >= 0 && lines.has(l.id)).flatMap((l) => l.marks.map((m) => m.key)));
    for (const g of element.querySelectorAll<SVGElement>("[data-line]")) g.classList.toggle("is-lit", lit >= 0 && lines.has(Number(g.dataset["line"])));
    for (const row of element.querySelectorAll<HTMLElement>(".picture-row")) row.classList.toggle("is-lit", lit >= 0 && keys.has(Number(row.dataset["key"])));
  }, [lit, shown, ...drawn]);
}
