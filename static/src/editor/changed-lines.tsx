// What is different between two texts, as lines: what goes, and what comes.

import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type LineChange, lineChanges } from "./merge";

export function ChangedLines({ before, after }: { before: string; after: string }) {
  return (
    <pre class="changed-lines full code scroll boxed" tabIndex={0} role="group" aria-label="What goes and what comes">
      {lineChanges(before, after).map((c) => (
        <Fragment key={c.line}>
          <span class="minor faint">line {c.line}</span>
          {"\n"}
          <Change change={c} />
        </Fragment>
      ))}
    </pre>
  );
}

function Change({ change: { goes, comes } }: { change: LineChange }) {
  return (
    <>
      {goes.map((l) => (
        <del>
          - {l}
          {"\n"}
        </del>
      ))}
      {comes.map((l) => (
        <ins>
          + {l}
          {"\n"}
        </ins>
      ))}
    </>
  );
}

interface WholeProps {
  before: string;
  /** The whole text, and its name for those who do not see it. */
  after: string;
  label: string;
}

/** A whole text that cannot be edited, in which lines are marked that another text does not have, and those stand that only the other one has. */
export function WholeWithChanges({ before, after, label }: WholeProps) {
  const text = useRef<HTMLPreElement>(null);
  useEffect(() => text.current?.querySelector("ins, del")?.scrollIntoView({ block: "center" }), [before, after]);
  const old = before.split("\n");
  const changes = lineChanges(before, after);
  const same = (from: number, to: number) => old.slice(from, to).map((l) => `  ${l}\n`).join("");
  const ends = [0, ...changes.map((c) => c.line - 1 + c.goes.length)];
  return (
    <pre class="changed-lines full code scroll boxed pad-y-2 pad-x-3" tabIndex={0} data-first role="group" aria-label={label} ref={text}>
      {changes.map((c, k) => (
        <Fragment key={c.line}>
          {same(ends[k]!, c.line - 1)}
          <Change change={c} />
        </Fragment>
      ))}
      {same(ends.at(-1)!, old.length)}
    </pre>
  );
}
