// Code as a list of rows: operations of the trace with their instructions next
// to them or below them, code out of line folded at the end, and the life of
// each value in a register as a range of rows.

import { textOf } from "../pipeline/listing";
import type { AsmInstruction, AsmPlace, AsmResponse } from "../api.gen";

/** A row. Indexes are -1 if there is nothing. */
export interface CodeRow {
  kind: "code" | "label" | "fold";
  /** The line of the trace that begins in this row. */
  line: number;
  /** The instruction in this row. */
  instruction: number;
  /** The line that the row belongs to, for linking. */
  owner: number;
  label?: string;
}

/** A value in a register over some rows; `to` is the first row after it. */
export interface Lane {
  value: string;
  column: number;
  from: number;
  to: number;
}

export interface CodeListing {
  response: AsmResponse;
  rows: CodeRow[];
  /** The registers that are used, in the usual order; slots of the frame last. */
  columns: string[];
  lanes: Lane[];
  /** The instructions out of line, and their bytes. */
  rare: { count: number; bytes: number };
  /** The value that each line defines, "" if none. */
  defined: string[];
  /** The line that defines a value. */
  lineOf: Map<string, number>;
  /** The first row of each line, -1 if it has none. */
  rowOfLine: Int32Array;
}

/** Columns for more slots than this are left out: they are named next to the instructions anyway.
 * */
const maxSlots = 4;

export function listCode(response: AsmResponse, layout: "beside" | "below", rareShown: boolean): CodeListing {
  const builder = new Builder(response, layout);
  builder.straight();
  const rare = builder.rareCode(rareShown);
  const defined = response.lines.map((l) => l.defines ?? "");
  const lineOf = new Map<string, number>();
  defined.forEach((name, line) => {
    if (name !== "" && !lineOf.has(name)) lineOf.set(name, line);
  });
  const columns = columnsOf(response.places);
  const rowOfLine = new Int32Array(response.lines.length).fill(-1);
  builder.rows.forEach((row, i) => {
    if (row.line >= 0) rowOfLine[row.line] = i;
  });
  const lanes = lanesOf(response, builder.rows, columns);
  return { response, rows: builder.rows, columns, lanes, rare, defined, lineOf, rowOfLine };
}

class Builder {
  readonly rows: CodeRow[] = [];
  private next = 0; // the next line to be shown

  constructor(
    private readonly response: AsmResponse,
    private readonly layout: "beside" | "below",
  ) {}

  /** The code in line, in the order of its offsets, and every line of the trace in order. */
  straight(): void {
    // The inputs come before the code that fetches them.
    this.linesBefore(this.response.lines.findIndex((l) => l.inputs) + 1);
    this.response.code.forEach((c, k) => {
      if (!c.rare) this.instruction(c, k);
    });
    this.linesBefore(this.response.lines.length);
  }

  rareCode(shown: boolean): { count: number; bytes: number } {
    const rare = { count: 0, bytes: 0 };
    for (const c of this.response.code) {
      if (!c.rare) continue;
      rare.count++;
      rare.bytes += c.bytes.length / 2;
    }
    if (rare.count === 0) return rare;
    this.rows.push({ kind: "fold", line: -1, instruction: -1, owner: -1 });
    if (shown) {
      this.response.code.forEach((c, k) => {
        if (!c.rare) return;
        this.label(c);
        this.rows.push({ kind: "code", line: -1, instruction: k, owner: c.line });
      });
    }
    return rare;
  }

  private instruction(c: AsmInstruction, k: number): void {
    const begins = c.line >= this.next;
    if (begins) this.linesBefore(c.line);
    if (begins && this.layout === "beside" && !c.label) {
      this.rows.push({ kind: "code", line: c.line, instruction: k, owner: c.line });
      this.next = c.line + 1;
      return;
    }
    this.label(c);
    if (begins && this.layout === "below") this.linesBefore(c.line + 1);
    const line = begins && this.layout === "beside" ? c.line : -1;
    if (line >= 0) this.next = line + 1;
    this.rows.push({ kind: "code", line, instruction: k, owner: c.line });
  }

  private label(c: AsmInstruction): void {
    if (c.label) this.rows.push({ kind: "label", line: -1, instruction: -1, owner: c.line, label: c.label });
  }

  private linesBefore(end: number): void {
    for (; this.next < end; this.next++) {
      this.rows.push({ kind: "code", line: this.next, instruction: -1, owner: this.next });
    }
  }
}

const order = "rax rcx rdx rbx rsi rdi rbp r8 r9 r10 r11 r12 r13 r14 r15".split(" ");

function rank(where: string): number {
  const general = order.indexOf(where);
  if (general >= 0) return general;
  const number = Number(/\d+$/.exec(where)?.[0] ?? 0);
  return (where.startsWith("slot") ? 200 : 100) + number;
}

function columnsOf(places: AsmPlace[]): string[] {
  const all = [...new Set(places.map((p) => p.where))].sort((a, b) => rank(a) - rank(b));
  const slots = all.filter((w) => w.startsWith("slot"));
  return slots.length <= maxSlots ? all : all.filter((w) => !w.startsWith("slot"));
}

/** The ranges of rows in which registers hold values. */
function lanesOf(response: AsmResponse, rows: CodeRow[], columns: string[]): Lane[] {
  const offsets: number[] = [];
  const at: number[] = [];
  rows.forEach((row, i) => {
    if (row.instruction < 0) return;
    offsets.push(response.code[row.instruction]!.offset);
    at.push(i);
  });
  const rowFrom = (offset: number) => at[lowerBound(offsets, offset)] ?? rows.length;
  // A range that ends where an instruction begins ends after the row before it.
  const rowTo = (offset: number) => (at[lowerBound(offsets, offset) - 1] ?? -1) + 1;
  const column = new Map(columns.map((name, k) => [name, k]));
  const lanes: Lane[] = [];
  for (const p of response.places) {
    const c = column.get(p.where);
    const from = rowFrom(p.from);
    const to = rowTo(p.to);
    if (c !== undefined && from < to) lanes.push({ value: p.value, column: c, from, to });
  }
  return lanes;
}

/** The index of the first number that is not less than x. */
function lowerBound(sorted: number[], x: number): number {
  let lo = 0;
  let hi = sorted.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (sorted[mid]! < x) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

/** Where a value is, in words: "rdx, then slot 3"; "" if it is nowhere. */
export function placeWords(places: AsmPlace[], value: string): string {
  const found: string[] = [];
  for (const p of places) if (p.value === value && found.at(-1) !== p.where) found.push(p.where);
  const shown = [...new Set(found)];
  return shown.slice(0, 4).join(", then ") + (shown.length > 4 ? " and others" : "");
}

/** The listing as text, with operations like comments, to be pasted into a report. */
export function codeText(response: AsmResponse, bytes: boolean): string {
  const out: string[] = [];
  const { rows } = listCode(response, "below", true);
  for (const row of rows) {
    if (row.kind === "fold") out.push("; out of line");
    else if (row.kind === "label") out.push(`${row.label}:`);
    if (row.line >= 0) {
      const line = response.lines[row.line]!;
      out.push(`; ${textOf(line)}${line.note ? `   (${line.note})` : ""}`);
    }
    const c = response.code[row.instruction];
    if (!c) continue;
    const head = bytes ? `${c.offset.toString(16).padStart(4, "0")}  ${c.bytes.padEnd(20)}  ` : "    ";
    out.push(`${head}${c.values ? `${c.text.padEnd(40)} ; ${c.values}` : c.text}`);
  }
  return `${out.join("\n")}\n`;
}
