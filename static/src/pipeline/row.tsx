// One row of the diff. A row is placed at its height in a tall canvas; the
// panel with the open reason is part of the row it belongs to.

import { Component } from "preact";
import type { ComponentChildren } from "preact";
import type { DiffRow as RowData, Item, Line as LineData, Match, Part } from "../api.gen";
import { MatchLeft, MatchReason, MatchRight, PartBoth, PartFold, PartLeft, DiffAdded, DiffArgs, DiffMovedTo, DiffReplaced } from "../api.gen";
import { Line } from "./line";
import type { Found } from "./line";
import { type Side, kindInfo, textOf } from "./listing";
import { Prose } from "./prose";
import { rangesIn } from "./search";
import { diff } from "./state";
import { plainOf } from "./words";
import { plural } from "../ui/counts";

export interface RowProps {
  item: Item;
  /** The item's index in the list. */
  index: number;
  /** Distance from the top of the canvas in pixels, without the open panel. */
  top: number;
  /** True if the row is below the open panel, whose height then comes on top. */
  below: boolean;
  unified: boolean;
  selected: boolean;
  open: boolean;
  /** The row with which the loop begins, -1 if there is none. */
  loop: number;
  /** What is searched for, "" for nothing. */
  query: string;
  /** The match that is stepped to, if it is in this row. */
  current: Match | null;
  /** Opens a folded run of rows, by its first row; the comparison's own if it is not said. */
  openFold?: (first: number) => void;
  /** The panel below the row. */
  children?: ComponentChildren;
}

const compared = ["item", "open", "top", "below", "unified", "selected", "loop", "query", "current"] as const;

/** Renders only when something about the row changed. */
export class DiffRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return next.open || compared.some((key) => this.props[key] !== next[key]);
  }

  override render(props: RowProps) {
    const { item, top, below, index } = props;
    if (item.part === PartFold) return <Fold first={item.index} count={item.folded ?? 0} top={top} below={below} index={index} open={props.openFold} />;
    return item.row && <FullRow {...props} row={item.row} />;
  }
}

/** The id of an item's element, for aria-activedescendant; also its key. */
export function itemId({ part, index }: Item): string {
  const names = ["", "-left", "-right", "-fold"];
  return `diff-row-${index}${names[part]}`;
}

type FullProps = RowProps & { row: RowData };

function FullRow({ row, ...props }: FullProps) {
  const { item, selected, open, top, below, index, unified, loop } = props;
  const kind = kindInfo[row.kind].name;
  const left = item.part === PartLeft;
  const classes = ["diff-row is-open:z-2", `is-${kind}`];
  if (item.part !== PartBoth) classes.push(left ? "part-left" : "part-right");
  else if (unified) classes.push(row.right ? "part-right" : "part-left");
  if (selected) classes.push("is-selected");
  if (open) classes.push("is-open");
  if (below) classes.push("is-below");
  if (row.right?.inLoop && !left) classes.push("in-loop");
  if (item.index === loop && !left) classes.push("begins-loop");
  if (row.right?.copyOf) classes.push("is-copy");
  const reason = row.own && !(left && row.right);
  return (
    <div
      class={classes.join(" ")}
      role="row"
      id={itemId(item)}
      data-row={item.index}
      data-kind={kind}
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-expanded={reason ? open : undefined}
      style={{ "--top": `${top}px` }}
    >
      <div class="row-line grid relative">{unified ? <UnifiedCells {...props} row={row} reason={reason} /> : <SplitCells {...props} row={row} reason={reason} />}</div>
      {props.children}
    </div>
  );
}

type CellsProps = FullProps & {
  /** True if the row's own reason is said here. */
  reason: boolean;
};

function SplitCells(props: CellsProps) {
  const { left, right } = props.row;
  const note = props.reason && <ReasonCell {...props} />;
  return (
    <>
      <div class="half flex slim half-left column-1">
        {left && <Cell {...props} side="left" line={left} />}
        {!left && note}
      </div>
      <div class="half flex slim half-right column-3">
        {right && <Cell {...props} side="right" line={right} />}
        {left && note}
      </div>
    </>
  );
}

function UnifiedCells(props: CellsProps) {
  const { row, item, reason } = props;
  const side = item.part === PartLeft || !row.right ? "left" : "right";
  return (
    <div class="half flex slim half-one">
      <Cell {...props} side={side} line={row[side]!} />
      {reason && <ReasonCell {...props} />}
    </div>
  );
}

type CellProps = FullProps & { side: Side; line: LineData };

function Cell({ row, side, line, unified, query, current }: CellProps) {
  const { sign, words } = kindInfo[row.kind];
  const twoLines = row.kind === DiffArgs || row.kind === DiffReplaced;
  const shown = unified && twoLines ? (side === "left" ? "-" : "+") : sign;
  return (
    <div class={`cell tone-ground fits flex slim cell-${side}`} role="gridcell" aria-colindex={side === "left" ? 1 : 2} data-side={side} data-line={line.at}>
      <span class="num size-0.82em no-selection rigid faint to-right" data-n={line.number || ""} />
      {sign === "" ? <span class="sign rigid width-2.6ch bold to-middle toned no-selection" /> : <span class="sign rigid width-2.6ch bold to-middle toned no-selection" role="img" aria-label={`${words}:`} data-sign={shown} />}
      <span class="code slim clip ellipsis pre">
        <Line spans={line.spans} found={foundIn(line, side, query, current)} />
      </span>
    </div>
  );
}

// A line that is the same on both sides is found once, on the left, and marked on both.
function foundIn(line: LineData, side: Side, query: string, current: Match | null): Found[] | undefined {
  if (query === "") return undefined;
  const [, , where, from] = current ?? [];
  const here = where === (side === "left" ? MatchLeft : MatchRight);
  return rangesIn(textOf(line), query).map((range) => ({ ...range, current: here && range.from === from }));
}

/** The class of a reason in which the query is; the match that is stepped to has its own. */
export function matchIn(text: readonly Part[], query: string, current: Match | null): string {
  if (query === "" || rangesIn(plainOf(text), query).length === 0) return "";
  return current?.[2] === MatchReason ? "has-match has-match-now" : "has-match";
}

function ReasonCell({ row, open, query, current }: CellsProps) {
  const { text } = row.reasons[0]!;
  const classes = [`reason flex-1-1-0 pipeline-480px:rigid cut soft slim sans ${matchIn(text, query, current)}`];
  if (row.kind === DiffAdded || row.kind === DiffMovedTo) classes.push("reason-left");
  return (
    <div class={classes.join(" ")} role="gridcell" aria-colindex={3} title={open ? undefined : plainOf(text)}>
      <span class="reason-text">
        <Prose parts={text} />
      </span>
    </div>
  );
}

/** A folded run of rows that are the same on both sides. */
function Fold({ first, count, top, below, index, open }: { first: number; count: number; top: number; below: boolean; index: number; open: RowProps["openFold"] }) {
  return (
    <div
      class={below ? "diff-row is-fold is-below" : "diff-row is-fold"}
      role="row"
      aria-rowindex={index + 1}
      style={{ "--top": `${top}px` }}
    >
      <div class="row-line relative" role="gridcell">
        <button type="button" class="fold-button tall lines-around pad-x-4 full sans desk minor hovers" onClick={() => (open ? open(first) : void diff.openFold(first))}>
          {plural(count, "unchanged line")}
        </button>
      </div>
    </div>
  );
}
