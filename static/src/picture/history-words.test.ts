// What is said of a row's history.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { HistoryChange, HistoryPass } from "../api.gen";
import { changeWords, idle, summary } from "./history-words";

const change = (kind: string, value = "", code = false): HistoryChange => ({
  iteration: "",
  kind,
  text: code ? [[0, "i1", 0, 0] as never] : [],
  value,
  reason: [],
  because: [],
});
const pass = (name: string, ...changes: HistoryChange[]): HistoryPass => ({ pass: name, point: 1, changes });

test("what happened in a sentence", () => {
  assert.equal(changeWords(change("removed")), "It goes.");
  assert.equal(changeWords(change("removed", "i4")), "It goes. Its value is ");
  assert.equal(changeWords(change("reason")), "It stays gone, for another reason.");
  assert.equal(changeWords(change("reason", "", true)), "It stays as it is, for another reason:");
  assert.equal(changeWords(change("args", "", true)), "It gets other values:");
});

test("passes that leave a row alone stand together", () => {
  const passes = [pass("peel", change("copied", "", true)), pass("fold"), pass("cse"), pass("virtual", change("removed")), pass("dce")];
  assert.deepEqual(idle(passes), [passes[0], ["fold", "cse"], passes[3], ["dce"]]);
});

test("a history in a few words", () => {
  const of = (number: number, ...passes: HistoryPass[]) => summary({ key: 1, number, text: [], passes });
  assert.equal(of(0), "only recorded rows have one");
  assert.equal(of(5, pass("fold")), "none of 1 changes row 5");
  assert.equal(of(5, pass("fold"), pass("cse", change("removed"))), "1 of 2 changes row 5");
});
