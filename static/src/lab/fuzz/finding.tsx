// What fuzzing found: a list as it comes, and the open one made small.

import type { FuzzFinding, FuzzShrinkResponse, Span } from "../../api.gen";
import { messageParts } from "../../ui/words";
import { copyText } from "../../pipeline/clipboard";
import { Line } from "../../pipeline/line";
import { plainOf } from "../../pipeline/words";
import { traceLink } from "../links";
import { save } from "../save";
import { fuzzDoc, openDoc, proveDoc } from "../state";
import { cancelShrinking, findings, fuzzing, open, openFinding, shrunk, totals } from "./control";
import { maxFindings } from "./sequence";
import { formatCount, plural } from "../../ui/counts";

export function FindingList() {
  const list = findings.value;
  if (list.length === 0) return <NoFindings />;
  return (
    <div class="pad-y-3 pad-x-3 rigid line-below">
      <h2 class="cut" aria-live="polite">
        {list.length >= maxFindings ? `${maxFindings} findings, and more` : plural(list.length, "finding")}
      </h2>
      <ul class="short-list">
        {list.map((f) => (
          <li key={f.index}>
            <button
              type="button"
              class="lab-finding columns-7.5em-1fr gap-0-2 pad-y-1 pad-x-3 item"
              aria-pressed={openFinding.value === f.index}
              onClick={() => open(f.index)}
            >
              <span class="lab-finding-index digits soft">trace {formatCount(f.index)}</span>
              <span class="cut">{messageParts(f.title)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NoFindings() {
  const { traces } = totals.value;
  return (
    <div class="rigid pad-y-3 pad-x-4 soft" role="status">
      <h2 class="cut">Findings</h2>
      <p>
        {traces === 0
          ? "A trace that the optimizer gets wrong would appear here, made as small as it can be."
          : `None in ${plural(traces, "trace")}${fuzzing.value ? " so far" : ""}.`}
      </p>
    </div>
  );
}

export function OpenFinding() {
  const found = findings.value.find((f) => f.index === openFinding.value);
  if (!found) return null;
  const state = shrunk.value.get(found.index);
  const small = state?.kind === "done" ? state.answer : null;
  return (
    <article class="pad-y-4 pad-x-4" aria-label={`Trace ${found.index}`}>
      <h3 class="text-l anywhere">{messageParts((small?.finding ?? found).title)}</h3>
      {state?.kind === "running" && (
        <p class="lab-progress rigid soft row gap-3 digits" role="status">
          <progress aria-label="Making it small" /> Making it small{" "}
          <button type="button" class="text-button" onClick={cancelShrinking}>
            stop
          </button>
        </p>
      )}
      {state?.kind === "failed" && <p class="rigid space-2 soft">{messageParts(state.message)}</p>}
      {small && (
        <p class="lab-shrunk soft" role="status">
          From {plural(small.before, "operation")} to <strong>{plural(small.operations, "operation")}</strong>, by trying{" "}
          {plural(small.tries, "smaller trace")}.
        </p>
      )}
      <Body found={small?.finding ?? found} small={small} />
    </article>
  );
}

/** The first line of the detail is the title again. */
function moreOf(found: FuzzFinding): string {
  const [first, ...rest] = found.detail.split("\n");
  return found.title.endsWith(first ?? "") ? rest.join("\n") : found.detail;
}

function Body({ found, small }: { found: FuzzFinding; small: FuzzShrinkResponse | null }) {
  const more = moreOf(found).trim();
  return (
    <>
      {found.inputs !== "" && (
        <p class="lab-failing space-3 text-l anywhere">
          <span class="faint text-s sans">inputs</span> <code class="strong">{found.inputs}</code>
        </p>
      )}
      <div class="sides gap-3 space-3">
        <Listing title="The trace" lines={found.trace} />
        {found.after.length > 0 && <Listing title="What the optimizer made of it" lines={found.after} />}
      </div>
      {more !== "" && <pre class="short-list text-s pad-y-2 pad-x-3 boxed paper pre-wrap space-3">{more}</pre>}
      <p class="lab-passes space-3 soft">
        <span class="faint text-s sans">found by</span> the {found.oracle} <span class="faint text-s sans">· passes</span>{" "}
        {found.passes.join(", ") || "none"}
      </p>
      <p class="lab-links print:gone flex wrap gap-2 space-4">
        <a class="button" href={traceLink(textOf(found.trace), found.passes, found.inputs)} title={playgroundNote()}>
          Open in the playground
        </a>
        {found.after.length > 0 && (
          <button type="button" class="button lab-prove-it" onClick={() => proveIt(found)}>
            Prove it
          </button>
        )}
        {small && small.case !== "" && (
          <>
            <button type="button" class="button" onClick={() => void copyText(small.case, "the regression test")}>
              Copy as regression test
            </button>
            <button type="button" class="button" onClick={() => save(`seed-${fuzzDoc.peek().seed}-${found.index}.trace`, small.case)}>
              Save it
            </button>
          </>
        )}
      </p>
      {fuzzDoc.value.bug !== "" && <p class="rigid space-2 soft">{playgroundNote()}</p>}
    </>
  );
}

function playgroundNote(): string {
  return fuzzDoc.value.bug === "" ? "" : "The playground's optimizer does not have the planted bug.";
}

function proveIt(found: FuzzFinding): void {
  openDoc("prove", { ...proveDoc.peek(), text: textOf(found.trace), other: textOf(found.after), points: null, width: 64 });
}

/** A trace as a text. */
function textOf(lines: readonly Span[][]): string {
  return lines.map((line) => `${plainOf(line)}\n`).join("");
}

function Listing({ title, lines }: { title: string; lines: readonly Span[][] }) {
  return (
    <figure class="lab-listing slim">
      <figcaption>{title}</figcaption>
      <pre class="lab-code code-size scroll pad-y-2 pad-x-3 boxed paper" tabIndex={0} role="region" aria-label={title}>
        {lines.map((line, k) => (
          <div key={k} class="min-height-1.6em pre-wrap">
            <Line spans={line} wraps />
          </div>
        ))}
      </pre>
    </figure>
  );
}
