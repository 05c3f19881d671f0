// One listing: rows in a window over a tall canvas, linked both ways, with the
// registers as lanes beside them.

import { signal, useSignalEffect } from "@preact/signals";
import { Component } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { AsmResponse } from "../api.gen";
import { Line } from "../pipeline/line";
import { scrollToShow, visibleRows } from "../ui/window";
import { fontSize, pointed, presenting, resultText, text } from "../state";
import { Instruction } from "./instruction";
import { Lanes } from "./lanes";
import { bytesShown } from "./local";
import { listCode, placeWords, type CodeListing, type CodeRow } from "./rows";
import { plural } from "../ui/counts";

/** Below this width of a listing, in pixels, instructions are shown below their
 * operations. */
const besideFrom = 640;
const overscan = 10;

interface Props {
  id: string;
  response: AsmResponse;
  rareShown: boolean;
  onRare(): void;
}

/** What the listing remembers between renders. */
class Model {
  readonly width = signal(800);
  readonly height = signal(400);
  readonly rowHeight = signal(24);
  readonly scrollTop = signal(0);
  /** The part of the width that the scroll bar takes. */
  readonly bar = signal(0);
  /** The row under the pointer, and the one chosen by a click or with the keys. */
  readonly hovered = signal(-1);
  readonly chosen = signal(-1);
  /** The value under the pointer, "" if none. */
  readonly value = signal("");
}

export function Listing({ id, response, rareShown, onRare }: Props) {
  const model = useMemo(() => new Model(), []);
  const box = useRef<HTMLDivElement>(null);
  useSize(box, model);
  const layout = model.width.value >= besideFrom ? "beside" : "below";
  const listing = useMemo(() => listCode(response, layout, rareShown), [response, layout, rareShown]);
  useMemo(() => forget(model), [listing]);
  const editorRow = editorLine(listing);

  const { rows } = listing;
  const active = model.hovered.value >= 0 ? model.hovered.value : editorRow >= 0 ? editorRow : model.chosen.value;
  const linked = rows[active]?.owner ?? -1;
  const named = model.value.value;
  const value = named !== "" ? named : (listing.defined[linked] ?? "");
  const shape = { count: rows.length, rowHeight: model.rowHeight.value, panel: null };
  const [first, last] = visibleRows(shape, model.scrollTop.value, model.height.value, overscan);
  const visible: number[] = [];
  for (let i = first; i < last; i++) visible.push(i);

  const hover = (row: number, name: string) => {
    model.hovered.value = row;
    model.value.value = name;
    const line = text.peek() === resultText.peek() ? sourceOf(listing, rows[row]?.owner ?? -1) : -1;
    pointed.value = line < 0 ? null : { by: "machine", row: -1, source: line };
  };
  const move = (e: KeyboardEvent) => {
    const to = rowAfterKey(e.key, model.chosen.peek(), rows.length, Math.floor(model.height.peek() / shape.rowHeight));
    if (e.key === "Enter" && rows[model.chosen.peek()]?.kind === "fold") onRare();
    if (to < 0) return;
    e.preventDefault();
    model.chosen.value = to;
    model.hovered.value = -1;
    model.value.value = "";
    if (box.current) box.current.scrollTop = scrollToShow(shape, to, box.current.scrollTop, model.height.peek(), 2 * shape.rowHeight);
  };
  return (
    <>
      <div class="asm-heads pad-left-4 at-end min-height-42px flex spread rigid gap-3 line-below" style={{ paddingRight: `${model.bar.value + 12}px` }}>
        <span class="asm-status slim cut minor" role="status">
          <ValueWords listing={listing} value={value} />
        </span>
        <LaneHeads columns={listing.columns} />
      </div>
      <div
        class={`asm min-height-6rem fine-scroll contained grow relative code-size mono is-${layout}`}
        ref={box}
        role="grid"
        tabIndex={0}
        aria-label={`Operations and their instructions, ${plural(response.code.length, "instruction")}. Arrow keys move.`}
        aria-rowcount={rows.length}
        aria-activedescendant={model.chosen.value >= first && model.chosen.value < last ? `asm-${id}-${model.chosen.value}` : undefined}
        style={{ "--row-height": `${shape.rowHeight}px`, "--lanes": listing.columns.length }}
        onScroll={(e) => (model.scrollTop.value = e.currentTarget.scrollTop)}
        onKeyDown={move}
      >
        <div
          class="asm-canvas min-height-100% relative"
          role="rowgroup"
          style={{ height: `${rows.length * shape.rowHeight}px` }}
          onPointerOver={(e) => e.pointerType !== "touch" && hover(...under(e.target))}
          onPointerLeave={() => hover(-1, "")}
          onClick={(e) => {
            const [row] = under(e.target);
            if (row >= 0) model.chosen.value = row;
          }}
        >
          {visible.map((i) => {
            const row = rows[i]!;
            return (
              <Row
                key={i}
                id={`asm-${id}-${i}`}
                index={i}
                row={row}
                listing={listing}
                top={i * shape.rowHeight}
                linked={row.owner >= 0 && row.owner === linked}
                chosen={i === model.chosen.value}
                named={value}
                bytes={bytesShown.value}
                rareShown={rareShown}
                onRare={onRare}
              />
            );
          })}
          <Lanes listing={listing} first={first} last={last} rowHeight={shape.rowHeight} value={value} />
        </div>
      </div>
    </>
  );
}

function forget(model: Model): void {
  model.hovered.value = -1;
  model.chosen.value = -1;
  model.value.value = "";
}

/** The row and the value under the pointer. */
function under(target: EventTarget | null): [row: number, value: string] {
  const element = target as Element;
  const row = element.closest<HTMLElement>("[data-asm-row]")?.dataset["asmRow"];
  const name = element.closest<HTMLElement | SVGElement>("[data-v]")?.dataset["v"] ?? "";
  return [row === undefined ? -1 : Number(row), name];
}

/** The line of the editor that a line comes from, from 0; -1 if there is none. */
function sourceOf({ response }: CodeListing, line: number): number {
  return (response.lines[line]?.source ?? 0) - 1;
}

/** The row of the line of the editor that the pointer is on. */
function editorLine(listing: CodeListing): number {
  const spot = pointed.value;
  if (spot?.by !== "editor" || text.value !== resultText.value) return -1;
  const line = listing.response.lines.findIndex((l) => l.source - 1 === spot.source);
  return line < 0 ? -1 : listing.rowOfLine[line]!;
}

function rowAfterKey(key: string, at: number, count: number, page: number): number {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count };
  const by = steps[key];
  if (by === undefined || count === 0) return -1;
  return Math.max(0, Math.min(count - 1, (at < 0 && by > 0 ? -1 : at) + by));
}

/** Where the value under the pointer is over its life. */
function ValueWords({ listing, value }: { listing: CodeListing; value: string }) {
  if (value === "") return <span class="asm-hint">Point at an operation, an instruction or a bar</span>;
  const where = placeWords(listing.response.places, value);
  const line = listing.lineOf.get(value);
  const note = line === undefined ? undefined : listing.response.lines[line]?.note;
  return (
    <>
      <code>{value}</code> {where !== "" ? <>is in <strong>{where}</strong></> : note ? `is in no register: ${note}` : "is in no register"}
    </>
  );
}

function LaneHeads({ columns }: { columns: string[] }) {
  return (
    <span class="lane-heads grid rigid soft" aria-hidden="true" style={{ "--lanes": columns.length }}>
      {columns.map((name) => (
        <span key={name}>{name.replace("slot ", "s")}</span>
      ))}
    </span>
  );
}

interface RowProps {
  id: string;
  index: number;
  row: CodeRow;
  listing: CodeListing;
  top: number;
  linked: boolean;
  chosen: boolean;
  /** The value that is marked. */
  named: string;
  bytes: boolean;
  rareShown: boolean;
  onRare(): void;
}

/** Renders only when something about the row changed. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const now = this.props;
    return (Object.keys(next) as (keyof RowProps)[]).some((key) => key !== "onRare" && now[key] !== next[key]);
  }

  override render(p: RowProps) {
    return <FullRow {...p} />;
  }
}

function FullRow(p: RowProps) {
  const { row, listing } = p;
  const { lines, code } = listing.response;
  const classes = ["asm-row turn grid gap-3 nowrap", `is-${row.kind}`];
  if (p.linked) classes.push("is-linked side-focus");
  if (p.chosen) classes.push("is-chosen");
  if (row.line >= 0) classes.push("begins");
  const line = lines[row.line];
  const instruction = code[row.instruction];
  return (
    <div
      class={classes.join(" ")}
      role="row"
      id={p.id}
      aria-rowindex={p.index + 1}
      aria-selected={p.chosen}
      data-asm-row={p.index}
      data-owner={row.owner}
      style={{ "--top": `${p.top}px` }}
    >
      {row.kind === "fold" ? (
        <span role="gridcell" class="asm-fold across">
          <button type="button" class="fold-button tall lines-around pad-x-4 full sans desk minor hovers" aria-expanded={p.rareShown} onClick={p.onRare}>
            {p.rareShown ? "Out of line" : "Show what is out of line"}: {plural(listing.rare.count, "instruction")}, {plural(listing.rare.bytes, "byte")}
          </button>
        </span>
      ) : (
        <>
          <span role="gridcell" class="asm-op ellipsis clip">
            {line && <Line spans={line.spans} byName />}
            {line?.note && <span class="asm-note ahead-1em italic sans size-0.86em faint" title={line.note}>{line.note}</span>}
          </span>
          <span role="gridcell" class="asm-code ellipsis clip">
            {row.label && <span class="asm-label strong">{row.label}:</span>}
            {instruction && <Instruction of={instruction} bytes={p.bytes} named={p.named} />}
          </span>
        </>
      )}
    </div>
  );
}

function useSize(box: { current: HTMLDivElement | null }, model: Model): void {
  const measure = () => {
    if (!box.current) return;
    model.width.value = box.current.clientWidth;
    model.bar.value = box.current.offsetWidth - box.current.clientWidth;
    model.height.value = box.current.clientHeight;
    model.rowHeight.value = Math.round(parseFloat(getComputedStyle(box.current).fontSize) * 1.7);
  };
  useLayoutEffect(() => () => void (pointed.value = null), []);
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useSignalEffect(() => {
    void [fontSize.value, presenting.value];
    requestAnimationFrame(measure);
  });
}
