import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProofQuery, ProveResponse, WordValue } from "../../api.gen";
import { bitGroups, costOf, groupsOf, marksOf, queryOfLine, said, verdictOf } from "./words";

const query = (change: Partial<ProofQuery>): ProofQuery => ({
  kind: "guard",
  what: "",
  before: 0,
  after: 0,
  iteration: 0,
  status: "proved",
  same: false,
  time: 1,
  ...change,
});

const answer = (change: Partial<ProveResponse>): ProveResponse => ({
  diagnostics: [],
  otherDiagnostics: [],
  status: "proved",
  summary: "",
  width: 64,
  unroll: 3,
  loop: false,
  solver: "builtin",
  time: 12,
  queries: [query({}), query({ same: true })],
  ...change,
});

test("a verdict says what it is about", () => {
  assert.equal(verdictOf(answer({}))?.detail, "The two traces do the same for all inputs, with integers of 64 bits.");
  const loop = verdictOf(answer({ loop: true, width: 8 }));
  assert.match(loop?.detail ?? "", /8 bits and the loop unrolled 3 times/);
  assert.equal(verdictOf(answer({ status: "unknown", reason: "the time is over" }))?.detail, "The time is over.");
  assert.match(verdictOf(answer({ status: "refuted", width: 16 }))?.detail ?? "", /16 bits/);
  const nothing = verdictOf(answer({ status: "vacuous", reason: "no input reaches the end" }));
  assert.deepEqual([nothing?.headline, nothing?.detail], ["Nothing to prove", "No input reaches the end."]);
  assert.equal(verdictOf(answer({ status: "" })), null);
});

test("an answer cannot be read as its opposite", () => {
  const what = "the removed guard `guard_true(i3)` always holds";
  assert.equal(said(query({ what })), what);
  assert.equal(said(query({ what, status: "refuted" })), `it is not true that ${what}`);
  assert.equal(said(query({ what, status: "unknown" })), `it is not known whether ${what}`);
});

test("what it cost", () => {
  assert.equal(costOf(answer({})), "2 questions, 1 for the solver · 64 bits · 12.0\u202fms");
  assert.equal(costOf(answer({ loop: true, queries: [query({ same: true })] })), "1 question, none for the solver · 64 bits · 3 iterations · 12.0\u202fms");
});

test("beside a line stands the worst answer about it", () => {
  const queries = [
    query({ before: 4, after: 3 }),
    query({ before: 4, status: "unknown" }),
    query({ before: 4 }),
    query({ before: 6, status: "refuted" }),
  ];
  const before = marksOf(queries, "before", 3);
  assert.deepEqual([...before.signs], [[3, "unknown"], [5, "refuted"]]);
  assert.deepEqual([before.linked, before.reveal], [[5], 5]);
  const after = marksOf(queries, "after", 3);
  assert.deepEqual([[...after.signs], after.linked, after.reveal], [[[2, "proved"]], [], -1]);
  assert.equal(queryOfLine(queries, "before", 3), 1);
  assert.equal(queryOfLine(queries, "before", 9), -1);
});

test("questions of a loop are told by iteration", () => {
  const groups = groupsOf([query({}), query({ iteration: 1 }), query({ iteration: 1 }), query({ iteration: 2 })]);
  assert.deepEqual(groups.map((g) => [g.title, g.queries.map((q) => q.index)]), [["", [0]], ["Iteration 1", [1, 2]], ["Iteration 2", [3]]]);
});

test("bits come in bytes, with those that are set", () => {
  const groups = bitGroups({ binary: "00000001 10000000" } as WordValue);
  assert.deepEqual(groups.map((g) => g.filter((b) => b.set).length), [1, 1]);
  assert.equal(groups[0]![7]!.set, true);
  assert.deepEqual(bitGroups({} as WordValue), []);
});
