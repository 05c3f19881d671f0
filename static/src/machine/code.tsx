// The code of the chosen point, and beside it that of the recorded trace.

import { signal, useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AsmResponse } from "../api.gen";
import { messageParts } from "../ui/words";
import { copyText } from "../pipeline/clipboard";
import { stations } from "../pipeline/local";
import { result, setPoints } from "../state";
import { Listing } from "./listing";
import { beside, bytesShown, chosenCode, codeBehind, point, processor, recordedCode, retryCode, startCode, type Code } from "./local";
import { codeText } from "./rows";
import { formatCount, plural } from "../ui/counts";

export function CodeView() {
  useEffect(startCode, []);
  const both = beside.value && point.value > 0;
  return (
    <div class="column grow" aria-busy={codeBehind.value}>
      <Tools />
      <div class={`machine-columns fades grow single line-above gap-1px ground-line ${both ? "is-two columns-1fr-1fr machine-560px:columns-1fr machine-560px:rows-1fr-1fr" : ""}`}>
        {both && <Column id="recorded" title="recorded" code={recordedCode.value} />}
        <Column id="chosen" title={pointTitle()} code={chosenCode.value} pick />
      </div>
    </div>
  );
}

function pointTitle(): string {
  const station = stations.value.find((s) => s.point === point.value);
  return station && station.name !== "" ? `after ${station.name}` : "recorded";
}

function Tools() {
  return (
    <div class="machine-tools gap-4px-4 min-height-44px pad-6px-4 rigid soft toolbar">
      <Sizes />
      <span class="grow" />
      <label class="inline-flex gap-half centred slim">
        <span class="off-screen">Processor</span>
        <select
          class="head-select"
          value={processor.value}
          onChange={(e) => (processor.value = e.currentTarget.value as typeof processor.value)}
        >
          <option value="x86-64-v3">x86-64-v3</option>
          <option value="x86-64">any x86-64</option>
        </select>
      </label>
      <Check of={beside} label="recorded too" />
      <Check of={bytesShown} label="bytes" />
    </div>
  );
}

function Check({ of, label }: { of: { value: boolean }; label: string }) {
  return (
    <label class="tool-check pipeline-699px:order-4 inline-flex gap-2 pointer centred nowrap minor">
      <input type="checkbox" checked={of.value} onChange={(e) => (of.value = e.currentTarget.checked)} />
      {label}
    </label>
  );
}

function usable(code: Code): AsmResponse | null {
  return code && "code" in code && code.code.length > 0 ? code : null;
}

/** What is in line, before and after: the part that runs again and again. */
function Sizes() {
  const before = usable(recordedCode.value);
  const after = usable(chosenCode.value);
  if (!before || !after) return null;
  const count = (r: AsmResponse) => r.code.filter((c) => !c.rare).length;
  return (
    <p class="machine-sizes fades gap-x-4 toolbar baseline soft" role="status">
      <span class="weight-500 ink text-l">
        {formatCount(count(before))} instructions <span aria-label="become">→</span> <strong>{formatCount(count(after))}</strong>
      </span>{" "}
      <span>
        {formatCount(before.straight)} bytes <span aria-label="become">→</span> <strong>{formatCount(after.straight)}</strong> in line
      </span>
    </p>
  );
}

interface ColumnProps {
  id: string;
  title: string;
  code: Code;
  /** The title chooses the point. */
  pick?: boolean;
}

function Column({ id, title, code, pick }: ColumnProps) {
  const rareShown = useComputed(() => shownRare.value.has(id));
  const shown = usable(code);
  return (
    <section class="machine-column paper slim low column" aria-label={`Machine code, ${title}`}>
      <div class="machine-head min-height-36px gap-x-3 pad-y-half pad-x-4 rigid toolbar minor">
        {pick ? <PointChoice /> : <h2 class="ink">{title}</h2>}
        {shown && (
          <span class="machine-note machine-560px:gone">
            {formatCount(shown.size)} bytes in all
            {shown.slots > 0 && `, ${plural(shown.slots, "slot")}`}
          </span>
        )}
        {shown && (
          <button
            type="button"
            class="text-button push"
            onClick={() => void copyText(codeText(shown, bytesShown.peek()), `the machine code (${title})`)}
          >
            copy
          </button>
        )}
      </div>
      {shown ? (
        <Listing id={id} response={shown} rareShown={rareShown.value} onRare={() => toggleRare(id)} />
      ) : (
        <Nothing code={code} />
      )}
    </section>
  );
}

/** The listings whose code out of line is shown. */
const shownRare = signal<ReadonlySet<string>>(new Set());

function toggleRare(id: string): void {
  const next = new Set(shownRare.peek());
  if (!next.delete(id)) next.add(id);
  shownRare.value = next;
}

function PointChoice() {
  const points = stations.value.filter((s) => s.point >= 0);
  const last = (result.value?.stages.length ?? 1) - 1;
  return (
    <select
      class="head-select"
      aria-label="The point of the pipeline"
      value={String(point.value)}
      onChange={(e) => {
        const to = Number(e.currentTarget.value);
        setPoints(0, to === last ? -1 : to);
      }}
    >
      {points.map((s) => (
        <option key={s.point} value={String(s.point)}>
          {s.name === "" ? "recorded" : `after ${s.name}`}
        </option>
      ))}
    </select>
  );
}

function Nothing({ code }: { code: Code }) {
  if (!code) return <p class="machine-empty measured pad-y-4 pad-x-4 soft">{result.value ? "The code generator is loading." : "The code appears here as soon as the trace parses."}</p>;
  if ("failed" in code) {
    return (
      <p class="machine-empty measured pad-y-4 pad-x-4 soft" role="alert">
        There is no code: {messageParts(code.failed)}{" "}
        {code.again && (
          <button type="button" class="text-button retry" onClick={retryCode}>
            Try again
          </button>
        )}
      </p>
    );
  }
  if (code.refused) {
    return (
      <div class="machine-refused margin-3-4 notice warning" role="status">
        <strong class="toned">This trace cannot become machine code</strong>
        <p>{messageParts(code.refused)}</p>
      </div>
    );
  }
  return <p class="machine-empty measured pad-y-4 pad-x-4 soft">This trace has no code.</p>;
}
