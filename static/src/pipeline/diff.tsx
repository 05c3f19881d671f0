// The diff: a grid of rows over a tall canvas, of which only the rows in view
// exist. Rows, kinds and reasons come from the optimizer as they stand.

import { effect, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { fontSize, hoverLine, presenting, result, selectedRow, selectedRowIndex, staleReason } from "../state";
import { Card, hasCard } from "./card";
import { type Guests, Heads } from "./heads";
import { onGridKey } from "./keys";
import { longestShown } from "./line";
import { gapWidth, Links, marginWidth } from "./links";
import type { Listing, Side } from "./listing";
import {
  forgetRows,
  hoverName,
  listing,
  openRow,
  pinnedName,
  query,
  reveal,
  selectRow,
  shortPaths,
  toggleReason,
} from "./local";
import { startMarks } from "./marks";
import { DiffModel } from "./model";
import { DiffRow, rowId } from "./row";
import { Ruler } from "./ruler";
import { copiedText, rowAtNode, sideAt } from "./selection";
import { Summary } from "./summary";
import { Toolbar } from "./toolbar";
import { pointName } from "./words";

export function Diff({ guests }: { guests: Guests }) {
  const model = useMemo(() => new DiffModel(), []);
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(startMarks, []);
  useSize(root, grid, model);
  useReveal(grid, model);
  useSearchRestart(model);
  useSignalEffect(() => {
    if (result.value) forgetRows();
  });
  const rows = listing.value;
  const unified = model.unified.value;
  const style = {
    "--row-height": `${model.rowHeight.value}px`,
    "--gap": `${gapWidth}px`,
    "--margin": `${marginWidth}px`,
    "--digits": `${String(Math.max(rows?.left.length ?? 0, rows?.right.length ?? 0)).length}`,
    "--chars": `${Math.min((shortPaths.value ? rows?.shortWidth : rows?.width) ?? 0, longestShown + 30)}`,
  };
  const classes = ["diff", unified ? "is-unified" : "is-split", `stale-${staleReason.value || "none"}`];
  if (shortPaths.value) classes.push("short-paths");
  return (
    <div class={classes.join(" ")} ref={root} style={style}>
      <div class="overview">
        {result.value && <Summary shown={result.value} />}
        <Toolbar
          matches={model.matches.value.length}
          current={model.matchIndex.value}
          onStep={(by) => model.stepMatch(by)}
        />
      </div>
      <Heads guests={guests} />
      <div class="diff-body">
        <Grid model={model} grid={grid} rows={rows} />
        {rows && model.total > model.height.value * 1.2 && (
          <Ruler listing={rows} items={model.items.value} onPick={(f) => pick(grid.current, f)} />
        )}
      </div>
      <HorizontalBar grid={grid} model={model} />
    </div>
  );
}

interface GridProps {
  model: DiffModel;
  grid: { current: HTMLDivElement | null };
  rows: Listing | null;
}

function Grid({ model, grid, rows }: GridProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const selected = selectedRowIndex.value;
  const stages = result.value?.stages ?? [];
  const names = `${pointName(stages, result.value?.from ?? 0)} compared with ${pointName(stages, result.value?.to ?? 0)}`;
  const item = model.items.value[model.itemAt.value[selected] ?? -1];
  const active = item && "part" in item ? rowId(item.row, item.part) : undefined;
  useAnchor(canvas, model);
  return (
    <div
      class="diff-scroll"
      ref={grid}
      role="treegrid"
      tabIndex={0}
      aria-label={`${names}. Arrow keys move, Enter opens the reason.`}
      aria-rowcount={model.items.value.length}
      aria-colcount={3}
      aria-activedescendant={active}
      onScroll={(e) => (model.scrollTop.value = e.currentTarget.scrollTop)}
      onKeyDown={(e) => onGridKey(e, model)}
    >
      <div
        class="diff-canvas"
        role="rowgroup"
        ref={canvas}
        style={{ height: `${model.total}px` }}
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
  const items = model.items.value;
  const unified = model.unified.value;
  const current = model.matches.value[model.matchIndex.value];
  const byRow = model.matchesByRow.value;
  const panelAt = model.shape.value.panel?.row ?? -1;
  return (
    <>
      <Links
        listing={rows}
        shape={model.shape.value}
        items={model.itemAt.value}
        first={model.first.value}
        last={model.last.value}
        unified={unified}
      />
      {model.rendered.value.map((index) => {
        const item = items[index];
        if (!item) return null;
        const { row } = item;
        const key = row < 0 ? `fold-${"from" in item ? item.from : 0}` : "part" in item ? rowId(row, item.part) : row;
        return (
          <DiffRow
            key={key}
            listing={rows}
            item={item}
            index={index}
            {...model.placeOf(index)}
            unified={unified}
            selected={row >= 0 && row === selected}
            open={index === panelAt}
            matches={byRow.get(row)}
            current={current?.row === row ? current : undefined}
          >
            {index === panelAt && <Panel model={model} rows={rows} row={row} />}
          </DiffRow>
        );
      })}
    </>
  );
}

function Panel({ model, rows, row }: { model: DiffModel; rows: Listing; row: number }) {
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
    reveal.value = { row, n: (reveal.peek()?.n ?? 0) + 1 };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row]);
  return (
    <div class="row-panel" role="gridcell" aria-colindex={1} aria-colspan={3} ref={box}>
      <Card listing={rows} row={row} />
    </div>
  );
}

/** Long lines scroll sideways together, on both sides at once. */
function HorizontalBar({ grid, model }: Omit<GridProps, "rows">) {
  const bar = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (model.matches.value.length === 0 || model.matchIndex.value < 0) return;
    // The row of the match is rendered one frame later, and scrolled to in the next.
    requestAnimationFrame(() => requestAnimationFrame(() => showSideways(grid.current, bar.current)));
  });
  useEffect(() => {
    const scroller = grid.current;
    const onWheel = (event: WheelEvent) => {
      const by = event.shiftKey ? event.deltaY : event.deltaX;
      if (by === 0 || !bar.current) return;
      if (event.shiftKey) event.preventDefault();
      bar.current.scrollLeft += by;
    };
    scroller?.addEventListener("wheel", onWheel, { passive: false });
    return () => scroller?.removeEventListener("wheel", onWheel);
  }, []);
  const onScroll = () => {
    const canvas = grid.current?.firstElementChild as HTMLElement | null | undefined;
    canvas?.style.setProperty("--shift", `${-(bar.current?.scrollLeft ?? 0)}px`);
  };
  return (
    <div class="diff-hbar" ref={bar} onScroll={onScroll} aria-hidden="true" tabIndex={-1}>
      <div class="diff-hbar-extent" />
    </div>
  );
}

/** Moves long lines sideways so far that the match that is stepped to is in view. */
function showSideways(grid: HTMLElement | null, bar: HTMLElement | null): void {
  if (!bar) return;
  const match = grid?.querySelector(".found-now");
  const box = match?.closest(".code")?.getBoundingClientRect();
  if (!match || !box) {
    bar.scrollLeft = 0;
    return;
  }
  const end = match.getBoundingClientRect().right - box.left + bar.scrollLeft;
  bar.scrollLeft = end <= box.width ? 0 : end - box.width + 40;
}

// ── Pointer, keyboard, clipboard ──────────────────────────────────────────

function onPointerOver(event: PointerEvent): void {
  const target = event.target as Element;
  if (event.pointerType === "touch") return;
  hoverName.value = target.closest<HTMLElement>("[data-v]")?.dataset["v"] ?? "";
  const row = listing.peek()?.rows[rowAtNode(target)];
  if (!row) {
    hoverLine.value = null;
    return;
  }
  const side: Side = sideAt(target) ?? (row[0] >= 0 ? "left" : "right");
  hoverLine.value = { side, line: side === "left" ? row[0] : row[1] };
}

function onPointerLeave(): void {
  hoverName.value = "";
  hoverLine.value = null;
}

function onPointerDown(event: PointerEvent, canvas: HTMLElement | null): void {
  if (canvas) canvas.dataset["select"] = sideAt(event.target) ?? "reason";
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest(".row-panel, button")) return;
  if (document.getSelection()?.isCollapsed === false) return;
  const row = rowAtNode(target);
  const rows = listing.peek();
  if (row < 0 || !rows) return;
  const name = target.closest<HTMLElement>("[data-v]")?.dataset["v"];
  if (name !== undefined) {
    pinnedName.value = pinnedName.peek() === name ? "" : name;
    selectRow(row);
  } else if (hasCard(rows, row)) toggleReason(row);
  else selectRow(row);
}

function onCopy(event: ClipboardEvent, canvas: HTMLElement | null, rows: Listing | null): void {
  if (!canvas || !rows || (event.target as Element).closest?.(".row-panel")) return;
  const copied = copiedText(canvas, rows, selectedRowIndex.peek());
  if (copied === null) return;
  event.clipboardData?.setData("text/plain", copied);
  event.preventDefault();
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
  const show = (row: number) => {
    const element = grid.current;
    if (!element || row < 0) return;
    const top = model.scrollFor(row);
    if (top !== element.scrollTop) requestAnimationFrame(() => (element.scrollTop = model.scrollFor(row)));
  };
  useSignalEffect(() => {
    const asked = reveal.value;
    if (asked) show(asked.row);
  });
  useSignalEffect(() => {
    if (selectedRow.value?.side === "source") show(selectedRowIndex.value);
  });
  useSignalEffect(() => {
    if (openRow.value >= 0 && selectedRowIndex.value !== openRow.value) openRow.value = -1;
  });
}

function useSearchRestart(model: DiffModel): void {
  useSignalEffect(() => {
    if (query.value === "") model.matchIndex.value = -1;
    else model.restartSearch();
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
