// The open reason of a row: what was done, by which pass, by which rule, and
// the lines it is about; below it what the operation itself means.

import type { Operation, Remark } from "../api.gen";
import { RowArgs } from "../api.gen";
import { describe, focusSourceLine, result, resultText } from "../state";
import { sourceLineOfPlace } from "../link";
import { Line } from "./line";
import type { Listing, Side } from "./listing";
import { isChange, kindInfo, lineOf, remarksOf } from "./listing";
import { goToRow, openRow } from "./local";
import { Prose } from "./prose";
import { pointName } from "./words";

/** True if there is something to say about a row. */
export function hasCard(listing: Listing, row: number): boolean {
  return remarksOf(listing, row).length > 0 || operationOf(listing, row) !== null;
}

export function Card({ listing, row }: { listing: Listing; row: number }) {
  const remarks = remarksOf(listing, row);
  const [left, , kind] = listing.rows[row]!;
  const operation = operationOf(listing, row);
  return (
    <div class="card">
      <button type="button" class="card-close" aria-label="Close the reason" onClick={() => (openRow.value = -1)} />
      {remarks.map((remark, i) => (
        <Reason
          key={i}
          remark={remark}
          consequence={kind === RowArgs && remark.left !== left}
          again={remarks.slice(0, i).some((r) => r.reason === remark.reason)}
        />
      ))}
      {remarks.length === 0 && isChange(kind) && (
        <p class="card-text">This operation is {kindInfo[kind].words}; no pass gave a reason of its own for it.</p>
      )}
      <Lines listing={listing} row={row} remarks={remarks} />
      {operation && <OperationNote operation={operation} />}
    </div>
  );
}

interface ReasonProps {
  remark: Remark;
  /** The reason is about the operation that computed an argument, not about this one. */
  consequence: boolean;
  /** The same kind of reason stands above already and need not be explained twice. */
  again: boolean;
}

function Reason({ remark, consequence, again }: ReasonProps) {
  const known = describe.value;
  const pass = known?.passes.find((p) => p.name === remark.pass);
  const doc = known?.reasons.find((r) => r.id === remark.reason)?.doc;
  return (
    <section class="card-reason">
      <p class="card-head">
        <span>
          {consequence && (
            <>
              <span class="card-kind count-args">new argument</span>, because{" "}
              {remark.kind === "learned" ? "its value was" : "what computed it was"}{" "}
            </>
          )}
          <span class={`card-kind count-${remark.kind}`}>{remark.kind}</span> by{" "}
          <strong title={pass?.doc}>{remark.pass}</strong>
          {pass && pass.title !== "" && <span class="card-title"> · {pass.title}</span>}
        </span>
        <span class="card-id">{remark.reason}</span>
      </p>
      <p class="card-text">
        <Prose text={remark.text} active />
      </p>
      {doc && !again && (
        <p class="card-doc">
          <Prose text={doc} />
        </p>
      )}
      {remark.rule && <Rule name={remark.rule} />}
    </section>
  );
}

function Rule({ name }: { name: string }) {
  const rule = describe.value?.rules.find((r) => r.name === name);
  return (
    <div class="card-rule">
      <p class="card-rule-name">
        rule <code>{name}</code>
      </p>
      {rule && <pre class="card-rule-text">{rule.text}</pre>}
      {rule && rule.doc !== "" && (
        <p class="card-doc">
          <Prose text={rule.doc} />
        </p>
      )}
    </div>
  );
}

/** Links to every line that the reasons are about, and to the editor. */
function Lines({ listing, row, remarks }: { listing: Listing; row: number; remarks: Remark[] }) {
  const [left, right, , , partner] = listing.rows[row]!;
  const movedRight = left >= 0 && right < 0 ? partner : -1;
  const movedLeft = right >= 0 && left < 0 ? partner : -1;
  const lefts = unique([left, movedLeft, ...remarks.map((r) => r.left)]);
  const rights = unique([right, movedRight, ...remarks.map((r) => r.right)]);
  const place = left >= 0 ? { side: "left" as const, line: left } : { side: "right" as const, line: right };
  const source = sourceLineOfPlace(result.value, resultText.value, place);
  return (
    <ul class="card-lines">
      {lefts.map((line) => (
        <LineLink key={`l${line}`} listing={listing} side="left" line={line} />
      ))}
      {rights.map((line) => (
        <LineLink key={`r${line}`} listing={listing} side="right" line={line} />
      ))}
      {source >= 0 && (
        <li>
          <button type="button" class="line-link" onClick={() => focusSourceLine(source)}>
            <span class="line-link-where">the editor, line {source + 1}</span>
            <span class="line-link-go">show in the editor</span>
          </button>
        </li>
      )}
    </ul>
  );
}

function LineLink({ listing, side, line }: { listing: Listing; side: Side; line: number }) {
  const row = (side === "left" ? listing.rowOfLeft : listing.rowOfRight)[line] ?? -1;
  const stages = result.value?.stages ?? [];
  const point = side === "left" ? (result.value?.from ?? 0) : (result.value?.to ?? 0);
  if (row < 0) return null;
  return (
    <li>
      <button type="button" class="line-link" onClick={() => goToRow(row)}>
        <span class="line-link-where">
          {pointName(stages, point)}
          {listing.numbers[side][line] ? `, line ${listing.numbers[side][line]}` : ""}
        </span>
        <Line text={(listing[side][line] ?? "").trim()} />
      </button>
    </li>
  );
}

function unique(lines: number[]): number[] {
  return [...new Set(lines.filter((line) => line >= 0))];
}

function OperationNote({ operation }: { operation: Operation }) {
  return (
    <p class="card-operation">
      <code>{operation.signature}</code> {operation.doc}
    </p>
  );
}

/** The row of the operation table for the operation in a row, null if there is none. */
function operationOf(listing: Listing, row: number): Operation | null {
  const line = lineOf(listing, row, "left") ?? lineOf(listing, row, "right") ?? "";
  const name = /^\s*(?:\+\d+:\s*)?(?:[\w$]+\s*=\s*)?([A-Za-z_]\w*)\s*\(/.exec(line)?.[1];
  if (name === undefined) return null;
  return describe.value?.operations.find((o) => o.names.includes(name)) ?? null;
}
