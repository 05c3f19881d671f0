// The listing: every line and instruction once, in order, and lanes where values are.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AsmInstruction, AsmLine, AsmResponse } from "../api.gen";
import { candidates, longest } from "./inputs";
import { codeText, listCode, placeWords } from "./rows";
import { axis, niceStep, plotRows, reach } from "./scale";

function instruction(offset: number, line: number, more: Partial<AsmInstruction> = {}): AsmInstruction {
  return { offset, bytes: "909090", line, text: `op${offset}`, ...more };
}

function line(text: string, more: Partial<AsmLine> = {}): AsmLine {
  return { spans: [[0, text, 0, 0]], source: 0, ...more };
}

const response: AsmResponse = {
  diagnostics: [],
  lines: [
    line("[i0]", { inputs: true }),
    line("i1 = int_lt(i0, 3)", { note: "a part of what uses it", defines: "i1" }),
    line("guard_true(i1)"),
    line("L1(i0):"),
    line("i2 = int_add(i0, 1)", { defines: "i2" }),
  ],
  code: [
    instruction(0, -1),
    instruction(3, 2),
    instruction(6, 2),
    instruction(9, 4, { label: "loop" }),
    instruction(12, 2, { rare: true, label: "exit0" }),
    instruction(15, -1, { rare: true }),
  ],
  places: [
    { value: "i0", from: 0, to: 9, where: "rcx" },
    { value: "i2", from: 9, to: 12, where: "rax" },
    { value: "i0", from: 9, to: 12, where: "slot 2" },
  ],
  size: 18,
  straight: 12,
  slots: 1,
};

test("each line and each instruction has one row, in order, in both layouts", () => {
  for (const layout of ["beside", "below"] as const) {
    const { rows } = listCode(response, layout, true);
    assert.deepEqual(rows.filter((r) => r.line >= 0).map((r) => r.line), [0, 1, 2, 3, 4]);
    assert.deepEqual(rows.filter((r) => r.instruction >= 0).map((r) => r.instruction), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(rows.filter((r) => r.kind === "label").map((r) => r.label), ["loop", "exit0"]);
    for (const row of rows) if (row.instruction >= 0) assert.equal(row.owner, response.code[row.instruction]!.line);
  }
});

test("beside an operation stands its first instruction, below it stand all", () => {
  const beside = listCode(response, "beside", false);
  assert.equal(beside.rows[beside.rowOfLine[2]!]!.instruction, 1);
  const below = listCode(response, "below", false);
  assert.equal(below.rows[below.rowOfLine[2]!]!.instruction, -1);
  assert.equal(below.rows[below.rowOfLine[2]! + 1]!.instruction, 1);
});

test("what is out of line is folded, with a count", () => {
  const folded = listCode(response, "beside", false);
  assert.deepEqual(folded.rare, { count: 2, bytes: 6 });
  assert.equal(folded.rows.at(-1)!.kind, "fold");
  assert.ok(folded.rows.every((r) => r.instruction < 4));
});

test("lanes cover the rows in which a value is in its register", () => {
  const { rows, lanes, columns } = listCode(response, "beside", false);
  assert.deepEqual(columns, ["rax", "rcx", "slot 2"]);
  const rowOf = (k: number) => rows.findIndex((r) => r.instruction === k);
  const of = (value: string, where: string) => lanes.find((l) => l.value === value && columns[l.column] === where)!;
  assert.deepEqual([of("i0", "rcx").from, of("i0", "rcx").to], [rowOf(0), rowOf(2) + 1]);
  assert.deepEqual([of("i2", "rax").from, of("i2", "rax").to], [rowOf(3), rowOf(3) + 1]);
  assert.equal(placeWords(response.places, "i0"), "rcx, then slot 2");
  assert.equal(placeWords(response.places, "i9"), "");
});

test("the text has everything, with and without bytes", () => {
  const text = codeText(response, false);
  for (const c of response.code) assert.ok(text.includes(c.text));
  for (const l of response.lines) assert.ok(text.includes(l.spans[0]![1]));
  assert.ok(text.indexOf("; out of line") < text.indexOf("exit0:"));
  assert.ok(codeText(response, true).includes("0009  909090"));
  assert.deepEqual(listCode(response, "beside", false).defined, ["", "i1", "", "", "i2"]);
});

test("larger numbers are tried, one place at a time and all at once", () => {
  const tried = candidates("i0=3, p1=Box(v=-4, w=2.5), p12=p1");
  assert.equal(tried[0], "i0=3, p1=Box(v=-4, w=2.5), p12=p1");
  assert.ok(tried.includes("i0=1000000000, p1=Box(v=-4, w=2.5), p12=p1"));
  assert.ok(tried.includes("i0=1000000000, p1=Box(v=1000000000, w=1000000000.0), p12=p1"));
  assert.ok(tried.every((t) => t.includes("p12=p1")));
});

test("the search ends at the first inputs that go on for long enough", async () => {
  const asked: string[] = [];
  const found = await longest("i0=3", 1000, (text) => {
    asked.push(text);
    return Promise.resolve(text === "i0=1000000000" ? 1000 : 3);
  });
  assert.deepEqual(found, { text: "i0=1000000000", jumps: 1000 });
  assert.equal(asked.length, 2);
  assert.deepEqual(await longest("i0=3", 1000, () => Promise.resolve(-1)), { text: "i0=3", jumps: -1 });
});

test("the axis begins at 0, has round steps, and leaves out what is far slower", () => {
  assert.deepEqual([0.03, 0.1, 1.2, 4, 7].map(niceStep), [0.05, 0.1, 2, 5, 10]);
  const rows = plotRows([
    { name: "native recorded", samples: [10, 11, 10] },
    { name: "native loop", samples: [1, 1, 1] },
    { name: "interp recorded", samples: [900] },
  ]);
  assert.deepEqual(rows.map((r) => r.outside), [false, false, true]);
  const { end, ticks } = axis(rows);
  assert.equal(ticks[0], 0);
  assert.ok(end >= 11 && end < 20 && ticks.at(-1)! <= end * 1.001);
  assert.equal(reach(plotRows([{ name: "x", samples: [100, 101, 99, 100] }])), 0.02);
});
