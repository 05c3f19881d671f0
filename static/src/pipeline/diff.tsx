// The diff: a grid of rows over a tall canvas, of which only the rows in view
// exist. Rows, kinds and reasons come from the optimizer as they stand.

import { computed, effect, untracked, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Item, Match } from "../api.gen";
import { PartFold } from "../api.gen";
import { chosen, faded, fontSize, parted, pointed, presenting, result, resultText, shown, staleReason } from "../state";
import { Card, hasCard } from "./card";
import { copyText } from "./clipboard";
import { type Guests, Heads } from "./heads";
import { HorizontalBar } from "./horizontal-bar";
import { onGridKey } from "./keys";
import { longestShown } from "./line";
import { gapWidth, Links, marginWidth } from "./links";
import { type Listing, sourceOf } from "./listing";
import { startMarks } from "./marks";
import { DiffModel } from "./model";
import { DiffRow, itemId, matchIn } from "./row";
import { Ruler, longFrom } from "./ruler";
import { search } from "./search";
import { rowAtNode, selectedPiece, sideAt, textOfPiece, textOnScreen } from "./selection";
import { diff } from "./state";
import { later } from "../ui/later";
import { Summary } from "./summary";
import { Toolbar } from "./toolbar";
import { pointName } from "./words";

const LongStrip = later(() => import("./overview").then((m) => m.DiffStrip), "styled");

export function Diff({ guests }: { guests: Guests }) {
  const model = useMemo(() => new DiffModel(), []);
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(startMarks, []);
  useEffect(() => model.start(), []);
  useEffect(() => search.start(() => model.searchFrom()), []);
  useSize(root, grid, model);
  useReveal(grid, model);
  const listing = diff.listing.value;
  const whole = result.value;
  const unified = listing?.view.unified ?? diff.unified.value;
  const style = {
    "--row-height": `${model.rowHeight.value}px`,
    "--gap": `${gapWidth}px`,
    "--margin": `${marginWidth}px`,
    "--digits": `${digits.value}`,
    "--chars": `${Math.min((diff.shortPaths.value ? whole?.shortWidth : whole?.width) ?? 0, longestShown + 30)}`,
  };
  const classes = ["diff flex-1-0-auto min-height-15rem height-0 column", unified ? "is-unified" : "is-split", `stale-${staleReason.value || "none"}`, faded() ? "is-stale" : ""];
  if (diff.shortPaths.value) classes.push("short-paths");
  return (
    <div class={classes.join(" ")} ref={root} style={style}>
      <div class="overview gap-4px-4 min-height-44px pad-6px-4 spread rigid toolbar">
        {whole && <Summary shown={whole} />}
        <Toolbar />
      </div>
      <Heads guests={guests} />
      <div class="diff-body fades grow flex relative">
        <Grid model={model} grid={grid} rows={listing} />
        {listing && model.total > model.height.value * 1.2 && (
          listing.count > longFrom ? <LongStrip /> : <Ruler overview={listing.layout.overview} onPick={(f) => pick(grid.current, f)} />
        )}
      </div>
      <HorizontalBar grid={grid} match={search.match} />
    </div>
  );
}

/** How many digits the greatest number of a line has: the recorded trace has the editor's. */
const digits = computed(() => {
  const { left = 0, right = 0 } = result.value ?? {};
  let lines = 1;
  for (let i = resultText.value.indexOf("\n"); i >= 0; i = resultText.value.indexOf("\n", i + 1)) lines++;
  return String(Math.max(left, right, lines)).length;
});

interface GridProps {
  model: DiffModel;
  grid: { current: HTMLDivElement | null };
  rows: Listing | null;
}

function Grid({ model, grid, rows }: GridProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const selected = diff.chosenRow.value;
  void rows?.arrived.value;
  const passes = shown.value?.request.passes ?? [];
  const names = `${pointName(passes, result.value?.from ?? 0)} compared with ${pointName(passes, result.value?.to ?? 0)}`;
  const item = rows?.item(rows.itemOf(selected));
  useAnchor(canvas, model);
  return (
    <div
      class="diff-scroll contained grow scroll-down code-size mono"
      id="both-columns"
      ref={grid}
      role="treegrid"
      tabIndex={0}
      aria-label={`${names}. Arrow keys move, Enter opens the reason.`}
      aria-rowcount={rows?.count ?? 0}
      aria-colcount={3}
      aria-activedescendant={item && itemId(item)}
      onScroll={(e) => (model.scrollTop.value = e.currentTarget.scrollTop)}
      onKeyDown={(e) => onGridKey(e, model)}
    >
      <div
        class="diff-canvas min-height-100% relative"
        role="rowgroup"
        ref={canvas}
        style={{ height: `${model.total}px`, transform: model.held.value === 0 ? undefined : `translateY(${model.held.value}px)` }}
        onPointerOver={onPointerOver}
        onPointerLeave={onPointerLeave}
        onPointerDown={(e) => onPointerDown(e, canvas.current)}
        onClick={onClick}
        onCopy={(e) => onCopy(e, canvas.current, rows)}
      >
        {rows && <Rows model={model} rows={rows} selected={selected} />}
      </div>
    </div>
  );
}

function Rows({ model, rows, selected }: { model: DiffModel; rows: Listing; selected: number }) {
  const { unified } = rows.view;
  const panelAt = model.shape.value.panel?.row ?? -1;
  const query = search.query.value;
  const match = search.match.value;
  return (
    <>
      <Links listing={rows} shape={model.shape.value} first={model.first.value} last={model.last.value} unified={unified} />
      {model.rendered.value.map((index) => {
        const item = rows.item(index);
        if (!item) return null;
        const isRow = item.part !== PartFold;
        const current = isRow && match?.[0] === item.index ? match : null;
        return (
          <DiffRow
            key={itemId(item)}
            item={item}
            index={index}
            {...model.placeOf(index)}
            unified={unified}
            selected={isRow && item.index === selected}
            open={index === panelAt}
            loop={rows.result.loop}
            query={query}
            current={current}
          >
            {index === panelAt && <Panel model={model} item={item} index={index} query={query} current={current} />}
          </DiffRow>
        );
      })}
    </>
  );
}

function Panel({ model, item, index, query, current }: { model: DiffModel; item: Item; index: number; query: string; current: Match | null }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // The rows below stand where this variable puts them: they follow the card's
    // height at once, whatever is rendered when.
    const canvas = element.closest<HTMLElement>(".diff-canvas");
    const measure = () => {
      canvas?.style.setProperty("--panel", `${element.offsetHeight}px`);
      model.panelHeight.value = element.offsetHeight;
    };
    measure();
    diff.showItem(index);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [item.index]);
  return (
    <div class="row-panel text-m sans" role="gridcell" aria-colindex={1} aria-colspan={3} ref={box}>
      {item.row && <Card row={item.row} index={item.index} match={item.row.reasons[0] ? matchIn(item.row.reasons[0].text, query, current) : ""} />}
    </div>
  );
}

// ── Pointer, keyboard, clipboard ──────────────────────────────────────────

/** The item under a node, undefined if there is none. */
function itemAt(target: Element): Item | undefined {
  const listing = diff.listing.peek();
  return listing?.item(listing.itemOf(rowAtNode(target)));
}

function valueAt(target: Element): number {
  return Number(target.closest<HTMLElement>("[data-v]")?.dataset["v"] ?? 0);
}

function onPointerOver(event: PointerEvent): void {
  const target = event.target as Element;
  if (event.pointerType === "touch") return;
  diff.hoveredValue.value = valueAt(target);
  const item = itemAt(target);
  pointed.value = item?.row ? { by: "rows", row: item.index, source: sourceOf(item.row) } : null;
}

function onPointerLeave(): void {
  diff.hoveredValue.value = 0;
  pointed.value = null;
}

function onPointerDown(event: PointerEvent, canvas: HTMLElement | null): void {
  if (canvas) canvas.dataset["select"] = sideAt(event.target) ?? "reason";
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest(".row-panel, button")) return;
  if (document.getSelection()?.isCollapsed === false) return;
  const item = itemAt(target);
  if (!item?.row) return;
  const value = valueAt(target);
  if (value !== 0) {
    diff.pinnedValue.value = diff.pinnedValue.peek() === value ? 0 : value;
    diff.choose(item);
  } else if (hasCard(item.row)) diff.toggleReason(item);
  else diff.choose(item);
}

function onCopy(event: ClipboardEvent, canvas: HTMLElement | null, rows: Listing | null): void {
  if (!canvas || !rows || (event.target as Element).closest?.(".row-panel")) return;
  const piece = selectedPiece(canvas, rows, diff.chosenRow.peek());
  if (!piece) return;
  event.preventDefault();
  const text = textOnScreen(rows, piece);
  if (text !== null) event.clipboardData?.setData("text/plain", text);
  else void textOfPiece(piece).then((all) => (all === null ? undefined : copyText(all, "the selected lines")));
}

function pick(grid: HTMLElement | null, fraction: number): void {
  if (grid) grid.scrollTop = fraction * grid.scrollHeight - grid.clientHeight / 2;
}

// ── Effects ───────────────────────────────────────────────────────────────

type Ref = { current: HTMLDivElement | null };

function useSize(root: Ref, grid: Ref, model: DiffModel): void {
  useLayoutEffect(() => {
    if (!root.current || !grid.current) return;
    const measure = () => {
      model.width.value = root.current?.clientWidth ?? 0;
      model.height.value = grid.current?.clientHeight ?? 0;
      model.codeSize.value = grid.current ? parseFloat(getComputedStyle(grid.current).fontSize) : 14;
    };
    measure();
    const stop = effect(() => {
      void [fontSize.value, presenting.value];
      requestAnimationFrame(measure);
    });
    const observer = new ResizeObserver(measure);
    observer.observe(root.current);
    observer.observe(grid.current);
    return () => {
      stop();
      observer.disconnect();
    };
  }, []);
}

/** Brings rows into view: on request, and when the cursor in the editor moves. */
function useReveal(grid: Ref, model: DiffModel): void {
  useSignalEffect(() => {
    const asked = diff.reveal.value;
    const element = grid.current;
    if (!asked || !element) return;
    const top = model.scrollFor(asked.item);
    if (top !== element.scrollTop) requestAnimationFrame(() => (element.scrollTop = model.scrollFor(asked.item)));
  });
  useSignalEffect(() => {
    const spot = chosen.value;
    // With a row it has been followed already.
    untracked(() => spot?.by === "editor" && spot.row < 0 && !parted() && void diff.follow(spot.source));
  });
  // Letters of another size, as those of a presentation, leave the open row in view.
  useSignalEffect(() => {
    void model.rowHeight.value;
    const open = diff.listing.peek()?.itemOf(diff.openRow.peek()) ?? -1;
    if (open >= 0) requestAnimationFrame(() => grid.current && (grid.current.scrollTop = model.scrollFor(open)));
  });
  useSignalEffect(() => {
    if (diff.openRow.value >= 0 && diff.chosenRow.value !== diff.openRow.value) diff.openRow.value = -1;
  });
}

/** Keeps the row rendered in which a selection of text began. */
function useAnchor(canvas: Ref, model: DiffModel): void {
  useEffect(() => {
    const onChange = () => {
      const selection = document.getSelection();
      const inside = selection !== null && !selection.isCollapsed && canvas.current?.contains(selection.anchorNode);
      model.anchorRow.value = inside ? rowAtNode(selection.anchorNode) : -1;
    };
    document.addEventListener("selectionchange", onChange);
    return () => document.removeEventListener("selectionchange", onChange);
  }, []);
}
