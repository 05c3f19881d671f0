// One moment of the optimizer: the operation at hand, what each pass does with it and why, what was known
// before, and the output so far; below it the way from moment to moment.

import "../style/time.css";
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { wholeLoading } from "../controller";
import { Line } from "../pipeline/line";
import { passWords } from "../picture/words";
import { plural } from "../pipeline/words";
import { moment, passes, reading, setPasses } from "../state";
import { isTyping } from "../ui/key-names";
import { picture } from "../picture/state";
import { Controls } from "./controls";
import { Known } from "./known";
import { Rows } from "./rows";
import { Said, ToRow } from "./said";
import { time } from "./state";
import { decider, didWords, headline } from "./words";

export function Time() {
  useEffect(() => time.start(), []);
  useKeys();
  useSpoken();
  const m = time.shown.value;
  return (
    <main class="time" id="pane-time" tabIndex={-1}>
      <h1 class="off-screen">Unbox: step the optimizer down a trace</h1>
      {!m ? (
        <Arriving />
      ) : (
        <>
          <Head />
          <div class="time-body">
            <section class="time-recorded" aria-label="Recorded">
              <h3>
                Recorded <small>{m.loop ? "a round of the loop" : (time.timeline.value?.first ?? 0) < (time.timeline.value?.count ?? 0) ? "the first round" : ""}</small>
              </h3>
              <Rows />
            </section>
            <Known />
            <Output />
          </div>
          <Controls />
        </>
      )}
      <p class="off-screen" role="status">
        {spoken.value}
      </p>
    </main>
  );
}

function Arriving() {
  const loading = wholeLoading().value;
  return (
    <div class="time-arriving" role="status">
      {loading.kind === "failed" ? (
        <p>What steps the optimizer could not be loaded: {loading.message}</p>
      ) : (
        <p>What steps the optimizer is on its way{loading.kind === "loading" ? `, ${Math.round(loading.progress * 100)} %` : ""}.</p>
      )}
    </div>
  );
}

/** What happens now, why, and which pass did it: at fixed places. */
function Head() {
  const m = time.shown.value!;
  const reasons = m.lines.filter((l) => l.kind === "reason");
  return (
    <header class="time-head">
      <div class="time-words-of-it">
        <h2>{headline(m)}</h2>
        <p class="time-operation">
          <Line spans={m.operation} />
        </p>
        {reasons.slice(0, 2).map((l, i) => (
          <p key={i} class="time-reason">
            <Said parts={l.text} />
          </p>
        ))}
        {reasons.length === 0 && m.reached && m.number > 0 && <p class="time-reason">No pass that is on knows enough to take it out.</p>}
      </div>
      <PassStrip />
    </header>
  );
}

function PassStrip() {
  const m = time.shown.value!;
  const by = decider(m.passes);
  return (
    <ol class="time-passes" aria-label="Passes, in the order in which they are asked">
      {m.passes.map((p) => (
        <li key={p.name} class={p === by ? "decides" : p.did === "" ? "is-unasked" : ""} title={passWords[p.name]}>
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

function Output() {
  const m = time.shown.value!;
  const list = useRef<HTMLOListElement>(null);
  const fresh = m.output.filter((o) => o.fresh).length;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [m]);
  return (
    <section class="time-output" aria-label="Output so far">
      <h3>
        Output so far <small>{plural(m.outputs, "row")}{fresh > 0 ? `, ${fresh} new` : ""}</small>
      </h3>
      {m.output.length === 0 && <p class="time-nothing">Nothing yet.</p>}
      <ol ref={list} tabIndex={0} aria-label="Output so far, row by row">
        {m.output.map((o, i) => (
          <li key={i} class={`${o.fresh ? "is-fresh" : ""}${o.late ? " is-late" : ""}`}>
            <span class="row-number">
              {o.number > 0 && <ToRow at={o.key} text={String(o.number)} loop={o.loop} label={`Row ${o.number}`} />}
            </span>
            <span class="row-sign" aria-hidden="true">
              {o.late ? "↓" : ""}
            </span>
            <code>
              <Said parts={o.text} />
            </code>
          </li>
        ))}
      </ol>
      <Ways />
    </section>
  );
}

/** Where else one can look from here. */
function Ways() {
  const m = time.shown.value!;
  const around = passes.value.includes("peel");
  return (
    <p class="time-ways">
      <button type="button" class="button" onClick={() => setPasses(around ? passes.peek().filter((p) => p !== "peel") : ["peel", ...passes.peek()])}>
        {around ? "What if we look at one round only?" : "What if we look around the loop?"}
      </button>
      <button type="button" class="text-button" onClick={() => toPicture(m.key)}>
        Show it in the picture
      </button>
    </p>
  );
}

function toPicture(key: number): void {
  moment.value = null;
  reading.value = true;
  picture.open(key, true);
}

const spoken = signal("");

/** Says what happens, while it plays at most once a second. */
function useSpoken(): void {
  const m = time.shown.value;
  useEffect(() => {
    if (!m) return;
    const timer = setTimeout(() => (spoken.value = headline(m)), time.playing.peek() && time.speed.peek() > 1 ? 1000 : 0);
    return () => clearTimeout(timer);
  }, [m]);
}

/** Arrows step and Space plays, unless what has the focus takes them itself. */
function useKeys(): void {
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

const keys: Record<string, () => void> = {
  ArrowRight: () => time.step(1),
  ArrowLeft: () => time.step(-1),
  Home: () => time.goTo(0),
  End: () => time.goTo((time.timeline.peek()?.count ?? 1) - 1),
  " ": () => time.play(),
};

function onKey(e: KeyboardEvent): void {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target) || document.querySelector("dialog[open]")) return;
  const control = e.target instanceof Element && e.target.closest(e.key === " " ? "button, a, summary, select, input" : "input, select, [role=separator]");
  const act = keys[e.key];
  if (!act || control) return;
  e.preventDefault();
  if (e.key !== " ") time.pause();
  act();
}
