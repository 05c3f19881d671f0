// What the last edit changed in the result: the optimized trace before it next to the one after it, with the reasons that
// changed.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { computed, signal, useSignal } from "@preact/signals";
import type { Edited as Whole, EditedReason, Line as LineData, WhyLine } from "../api.gen";
import { PartFold } from "../api.gen";
import { HorizontalBar } from "../pipeline/horizontal-bar";
import { Line, longestShown } from "../pipeline/line";
import { type Listing, kindInfo, sourceOf } from "../pipeline/listing";
import { startMarks } from "../pipeline/marks";
import { Prose } from "../pipeline/prose";
import { DiffRow, itemId } from "../pipeline/row";
import { rowAtNode } from "../pipeline/selection";
import { StaleNote } from "../pipeline/stale";
import { diff } from "../pipeline/state";
import { Summary } from "../pipeline/summary";
import { SearchField } from "../pipeline/toolbar";
import { Arriving } from "../picture/arriving";
import { focusSourceLine, fontSize } from "../state";
import { Cross } from "../ui/icons";
import { scrollToShow, visibleRows } from "../ui/window";
import { type Version, switched } from "./edits";
import { edited } from "./model";
import { edits, pair, since } from "./state";
import { plural } from "../ui/counts";

/** Below this width of the pane, in pixels, there is room for one column only. */
const splitFrom = 700;
/** Rows drawn, and rows asked for, beyond both edges of the view. */
const overscan = 8;
const ahead = 100;
/** More rows of the recorded trace than this are listed on demand. */
const mostAtOnce = 3;

/** What is in view of the rows. */
const scrollTop = signal(0);
const size = signal({ height: 0, row: 24 });
const shape = computed(() => ({ count: edited.listing.value?.count ?? 0, rowHeight: size.value.row, panel: null }));

declare module "../state" {
  interface ViewNames {
    edited: true;
  }
}

export function Edited() {
  const root = useRef<HTMLElement>(null);
  useEffect(() => edited.start(), []);
  useEffect(() => edited.search.start(() => 0), []);
  useEffect(startMarks, []);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => (edited.unified.value = entry!.contentRect.width < splitFrom));
    observer.observe(root.current!);
    return () => observer.disconnect();
  }, []);
  const whole = edited.whole.value;
  const listing = edited.listing.value;
  const digits = String(Math.max(99, whole?.sum.rows ?? 0)).length;
  const chars = Math.min((diff.shortPaths.value ? whole?.sum.shortWidth : whole?.sum.width) ?? 0, longestShown + 30);
  const short = diff.shortPaths.value ? " short-paths" : "";
  return (
    <section class={`diff flex-1-0-auto min-height-15rem height-0 column edited ${listing?.view.unified ? "is-unified" : "is-split"}${short}`} ref={root} aria-label="What the edit changed" style={{ "--row-height": `${size.value.row}px`, "--gap": "26px", "--margin": "0px", "--digits": digits, "--chars": chars }}>
      <Top whole={whole} />
      <StaleNote />
      {edited.failed.value !== "" ? (
        <p class="pad-y-4 pad-x-4" role="alert">
          The two results cannot be compared: {edited.failed.value}
        </p>
      ) : !whole ? (
        <Arriving what="What compares the two results" />
      ) : whole.problem !== "" ? (
        <p class="pad-y-4 pad-x-4" role="status">
          The two traces cannot be compared: {whole.problem}.
        </p>
      ) : (
        listing && <Body whole={whole} listing={listing} />
      )}
    </section>
  );
}

function Top({ whole }: { whole: Whole | null }) {
  const all = edits.value;
  const several = all !== null && all.opened !== all.before;
  return (
    <header class="rigid line-below">
      <div class="overview gap-4px-4 min-height-44px pad-6px-4 spread rigid toolbar">
        {whole && whole.problem === "" && <Summary shown={whole.sum} />}
        <div class="edited-tools gap-3 toolbar minor">
          {whole && whole.problem === "" && <SearchField search={edited.search} />}
          {several && (
            <div class="views-choice segments" role="group" aria-label="Compare with">
              <button type="button" aria-pressed={since.value === "edit"} onClick={() => (since.value = "edit")}>
                before the last edit
              </button>
              <button type="button" aria-pressed={since.value === "opened"} onClick={() => (since.value = "opened")}>
                as it was opened
              </button>
            </div>
          )}
          <label class="tool-check pipeline-699px:order-4 inline-flex gap-2 pointer centred nowrap minor">
            <input type="checkbox" checked={edited.everything.value} onChange={(e) => (edited.everything.value = e.currentTarget.checked)} />
            all rows
          </label>
        </div>
      </div>
      {whole && pair.value && <What whole={whole} before={pair.value.before} now={pair.value.now} />}
    </header>
  );
}

/** The edit itself: rows that were recorded differently, and passes that were switched.
 * */
function What({ whole, before, now }: { whole: Whole; before: Version; now: Version }) {
  const all = useSignal(false);
  const { on, off } = switched(before, now);
  const rows = whole.recorded.slice(0, all.value ? undefined : mostAtOnce);
  const more = whole.recordedCount - rows.length;
  const nothing = whole.problem === "" && on.length + off.length + whole.recordedCount === 0;
  return (
    <div class="edited-what max-height-9rem gap-y-half gap-x-3 pad-bottom-2 pad-x-4 toolbar baseline scroll text-s">
      <h2 class="sans strong text-s">The edit</h2>
      <ul class="flex-1-1-20rem slim">
        {off.length > 0 && <li>switched off: {off.join(", ")}</li>}
        {on.length > 0 && <li>switched on: {on.join(", ")}</li>}
        {nothing && <li>only comments, spaces or names changed: the recorded operations are the same</li>}
        {rows.map((row, i) => (
          <li key={i} class={`is-${kindInfo[row.kind].name}`}>
            {row.left && !row.right && <Recorded line={row.left} sign="-" words="taken out" />}
            {row.left && row.right && <Recorded line={row.left} sign="-" words="before" />}
            {row.right && <Recorded line={row.right} sign="+" words={row.left ? "now" : "added"} />}
          </li>
        ))}
      </ul>
      {more > 0 && (all.value ? <p class="minor">and {plural(more, "other row")}</p> : <MoreButton words={`${plural(more, "more row")}`} open={() => (all.value = true)} />)}
    </div>
  );
}

function MoreButton({ words, open }: { words: string; open: () => void }) {
  return (
    <button type="button" class="text-button" onClick={open}>
      {words}
    </button>
  );
}

function Recorded({ line, sign, words }: { line: LineData; sign: string; words: string }) {
  return (
    <span class={`edited-line is-added:tone-ground is-removed:tone-ground flex baseline code-size mono wrap-line ${sign === "+" ? "is-added" : "is-removed"}`}>
      <span class="num size-0.82em no-selection rigid faint to-right">{line.number || ""}</span>
      <span class="sign rigid width-2.6ch bold to-middle toned no-selection" role="img" aria-label={`${words}:`} data-sign={sign} />
      <Line spans={line.spans} wraps />
    </span>
  );
}

function Body({ whole, listing }: { whole: Whole; listing: Listing }) {
  const same = whole.sum.differing === 0;
  return (
    <>
      {same && (
        <p class="pad-y-4 pad-x-4" role="status">
          The result is unchanged{whole.othersCount > 0 ? ", but not all of it for the same reasons" : ""}.
        </p>
      )}
      {(!same || edited.everything.value) && (
        <>
          <div class="edited-heads pad-y-1 pad-x-4 grid rigid line-below text-s strong" aria-hidden="true">
            <span class="within-unified:gone">{since.value === "edit" ? "Optimized before the edit" : "Optimized as it was opened"}</span>
            <span class="column-3 within-unified:across">Optimized now</span>
          </div>
          <Rows listing={listing} />
        </>
      )}
      <Why />
      {whole.othersCount > 0 && <Others others={whole.others} count={whole.othersCount} />}
    </>
  );
}

function Rows({ listing }: { listing: Listing }) {
  const grid = useRef<HTMLDivElement>(null);
  void listing.arrived.value;
  useLayoutEffect(() => {
    const element = grid.current!;
    const measure = () => (size.value = { height: element.clientHeight, row: Math.round(parseFloat(getComputedStyle(element).fontSize) * 1.75) });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [fontSize.value]);
  const [first, last] = visibleRows(shape.value, scrollTop.value, size.value.height, overscan);
  useEffect(() => void listing.want(first - ahead, last + ahead));
  const at = listing.itemOf(edited.chosen.value);
  const chosen = listing.item(at);
  const match = edited.search.match.value;
  // The reasons take a part of the view: the row that they are about stays in it.
  useLayoutEffect(() => {
    const at = listing.itemOf(edited.chosen.peek());
    if (at >= 0) grid.current!.scrollTop = scrollToShow(shape.peek(), at, grid.current!.scrollTop, size.peek().height, size.peek().row / 2);
  }, [edited.chosen.value, size.value.height]);
  const drawn = Array.from({ length: last - first }, (_, i) => first + i);
  return (
    <>
      <div
        class="diff-scroll contained grow scroll-down code-size mono edited-scroll min-height-8rem"
        ref={grid}
        role="treegrid"
        tabIndex={0}
        aria-label="Both results. Arrow keys move from row to row and say why it differs."
        aria-rowcount={listing.count}
        aria-colcount={3}
        aria-activedescendant={chosen && first <= at && at < last ? itemId(chosen) : undefined}
        onScroll={(e) => (scrollTop.value = e.currentTarget.scrollTop)}
        onKeyDown={onKey}
      >
        <div
          class="diff-canvas relative"
          role="rowgroup"
          style={{ height: `${listing.count * size.value.row}px` }}
          onPointerOver={(e) => (diff.hoveredValue.value = Number((e.target as Element).closest<HTMLElement>("[data-v]")?.dataset["v"] ?? 0))}
          onPointerLeave={() => (diff.hoveredValue.value = 0)}
          onClick={(e) => onClick(e)}
        >
          {drawn.map((index) => {
            const item = listing.item(index);
            if (!item) return null;
            return (
              <DiffRow
                key={itemId(item)}
                item={item}
                index={index}
                top={index * size.value.row}
                below={false}
                unified={listing.view.unified}
                selected={item.row !== null && item.index === edited.chosen.value}
                open={false}
                loop={listing.result.loop}
                query={edited.search.query.value}
                current={item.part !== PartFold && match?.[0] === item.index ? match : null}
                openFold={(row) => edited.openFold(row)}
              />
            );
          })}
        </div>
      </div>
      <HorizontalBar grid={grid} match={edited.search.match} />
    </>
  );
}

function onClick(e: MouseEvent): void {
  const target = e.target as Element;
  if (target.closest("button") || document.getSelection()?.isCollapsed === false) return;
  const row = rowAtNode(target);
  if (row >= 0) edited.choose(edited.chosen.peek() === row ? -1 : row);
}

function onKey(e: KeyboardEvent): void {
  const by: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 };
  if (e.ctrlKey || e.metaKey || e.altKey || e.target !== e.currentTarget) return;
  if (e.key === "Escape" && edited.chosen.peek() >= 0) edited.choose(-1);
  else if (by[e.key] !== undefined) {
    const next = edited.neighbour(by[e.key]!);
    if (!next) return;
    edited.choose(next.index);
  } else return;
  e.preventDefault();
  e.stopPropagation();
}

/** What each side says about the chosen row, at a fixed place. */
function Why() {
  const row = edited.listing.value?.row(edited.chosen.value);
  const why = edited.why.value;
  if (!row) return null;
  const source = row.right ? sourceOf({ ...row, left: null }) : -1;
  return (
    <section class="edited-why max-height-45% sides gap-y-2 gap-x-5 pad-y-3 pad-x-4 line-above rigid scroll relative raised" aria-label="The chosen row" aria-live="polite">
      <button type="button" class="card-close inset-2-2-auto-auto absolute button small icon-only" aria-label="Close the reasons" onClick={() => edited.choose(-1)}>
        <Cross />
      </button>
      <Side title="before the edit" line={row.left} lines={why?.before} />
      <Side title="now" line={row.right} lines={why?.after}>
        {source >= 0 && (
          <button type="button" class="text-button" onClick={() => focusSourceLine(source)}>
            Show row {source + 1} in the editor
          </button>
        )}
      </Side>
    </section>
  );
}

const told: Record<string, string> = { stays: "because", known: "what became of it", lost: "what is no longer known", needed: "what would remove it", gone: "it is not there" };

function Side({ title, line, lines, children }: { title: string; line: LineData | null; lines: readonly WhyLine[] | undefined; children?: preact.ComponentChildren }) {
  return (
    <div class="edited-side">
      <h2 class="sans strong text-s soft">{title}</h2>
      {line && (
        <p class="edited-code wrap-line">
          <Line spans={line.spans} wraps />
        </p>
      )}
      <dl class="spaced space-1">
        {lines?.map((l, i) => (
          <div key={i} class={`still-${l.kind}`}>
            <dt class="minor">{told[l.kind]}</dt>
            <dd class="anywhere">
              <Prose parts={l.text} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}

/** Rows that neither result has, for a different reason than before. */
function Others({ others, count }: { others: readonly EditedReason[]; count: number }) {
  return (
    <details class="edited-others rigid pad-y-2 pad-x-4 line-above text-s">
      <summary>{count === 1 ? "1 row goes as before, for another reason" : `${plural(count, "row")} go as before, for other reasons`}</summary>
      <ul class="space-2 max-height-12rem scroll" tabIndex={0} aria-label="Rows that go for another reason">
        {others.map((o, i) => (
          <li class="line-above pad-y-half" key={i}>
            <span class="edited-line is-added:tone-ground is-removed:tone-ground flex baseline code-size mono wrap-line">
              <span class="num size-0.82em no-selection rigid faint to-right">{o.number || ""}</span>
              <Line spans={o.text} wraps />
            </span>
            <span class="edited-reasons sides-16rem gap-x-4 grid">
              <span class="soft">
                <span class="minor">before, {o.passBefore}:</span> <Prose parts={o.before} />
              </span>
              <span>
                <span class="minor">now, {o.passAfter}:</span> <Prose parts={o.after} />
              </span>
            </span>
          </li>
        ))}
        {count > others.length && <li class="minor">and {plural(count - others.length, "other row")}</li>}
      </ul>
    </details>
  );
}
