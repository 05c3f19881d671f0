import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogTrace } from "../api.gen";
import { choiceOf, countWords, nameOf, notesOn, offered } from "./list";
import { largestLog, looksLikeLog, megabytes, tooLarge } from "./recognise";

function trace(number: number, kind: string, more: Partial<LogTrace> = {}): LogTrace {
  return { number, kind, title: "", place: "", ops: 10, partner: 0, ...more };
}

const traces: LogTrace[] = [
  trace(1, "recorded", { place: "count;boxint.py:37-43~#36 LOAD_FAST", ops: 902, partner: 2 }),
  trace(2, "loop", { title: "Loop 3 : loop with 316 ops", ops: 316, partner: 1 }),
  trace(3, "recorded", { title: "Traced loop or bridge with 49 ops", partner: 5 }),
  trace(4, "recorded", { truncated: true }),
  trace(5, "bridge", { partner: 3, guard: "0x7f1a", parent: 2 }),
  trace(6, "loop"),
  trace(7, "short preamble", { partner: 1 }),
];

test("recorded traces are offered first, all on request", () => {
  assert.deepEqual(offered(traces, "", false).map((t) => t.number), [1, 3, 4]);
  assert.equal(offered(traces, "", true).length, 7);
});

test("every word of a search has to be there, in any order", () => {
  assert.deepEqual(offered(traces, "LOAD_FAST boxint", false).map((t) => t.number), [1]);
  assert.deepEqual(offered(traces, "0x7f1a", true).map((t) => t.number), [3, 5]);
  assert.deepEqual(offered(traces, "bridge", false).map((t) => t.number), [3]);
  assert.deepEqual(offered(traces, "nothing like it", true), []);
});

test("choosing a recorded trace brings PyPy's result of it along", () => {
  assert.deepEqual(choiceOf(traces[0]!, traces), { recorded: 1, optimized: 2, preset: "loop" });
  assert.deepEqual(choiceOf(traces[2]!, traces), { recorded: 3, optimized: 5, preset: "straight" });
  assert.deepEqual(choiceOf(traces[3]!, traces), { recorded: 4, optimized: 0, preset: "loop" });
});

test("choosing a result opens the recorded trace that it was made of", () => {
  assert.deepEqual(choiceOf(traces[4]!, traces), { recorded: 3, optimized: 5, preset: "straight" });
  assert.deepEqual(choiceOf(traces[6]!, traces), { recorded: 1, optimized: 2, preset: "loop" });
  assert.equal(choiceOf(traces[5]!, traces), null);
});

test("the notes tell what belongs together", () => {
  assert.equal(notesOn(traces[0]!, traces), "PyPy turned it into a loop of 316 operations");
  assert.match(notesOn(traces[2]!, traces), /from guard 0x7f1a of trace 2; PyPy turned it into a bridge/);
  assert.match(notesOn(traces[3]!, traces), /not in the log; cut off/);
  assert.match(notesOn(traces[4]!, traces), /^from guard 0x7f1a of trace 2; made from trace 3$/);
  assert.match(notesOn(traces[5]!, traces), /^the trace that it was made from is not in the log$/);
  assert.equal(notesOn(traces[5]!, [traces[5]!]), "", "said once, of the whole log");
  assert.equal(nameOf(traces[5]!), "Trace 6");
  assert.equal(countWords(traces), "a log with 7 traces, 3 of them recorded");
  assert.equal(countWords(traces.slice(0, 1)), "a log with 1 trace");
  assert.equal(countWords(traces.slice(4)), "a log with 3 traces, none of them recorded");
});

test("a raw log is recognised by its sections, a trace is none", () => {
  assert.ok(looksLikeLog("[7f2d] {jit-log-noopt\n# Traced loop\n[7f2d] jit-log-noopt}\n"));
  assert.ok(looksLikeLog("# made with 7.3.11\n\n[fab9d5b5] {jit-backend-dump\n"));
  assert.ok(!looksLikeLog("[p0, i1]\ni2 = int_add(i1, 1)\njump(p0, i2)\n"));
  assert.ok(!looksLikeLog("# about {jit-log-noopt\n[i0]\njump(i0)\n"));
});

test("a long text costs no more than its beginning", () => {
  const long = "[p0, i1]\n" + "i2 = int_add(i1, 1)\n".repeat(500_000);
  const start = process.cpuUsage();
  for (let i = 0; i < 20; i++) assert.ok(!looksLikeLog(long));
  assert.ok(process.cpuUsage(start).user < 400_000);
});

test("limits are told in words", () => {
  assert.equal(tooLarge(largestLog), "");
  assert.match(tooLarge(31_200_000), /^expected a log of at most 20 MB, found one of 31 MB/);
  assert.equal(megabytes(2_440_000), "2.4 MB");
  assert.equal(megabytes(10), "less than 0.1 MB");
});
