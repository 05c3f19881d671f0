// The open reason of a row: what was done, by which pass, by which rule, its premises, and the
// lines it is about; below that the meaning of the operation itself.

import type { Cause, DiffRow, Operation, Place, Reason as ReasonData } from "../api.gen";
import { DiffArgs } from "../api.gen";
import { describe, focusSourceLine, openHistory, shown } from "../state";
import { Cross } from "../ui/icons";
import { messageParts } from "../ui/words";
import { Line } from "./line";
import { isChange, kindInfo, sourceOf } from "./listing";
import { Prose } from "./prose";
import { diff } from "./state";
import { WhyStill } from "./why";
import { pointName } from "./words";

/** True if there is something to say about a row. */
export function hasCard(row: DiffRow): boolean {
  return row.reasons.length > 0 || operationOf(row) !== null;
}

/** `match` is the class of the first reason, the one that is searched: the query may be in it. */
export function Card({ row, index, match }: { row: DiffRow; index: number; match: string }) {
  const { reasons } = row;
  const operation = operationOf(row);
  return (
    <div class="card side-focus pad-3-48px-4-5 pipeline-480px:pad-3-40px-4-4 lines-around grid relative gap-3 raised">
      <button type="button" class="card-close inset-2-2-auto-auto absolute button small icon-only" aria-label="Close the reason" onClick={() => (diff.openRow.value = -1)}>
        <Cross />
      </button>
      {reasons.map((reason, i) => (
        <Reason
          key={i}
          reason={reason}
          consequence={row.kind === DiffArgs && reason.at?.row !== index}
          match={i === 0 ? match : ""}
          again={reasons.slice(0, i).some((r) => r.reason === reason.reason)}
        />
      ))}
      {reasons.length === 0 && isChange(row.kind) && (
        <p class="card-text space-half below-half text-l">This operation is {kindInfo[row.kind].words}; no pass gave a reason of its own for it.</p>
      )}
      {row.right && operation && <WhyStill key={index} index={index} />}
      <Lines row={row} index={index} />
      {operation && <OperationNote operation={operation} />}
    </div>
  );
}

interface ReasonProps {
  reason: ReasonData;
  /** The reason is about the operation that computed an argument, not about this one. */
  consequence: boolean;
  /** The same kind of reason is already above and need not be explained twice. */
  again: boolean;
  /** The class that says that the query is in it. */
  match: string;
}

function Reason({ reason, consequence, again, match }: ReasonProps) {
  const known = describe.value;
  const pass = known?.passes.find((p) => p.name === reason.pass);
  const doc = known?.reasons.find((r) => r.id === reason.reason)?.doc;
  return (
    <section class="card-reason">
      <p class="card-head gap-x-4 row baseline spread minor">
        <span>
          {consequence && (
            <>
              <span class="card-kind toned strong is-args">new argument</span>, because{" "}
              {reason.kind === "learned" ? "its value was" : "what computed it was"}{" "}
            </>
          )}
          <span class={`card-kind toned strong is-${reason.kind}`}>{reason.kind}</span> by <strong title={pass?.doc}>{reason.pass}</strong>
          {pass && pass.title !== "" && <span class="card-title"> · {pass.title}</span>}
        </span>
        <span class="rigid faint mono">{reason.reason}</span>
      </p>
      <p class={`card-text space-half below-half text-l ${match}`}>
        <span>
          <Prose parts={reason.text} active />.
        </span>
      </p>
      <Causes causes={reason.because} />
      {doc && !again && <p class="soft">{messageParts(doc)}</p>}
      {reason.rule && <Rule name={reason.rule} />}
    </section>
  );
}

/** The premises of a decision, each a link to its row. */
function Causes({ causes }: { causes: readonly Cause[] }) {
  if (causes.length === 0) return null;
  return (
    <div class="space-1">
      <p class="minor">because of</p>
      <ul class="space-half">
        {causes.map((cause, i) => (
          <li key={i}>
            <CauseLink cause={cause} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function CauseLink({ cause }: { cause: Cause }) {
  const words = (
    <>
      <span class="cause-kind min-width-5.5em minor">{cause.kind}</span>
      <span class="slim anywhere">
        <Prose parts={cause.text} />
        {cause.next && <span class="ahead-2 soft italic">in the next iteration</span>}
      </span>
    </>
  );
  const { at } = cause;
  if (!at) return <span class="cause gap-x-2 flex wrap baseline">{words}</span>;
  return (
    <button type="button" class="cause gap-x-2 wrap line-link pipeline-699px:downwards pipeline-699px:gap-0 fits pad-y-half pad-x-2 flex baseline rounded hovers cut-line" onClick={() => void diff.goTo(at.row)}>
      {words}
      <span class="text-button">{placeWords(at)}</span>
    </button>
  );
}

/** "row 7". */
function placeWords({ number }: Place): string {
  return number > 0 ? `row ${number}` : "show it";
}

function Rule({ name }: { name: string }) {
  const rule = describe.value?.rules.find((r) => r.name === name);
  return (
    <div class="space-2">
      <p class="minor">
        rule <code>{name}</code>
      </p>
      {rule && <pre class="snippet space-1">{rule.text}</pre>}
      {rule && rule.doc !== "" && <p class="soft">{messageParts(rule.doc)}</p>}
    </div>
  );
}

/** Links to every other row that the reasons are about, and to the editor. */
function Lines({ row, index }: { row: DiffRow; index: number }) {
  const copied = row.right?.copyOf ?? row.left?.copyOf;
  const others = new Map<number, Place>();
  for (const place of [row.related, ...row.reasons.map((r) => r.at)]) if (place && place.row !== index) others.set(place.row, place);
  if (copied) others.delete(copied.row);
  const source = sourceOf(row);
  return (
    <ul class="card-lines gap-half grid">
      {copied && <RowLink place={copied} words="recorded as" />}
      {[...others.values()].map((place) => (
        <RowLink key={place.row} place={place} words="" />
      ))}
      {source >= 0 && (
        <li>
          <button type="button" class="line-link pipeline-699px:downwards pipeline-699px:gap-0 fits pad-y-half pad-x-2 flex baseline gap-3 rounded hovers cut-line" onClick={() => focusSourceLine(source)}>
            <span class="min-width-11.5em rigid minor">the editor, line {source + 1}</span>
            <span class="text-button">show in the editor</span>
          </button>
        </li>
      )}
      {source >= 0 && (
        <li>
          <button type="button" class="line-link pipeline-699px:downwards pipeline-699px:gap-0 fits pad-y-half pad-x-2 flex baseline gap-3 rounded hovers cut-line" title="History (H)" onClick={() => openHistory(source)}>
            <span class="min-width-11.5em rigid minor">row {source + 1}</span>
            <span class="text-button">its history through the passes</span>
          </button>
        </li>
      )}
    </ul>
  );
}

function RowLink({ place, words }: { place: Place; words: string }) {
  const { passes, from, to } = { passes: shown.value?.request.passes ?? [], from: shown.value?.answer.from ?? 0, to: shown.value?.answer.to ?? 0 };
  const row = diff.listing.value?.row(place.row);
  const line = row?.left ?? row?.right;
  const where = pointName(passes, row?.left ? from : to);
  return (
    <li>
      <button type="button" class="line-link pipeline-699px:downwards pipeline-699px:gap-0 fits pad-y-half pad-x-2 flex baseline gap-3 rounded hovers cut-line" onClick={() => void diff.goTo(place.row)}>
        <span class="min-width-11.5em rigid minor">
          {words !== "" ? words : where}
          {place.number > 0 ? `, row ${place.number}` : ""}
        </span>
        {line ? <Line spans={line.spans} /> : <span class="text-button">show it</span>}
      </button>
    </li>
  );
}

function OperationNote({ operation }: { operation: Operation }) {
  return (
    <p class="space-2 line-above pad-top-2 minor">
      <code>{operation.signature}</code> {operation.doc}
    </p>
  );
}

/** The row of the operation table for the operation in a row, null if there is none. */
function operationOf(row: DiffRow): Operation | null {
  const name = (row.left ?? row.right)?.operation ?? "";
  if (name === "") return null;
  return describe.value?.operations.find((o) => o.names.includes(name)) ?? null;
}
