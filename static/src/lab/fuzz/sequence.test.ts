import assert from "node:assert/strict";
import { test } from "node:test";
import type { FuzzFinding, FuzzStepResponse } from "../../api.gen";
import { type Part, Rate, Sequence, heat, nextCount, progressFrom, start, workersFor } from "./sequence";

const finding = (index: number) => ({ index, title: `trace ${index}` }) as FuzzFinding;

/** What an engine would answer about a part, that stops at `until`. */
function answerTo(part: Part, until = part.to, found: number[] = []): FuzzStepResponse {
  const traces = until - part.from;
  return {
    next: until,
    findings: found.map(finding),
    traces,
    operations: traces * 10,
    agreed: traces,
    undefined: 0,
    questions: 3 * traces,
    proved: traces,
    unknown: 0,
    passes: [{ name: "fold", count: traces }],
    rules: traces > 5 ? [{ name: "add-zero", count: 1 }] : [],
  };
}

test("parts that are finished in any order add up to the whole", () => {
  const sequence = new Sequence(start);
  const parts = [sequence.take(10), sequence.take(10), sequence.take(10)];
  assert.deepEqual(parts.map((p) => p.from), [0, 10, 20]);
  sequence.answer(parts[2]!, answerTo(parts[2]!));
  assert.equal(sequence.progress.next, 0, "what is before it was not tried");
  assert.equal(sequence.seen.totals.traces, 10, "but it is seen");
  sequence.answer(parts[0]!, answerTo(parts[0]!));
  assert.equal(sequence.progress.next, 10);
  sequence.answer(parts[1]!, answerTo(parts[1]!));
  assert.equal(sequence.progress.next, 30);
  assert.deepEqual(sequence.progress.totals, { traces: 30, operations: 300, agreed: 30, undefined: 0, questions: 90, proved: 30, unknown: 0, passes: { fold: 30 }, rules: { "add-zero": 3 } });
  assert.deepEqual(sequence.seen.totals, sequence.progress.totals);
});

test("a part that stopped early is gone on with, and one without an answer tried again", () => {
  const sequence = new Sequence(start);
  const first = sequence.take(100);
  const second = sequence.take(100);
  sequence.answer(first, answerTo(first, 30, [29]));
  assert.deepEqual(sequence.take(100), { from: 30, to: 100 });
  sequence.giveBack(second);
  assert.deepEqual(sequence.take(7), second, "before anything new");
  assert.deepEqual(sequence.take(7), { from: 200, to: 207 });
  assert.deepEqual(sequence.progress.findings.map((f) => f.index), [29]);
});

test("what was kept goes on where it stopped, whatever was begun after it", () => {
  const sequence = new Sequence(start);
  const parts = [sequence.take(10), sequence.take(10)];
  sequence.answer(parts[1]!, answerTo(parts[1]!, 20, [15]));
  const early = progressFrom(JSON.parse(JSON.stringify(sequence.progress)));
  assert.deepEqual(early, start);
  sequence.answer(parts[0]!, answerTo(parts[0]!, 10, [3]));
  const kept = progressFrom(JSON.parse(JSON.stringify(sequence.progress)));
  assert.deepEqual([kept.next, kept.findings.map((f) => f.index)], [20, [3, 15]]);
  assert.deepEqual(new Sequence(kept).take(5), { from: 20, to: 25 });
  const { questions: _, proved: __, unknown: ___, ...older } = kept.totals;
  assert.equal(progressFrom({ ...kept, totals: older }).totals.proved, 0, "kept before the prover was asked");
  for (const none of [undefined, null, 7, {}, { next: 3 }]) assert.deepEqual(progressFrom(none), start);
});

test("a part takes about as long as a reader waits for Stop", () => {
  assert.equal(nextCount(50, 400, 10, 50_000), 50);
  assert.equal(nextCount(50, 10, 10, 50_000), 200, "slowly up");
  assert.equal(nextCount(5_000, 4_000, 10, 50_000), 500, "at once down");
  assert.equal(nextCount(10, 60_000, 10, 50_000), 10);
  assert.equal(nextCount(5, 60_000, 1, 50_000), 1, "a proof may take as long as all of it");
  assert.equal(nextCount(40_000, 100, 10, 50_000), 50_000);
});

test("one worker fewer than processors, from one to four", () => {
  assert.deepEqual([undefined, 1, 2, 4, 8, 64].map(workersFor), [1, 1, 1, 3, 4, 4]);
});

test("the rate is that of the last moments", () => {
  const rate = new Rate();
  assert.equal(rate.perSecond, 0);
  rate.note(0, 0);
  rate.note(1_000, 500);
  assert.equal(rate.perSecond, 500);
  for (let s = 2; s < 20; s++) rate.note(s * 1_000, 500 + (s - 1) * 2_000);
  assert.equal(Math.round(rate.perSecond), 2_000);
});

test("warmth grows with the order of magnitude, and only nothing is cold", () => {
  assert.deepEqual([0, 1, 10, 100, 1_000].map((n) => heat(n, 1_000)), [0, 1, 2, 3, 4]);
  assert.equal(heat(1, 1), 4);
});
