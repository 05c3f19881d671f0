// Two runs side by side: values next to the operations, and the contents of memory, at one
// moment.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { RunSide } from "../api.gen";
import { inputsToRun } from "../controller";
import { Line } from "../pipeline/line";
import { rowLink, rowNumber } from "../picture/looks";
import { fontSize, moment, reading, runOpen } from "../state";
import { messageParts } from "../ui/words";
import { Objects } from "./objects";
import { memoryOf } from "./objects-words";
import { running } from "./run-state";
import { endWords, meanwhile, runHeadline } from "./run-words";
import { formatCount, plural } from "../ui/counts";

export function Run() {
  const m = running.shown.value!;
  if (m.inputDiagnostics.length > 0) return <BadInputs />;
  return (
    <>
      <header class="time-head gap-3-6 pad-2-4-3 at-start flex wrap spread rigid line-below is-run">
        <div class="time-words-of-it time-600px:low flex-1-1-26rem min-height-6.4rem slim">
          <h2 class="hero-line">{runHeadline(m)}</h2>
          <p class="time-reason max-width-112ch space-1 soft">{messageParts(meanwhile(m))}</p>
          <Inputs />
        </div>
        <Counts />
      </header>
      <div class="time-body time-600px:block time-600px:scroll-down pad-3-5-0 time-999.98px:pad-3-4-0 gap-5 time-999.98px:gap-3-4 grow grid is-run">
        <Rows side={m.before} title="Recorded" words="what it was" />
        <section class="run-memory column slim low time-600px:below-4 scroll-down" tabIndex={0} aria-label="Memory">
          <Memory side={m.before} title="Recorded" />
          <Memory side={m.after} title="Optimized" />
        </section>
        <Rows side={m.after} title="Optimized" words="what is left of it" />
      </div>
    </>
  );
}

function BadInputs() {
  return (
    <div class="arriving pad-6 colour-ink-2" role="status">
      <p>These inputs cannot be used:</p>
      <ul>
        {running.shown.value!.inputDiagnostics.map((d, i) => (
          <li key={i}>{d.message}</li>
        ))}
      </ul>
      <ChangeInputs />
    </div>
  );
}

function Inputs() {
  const text = inputsToRun();
  return (
    <p class="time-reason max-width-112ch space-1 anywhere">
      {text && <code>{text}</code>} <ChangeInputs />
    </p>
  );
}

function ChangeInputs() {
  return (
    <button
      type="button"
      class="text-button"
      onClick={() => {
        moment.value = null;
        reading.value = true;
        runOpen.value = true;
      }}
    >
      Other inputs
    </button>
  );
}

/** The cost of both so far. */
function Counts() {
  const m = running.shown.value!;
  return (
    <table class="run-counts figures">
      <thead>
        <tr>
          <td class="text-l" />
          <th class="minor regular" scope="col">recorded</th>
          <th class="minor regular" scope="col">optimized</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th class="minor regular" scope="row">operations</th>
          <td class="text-l">{formatCount(m.before.operations)}</td>
          <td class="text-l">{formatCount(m.after.operations)}</td>
        </tr>
        <tr>
          <th class="minor regular" scope="row">boxes made</th>
          <td class="text-l">{formatCount(m.before.boxes)}</td>
          <td class="text-l">{formatCount(m.after.boxes)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Rows({ side, title, words }: { side: RunSide; title: string; words: string }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Of the list alone: what is around it stays where it is.
    const now = list.current?.querySelector<HTMLElement>(".is-now, .is-next");
    if (!now) return;
    const { scrollTop, clientHeight } = list.current!;
    const top = now.offsetTop - list.current!.offsetTop;
    const rows = 3 * now.offsetHeight;
    if (top - rows < scrollTop) list.current!.scrollTop = top - rows;
    else if (top + rows > scrollTop + clientHeight) list.current!.scrollTop = top + rows - clientHeight;
  }, [side]);
  const next = side.rows.findIndex((r) => r.state === "ahead");
  return (
    <section class="run-rows column slim low time-600px:below-4" aria-label={`${title} run`}>
      <h3 class="headed">
        {title} <small>{words}</small>
      </h3>
      <ol ref={list} class="flex-1 low scroll-down code-small time-600px:rigid time-600px:max-height-216px" tabIndex={0} aria-label={`${title} run, row by row`}>
        {side.above > 0 && <li class="pad-half-0-half-2.8rem minor">{plural(side.above, "row")} above</li>}
        {side.rows.map((r, i) => (
          <li key={i} class={`run-row turn is-now:strong is-now:ink columns-2.8rem-1fr-auto min-height-24px pad-right-1 grid centred gap-1 cut-line is-${r.state}${r.differs ? " differs side-error ground-error-bg" : ""}${i === next ? " is-next" : ""}`} aria-current={r.state === "now" ? "step" : undefined}>
            <span class={rowNumber}>
              {r.number > 0 && (
                <button type="button" class={rowLink} aria-label={`To row ${r.number}`} onClick={() => running.goToRow(r.key)}>
                  {r.number}
                </button>
              )}
            </span>
            <Line spans={r.spans} />
            {r.value !== "" && r.state !== "ahead" && <span class="run-value max-width-12rem ground-keep pad-x-1 rounded cut strong mono">{r.value}</span>}
            {r.differs && <span class="error toned strong">differs</span>}
          </li>
        ))}
        {side.below > 0 && <li class="pad-half-0-half-2.8rem minor">{plural(side.below, "row")} below</li>}
      </ol>
    </section>
  );
}

function Memory({ side, title }: { side: RunSide; title: string }) {
  const objects = useMemo(() => memoryOf(side), [side]);
  return (
    <section aria-label={`Memory of the ${title.toLowerCase()} run`}>
      <h3 class="headed">
        {title} <small>{side.objects.length === 0 ? "nothing in memory" : plural(side.objects.length + side.more, "object") + " in memory"}</small>
      </h3>
      {side.exit && <Exit side={side} />}
      {objects.length > 0 && <Objects objects={objects} font={fontSize.value} label={`Memory of the ${title.toLowerCase()} run`} />}
      {side.more > 0 && <p class="soft">{plural(side.more, "more object")}.</p>}
    </section>
  );
}

function Exit({ side }: { side: RunSide }) {
  const exit = side.exit!;
  return (
    <div class="run-exit edge-moved pad-left-3 below-3 soft">
      <p>
        It {endWords(exit)}.{exit.detail && <> {messageParts(exit.detail)}.</>}
      </p>
    </div>
  );
}
