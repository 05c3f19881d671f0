// The view "Prove": two traces, the verdict, and every question behind it.

import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Diagnostic } from "../../api.gen";
import { Menu, type MenuItem } from "../../ui/menu";
import { Play } from "../../ui/icons";
import { Separator } from "../../layout/separator";
import { describe, usualPreset } from "../../state";
import { docsMenu } from "../doc-menu";
import { budgets, maxIterations, widths } from "../docs";
import { LabEditor } from "../editor";
import { pairs } from "../examples";
import { Problems } from "../problems";
import { openDoc, proveDoc, setProve } from "../state";
import { auto, cancel, chosen, errors, hovered, looked, outdated, printed, prove, running, verdict, type Side } from "./control";
import { VerdictPane } from "./verdict";
import { budgetWords, marksOf, pointTitle, queryOfLine } from "./words";

const initialRows = 0.36;
/** The share of the height that the two traces have. */
const rows = signal(initialRows);

export function ProveView() {
  return (
    <>
      <Bar />
      <div class="lab-pair by-rows under-800px:rigid columns-1fr-1fr min-height-150px under-800px:block grid gap-2" id="lab-pair" style={{ "--rows": rows.value }}>
        <TracePane side="before" />
        <TracePane side="after" />
      </div>
      <Separator share={rows} initial={initialRows} between="rows" label="Height of the traces" controls="lab-pair" />
      <VerdictPane />
    </>
  );
}

function Bar() {
  const doc = proveDoc.value;
  return (
    <div class="lab-bar print:gone under-800px:gap-1-3 under-800px:pad-6px-3-10px gap-y-1 gap-x-4 pad-y-1 pad-x-1 rigid toolbar" role="group" aria-label="What to prove">
      <Menu label="Examples" items={exampleItems} wide />
      {docsMenu("prove")}
      <span class="header-space grow under-800px:flex-1-1-100%" />
      {doc.points && <PresetChoice />}
      <label class="lab-option inline-flex centred gap-2 nowrap soft" title="How many bits an integer has. Narrow integers are proved faster, and what is found there often holds for 64 bits.">
        Integers of
        <select value={String(doc.width)} onChange={(e) => setProve({ width: Number(e.currentTarget.value) })}>
          {widths.map((w) => (
            <option key={w} value={String(w)}>
              {w} bits
            </option>
          ))}
        </select>
      </label>
      <label class="lab-option inline-flex centred gap-2 nowrap soft" title="How many iterations of a loop are checked">
        Iterations
        <select value={String(doc.unroll)} onChange={(e) => setProve({ unroll: Number(e.currentTarget.value) })}>
          {Array.from({ length: maxIterations }, (_, k) => k + 1).map((n) => (
            <option key={n} value={String(n)}>
              {n}
            </option>
          ))}
        </select>
      </label>
      <label class="lab-option inline-flex centred gap-2 nowrap soft" title="How long one question may take">
        At most
        <select value={String(doc.budget)} onChange={(e) => setProve({ budget: Number(e.currentTarget.value) })}>
          {budgets.map((b) => (
            <option key={b} value={String(b)}>
              {budgetWords(b)} a question
            </option>
          ))}
        </select>
      </label>
      <label class="switch" title="Prove while typing">
        <input type="checkbox" role="switch" checked={auto.value} onChange={(e) => (auto.value = e.currentTarget.checked)} />
        <span class="switch-track" aria-hidden="true" />
        Auto
      </label>
      {running.value ? (
        <button type="button" class="button lab-cancel steady push" onClick={cancel}>
          Cancel
        </button>
      ) : (
        <button type="button" class="button primary lab-prove steady push" onClick={() => void prove()} title="Prove now (Ctrl+Enter)">
          <Play />
          Prove
        </button>
      )}
    </div>
  );
}

function exampleItems(): MenuItem[] {
  const now = proveDoc.peek();
  return pairs.map((pair) => ({
    key: pair.id,
    group: pair.group,
    title: pair.title,
    note: pair.note,
    checked: !now.points && now.text === pair.text && now.other === pair.other,
    run: () =>
      openDoc("prove", { ...now, text: pair.text, other: pair.other, points: null, width: pair.width ?? 64 }),
  }));
}

/** Which passes the pipeline has whose points are compared. */
function PresetChoice() {
  const points = proveDoc.value.points!;
  const presets = describe.value?.presets ?? [];
  const same = presets.find((p) => p.passes.join() === points.passes.join());
  const choose = (name: string) => {
    const passes = presets.find((p) => p.name === name)?.passes;
    if (passes) setProve({ points: { passes, from: 0, to: passes.length } });
  };
  return (
    <label class="lab-option inline-flex centred gap-2 nowrap soft">
      Passes
      <select value={same?.name ?? ""} onChange={(e) => choose(e.currentTarget.value)}>
        {!same && <option value="">own choice</option>}
        {presets
          .filter((p) => p.passes.length > 0)
          .map((p) => (
            <option key={p.name} value={p.name}>
              {p.title}
            </option>
          ))}
      </select>
    </label>
  );
}

const noErrors: readonly Diagnostic[] = [];
const titles: Record<Side, string> = { before: "First trace", after: "Second trace" };
const places: Record<Side, string> = { before: "lab-before", after: "lab-after" };

function TracePane({ side }: { side: Side }) {
  const doc = proveDoc.value;
  const { points } = doc;
  const isPrinted = points !== null && (side === "after" || points.from > 0);
  const text = isPrinted ? (printed.value?.[side].text ?? "") : side === "before" ? doc.text : doc.other;
  const answer = verdict.value?.answer;
  const queries = outdated.value || !answer ? [] : answer.queries;
  const at = looked.value;
  const marks = useMemo(() => marksOf(queries, side, at), [queries, side, at, text]);
  const found = errors.value[side];
  const list = !isPrinted && found.text === text ? found.list : noErrors;
  const onLine = (line: number) => {
    const query = line < 0 ? -1 : queryOfLine(queries, side, line);
    if (hovered.peek() !== query) hovered.value = query;
  };
  const onText = (value: string) => setProve(side === "before" ? { text: value } : { other: value });
  return (
    <section class={`pane clip lined corners-l low column slim paper lab-trace under-800px:height-216px under-480px:height-172px ${places[side]}`} aria-label={titles[side]}>
      <div class="pane-head row rigid">
        <h2 class="cut">{titles[side]}</h2>
        <PointChoice side={side} />
        {isPrinted && printed.value && (
          <span class="faint text-s italic">{printed.value[side].ops} operations</span>
        )}
      </div>
      <LabEditor
        key={isPrinted ? "printed" : "own"}
        at={side}
        label={titles[side]}
        text={text}
        {...(isPrinted ? {} : { onText })}
        onRun={() => void prove()}
        diagnostics={list}
        marks={marks}
        onLine={onLine}
      />
      <Problems list={list} />
    </section>
  );
}

/** What stands on a side: a text of the reader's own, or a point of the pipeline. */
function PointChoice({ side }: { side: Side }) {
  const doc = proveDoc.value;
  const passes = doc.points?.passes ?? describe.value?.presets.find((p) => p.name === usualPreset)?.passes ?? [];
  const now = doc.points ? (side === "before" ? doc.points.from : doc.points.to) : -1;
  const choose = (value: number) => {
    chosen.value = -1;
    if (value < 0) return setProve({ points: null, other: printed.peek()?.after.text || doc.other });
    const points = doc.points ?? { passes, from: 0, to: passes.length };
    setProve({ points: side === "before" ? { ...points, from: value } : { ...points, to: value } });
  };
  if (side === "before" && !doc.points) return <span class="faint text-s italic">as it was recorded</span>;
  return (
    <select
      class="head-select"
      aria-label={`${titles[side]}: what it is`}
      value={String(now)}
      onChange={(e) => choose(Number(e.currentTarget.value))}
    >
      {side === "after" && <option value="-1">a trace of your own</option>}
      {[...passes.keys(), passes.length].map((point) => (
        <option key={point} value={String(point)}>
          {doc.points ? pointTitle(passes, point) : `the first one, ${pointTitle(passes, point)}`}
        </option>
      ))}
    </select>
  );
}
