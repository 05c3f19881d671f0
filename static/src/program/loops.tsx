// The loops that ran: counters, what happened to each, and where its trace was
// left.

import type { ProgramExit, ProgramExitResponse, ProgramLoop, ProgramObject, ProgramPart, ProgramVariable } from "../api.gen";
import { Line } from "../pipeline/line";
import { messageParts } from "../ui/words";
import { type LoopsModel, useLoops } from "./model";
import { failedWords, stateWords, targetWords, versionWords } from "./words";
import { formatCount, plural } from "../ui/counts";

export function Loops() {
  const { state, shownLoop } = useLoops();
  const loops = state.value?.loops ?? [];
  return (
    <section class="program-loops under-1180px:height-560px under-640px:height-auto pane clip lined corners-l low column slim paper" aria-label="Loops">
      <header class="pane-head row rigid line-below">
        <h2 class="grow cut">Loops</h2>
        <span class="minor">by iterations</span>
      </header>
      {loops.length === 0 && <p class="pad-y-4 pad-x-4 soft">No loop has gone back yet.</p>}
      <ol class="loop-list pad-y-3 pad-x-3 column gap-3 grow scroll">
        {loops.map((loop) => (
          <Loop key={loop.loop} loop={loop} isShown={shownLoop.value?.loop === loop.loop} />
        ))}
      </ol>
    </section>
  );
}

function Loop({ loop, isShown }: { loop: ProgramLoop; isShown: boolean }) {
  const model = useLoops();
  const { choice } = model;
  return (
    <li class={`loop-card framed ${isShown ? "is-shown" : ""}`}>
      <button type="button" class="loop-button pad-y-2 pad-x-3 item" aria-pressed={isShown && choice.value.part === 0} onClick={() => show(model, loop)}>
        <span class="strong">
          {loop.function === "<module>" ? "module" : loop.function}, {loop.at}
        </span>
        <span class="minor">
          {plural(loop.iterations, "iteration")}; {stateWords(loop)}
        </span>
        {loop.traces[0] && <Sizes part={loop.traces[0]} />}
        {loop.entered > 0 && (
          <span class="minor">
            entered {loop.entered === 1 ? "once" : `${formatCount(loop.entered)} times`}, {plural(loop.traced, "iteration")} in traces
          </span>
        )}
      </button>
      {isShown && <Branches loop={loop} />}
    </li>
  );
}

/** How much of a trace is left. */
function Sizes({ part }: { part: ProgramPart }) {
  return (
    <span class="minor">
      {formatCount(part.recorded)} → {plural(part.optimized, "operation")}, {formatCount(part.boxesBefore)} → {plural(part.boxesAfter, "object")}
      {part.target === "" ? " per iteration" : ""}
    </span>
  );
}

function show({ choose, mark }: LoopsModel, loop: ProgramLoop, part = 0): void {
  choose({ loop: loop.loop, part, step: -1, guard: -1 });
  mark(loop.traces[part]?.line ?? loop.line);
}

/** What leads out of a loop: its exits, those of its bridges below them, and why others failed. */
function Branches({ loop }: { loop: ProgramLoop }) {
  return (
    <>
      {loop.traces[0] && <Exits loop={loop} part={0} />}
      {loop.traces.some((part) => part.version > 0) && (
        <ul class="loop-branches pad-4px-0-6px-18px">
          {loop.traces.map((part, k) => part.version > 0 && <Version key={part.version} loop={loop} part={k} />)}
        </ul>
      )}
      <ul class="loop-branches pad-4px-0-6px-18px">
        {loop.failures.map((why, k) => (
          <li key={k} class="loop-failure pad-7px-3-7px-20px minor">
            Recording {k + 1}: {messageParts(why)}.
          </li>
        ))}
        {loop.bridgeFailures.map((why, k) => (
          <li key={`b${k}`} class="loop-failure pad-7px-3-7px-20px minor">
            No bridge: {messageParts(why)}.
          </li>
        ))}
      </ul>
    </>
  );
}

/** A version of the loop, to which bridges lead, with its exits. */
function Version({ loop, part: k }: { loop: ProgramLoop; part: number }) {
  const model = useLoops();
  const part = loop.traces[k]!;
  return (
    <li class="loop-exit">
      <button type="button" class="loop-button pad-y-2 pad-x-3 bridge-button margin-half-2-1 width-auto framed item" aria-pressed={model.choice.value.part === k} onClick={() => show(model, loop, k)}>
        <span class="strong">{versionWords(part)}</span>
        <Sizes part={part} />
      </button>
      <Exits loop={loop} part={k} />
    </li>
  );
}

function Exits({ loop, part }: { loop: ProgramLoop; part: number }) {
  const { exits } = loop.traces[part]!;
  if (exits.length === 0) return null;
  return (
    <ul class="loop-branches pad-4px-0-6px-18px">
      {exits.map((x) => (
        <Exit key={x.guard} loop={loop} part={part} exit={x} />
      ))}
    </ul>
  );
}

function Exit({ loop, part, exit: x }: { loop: ProgramLoop; part: number; exit: ProgramExit }) {
  const model = useLoops();
  const { choice, choose, exit } = model;
  const { value } = choice;
  const isOpen = value.guard === x.guard && value.part === part;
  const bridge = loop.traces[x.bridge];
  return (
    <li class="loop-exit">
      <button type="button" class="exit-button item" aria-expanded={isOpen} onClick={() => choose({ loop: loop.loop, part, guard: isOpen ? -1 : x.guard })}>
        <span>
          <code class="tok-guard">{x.name}</code> fails {x.count === 1 ? "once" : `${formatCount(x.count)} times`}
        </span>
        <span class="minor">
          {failedWords(x.name)}; continues in {x.at}
        </span>
      </button>
      {isOpen && exit.value && <Rebuilt rebuilt={exit.value} />}
      {bridge && (
        <>
          <button type="button" class="loop-button pad-y-2 pad-x-3 bridge-button margin-half-2-1 width-auto framed item" aria-pressed={value.part === x.bridge} onClick={() => show(model, loop, x.bridge)}>
            <span class="strong">
              Bridge from {bridge.at} to {targetWords(bridge, loop)}
            </span>
            <Sizes part={bridge} />
          </button>
          <Exits loop={loop} part={x.bridge} />
        </>
      )}
    </li>
  );
}

/** What is made where a trace is left. */
function Rebuilt({ rebuilt }: { rebuilt: ProgramExitResponse }) {
  const { frames, objects, writes } = rebuilt;
  return (
    <div class="rebuilt spaced anywhere pad-top-half pad-bottom-2 pad-x-2 minor wrap-line">
      <Line spans={rebuilt.guard} wraps />
      <p>
        The interpreter continues with {plural(frames.length, "frame")}
        {objects.length > 0 ? `, for which ${plural(objects.length, "object")} ${objects.length === 1 ? "is" : "are"} made:` : ":"}
      </p>
      <ol>
        {frames.map((f, k) => (
          <li key={k}>
            <b>{f.function === "<module>" ? "module" : f.function}</b>, {f.at}: <code>{f.text}</code>
            <Values list={f.variables} />
          </li>
        ))}
      </ol>
      <Objects title="Made here" list={objects} />
      <Objects title="Written here, because it was delayed" list={writes} />
    </div>
  );
}

function Objects({ title, list }: { title: string; list: readonly ProgramObject[] }) {
  if (list.length === 0) return null;
  return (
    <>
      <p>{title}:</p>
      <ul>
        {list.map((o) => (
          <li key={o.name}>
            <code class="tok-variable">{o.name}</code> <code class="tok-class">{o.class}</code>
            <Values list={o.fields} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Values({ list }: { list: readonly ProgramVariable[] }) {
  if (list.length === 0) return null;
  return (
    <ul>
      {list.map((v, k) => (
        <li key={k} class={v.object >= 0 ? "is-made tok-allocate" : undefined}>
          <code>
            {v.name} = {v.value}
          </code>
        </li>
      ))}
    </ul>
  );
}
