// The numbers that samples give, and the rounds that take them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { measureInTurns, usualOptions, type Told, type Work } from "./rounds";
import { medianInterval, noisy, ratios, spread, summarize } from "./statistics";

/** Numbers from 0 to 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test("summaries of few samples", () => {
  assert.deepEqual(summarize([7]), { count: 1, min: 7, low: 7, median: 7, high: 7, from: 7, to: 7 });
  const three = summarize([3, 1, 2]);
  assert.deepEqual([three.median, three.from, three.to, three.low, three.high], [2, 1, 3, 1.5, 2.5]);
  const kept = [2, 1];
  summarize(kept);
  assert.deepEqual(kept, [2, 1]);
});

test("the ranks of the interval are those of the binomial distribution", () => {
  // By hand: P(0 below) = 1/64 for 6, and 2.5 % allow for no more.
  assert.deepEqual(medianInterval(5), [0, 4]);
  assert.deepEqual(medianInterval(6), [0, 5]);
  assert.deepEqual(medianInterval(11), [1, 9]);
  assert.deepEqual(medianInterval(50), [17, 32]);
});

test("the interval holds the median in 95 % of cases, also of a lopsided distribution", () => {
  const next = random(7);
  for (const n of [6, 11, 50, 200]) {
    let held = 0;
    for (let k = 0; k < 2000; k++) {
      const s = summarize(Array.from({ length: n }, () => -Math.log(next())));
      if (s.from <= Math.LN2 && Math.LN2 <= s.to) held++;
    }
    assert.ok(held / 2000 > 0.93, `${n} samples: ${held} of 2000`);
  }
});

test("noise is told", () => {
  const next = random(3);
  const wild = Array.from({ length: 20 }, () => 100 * (1 + 3 * next()));
  assert.match(noisy(summarize(wild)), /^too noisy: the median is known to ±\d+ % only/);
  assert.equal(noisy(summarize([100, 101, 100, 101, 100, 101, 100])), "");
  assert.match(noisy(summarize([0, 0, 0])), /clock/);
  assert.deepEqual(ratios([6, 8, 1], [2, 4]), [3, 2]);
});

/** A work that takes a time for each iteration, on a clock that moves only then. */
function fake(clock: { ms: number }, each: (sample: number) => number): Work & { runs: number } {
  const work = {
    runs: 0,
    run(iterations: number) {
      const time = (each(work.runs++) * iterations) / 1e6;
      clock.ms += time;
      return { iterations, collections: 2 * iterations, time };
    },
  };
  return work;
}

test("measuring in turns finds the times", () => {
  const clock = { ms: 0 };
  const next = random(1);
  const around = (ns: number) => () => ns * (1 + 0.01 * next());
  const told: Told[] = [];
  const works = [fake(clock, around(300)), fake(clock, around(100))];
  const [slow, quick] = measureInTurns(works, usualOptions(0.005, () => clock.ms), (t) => told.push(t));
  assert.ok(Math.abs(slow!.median - 301.5) < 1.2, `${slow!.median}`);
  assert.ok(Math.abs(quick!.median - 100.5) < 0.4, `${quick!.median}`);
  assert.ok(slow!.stable && quick!.stable && quick!.collections === 2);
  const ratio = summarize(ratios(slow!.samples, quick!.samples));
  assert.ok(Math.abs(ratio.median - 3) < 0.03 && spread(ratio) < 0.01);
  assert.equal(told.filter((t) => t.stage === "sampling").length, 2 * slow!.count);
  // The order changes from round to round.
  const orders = new Set(told.filter((t) => t.stage === "sampling").map((t, k) => (k % 2 === 0 ? t.work : -1)));
  assert.deepEqual([...orders].sort(), [-1, 0, 1]);
});

test("code that becomes faster while it warms up is sampled when it has", () => {
  const clock = { ms: 0 };
  const tiers = fake(clock, (n) => (n < 18 ? 900 : 50));
  const [result] = measureInTurns([tiers], usualOptions(0.1, () => clock.ms), () => {});
  assert.ok(result!.median < 51, `${result!.median}`);
  // A sample is still long beside what the clock can tell.
  assert.ok(result!.iterations / result!.count > (10 * 1e6) / 50 / 1.01);
});

test("a coarse clock makes samples longer", () => {
  assert.equal(usualOptions(0.005, () => 0).sampleTime, 2);
  assert.equal(usualOptions(0.1, () => 0).sampleTime, 10);
  assert.equal(usualOptions(16, () => 0).sampleTime, 20);
});
