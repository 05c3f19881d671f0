// The comparison: a bar for each way to run the program, those of this page and those of the server apart.

import type { ComponentChildren } from "preact";
import { browserName } from "../machine/browser";
import { machineWords } from "../machine/words";
import { messageParts } from "../ui/words";
import { closeSpeed, compareSpeed, isComparing, isOld, openSpeed, page, pageRows, server } from "./speed";
import { type SpeedRow, conclusion, serverRows, timesWords } from "./speed-words";
import { phase } from "./state";
import { tones } from "./words";
import { duration } from "../ui/counts";

/** Opens the comparison, which takes the place of the time line. */
export function SpeedButton() {
  return (
    <button type="button" class="button small push" onClick={openSpeed}>
      Compare speed
    </button>
  );
}

export function Speed() {
  const { report } = server.value;
  const here = pageRows.value;
  const there = report ? serverRows(report) : [];
  const longest = Math.max(...[...here, ...there].map((r) => r.ms), 0.001);
  return (
    <section class="program-time space-2 pad-y-1 pad-x-4 rigid pane clip lined corners-l low column slim paper" aria-label="Speed">
      <header class="time-head toolbar gap-half-4">
        <h2 class="text-m">Speed</h2>
        <p class="time-legend flex-1-1-16rem gap-y-half gap-x-3 text-s soft" role="status">
          {isOld.value ? "The program or its settings have changed since." : report ? conclusion(report) : ""}
        </p>
        <button type="button" class="button small" disabled={isComparing.value || phase.value === "running"} onClick={() => void compareSpeed()}>
          {isComparing.value ? "Comparing" : "Compare again"}
        </button>
        <button type="button" class="button small quiet" onClick={closeSpeed}>
          Back to the time
        </button>
      </header>
      <div class="speed-groups gap-y-2 gap-x-5 sides-26rem">
        <Group title="In this page" machine={browserName()} rows={here} longest={longest}>
          {page.value.phase === "failed" && <p class="minor">{messageParts(page.value.note)}</p>}
        </Group>
        <Group title="On the server" machine={report ? machineWords(report.machine) : ""} rows={there} longest={longest}>
          <ServerWords />
        </Group>
      </div>
    </section>
  );
}

function ServerWords() {
  const { report, doing, wrong } = server.value;
  if (doing !== "") return <p class="minor" role="status">{doing}</p>;
  if (wrong !== "") return <p class="minor">{messageParts(wrong)}</p>;
  if (!report) return null;
  const runs = Math.max(...report.ways.map((w) => w.count));
  return (
    <p class="minor">
      Medians of {runs === 1 ? "one run" : `up to ${runs} runs in turns`}, each from reading the program to its end, compared with the interpreter; {new Date(report.measured * 1_000).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}.
      {report.alone && ` CPython and PyPy are not compared: ${report.alone}.`}
    </p>
  );
}

interface GroupProps {
  title: string;
  machine: string;
  rows: readonly SpeedRow[];
  longest: number;
  children?: ComponentChildren;
}

/** Times of one machine. */
function Group({ title, machine, rows, longest, children }: GroupProps) {
  return (
    <div>
      <div class="row baseline">
        <h3 class="text-s">{title}</h3>
        <span class="minor">{machine}</span>
      </div>
      <table class="full text-s">
        <tbody>
          {rows.map((r) => (
            <Row key={r.name} row={r} longest={longest} first={rows[0]!} />
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}

function Row({ row, longest, first }: { row: SpeedRow; longest: number; first: SpeedRow }) {
  const share = row.ms / longest;
  const words = row === first || first.open || row.open ? "" : timesWords(row.ms, first.ms);
  return (
    <tr data-way={row.name.split(" ")[0]}>
      <th scope="row" class="nowrap">{row.name}</th>
      {row.ms === 0 ? (
        <td colSpan={2} class="minor">
          {row.note === "" ? "not measured yet" : `not measured: ${row.note}`}
        </td>
      ) : (
        <>
          <td class="speed-bar min-width-5rem full">
            <svg class="block full height-14px" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">
              <path class={`is-${row.kind} fill-tone stroke-line-strong fine ${tones[row.kind]}`} d={`M0 0H${Math.max(1000 * share, 3).toFixed(1)}V1H0z`} />
            </svg>
          </td>
          <td class="speed-time min-width-15em under-640px:min-width-8em pad-left-3 minor">
            <b class="inline-block min-width-6em digits ink nowrap">
              {row.open && "over "}
              {duration(row.ms)}
            </b>{" "}
            <span class="nowrap">{words}</span>
            {words !== "" && row.note !== "" && ", "}
            {row.note}
          </td>
        </>
      )}
    </tr>
  );
}
