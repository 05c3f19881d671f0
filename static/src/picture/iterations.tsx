// A peeled loop as a loop: the first iteration and the loop side by side, each row at the recorded one that it
// comes from, so that work of the first iteration for all others is a row that only one side has. Above the
// loop its label says what goes around. Where there is little room, one side is shown at a time.

import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { LabelParam, LoopResponse, LoopRow, Span } from "../api.gen";
import { PictureAdded, PictureFold, SpanLabel, SpanText } from "../api.gen";
import { Line } from "../pipeline/line";
import { briefIn, lineText, longestName } from "../pipeline/brief";
import { rowNumber } from "./looks";
import { type PictureModel, usePicture } from "./model";
import { bundled, drawPipes, pipesFoot, railsWidth } from "./pipes";
import { useIterations } from "./iterations-model";
import { Told } from "./told";
import { ofThePrevious } from "./words";
import { plural } from "../ui/counts";

/** Rows drawn beyond both edges of the view. */
const overscan = 12;
/** From this width on both sides are next to each other. */
const besideFrom = 900;
const numberWidth = 44;
/** Where the label's first line begins, below a heading of two lines or of one. */
const portsTop = { two: 56, one: 32 };
/** Between the label and the rows. */
const belowPorts = 26;
/** More of what goes around is folded. */
const maxPorts = 8;

interface Plan {
  beside: boolean;
  /** Widths of the first iteration, of the way to the loop, of the loop, and of the rails beside each. */
  code: number;
  between: number;
  rails: number;
  rowHeight: number;
  /** All rows are in view if headings are one line, but not if they are two. */
  low: boolean;
  portsTop: number;
  headHeight: number;
  /** The height of a line of the label: on a phone, what it says takes two. */
  port: number;
}

function planFor(width: number, height: number, font: number, items: number, values: number, ports: number): Plan {
  const beside = width >= besideFrom;
  const rails = railsWidth(values);
  const port = width < 480 ? 38 : 28;
  const usual = Math.max(24, Math.round(font * 1.7));
  const least = width < 480 ? usual : Math.max(20, Math.round(font * 1.4));
  const foot = pipesFoot(values);
  const lowHead = portsTop.one + ports * port + belowPorts;
  const lowRow = Math.min(least, Math.floor((height - lowHead - foot) / Math.max(1, items)));
  const twoLines = portsTop.two + ports * port + belowPorts;
  const low = beside && twoLines + items * least + foot > height && lowRow >= Math.round(font * 1.3);
  const head = low ? lowHead : twoLines;
  const room = Math.floor((height - head - 32 - foot) / Math.max(1, items));
  const rowHeight = low ? lowRow : Math.max(least, Math.min(room, Math.round(usual * 1.4)));
  const across = { beside, rails, rowHeight, low, portsTop: low ? portsTop.one : portsTop.two, headHeight: head, port };
  if (!beside) return { ...across, code: width - numberWidth - rails - 16, between: 0 };
  const free = width - 2 * numberWidth - 2 * rails - 32;
  const code = Math.floor(Math.min(440, free * 0.33));
  return { ...across, code, between: free - 2 * code };
}

/** Both iterations of the loop that is around it. */
export function BothIterations() {
  const iterations = useIterations();
  const shown = iterations.shown.value;
  const params = usePicture().whole.value?.params;
  if (!shown || !params || shown.items === 0) return null;
  return (
    <div class="picture container-picture flex flex-1 downwards slim low paper">
      <Sheet shown={shown} params={params} />
    </div>
  );
}

function Sheet({ shown, params }: { shown: LoopResponse; params: readonly LabelParam[] }) {
  const picture = usePicture();
  const iterations = useIterations();
  const sheet = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 1000, height: 600, character: 8 });
  const scrollTop = useSignal(0);
  const side = useSignal<"first" | "loop">("loop");
  const allPorts = useSignal(false);
  const ports = allPorts.value ? params : params.slice(0, maxPorts);
  const lines = ports.length + (params.length > maxPorts ? 1 : 0);
  const { width, height, character } = size.value;
  const plan = planFor(width, height, picture.fontSize.value, shown.items, params.length, lines);
  const markup = useMemo(() => pipesOf(shown, params, plan, character), [shown, params, plan.rowHeight, plan.headHeight, width, character]);
  useMeasured(sheet, size);
  useRevealed(sheet, plan, shown);
  const at = scrollTop.value - plan.headHeight;
  const all = iterations.all.value;
  const first = all ? shown.from : Math.max(0, Math.floor(at / plan.rowHeight) - overscan);
  const last = all ? shown.from + shown.rows.length : Math.max(first, Math.min(shown.items, Math.ceil((at + height) / plan.rowHeight) + overscan));
  useEffect(() => iterations.want(first, last));
  const rows = shown.rows.slice(Math.max(0, first - shown.from), Math.max(0, last - shown.from));
  const total = plan.headHeight + shown.items * plan.rowHeight + pipesFoot(params.length);
  const room = Math.floor(plan.code / character);
  const longest = useMemo(() => longestName(room, shown.rows.flatMap((r) => [r.first, r.loop])), [shown, room]);
  const chosen = rows.find((r) => r.key === picture.chosen.value);
  return (
    <div class={`sheet grow scroll-down iterations relative ${plan.beside ? "is-beside" : `is-${side.value}`}${plan.low ? " is-low" : ""}`} ref={sheet} onScroll={(e) => (scrollTop.value = e.currentTarget.scrollTop)} style={styleOf(plan)}>
      <code class="iterations-probe code-size unseen absolute" aria-hidden="true">
        00000000000000000000
      </code>
      {!plan.beside && <Sides side={side} />}
      <div class="relative" style={{ height: `${total}px` }}>
        {(plan.beside || side.value === "first") && <FirstHead shown={shown} />}
        {(plan.beside || side.value === "loop") && <LoopHead shown={shown} ports={ports} more={params.length - ports.length} all={allPorts} />}
        <div role="listbox" class="rows" tabIndex={0} aria-label="The first iteration and the loop, row by row" aria-activedescendant={chosen ? rowId(chosen) : undefined} onKeyDown={(e) => onKey(e, picture, shown)}>
          {rows.map((row, i) => (
            <Row key={row.key} row={row} at={Math.max(first, shown.from) + i} short={(spans) => briefIn(room, spans, longest)} side={plan.beside ? "both" : side.value} />
          ))}
        </div>
        {(plan.beside || side.value === "loop") && <svg class="pipes z-2 inset-0-auto-auto-0 spills absolute no-pointer" width={width} height={total} aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup }} />}
      </div>
    </div>
  );
}

function styleOf(plan: Plan): Record<string, string> {
  return {
    "--code": `${plan.code}px`,
    "--between": `${plan.between}px`,
    "--rails": `${plan.rails}px`,
    "--row": `${plan.rowHeight}px`,
    "--head": `${plan.headHeight}px`,
    "--port": `${plan.port}px`,
  };
}

function Sides({ side }: { side: { value: "first" | "loop" } }) {
  return (
    <div class="iterations-sides sticky z-4 top-0 pad-y-6px picture-559.98px:pad-x-3 paper flex">
      <div class="segments" role="group" aria-label="Which iteration">
        {(["first", "loop"] as const).map((which) => (
          <button type="button" key={which} aria-pressed={side.value === which} onClick={() => (side.value = which)}>
            {which === "first" ? "First iteration" : "The loop"}
          </button>
        ))}
      </div>
    </div>
  );
}

/** A heading above one side, on one line if the view is low. */
const head = "top-0 pad-top-10px absolute within-low:flex within-low:wrap within-low:baseline within-low:gap-x-2 within-low:pad-top-0";

function FirstHead({ shown }: { shown: LoopResponse }) {
  return (
    <div class={`first-head ${head}`}>
      <h3 class="picture-559.98px:pad-left-3 serif text-xl tight">First iteration</h3>
      <p class="picture-559.98px:pad-left-3 cut minor leading-20px">
        once · {plural(shown.first.operations, "operation")}
        {shown.first.boxes > 0 && `, ${plural(shown.first.boxes, "box").replace("boxs", "boxes")}`}
      </p>
      <p class="first-takes picture-559.98px:pad-left-3 full minor leading-20px cut">
        takes <Line spans={shown.takes.filter(([, text]) => !text.startsWith("#"))} />
      </p>
    </div>
  );
}

interface LoopHeadProps {
  shown: LoopResponse;
  ports: readonly LabelParam[];
  /** How many more ports there are than are shown. */
  more: number;
  all: { value: boolean };
}

/** The loop's label: the values that go around, and what they stand for. */
function LoopHead({ shown, ports, more, all }: LoopHeadProps) {
  const name = shown.label.find(([kind]) => kind === SpanLabel)?.[1] ?? "";
  return (
    <div class={`loop-head ${head}`}>
      <h3 class="picture-559.98px:pad-left-3 serif text-xl tight">The loop</h3>
      <p class="picture-559.98px:pad-left-3 cut minor leading-20px">
        every iteration after · {plural(shown.loop.operations, "operation")}, {shown.loop.boxes === 1 ? "1 box" : `${shown.loop.boxes} boxes`}
      </p>
      <table class="ports space-half full raised">
        <caption class="off-screen">What goes around the loop, as {name} receives it</caption>
        <colgroup>
          <col class="port-name width-5rem" />
          <col />
          <col class="port-passed picture-900px:gone width-5.5rem soft" />
          <col class="port-passed picture-900px:gone width-5.5rem soft" />
        </colgroup>
        <thead class="off-screen">
          <tr>
            <th scope="col">Name in the loop</th>
            <th scope="col">What it stands for</th>
            <th scope="col" class="port-passed picture-900px:gone width-5.5rem">First iteration passes</th>
            <th scope="col" class="port-passed picture-900px:gone width-5.5rem">Every iteration passes</th>
          </tr>
        </thead>
        <tbody>
          {ports.map((param) => (
            <Port key={param.name} param={param} />
          ))}
          {ports.length === 0 && (
            <tr>
              <td>Nothing goes around.</td>
            </tr>
          )}
          {(more > 0 || all.value) && (
            <tr>
              <td colSpan={4}>
                <button type="button" class="text-button" onClick={() => (all.value = !all.value)}>
                  {more > 0 ? `${more} more` : "Fewer"}
                </button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <p class="between-head gone within-beside:block pad-top-3px size-12px italic to-middle cut" aria-hidden="true">
        known from the previous iteration
      </p>
    </div>
  );
}

function Port({ param }: { param: LabelParam }) {
  const picture = usePicture();
  return (
    <tr onPointerEnter={() => (picture.hovered.value = param.line)} onPointerLeave={() => (picture.hovered.value = -1)}>
      <th scope="row">
        <code class={`port pad-1px-8px radius-4px weight-650 ${param.ref ? "is-ref ink" : "colour-tok-number"}`}>{param.name}</code>
      </th>
      <td class="port-words">
        <Told parts={param.text} />
      </td>
      <td class="port-passed picture-900px:gone width-5.5rem soft">
        <span aria-hidden="true">first </span>
        <code>{param.first}</code>
      </td>
      <td class="port-passed picture-900px:gone width-5.5rem soft">
        <span aria-hidden="true">then </span>
        <code>{param.next}</code>
      </td>
    </tr>
  );
}

function rowId(row: LoopRow): string {
  return `iteration-row-${row.key}`;
}

interface RowProps {
  row: LoopRow;
  at: number;
  /** Shortens the names of a line as far as there is need. */
  short(spans: readonly Span[]): Span[];
  side: "both" | "first" | "loop";
}

function Row({ row, at, short, side }: RowProps) {
  const picture = usePicture();
  const style = { "--at": at };
  if (row.kind === PictureFold) return <Fold row={row} style={style} />;
  const chosen = picture.chosen.value === row.key;
  const classes = ["picture-row grid centred soft", "iteration-row"];
  if (row.loop.length > 0) classes.push("in-loop");
  if (row.first.length > 0) classes.push("in-first");
  if (row.once) classes.push("is-once");
  if (chosen) classes.push("is-chosen");
  return (
    <div class={classes.join(" ")} role="option" id={rowId(row)} aria-selected={chosen} data-key={row.key} style={style} onClick={() => picture.open(row.key)}>
      <span class={rowNumber}>{row.number || "+"}</span>
      {side !== "loop" && <Code spans={row.first} recorded={row.recorded} short={short} where="first" />}
      {side === "both" && <Between row={row} />}
      {side === "both" && <span class={rowNumber}>{row.number || "+"}</span>}
      {side !== "first" && <Code spans={row.loop} recorded={row.recorded} short={short} where="loop" />}
    </div>
  );
}

/** A row on one side; struck out if the iteration does without it. */
function Code({ spans, recorded, short, where }: Pick<RowProps, "short"> & { spans: readonly Span[]; recorded: readonly Span[]; where: "first" | "loop" }) {
  const stays = spans.length > 0;
  const line = stays ? spans : recorded;
  return (
    <span class={`iteration-code cut slim cut-line in-${where}${stays ? "" : " is-gone soft"}`} title={lineText(line)}>
      {!stays && line.length > 0 && <span class="off-screen">not in {where === "first" ? "the first iteration" : "the loop"}: </span>}
      <Line spans={short(line)} />
    </span>
  );
}

/** Why the loop does without what the first iteration does. */
function Between({ row }: { row: LoopRow }) {
  const saved = row.first.length > 0 && row.loop.length === 0;
  if (!saved) return <span class="between row slim" />;
  const short = row.short.filter(([, text]) => text !== ofThePrevious);
  return (
    <span class="between row slim is-saved">
      <i class="between-line relative flex-1-1-12px min-width-12px" aria-hidden="true" />
      <span class="between-words within-once:colour-moved within-once:strong cut minor" title={row.short.map(([, text]) => text).join("")}>
        {row.once ? "once, for every iteration" : <Told parts={short} />}
      </span>
      <i class="between-line flex-1-1-12px min-width-12px" aria-hidden="true" />
    </span>
  );
}

/** What is in neither iteration; its title says what that is. */
function Fold({ row, style }: { row: LoopRow; style: { "--at": number } }) {
  const iterations = useIterations();
  const count = row.folded ?? 0;
  return (
    <div class="picture-row grid centred soft iteration-row is-fold" role="option" aria-selected={false} id={rowId(row)} data-key={row.key} title={row.short.map(([, text]) => text).join("")} style={style} onClick={() => iterations.unfold(row.key)}>
      <span class="row-fold column-3 cut minor">
        <span aria-hidden="true">▸</span> {plural(count, "row")} in neither iteration
      </span>
    </div>
  );
}

function onKey(e: KeyboardEvent, picture: PictureModel, shown: LoopResponse): void {
  const by: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 };
  const step = by[e.key];
  if (step === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  const rows = shown.rows.filter((r) => r.kind !== PictureFold);
  const at = rows.findIndex((r) => r.key === picture.stepsFrom);
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
  if (next) picture.open(next.key, true);
}

/** The pipes of both jumps. On one side of a narrow window only those that go around. */
function pipesOf(shown: LoopResponse, params: readonly LabelParam[], plan: Plan, character: number): string {
  const jump = shown.rows.at(-1);
  if (params.length === 0) return "";
  const loopX = plan.beside ? 2 * numberWidth + plan.code + plan.rails + plan.between : numberWidth;
  const jumpY = plan.headHeight + shown.items * plan.rowHeight - 3;
  const portY = (k: number) => plan.portsTop + (Math.min(k, maxPorts) + 0.5) * plan.port;
  const side = (spans: readonly Span[], x: number) => {
    const starts = argumentPlaces(spans);
    return bundled(params.map((p, k) => ({ ref: p.ref, fromX: x + Math.min(plan.code - 12, ((starts[k] ?? 0) + 1) * character), portY: portY(k) })));
  };
  const isHere = jump !== undefined && shown.from + shown.rows.length === shown.items && jump.kind !== PictureAdded;
  const around = drawPipes({
    pipes: side(isHere ? jump.loop : [], loopX),
    jumpY,
    railX: loopX + plan.code,
    portX: loopX + plan.code,
    fromLeft: false,
  });
  if (!plan.beside) return around;
  const firstX = numberWidth;
  return drawPipes({ pipes: side(isHere ? jump.first : [], firstX), jumpY, railX: firstX + plan.code, portX: firstX + plan.code + plan.rails, fromLeft: true }) + around;
}

/** Where the arguments of a jump stand in its line, in characters. */
function argumentPlaces(spans: readonly Span[]): number[] {
  const places: number[] = [];
  let at = 0;
  let label = false;
  for (const [kind, text] of spans) {
    if (kind === SpanLabel) label = true;
    else if (label && kind !== SpanText) places.push(at);
    at += text.length;
  }
  return places;
}

/** Follows the size of the view, and of a character. */
function useMeasured(sheet: { current: HTMLDivElement | null }, size: { value: { width: number; height: number; character: number } }): void {
  const picture = usePicture();
  useLayoutEffect(() => {
    const element = sheet.current!;
    const probe = element.querySelector(".iterations-probe")!;
    const measure = () => {
      // The room at the edges is less in narrow windows: pipes end where the label does.
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const width = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      size.value = { width: Math.max(0, width), height: element.clientHeight, character: probe.getBoundingClientRect().width / 20 };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [picture.fontSize.value]);
}

/** Brings requested rows into view. */
function useRevealed(sheet: { current: HTMLDivElement | null }, plan: Plan, shown: LoopResponse): void {
  const picture = usePicture();
  const asked = picture.reveal.value;
  const iterations = useIterations();
  // The open row is not gone to when the view begins, at its label; another one that was asked for is.
  const done = useRef(asked?.key === picture.chosen.peek() ? asked : null);
  useEffect(() => {
    if (asked && asked !== done.current) iterations.reach(asked.key);
  }, [asked]);
  useLayoutEffect(() => {
    const at = shown.rows.findIndex((r) => r.key === asked?.key);
    if (at < 0 || asked === done.current) return;
    done.current = asked;
    const element = sheet.current!;
    const top = plan.headHeight + (shown.from + at) * plan.rowHeight;
    const margin = 3 * plan.rowHeight;
    if (top - margin < element.scrollTop) element.scrollTop = at === 0 ? 0 : Math.max(0, top - margin);
    else if (top + 2 * margin > element.scrollTop + element.clientHeight) element.scrollTop = top + 2 * margin - element.clientHeight;
  }, [asked, shown.from]);
}
