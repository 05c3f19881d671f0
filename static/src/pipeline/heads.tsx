// The titles of the two columns. Each one is the choice of its point, so the
// name that is read is also the place to change it.

import type { ComponentChildren } from "preact";
import { fromPoint } from "../state";
import { compare, lastTo, stations } from "./local";
import { diff } from "./state";
import { StaleNote } from "./stale";
import { ChangeSteps, CopyMenu, OnlyChanges, ShortNames } from "./toolbar";

/** What others put into the heads of the comparison. */
export interface Guests {
  /** Stands with the tools of the right side. */
  tool: ComponentChildren;
  /** A row under both heads. */
  line: ComponentChildren;
}

export function Heads({ guests }: { guests: Guests }) {
  return (
    <div class="diff-heads pad-bottom-1 pipeline-699px:flex pipeline-699px:wrap pipeline-699px:gap-1-6px pipeline-699px:pad-x-3 grid centred rigid line-below">
      <Head side="left" tool={null} />
      <span class="heads-arrow presenting:unseen pipeline-940px:unseen pipeline-699px:seen pipeline-699px:order-1 faint to-middle" aria-hidden="true">
        ↔
      </span>
      <Head side="right" tool={guests.tool} />
      <StaleNote />
      {guests.line}
    </div>
  );
}

function Head({ side, tool }: { side: "left" | "right"; tool: ComponentChildren }) {
  const rows = diff.listing.value;
  const points = stations.value.filter((s) => s.point >= 0);
  const value = side === "left" ? fromPoint.value : lastTo.value;
  const label = side === "left" ? "Left side: the trace" : "Right side: the trace";
  const choose = (point: number) => {
    if (side === "left") compare(point, Math.max(point, lastTo.peek()));
    else compare(Math.min(point, fromPoint.peek()), point);
  };
  return (
    <div class={`head flex gap-2 centred slim pipeline-699px:dissolved head-${side} ${side === "left" ? "pad-0-2-0-4" : "pad-right-2"}`}>
      <select
        class={`head-select rigid ${side === "right" ? "pipeline-699px:order-2" : ""}`}
        aria-label={label}
        value={String(value)}
        onChange={(e) => choose(Number(e.currentTarget.value))}
      >
        {points.map((s) => (
          <option key={s.point} value={String(s.point)}>
            {s.name === "" ? "recorded" : `after ${s.name}`}
          </option>
        ))}
      </select>
      <span class="head-space pipeline-699px:gone grow" />
      {rows && side === "left" && rows.result.firstChange >= 0 && (
        <>
          <ChangeSteps listing={rows} />
          <OnlyChanges />
        </>
      )}
      {rows && rows.result.shortWidth < rows.result.width && side === "right" && <ShortNames />}
      {rows && tool}
      {rows && side === "right" && <CopyMenu />}
    </div>
  );
}
