// One row of the diff. A row is placed at its height in a tall canvas; the
// panel with the open reason is part of the row it belongs to.

import { Component } from "preact";
import type { ComponentChildren } from "preact";
import type { RowKind } from "../api.gen";
import { RowAdded, RowArgs, RowMovedFrom, RowMovedTo, RowReplaced } from "../api.gen";
import { Line } from "./line";
import type { Found } from "./line";
import type { Item, Listing, Side } from "./listing";
import { kindInfo } from "./listing";
import { openedFolds } from "./local";
import { Prose } from "./prose";
import type { Match } from "./search";
import { changedTokens } from "./tokens";
import { plural } from "./words";

export interface RowProps {
  listing: Listing;
  item: Item;
  /** The item's index in the list. */
  index: number;
  /** Distance from the top of the canvas in pixels, without the open panel. */
  top: number;
  /** True if the row stands below the open panel, whose height then comes on top. */
  below: boolean;
  unified: boolean;
  selected: boolean;
  open: boolean;
  /** Matches of the search in this row; a new array only when they changed. */
  matches: Match[] | undefined;
  /** The match that is stepped to. */
  current: Match | undefined;
  /** The panel below the row. */
  children?: ComponentChildren;
}

/** Renders only when something about the row changed. */
export class DiffRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const now = this.props;
    return (
      next.open ||
      now.open !== next.open ||
      now.item !== next.item ||
      now.listing !== next.listing ||
      now.top !== next.top ||
      now.below !== next.below ||
      now.selected !== next.selected ||
      now.matches !== next.matches ||
      now.current !== next.current
    );
  }

  override render(props: RowProps) {
    const { item, top, below, index } = props;
    if (item.row < 0) return "from" in item ? <Fold from={item.from} to={item.to} top={top} below={below} index={index} /> : null;
    return <FullRow {...props} row={item.row} part={"part" in item ? item.part : "both"} />;
  }
}

/** The id of a row's element, for aria-activedescendant. */
export function rowId(row: number, part: "both" | Side): string {
  return part === "both" ? `diff-row-${row}` : `diff-row-${row}-${part}`;
}

function FullRow({ row, part, ...props }: RowProps & { row: number; part: "both" | Side }) {
  const { listing, selected, open, top, below, index, unified } = props;
  const [left, right, kind, remark] = listing.rows[row]!;
  const reason = part === "left" && right >= 0 ? undefined : listing.remarks[remark]?.text;
  const classes = ["diff-row", `is-${kindInfo[kind].name}`];
  if (part !== "both") classes.push(`part-${part}`);
  if (selected) classes.push("is-selected");
  if (open) classes.push("is-open");
  if (below) classes.push("is-below");
  if (listing.loopFrom >= 0 && right >= listing.loopFrom && part !== "left") classes.push("in-loop");
  if (listing.loopFrom >= 0 && right === listing.loopFrom && part !== "left") classes.push("loop-head");
  if (listing.remarks[remark]?.reason === "peel-copy") classes.push("is-copy");
  return (
    <div
      class={classes.join(" ")}
      role="row"
      id={rowId(row, part)}
      data-row={row}
      data-kind={kindInfo[kind].name}
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-expanded={reason !== undefined ? open : undefined}
      style={{ "--top": `${top}px` }}
    >
      <div class="row-line">
        {unified ? (
          <UnifiedCells {...props} row={row} side={part === "left" ? "left" : "right"} reason={reason} />
        ) : (
          <SplitCells {...props} row={row} left={left} right={right} reason={reason} />
        )}
      </div>
      {props.children}
    </div>
  );
}

interface CellsProps extends RowProps {
  row: number;
  reason: string | undefined;
}

function SplitCells(props: CellsProps & { left: number; right: number }) {
  const { listing, row, left, right, reason } = props;
  const kind = listing.rows[row]![2];
  const changed = changedIn(listing, kind, left, right);
  const note = reason !== undefined && <ReasonCell {...props} reason={reason} />;
  return (
    <>
      <div class="half half-left">
        {left >= 0 && <Cell {...props} side="left" line={left} kind={kind} changed={changed?.left} />}
        {left < 0 && note}
      </div>
      <div class="half half-right">
        {right >= 0 && <Cell {...props} side="right" line={right} kind={kind} changed={changed?.right} />}
        {left >= 0 && note}
      </div>
    </>
  );
}

function UnifiedCells(props: CellsProps & { side: Side }) {
  const { listing, row, side, reason } = props;
  const [left, right, kind] = listing.rows[row]!;
  const changed = changedIn(listing, kind, left, right);
  const line = side === "left" ? left : right;
  return (
    <div class="half half-one">
      <Cell {...props} side={side} line={line} kind={kind} changed={changed?.[side]} />
      {reason !== undefined && <ReasonCell {...props} reason={reason} />}
    </div>
  );
}

function changedIn(listing: Listing, kind: RowKind, left: number, right: number) {
  if (kind !== RowArgs && kind !== RowReplaced) return undefined;
  return changedTokens(listing.left[left] ?? "", listing.right[right] ?? "");
}

interface CellProps extends RowProps {
  row: number;
  side: Side;
  line: number;
  kind: RowKind;
  changed: ReadonlySet<number> | undefined;
}

function Cell({ listing, row, side, line, kind, changed, unified, matches, current }: CellProps) {
  const { sign, words } = kindInfo[kind];
  // In one column the unchanged lines count on the left, so that the numbers go up.
  const [numbered, at] = unified && sign === "" ? (["left", Math.max(listing.rows[row]![0], 0)] as const) : [side, line];
  const shown = unified && sign === "~" ? (side === "left" ? "-" : "+") : sign;
  return (
    <div
      class={`cell cell-${side}`}
      role="gridcell"
      aria-colindex={side === "left" ? 1 : 2}
      data-side={side}
      data-line={line}
    >
      <span class="num" data-n={listing.numbers[numbered][at] || ""} />
      {sign === "" ? (
        <span class="sign" />
      ) : (
        <span class="sign" role="img" aria-label={`${words}:`} data-sign={shown} />
      )}
      <span class="code">
        <Line text={listing[side][line] ?? ""} changed={changed} found={foundIn(matches, current, side)} />
      </span>
    </div>
  );
}

// A line that is the same on both sides is found once, and marked on both.
function foundIn(matches: Match[] | undefined, current: Match | undefined, side: Side): Found[] | undefined {
  if (!matches) return undefined;
  const own = matches.filter((m) => m.in === side);
  const use = own.length > 0 || matches.some((m) => m.in === "right") ? own : matches.filter((m) => m.in === "left");
  return use.map((m) => ({ from: m.from, to: m.to, current: m === current }));
}

function ReasonCell({ listing, row, reason, open, matches, current }: CellsProps & { reason: string }) {
  const [, , kind, , partner] = listing.rows[row]!;
  const found = matches?.some((m) => m.in === "reason") ?? false;
  const now = found && current?.in === "reason" && current.row === row;
  const where =
    kind === RowMovedFrom ? lineWords("to", listing.numbers.right[partner]) : kind === RowMovedTo ? lineWords("from", listing.numbers.left[partner]) : "";
  const classes = ["reason"];
  if (kind === RowAdded || kind === RowMovedTo) classes.push("reason-left");
  if (found) classes.push("has-match");
  if (now) classes.push("has-match-now");
  return (
    <div class={classes.join(" ")} role="gridcell" aria-colindex={3} title={open ? undefined : plain(where, reason)}>
      <span class="reason-text">
        {where !== "" && <span class="reason-where">{where}</span>}
        <Prose text={reason} />
      </span>
    </div>
  );
}

/** "to line 7"; "" for a line without a number. */
function lineWords(way: string, number: number | undefined): string {
  return number ? `${way} line ${number}` : "";
}

function plain(where: string, reason: string): string {
  return (where === "" ? "" : `${where}: `) + reason.replaceAll("`", "");
}

/** A folded run of rows that are the same on both sides. */
function Fold({ from, to, top, below, index }: { from: number; to: number; top: number; below: boolean; index: number }) {
  const open = () => (openedFolds.value = new Set([...openedFolds.peek(), from]));
  return (
    <div
      class={below ? "diff-row is-fold is-below" : "diff-row is-fold"}
      role="row"
      aria-rowindex={index + 1}
      style={{ "--top": `${top}px` }}
    >
      <div class="row-line" role="gridcell">
        <button type="button" class="fold-button" onClick={open}>
          {plural(to - from, "unchanged line")}
        </button>
      </div>
    </div>
  );
}
