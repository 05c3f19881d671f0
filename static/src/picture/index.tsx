// The picture: the recorded trace once, what became of each row, and beside the rows a lifeline for
// each object. Rows have one height and are drawn as far as they are in view.

import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Picture as Whole, PictureItem, PictureResponse } from "../api.gen";
import { PictureFirst, PictureFold, PictureLabel, SpanComment } from "../api.gen";
import { Line } from "../pipeline/line";
import { plural } from "../pipeline/words";
import { brief, lineText, longestName } from "./brief";
import { draw, drawingFoot, drawingWidth, tell } from "./draw";
import { Told } from "./told";
import { type PictureModel, isRow, usePicture } from "./model";
import { signs } from "./words";

/** Longer pictures have what stands beside long ones. */
const longFrom = 300;
/** Rows drawn beyond both edges of the view. */
const overscan = 12;

/** `aside` stands beside a picture that is long. */
export function Picture({ aside }: { aside?: ComponentType }) {
  const picture = usePicture();
  const shown = picture.shown.value;
  const whole = picture.whole.value;
  if (!shown || !whole) return null;
  const Aside = shown.items > longFrom && aside;
  return (
    <div class={`picture${Aside ? " with-strip" : ""}`}>
      <Sheet shown={shown} whole={whole} />
      {Aside && <Aside />}
    </div>
  );
}

/** How wide a lane is: named up to eight, narrow up to 24, then as dense as it has to be. */
function laneWidth(lanes: number, width: number): number {
  const phone = width < 480;
  const room = phone ? 88 : width < 800 ? 160 : 390;
  if (lanes === 0) return 0;
  if (lanes <= 8) return Math.min(phone ? 20 : width < 800 ? 34 : 46, Math.max(phone ? 10 : 14, Math.floor(room / lanes)));
  if (lanes <= 24) return Math.max(10, Math.min(14, room / lanes));
  return Math.max(1.5, room / lanes);
}

/**
 * How many characters of code a row has room for, at least: in windows between two of these widths as in the smaller one, so that
 * the page that is drawn before its script shortens names as the script does. The widths of columns are those of picture.css.
 */
function roomForCode(width: number, lanes: number, font: number): number {
  const least = [1000, 800, 480, 360].find((w) => w <= width) ?? width;
  const code = least < 560 ? least - 48 - lanes : Math.max(160, Math.min(least < 1000 ? 280 : Math.max(432, width * 0.36), width - 262 - lanes));
  return Math.floor(code / ((width < 480 ? 11.5 : font - 1) * 0.605));
}

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
      laneWidth: stage ? Math.min(72, 260 / Math.max(1, shown.lanes)) : laneWidth(shown.lanes, width),
      railGap: width < 480 ? 6 : 9,
    };
  }, [shown, whole, rowHeight, width, stage]);
  const svgWidth = Math.ceil(drawingWidth(drawing) * scale);
  const markup = useMemo(() => draw(drawing), [drawing]);
  useMeasured(sheet, picture);
  useReveal(sheet, rowHeight, picture);
  useLit(sheet, shown, picture);
  const all = picture.all.value;
  const first = all ? shown.from : Math.max(0, Math.floor(picture.scrollTop.value / rowHeight) - overscan);
  const last = all ? shown.from + shown.rows.length : Math.min(shown.items, Math.ceil((picture.scrollTop.value + height) / rowHeight) + overscan);
  useEffect(() => picture.want(first, last));
  const rows = shown.rows.slice(Math.max(0, first - shown.from), Math.max(0, last - shown.from));
  const total = shown.items * rowHeight;
  const foot = drawingFoot(shown.lines) * scale;
  const chosen = shown.rows.find((r) => r.key === picture.chosen.value);
  const room = stage ? Math.floor((width - 64 * stage - svgWidth) / (font * 0.605)) : roomForCode(width, svgWidth, font);
  const longest = useMemo(() => longestName(room, shown.rows.filter((r) => r.kind !== PictureLabel).map((r) => r.left)), [shown, room]);
  return (
    <div class={`sheet grow scroll-down${shown.lanes === 0 ? " no-lanes" : ""}`} id="picture-sheet" ref={sheet} onScroll={(e) => (picture.scrollTop.value = e.currentTarget.scrollTop)} style={{ "--lanes": `${svgWidth}px`, "--row": `${rowHeight}px` }}>
      <div class="sheet-head grid centred minor line-below strong nowrap paper" aria-hidden="true">
        <span class="head-row">{whole.peeled ? "One round, as recorded" : "As recorded"}</span>
        <span class="head-lanes regular">{whole.lanes > 0 ? plural(whole.objects, "object") : ""}</span>
        <span class="head-left clip">{whole.peeled ? "What is left in the loop, or why not" : "What is left, or why not"}</span>
      </div>
      <div class="sheet-rows" style={{ height: `${total + foot}px` }}>
        <div
          role="listbox"
          class="rows"
          tabIndex={0}
          aria-label="The recorded trace, with what became of each row"
          aria-activedescendant={chosen && isRow(chosen) ? rowId(chosen) : undefined}
          onKeyDown={(e) => onKey(e, picture)}
        >
          {rows.map((item, i) => (
            <Row key={item.key} item={item} at={Math.max(first, shown.from) + i} chosen={item.key === picture.chosen.value} longest={longest} />
          ))}
        </div>
        {shown.lanes > 0 && (
          <svg
            class={`lifelines${drawing.laneWidth < 30 ? " is-narrow" : ""}`}
            width={svgWidth}
            height={total + foot}
            viewBox={`0 0 ${svgWidth / scale} ${(total + foot) / scale}`}
            aria-hidden="true"
            onPointerOver={(e) => (picture.hovered.value = lineUnder(e)?.id ?? -1)}
            onPointerLeave={() => (picture.hovered.value = -1)}
            onClick={(e) => choose(e, picture)}
            dangerouslySetInnerHTML={{ __html: markup }}
          />
        )}
        <Lines shown={shown} />
      </div>
    </div>
  );
}

/** The lines as buttons, for those who do not see or point. */
function Lines({ shown }: { shown: PictureResponse }) {
  const picture = usePicture();
  return (
    <ul class="off-screen" aria-label="Objects">
      {shown.lines.slice(0, 60).map((line) => (
        <li key={line.id}>
          <button type="button" onFocus={() => (picture.hovered.value = line.id)} onBlur={() => (picture.hovered.value = -1)} onClick={() => picture.open(line.key, true)}>
            {tell(line)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function lineUnder(e: Event): { id: number; key: number } | null {
  const group = (e.target as Element).closest<SVGElement>("[data-line]");
  return group ? { id: Number(group.dataset["line"]), key: Number(group.dataset["key"] ?? 0) } : null;
}

function choose(e: Event, picture: PictureModel): void {
  const line = lineUnder(e);
  const key = line?.key || picture.shown.peek()?.lines.find((l) => l.id === line?.id)?.key;
  if (key) picture.open(key);
}

function rowId(item: PictureItem): string {
  return `picture-row-${item.key}`;
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

interface RowProps {
  item: PictureItem;
  at: number;
  chosen: boolean;
  /** Longer names are shortened. */
  longest: number;
}

function Row({ item, at, chosen, longest }: RowProps) {
  const picture = usePicture();
  const top = { "--at": at };
  if (item.kind === PictureFold || item.kind === PictureFirst) return <Fold item={item} top={top} />;
  if (item.kind === PictureLabel) return <Label item={item} top={top} longest={longest} />;
  const code = item.left.length > 0 ? item.left : item.right;
  const { sign, words } = signs[item.fate] ?? { sign: "", words: "" };
  const stays = item.right.length > 0 && item.fate !== "moved";
  const classes = ["picture-row grid centred soft", `is-${item.fate}`];
  if (item.first) classes.push("is-first");
  if (stays) classes.push("stays");
  if (chosen) classes.push("is-chosen");
  return (
    <div
      class={classes.join(" ")}
      role="option"
      id={rowId(item)}
      aria-selected={chosen}
      data-key={item.key}
      style={top}
      onClick={() => !item.first && picture.open(item.key)}
      onDblClick={() => item.number > 0 && picture.goToSource(item.number - 1)}
    >
      <span class="row-number soft regular mono">{item.number || ""}</span>
      <span class="row-sign bold mono to-middle">
        <span aria-hidden="true">{sign}</span>
        <span class="off-screen">{words}: </span>
      </span>
      <span class="row-code row baseline slim gap-3 nowrap clip cut-line" title={item.note ? `${lineText(code)}\n${item.note}` : lineText(code)}>
        <Line spans={brief(code, longest)} />
        {item.note && <span class="row-note slim soft regular italic to-right clip">{item.note}</span>}
      </span>
      <span class="row-lanes" />
      <span class="row-left row baseline slim gap-3 nowrap clip cut-line">
        {stays && !item.first && <Line spans={brief(item.right, longest)} />}
        {(!stays || item.fate === "replaced" || item.fate === "added") && <Short item={item} />}
      </span>
    </div>
  );
}

function Short({ item }: { item: PictureItem }) {
  if (item.first) return null;
  return (
    <span class="short minor clip">
      <Told parts={item.short} />
    </span>
  );
}

function Fold({ item, top }: { item: PictureItem; top: { "--at": number } }) {
  const picture = usePicture();
  const isFirst = item.kind === PictureFirst;
  const open = picture.opened.value.includes(item.key);
  const count = plural(item.folded ?? 0, "row");
  const words = isFirst ? `First round, once: ${count}` : picture.stage.value ? count : `${count} as recorded`;
  return (
    <div class="picture-row grid centred soft is-fold" role="option" aria-selected={false} id={rowId(item)} data-key={item.key} style={top} onClick={() => picture.unfold(item.key)}>
      <span class="row-fold cut minor">
        <span aria-hidden="true">{open ? "▾" : "▸"}</span> {words}
      </span>
      <span class="row-lanes" />
      <span class="row-left row baseline slim gap-3 nowrap clip cut-line">
        {!isFirst && (
          <span class="short minor clip">
            <Told parts={item.short} />
          </span>
        )}
      </span>
    </div>
  );
}

function Label({ item, top, longest }: { item: PictureItem; top: { "--at": number }; longest: number }) {
  const picture = usePicture();
  return (
    <div class="picture-row grid centred soft is-label" role="option" aria-selected={false} id={rowId(item)} data-key={item.key} style={top}>
      <span class="row-number soft regular mono">{item.number || ""}</span>
      <span class="row-sign bold mono to-middle" />
      <span class="row-code row baseline slim gap-3 nowrap clip cut-line" title={lineText(item.left)}>
        <Line spans={brief(item.left.filter(([kind]) => kind !== SpanComment), longest)} />
      </span>
      <span class="row-lanes" />
      <span class="row-left row baseline slim gap-3 nowrap clip cut-line">{picture.whole.value?.peeled && <Line spans={brief(item.right, longest)} />}</span>
    </div>
  );
}

/** Follows the size of the view. */
function useMeasured(sheet: { current: HTMLDivElement | null }, picture: PictureModel): void {
  useLayoutEffect(() => {
    const element = sheet.current!;
    // With the scroll bar, so that a picture has the same form whether there is one or not.
    const measure = () => (picture.size.value = { width: element.offsetWidth, height: element.clientHeight });
    measure();
    picture.scrollTop.value = element.scrollTop;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}

/** Brings rows into view that somebody asked for. */
function useReveal(sheet: { current: HTMLDivElement | null }, rowHeight: number, picture: PictureModel): void {
  const asked = picture.reveal.value;
  useLayoutEffect(() => {
    const now = picture.shown.peek();
    const at = now?.rows.findIndex((r) => r.key === asked?.key) ?? -1;
    if (!now || at < 0) return;
    const element = sheet.current!;
    const top = (now.from + at) * rowHeight;
    // Where there is no room for both, what is below counts more; asked twice, the row stays where it is.
    const below = Math.min(6 * rowHeight, element.clientHeight);
    const above = Math.min(3 * rowHeight, element.clientHeight - below);
    if (top - above < element.scrollTop) element.scrollTop = Math.max(0, top - above);
    else if (top + below > element.scrollTop + element.clientHeight) element.scrollTop = top + below - element.clientHeight;
  }, [asked]);
}

/** Lights what concerns one object: its line, what comes in for it, and its rows. */
function useLit(sheet: { current: HTMLDivElement | null }, shown: PictureResponse, picture: PictureModel): void {
  const lit = picture.lit.value;
  useLayoutEffect(() => {
    const element = sheet.current!;
    const line = shown.lines.find((l) => l.id === lit);
    const lines = new Set([lit, line?.comes ?? -1, ...shown.lines.filter((l) => lit >= 0 && l.comes === lit).map((l) => l.id)]);
    const keys = new Set(shown.lines.filter((l) => l.id >= 0 && lines.has(l.id)).flatMap((l) => l.marks.map((m) => m.key)));
    for (const g of element.querySelectorAll<SVGElement>("[data-line]")) g.classList.toggle("is-lit", lit >= 0 && lines.has(Number(g.dataset["line"])));
    for (const row of element.querySelectorAll<HTMLElement>(".picture-row")) row.classList.toggle("is-lit", lit >= 0 && keys.has(Number(row.dataset["key"])));
  });
}
