// The history of the chosen row: what each pass did with it, one after the other, with the optimizer's reasons; and where both columns show
// it.

import { useEffect, useRef } from "preact/hooks";
import { batch, effect, signal, untracked } from "@preact/signals";
import type { HistoryChange, HistoryPass, HistoryResponse } from "../api.gen";
import { askWhole } from "../controller";
import { Line } from "../pipeline/line";
import { diff } from "../pipeline/state";
import { during } from "../settled";
import * as page from "../state";
import { Arriving } from "./arriving";
import { changeWords, idle, iterationWords, summary } from "./history-words";
import { Cause } from "./reason";
import { picture } from "./state";
import { Told } from "./told";
import { passWords } from "./words";

const shown = signal<HistoryResponse | null>(null);

export function History() {
  useEffect(
    () =>
      effect(() => {
        const of = picture.of.value;
        const wanted = page.wantedRow.value ?? { key: picture.chosen.value };
        if (of && of === page.shown.value) untracked(() => void during("history", take(of, wanted)));
      }),
    [],
  );
  const h = shown.value;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: "nearest" }), [h !== null]);
  return (
    <section class="history pad-top-2" ref={section} aria-label="History of the row">
      <h3 class="headed">
        Through the passes <small aria-live="polite">{h && summary(h)}</small>
      </h3>
      {!h ? <Arriving what="What tells the history" /> : h.number > 0 && <Passes history={h} />}
    </section>
  );
}

async function take(of: page.Result, wanted: { key: number } | { number: number }): Promise<void> {
  const answer = await askWhole<HistoryResponse>(of, "history", "history", wanted);
  if (!answer) return;
  const isAsked = page.wantedRow.peek() === wanted;
  if (!isAsked && picture.chosen.peek() !== answer.key) return;
  batch(() => {
    shown.value = answer;
    page.historyRow.value = answer.key;
    if (isAsked) page.wantedRow.value = null;
    if (isAsked && answer.number > 0) picture.open(answer.key, true);
  });
}

function Passes({ history }: { history: HistoryResponse }) {
  return (
    <ol class="history-passes">
      <li>
        <Dot of="recorded" />
        <b>recorded</b>
        <p class="self-left pad-y-half pad-x-2 rounded desk wrap-line">
          <Line spans={history.text} />
        </p>
      </li>
      {idle(history.passes).map((entry) =>
        Array.isArray(entry) ? (
          <li key={entry[0]} class="is-idle soft">
            <Dot of="idle" />
            <b class="regular">{entry.join(", ")}</b> <span>{entry.length > 1 ? "leave it alone" : "leaves it alone"}</span>
          </li>
        ) : (
          <Pass key={entry.pass} pass={entry} number={history.number} />
        ),
      )}
    </ol>
  );
}

// A bar, as the sign of rows that go: the shape says it without colour.
const dots = {
  recorded: "dot ground-paper inset-4px-auto-auto-1px width-10px height-10px",
  changed: "ground-moved round inset-4px-auto-auto-1px width-10px height-10px",
  removed: "ground-removed inset-7px-auto-auto-1px width-10px height-4px",
  idle: "ground-ink-3 round inset-7px-auto-auto-3.5px width-5px height-5px",
} as const;

/** What became of the row, on the line down through the passes. */
function Dot({ of }: { of: keyof typeof dots }) {
  return <i class={`absolute own-colours ${dots[of]}`} aria-hidden="true" />;
}

function Pass({ pass, number }: { pass: HistoryPass; number: number }) {
  return (
    <li>
      <Dot of={pass.changes.some((c) => c.text.length === 0) ? "removed" : "changed"} />
      <b title={passWords[pass.pass]}>{pass.pass}</b>
      {pass.changes.map((c, i) => (
        <Change key={i} change={c} />
      ))}
      <button type="button" class="text-button" onClick={() => inColumns(pass.point, number)}>
        Before and after in two columns<span class="off-screen">, of the pass {pass.pass}</span>
      </button>
    </li>
  );
}

function Change({ change: c }: { change: HistoryChange }) {
  const iteration = iterationWords[c.iteration];
  return (
    <div class="gap-half space-half below-2 grid">
      <p>
        {iteration && <span class="pad-x-1 framed rounded soft">{iteration}</span>} {changeWords(c)}
        {c.text.length === 0 && c.value !== "" && (
          <>
            <code>{c.value}</code>.
          </>
        )}
      </p>
      {c.text.length > 0 && (
        <p class="self-left pad-y-half pad-x-2 rounded desk wrap-line">
          <Line spans={c.text} />
        </p>
      )}
      {c.reason.length > 0 && (
        <p class="soft text-m">
          <Told parts={c.reason} active />
          {c.rule && (
            <>
              {" "}
              Rule <code>{c.rule}</code>.
            </>
          )}
        </p>
      )}
      {c.because.length > 0 && (
        <ul class="why-causes gap-6px grid">
          {c.because.map((step, i) => (
            <Cause key={i} step={step} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows a row in both columns, before and after a pass. */
function inColumns(point: number, number: number): void {
  const source = number - 1;
  batch(() => {
    page.setPoints(point - 1, point);
    page.view.value = "passes";
    page.tab.value = "passes";
    page.reading.value = false;
    page.chosen.value = { by: "editor", source, row: -1 };
  });
  // The desk may have to be loaded, and the two points have to be compared.
  let end: (() => void) | null = null;
  let done = false;
  const stop = () => {
    done = true;
    end?.();
  };
  end = effect(() => {
    const now = page.shown.value?.answer;
    const isThere = now !== undefined && diff.listing.value?.result === now && now.from === point - 1 && now.to === point;
    if (page.reading.value || page.chosen.value?.source !== source) stop();
    else if (isThere) {
      untracked(() => void diff.follow(source));
      stop();
    }
  });
  if (done) end();
}
