import assert from "node:assert/strict";
import { test } from "node:test";
import type { LessonResponse, LessonTest } from "../api.gen";
import { readSaid, saidOf } from "./said";

const one = (name: string, status: string, message = "") => ({ name, status, message }) as LessonTest;
const response = (tests: LessonTest[]) => ({ status: "fail", tests, problems: [] }) as unknown as LessonResponse;

test("those that do not pass are told first, and what the first of them says", () => {
  const said = saidOf(response([one("a", "pass"), one("b", "fail", "expected 1, found 2"), one("c", "error", "stopped")]));
  assert.deepEqual(said.tests.map((t) => t.name), ["b", "c", "a"]);
  assert.equal(said.message, "expected 1, found 2");
  assert.deepEqual(readSaid({ outcome: said }), said);
});

test("what is told has limits, and what makes no sense is left out", () => {
  const many = saidOf(response(Array.from({ length: 200 }, (_, i) => one("x".repeat(5_000), "fail", `${i}`.repeat(5_000)))));
  assert.ok(JSON.stringify(many).length < 32_000);
  for (const none of [null, 7, {}, { outcome: "pass" }, { outcome: { words: 1, message: "" } }]) assert.equal(readSaid(none), null);
  assert.deepEqual(readSaid({ outcome: { words: "w", message: "", tests: [null, 3, { name: 1 }, { name: "a", status: "pass" }] } })?.tests, [{ name: "a", status: "pass" }]);
  assert.deepEqual(readSaid({ outcome: { words: "w", message: "m", test: "of before" } })?.tests, [{ name: "of before", status: "fail" }]);
});
