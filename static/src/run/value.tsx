// A value of a run: numbers as they are, names of objects as references that
// mark the object they mean.

import { type Span, SpanVariable } from "../api.gen";
import { markedObject } from "./local";

interface Props {
  spans: readonly Span[];
  /** The names of all objects of this outcome that are shown. */
  objects: ReadonlySet<string>;
  /** Before each object's id, so that the ids of the two outcomes differ. */
  side: string;
}

export function Value({ spans, objects, side }: Props) {
  return (
    <span class="value anywhere">
      {spans.map(([kind, text], i) => (kind === SpanVariable && objects.has(text) ? <Reference key={i} name={text} side={side} /> : text))}
    </span>
  );
}

/** The id of an object's box on the page. */
export function objectId(side: string, name: string): string {
  return `object-${side}-${name}`;
}

function Reference({ name, side }: { name: string; side: string }) {
  const mark = () => (markedObject.value = name);
  const unmark = () => (markedObject.value = "");
  const show = () => {
    document.getElementById(objectId(side, name))?.scrollIntoView({ block: "nearest", inline: "nearest" });
    mark();
  };
  return (
    <button
      type="button"
      class={`reference framed pad-x-1 ink${markedObject.value === name ? " is-marked" : ""}`}
      title={`Mark the object ${name}`}
      onPointerEnter={mark}
      onPointerLeave={unmark}
      onFocus={mark}
      onBlur={unmark}
      onClick={show}
    >
      {name}
    </button>
  );
}
