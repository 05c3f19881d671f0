// The titles of the two columns. Each one is the choice of its point, so the
// name that is read is also the place to change it.

import { ProveButton, ProveLine } from "../lab/inline";
import { fromPoint } from "../state";
import { compare, lastTo, listing, stations } from "./local";
import { StaleNote } from "./stale";
import { ChangeSteps, CopyMenu, OnlyChanges, ShortNames } from "./toolbar";

export function Heads() {
  return (
    <div class="diff-heads">
      <Head side="left" />
      <span class="heads-arrow" aria-hidden="true">
        ↔
      </span>
      <Head side="right" />
      <StaleNote />
      <ProveLine />
    </div>
  );
}

function Head({ side }: { side: "left" | "right" }) {
  const rows = listing.value;
  const points = stations.value.filter((s) => s.point >= 0);
  const value = side === "left" ? fromPoint.value : lastTo.value;
  const label = side === "left" ? "Left side: the trace" : "Right side: the trace";
  const choose = (point: number) => {
    if (side === "left") compare(point, Math.max(point, lastTo.peek()));
    else compare(Math.min(point, fromPoint.peek()), point);
  };
  return (
    <div class={`head head-${side}`}>
      <select
        class="head-select"
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
      <span class="head-space" />
      {rows && side === "left" && rows.changes.length > 0 && (
        <>
          <ChangeSteps listing={rows} />
          <OnlyChanges />
        </>
      )}
      {rows?.hasPaths && side === "right" && <ShortNames />}
      {rows && side === "right" && <ProveButton />}
      {rows && side === "right" && <CopyMenu listing={rows} />}
    </div>
  );
}
