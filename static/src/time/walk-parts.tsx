// What a moment of the optimizer's walk shows in addition to the known facts: what happens, and the
// output so far.

import type { ComponentChild, ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { MomentOutput, MomentResponse } from "../api.gen";
import { Line } from "../pipeline/line";
import { rowNumber } from "../picture/looks";
import { passWords } from "../picture/words";
import { Said, ToRow } from "./said";
import { useMoment } from "./walk-model";
import { decider, didWords, headline, sentence } from "./words";
import { plural } from "../ui/counts";

/** What happens now, why, and which pass did it, at fixed places. */
export function Head() {
  const m = useMoment();
  const reasons = m.lines.filter((l) => l.kind === "reason");
  return (
    <header class="time-head gap-3-6 pad-2-4-3 at-start flex wrap spread rigid line-below">
      <div class="time-words-of-it time-600px:low flex-1-1-26rem min-height-6.4rem slim">
        <h2 class="hero-line">{headline(m)}</h2>
        <p class="space-half code-size anywhere wrap-line">
          <Line spans={m.operation} wraps />
        </p>
        {reasons.slice(0, 2).map((l, i) => (
          <p key={i} class="time-reason max-width-112ch space-1 soft">
            <Said parts={sentence(l.text)} />
          </p>
        ))}
        {reasons.length === 0 && m.reached && m.number > 0 && <p class="time-reason max-width-112ch space-1 soft">No active pass knows enough to remove it.</p>}
      </div>
      <PassStrip />
    </header>
  );
}

function PassStrip() {
  const m = useMoment();
  const by = decider(m.passes);
  return (
    <ol class="time-passes space-1 flex wrap" aria-label="Passes, in the order in which they are asked">
      {m.passes.map((p) => (
        <li key={p.name} class={`min-width-4.6rem pad-1-2-0-0 leading-1.35 grid minor ${p === by ? "decides colour-moved top-edge-moved time-600px:row" : `time-600px:gone top-edge-line-strong ${p.did === "" ? "faint" : ""}`}`} title={passWords[p.name]}>
          <b>{p.name}</b>
          <span>
            <span aria-hidden="true">{didWords[p.did] ?? ""}</span>
            <span class="off-screen">{p.did === "" ? "is not asked" : p.did === "keeps" ? "leaves it alone" : didWords[p.did]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** So many rows of the output are drawn at first: some more than a window has room for, since each step moves and paints all of them. */
const lastRows = 40;

/** The output up to this moment, with what it adds; `children` are below. */
export function Output({ children }: { children?: ComponentChildren }) {
  const m = useMoment();
  const list = useRef<HTMLOListElement>(null);
  const [wanted, want] = useState<MomentResponse | null>(null);
  const fresh = m.output.filter((o) => o.fresh).length;
  const earlier = wanted === m ? 0 : Math.max(0, m.output.length - lastRows);
  const drawn = useOutput(m.output.slice(earlier));
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [m]);
  const showAll = () => {
    want(m);
    list.current?.focus({ preventScroll: true }); // the button goes
  };
  return (
    <section class="time-output column slim low time-600px:below-4" aria-label="Output so far">
      <h3 class="headed">
        Output so far <small>{plural(m.outputs, "row")}{fresh > 0 ? `, ${fresh} new` : ""}</small>
      </h3>
      {m.output.length === 0 && <p class="soft">Nothing yet.</p>}
      <ol ref={list} class="scroll-down min-height-3rem code-small time-600px:spills" tabIndex={0} aria-label="Output so far, row by row">
        {earlier > 0 && (
          <li>
            <button type="button" class="text-button" onClick={showAll}>
              Show {earlier} more
            </button>
          </li>
        )}
        {drawn}
      </ol>
      {children}
    </section>
  );
}

/** The rows as elements. An existing row has the same element as before, at whichever place in the list it is now. */
function useOutput(output: readonly MomentOutput[]): ComponentChild[] {
  const before = useRef(new Map<string, { fresh: boolean; drawn: ComponentChild }>());
  const kept = new Map<string, { fresh: boolean; drawn: ComponentChild }>();
  for (const o of output) {
    let id = JSON.stringify({ ...o, fresh: false });
    while (kept.has(id)) id += "+"; // the same row once more
    const old = before.current.get(id);
    kept.set(id, old?.fresh === o.fresh ? old : { fresh: o.fresh, drawn: <OutputRow key={id} row={o} /> });
  }
  before.current = kept;
  return [...kept.values()].map((k) => k.drawn);
}

function OutputRow({ row: o }: { row: MomentOutput }) {
  return (
    <li class={`grid columns-2.8rem-1.2rem-1fr centred min-height-24px ${o.fresh ? "is-fresh ground-moved-bg side-moved weight-650" : ""}${o.late ? " is-late colour-moved" : ""}`}>
      <span class={rowNumber}>
        {o.number > 0 && <ToRow at={o.key} text={String(o.number)} loop={o.loop} label={`Row ${o.number}`} />}
      </span>
      <span class="row-sign colour-moved bold mono to-middle" aria-hidden="true">
        {o.late ? "↓" : ""}
      </span>
      <code class="anywhere">
        <Said parts={o.text} />
      </code>
    </li>
  );
}
