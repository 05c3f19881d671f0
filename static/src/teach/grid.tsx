// The learners: a table of learners and steps for a small class, tiles for a large one, so that all are
// seen at once.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Row, Step } from "../classroom/protocol";
import { nameIn } from "./learner";
import { type Standing, stateOf, tiling, whyStuck } from "./stuck";
import * as page from "./state";

/** Up to this many learners are shown as a table by default. */
const maxRows = 40;
const wish = signal<"" | "table" | "tiles">("");

const words = { done: "done", passes: "passes in the browser", fails: "fails", begun: "begun", none: "not begun" } as const;
const marks = { done: "✓", passes: "◐", fails: "✗", begun: "·", none: "" } as const;

export function Grid() {
  const all = page.learners.value;
  const now = wish.value || (all.length > maxRows ? "tiles" : "table");
  if (all.length === 0) {
    return (
      <div class="teach-grid slim low column centred amid">
        <p class="lede">Nobody has joined yet.</p>
        <button type="button" class="button primary" onClick={() => (page.dialog.value = "invite")}>
          Show how to join
        </button>
      </div>
    );
  }
  return (
    <div class={`teach-grid slim low column ${page.chosen.value.seat ? "under-1000px:gone" : ""}`}>
      {now === "table" ? <Table all={all} /> : <Tiles all={all} />}
      <div class="teach-legend gap-y-1 gap-x-4 rigid pad-y-2 pad-x-4 line-above toolbar minor">
        {(["done", "passes", "fails", "begun"] as const).map((s) => (
          <span key={s}>
            <span class={`teach-cell width-20px inline-block rounded to-middle ${looks[s]} ${s}`} aria-hidden="true">
              {marks[s]}
            </span>{" "}
            {s === "done" ? "done: passed on the server" : words[s]}
          </span>
        ))}
        {now === "table" && (
          <span>
            <span class="teach-cell width-20px inline-block rounded to-middle here forced:edged" aria-hidden="true">
              {"\u00a0"}
            </span>{" "}
            is here
          </span>
        )}
        <span class="header-space grow" />
        <button type="button" class="button small" onClick={() => (wish.value = now === "table" ? "tiles" : "table")}>
          {now === "table" ? "As tiles" : "As a table"}
        </button>
      </div>
    </div>
  );
}

/** How the cell of a step looks, by how far it is. */
const looks: Record<string, string> = { done: "tone-ground toned bold", passes: "tone-ground toned", fails: "tone-ground toned", begun: "bold" };

function Table({ all }: { all: readonly Row[] }) {
  const steps = page.general.value!.steps;
  const standings = page.standings.value;
  return (
    <div class="teach-table grow scroll relative" tabIndex={0} role="region" aria-label="Learners and steps">
      <table class="table nowrap">
        <thead>
          <tr>
            <th scope="col">Learner</th>
            <th scope="col">Done</th>
            {steps.map((s) => (
              <th scope="col" key={s.id} title={`${s.label} ${s.title}`}>
                {s.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((r) => (
            <TableRow key={r.id} row={r} steps={steps} standing={standings.get(r.id)!} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow({ row, steps, standing }: { row: Row; steps: readonly Step[]; standing: Standing }) {
  return (
    <tr class={`${row.here ? "" : "away"} ${page.chosen.value.seat === row.id ? "chosen" : ""}`}>
      <th scope="row">
        <button type="button" class={`teach-name max-width-22ch on-middle pad-y-half cut hovers ${row.here ? "strong" : "soft italic"}`} id={nameIn(row.id)} aria-expanded={page.chosen.value.seat === row.id} onClick={() => page.lookAt(row)}>
          {page.nameOf(row.id)}
        </button>
        {!row.here && <span class="off-screen"> away</span>}
        {row.blocked && <span class="tag ahead-2">blocked</span>}
        {standing.stuck && <span class="tag ahead-2 stuck">{whyStuck(standing)}</span>}
      </th>
      <td>{standing.done}</td>
      {steps.map((s) => {
        const state = stateOf(row.cells?.[s.id]);
        return (
          <td key={s.id} class={`teach-cell min-width-34px pointer ${looks[state] ?? ""} ${state} ${row.step === s.id ? "here forced:edged" : ""}`} onClick={() => page.look(row.id, s.id)}>
            <span aria-hidden="true">{marks[state]}</span>
            {state !== "none" && <span class="off-screen">{words[state]}</span>}
            {row.step === s.id && <span class="off-screen">, at this step</span>}
            {row.cells?.[s.id]?.waiting ? <span title="A suggestion waits">✎</span> : null}
          </td>
        );
      })}
    </tr>
  );
}

const room = signal({ width: 0, height: 0 });

function Tiles({ all }: { all: readonly Row[] }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => (room.value = { width: entry!.contentRect.width, height: entry!.contentRect.height }));
    watcher.observe(host.current!);
    return () => watcher.disconnect();
  }, []);
  const { columns, height } = tiling(all.length, room.value.width, room.value.height);
  const standings = page.standings.value;
  return (
    <div class="teach-tiles grow scroll relative pad-y-2 pad-x-3" ref={host} tabIndex={0} role="region" aria-label="Learners">
      <ul style={{ "--columns": columns, "--tile": `${height}px`, "--rows": Math.ceil(all.length / columns) }}>
        {all.map((r) => (
          <li key={r.id}>
            <Tile row={r} standing={standings.get(r.id)!} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Tile({ row, standing }: { row: Row; standing: Standing }) {
  const steps = page.general.value!.steps;
  const at = steps.find((s) => s.id === standing.step);
  const label = `${page.nameOf(row.id)}, ${standing.done} of ${standing.total} done${at ? `, at ${at.label}` : ""}${standing.stuck ? ", may need help" : ""}${row.here ? "" : ", away"}`;
  return (
    <button
      type="button"
      id={nameIn(row.id)}
      aria-expanded={page.chosen.value.seat === row.id}
      class={`teach-tile gap-2 pad-x-1 flex stretched full rounded hovers ${row.here ? "" : "away"} ${standing.stuck ? "stuck tone-ground side-removed forced:edged" : ""} ${page.chosen.value.seat === row.id ? "chosen" : ""}`}
      aria-label={label}
      title={label}
      onClick={() => page.lookAt(row)}
    >
      <span class={`teach-tile-name grow cut ${row.here ? "" : "soft italic"}`}>{page.nameOf(row.id)}</span>
      <Strip row={row} steps={steps} />
    </button>
  );
}

/** The height of a step in a strip, by its state: height shows the state as well as colour. */
const heights = { done: 10, passes: 7, fails: 5, begun: 2, none: 0 } as const;

function Strip({ row, steps }: { row: Row; steps: readonly Step[] }) {
  return (
    <svg class="teach-strip tall line-below space-half below-half slim" shape-rendering="crispEdges" viewBox={`0 0 ${steps.length} 10`} preserveAspectRatio="none" aria-hidden="true">
      {steps.map((s, i) => {
        const state = stateOf(row.cells?.[s.id]);
        return state === "none" ? null : <rect key={s.id} class={state} x={i} y={10 - heights[state]} width="1" height={heights[state]} />;
      })}
    </svg>
  );
}
