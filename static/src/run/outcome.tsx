// One outcome: how the trace was left, with which values and effects, and what
// can be reached on the heap. Two of them stand side by side.

import type { Line as LineData, NamedValue, Object as HeapObject, Outcome, Span } from "../api.gen";
import { focusSourceLine } from "../state";
import { Line } from "../pipeline/line";
import { Dotted } from "../pipeline/prose";
import { diff } from "../pipeline/state";
import { markedObject } from "./local";
import { objectId, Value } from "./value";
import type { Differences } from "./words";
import { exitWords } from "../pipeline/exits";
import { formatCount } from "../ui/counts";

/** More objects than this are counted, not drawn. */
const maxObjects = 40;

interface Props {
  outcome: Outcome;
  side: "before" | "after";
  title: string;
  /** What to mark as different from the other outcome, null if they agree. */
  unlike: Differences | null;
}

export function OutcomeView({ outcome, side, title, unlike }: Props) {
  const objects = namesOf(outcome.heap);
  return (
    <section class={`outcome line-above pad-top-2 space-1 single slim gap-2 outcome-${side} short-paths`} aria-label={`Outcome ${title}`}>
      <h2 class="text-m sans strong">{title}</h2>
      <Exit outcome={outcome} side={side} unlike={unlike} />
      <Values values={outcome.values} objects={objects} side={side} unlike={unlike} />
      <Effects outcome={outcome} objects={objects} side={side} unlike={unlike} />
      <Heap heap={outcome.heap} objects={objects} side={side} unlike={unlike} />
    </section>
  );
}

function Exit({ outcome, side, unlike }: Omit<Props, "title">) {
  return (
    <p class="exit gap-x-2 flex wrap baseline">
      <span class={`exit-words soft${mark(unlike?.exit)}`}>{exitWords(outcome)}</span>
      {outcome.at && <ExitLine at={outcome.at} side={side} />}
      {outcome.detail && <span class="full soft">{outcome.detail}</span>}
    </p>
  );
}

/** The line through which the trace was left: the recorded one is shown in the editor, the optimized one in the comparison. */
function ExitLine({ at, side }: { at: LineData; side: string }) {
  const [where, go] = side === "before" ? ["the editor", () => focusSourceLine(at.number - 1)] : ["the comparison", () => void diff.goToLine("right", at.at)];
  return (
    <button type="button" class="text-button fits slim text-s cut" title={`Show ${at.number > 0 ? `row ${at.number}` : "it"} in ${where}`} onClick={go}>
      <Line spans={at.spans} />
    </button>
  );
}

interface PartProps {
  objects: ReadonlySet<string>;
  side: string;
  unlike: Differences | null;
}

/** Only the parts of an outcome, for callers that describe its origin themselves. */
interface AloneProps {
  outcome: Pick<Outcome, "values" | "effects" | "heap">;
  side: string;
  unlike: Differences | null;
}

export function ValueList({ outcome, side, unlike }: AloneProps) {
  return <Values values={outcome.values} objects={namesOf(outcome.heap)} side={side} unlike={unlike} />;
}

export function EffectList({ outcome, side, unlike }: AloneProps) {
  return <Effects outcome={outcome} objects={namesOf(outcome.heap)} side={side} unlike={unlike} />;
}

export function HeapBoxes({ title, heap, side, unlike }: { title: string; heap: HeapObject[] } & Omit<AloneProps, "outcome">) {
  return <Heap title={title} heap={heap} objects={namesOf(heap)} side={side} unlike={unlike} />;
}

function namesOf(heap: HeapObject[]): ReadonlySet<string> {
  return new Set(heap.map((o) => o.name));
}

/** The class that marks a difference, with a sign beside the colour. */
function mark(differs: boolean | undefined): string {
  return differs ? " differs" : "";
}

function Values({ values, objects, side, unlike }: PartProps & { values: NamedValue[] }) {
  if (values.length === 0) return null;
  return (
    <div class="part">
      <h3 class="strong below-half faint text-s">values at the exit</h3>
      <ul class="values gap-x-4 mono text-s flex wrap">
        {values.map((v, i) => (
          <li key={i} class={mark(unlike?.values.has(i))}>
            {v.name !== "" && <span class="soft">{v.name} = </span>}
            <Value spans={[v.value]} objects={objects} side={side} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A proof's run lists all effects that it has. */
type EffectsOf = { effects: Span[][]; moreEffects?: number };

function Effects({ outcome: { effects, moreEffects = 0 }, objects, side, unlike }: PartProps & { outcome: EffectsOf }) {
  if (effects.length === 0) return null;
  return (
    <div class="part">
      <h3 class="strong below-half faint text-s">effects, in order</h3>
      <ol class="effects mono text-s">
        {effects.map((effect, i) => (
          <li key={i}>
            <span class={mark(unlike?.effects.has(i))}>
              <Value spans={effect} objects={objects} side={side} />
            </span>
          </li>
        ))}
      </ol>
      {moreEffects > 0 && <p class="minor">and {formatCount(moreEffects)} more</p>}
    </div>
  );
}

function Heap({ title = "reachable objects", heap, objects, side, unlike }: PartProps & { title?: string; heap: HeapObject[] }) {
  if (heap.length === 0) return null;
  const rest = heap.length - maxObjects;
  return (
    <div class="part">
      <h3 class="strong below-half faint text-s">{title}</h3>
      <ul class="flex wrap gap-2">
        {heap.slice(0, maxObjects).map((object) => (
          <ObjectBox key={object.name} object={object} objects={objects} side={side} unlike={unlike} />
        ))}
      </ul>
      {rest > 0 && <p class="minor">and {formatCount(rest)} more</p>}
    </div>
  );
}

function ObjectBox({ object, objects, side, unlike }: PartProps & { object: HeapObject }) {
  const marked = markedObject.value === object.name;
  return (
    <li class={`object framed raised fits anywhere${marked ? " is-marked" : ""}`} id={objectId(side, object.name)}>
      <p class="text-s mono pad-y-half pad-x-2 line-below">
        <span class={`strong${mark(unlike?.heap.has(object.name))}`}>{object.name}</span>{" "}
        <span class="tok-class">{object.class}</span>
      </p>
      {object.fields.length > 0 && (
        <dl class="fields pad-y-1 pad-x-2 mono text-s">
          {object.fields.map((f) => (
            <div class="object-field gap-4 flex spread" key={f.name}>
              <dt class="tok-field">
                <Dotted name={f.name} />
              </dt>
              <dd class={mark(unlike?.heap.has(`${object.name}.${f.name}`))}>
                <Value spans={[f.value]} objects={objects} side={side} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
