import assert from "node:assert/strict";
import { test } from "node:test";
import type { LessonResponse, LessonTest } from "../api.gen";
import { groupTests, passFunctions, placesIn, sameOutput, summary } from "./results";

const result = (name: string, status: string, task_id = 0, more: Partial<LessonTest> = {}): LessonTest => ({
  name, status, task_id, test_code: "", function: name, file: "", line: 1, steps: 1, ...more,
});
const response = (status: string, tests: LessonTest[], more: Partial<LessonResponse> = {}): LessonResponse => ({
  version: 3, status, tests, problems: [], steps: 1, ...more,
});

test("new tests come first, and in each group what fails", () => {
  const groups = groupTests([result("a", "pass", 1), result("b", "pass", 2), result("c", "fail", 2), result("d", "error"), result("e", "pass", 2)], 2);
  assert.deepEqual(groups.map((g) => [g.kind, g.passed, g.tests.map((t) => t.name)]), [
    ["new", 2, ["c", "b", "e"]],
    ["earlier", 1, ["a"]],
    ["own", 0, ["d"]],
  ]);
});

test("the summary counts", () => {
  assert.equal(summary(response("fail", [result("a", "fail"), result("b", "pass")])), "1 of 2 tests does not pass yet");
  assert.equal(summary(response("pass", [result("a", "pass"), result("b", "pass")])), "All 2 tests pass");
  assert.equal(summary(response("error", [])), "Your code could not be run");
});

test("places in the code are those of problems, each once", () => {
  const problem = { message: "m", file: "your code", line: 3, column: 5, stack: [] };
  const r = response("fail", [
    result("a", "error", 1, { problem }),
    result("b", "error", 1, { problem }),
    result("c", "error", 1, { problem: { ...problem, file: "tests of step 1" } }),
  ]);
  assert.deepEqual(placesIn("your code", r), [{ line: 3, column: 5, message: "m" }]);
});

test("passes are functions with one parameter, the last one first", () => {
  const code = "def helper(a, b):\n    pass\ndef fold(bb):\n    def inner(x):\n        pass\n\ndef cse(bb, seen=None):\n    pass\ndef test_x(y):\n    pass\ndef none():\n    pass\n";
  assert.deepEqual(passFunctions(code), ["cse", "fold"]);
});

test("a prediction is compared without blanks at the ends", () => {
  assert.ok(sameOutput(" 1 \n2", "1\n2\n"));
  assert.ok(!sameOutput("1 2", "1\n2\n"));
});
