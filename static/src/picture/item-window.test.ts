import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import type { Result } from "../state";
import { ItemWindow } from "./item-window";

interface Answer {
  items: number;
  from: number;
  rows: { key: number }[];
  opened: number[];
  whole?: string;
}

/** A window whose questions are answered by hand, in any order. */
function asked() {
  const questions: { request: { whole?: boolean }; answer: (answer: Answer | null) => void }[] = [];
  const ask = (_: Result, request: object) => new Promise<Answer | null>((answer) => questions.push({ request, answer }));
  const items = new ItemWindow<Answer>("picture", ask, signal<Answer | null>(null), signal<readonly number[]>([]));
  items.turnTo({ document: 1 } as Result);
  return { items, questions };
}

const answer: Answer = { items: 3, from: 0, rows: [{ key: 1 }, { key: 2 }, { key: 3 }], opened: [], whole: "all" };

test("what a question asked for that a newer one took the place of, the newer one brings", async () => {
  const { items, questions } = asked();
  const taken: (string | undefined)[] = [];
  const first = items.load({ whole: true }, [], (a) => taken.push(a.whole));
  items.unfold(2);
  assert.deepEqual(questions.map((q) => q.request.whole), [true, true]);
  questions[0]!.answer(null); // as of a channel whose newer question is asked in its place
  assert.equal(await first, null);
  assert.deepEqual(taken, []);
  questions[1]!.answer(answer);
  await Promise.resolve();
  assert.deepEqual(taken, ["all"]);
  void items.load();
  assert.equal(questions[2]!.request.whole, undefined);
});

test("another result owes nothing of the one before", () => {
  const { items, questions } = asked();
  void items.load({ whole: true }, [], () => assert.fail("expected nothing of the result before"));
  items.turnTo({ document: 2 } as Result);
  void items.load();
  assert.equal(questions[1]!.request.whole, undefined);
});
