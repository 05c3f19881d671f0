// Times several pieces of work alternately, by the method of native/measure:
// each is run until its times stop falling; then come rounds, in each of which
// every work gives one sample, in an order that changes from round to round.
// All of it happens in one go, in a worker: cancelling is ending the worker.

import { noisy, spread, summarize } from "./statistics";
import type { Summary } from "./protocol";

/** A piece of work that can be repeated: the loop of a compiled trace. */
export interface Work {
  /** Does at least this many iterations, or as close to that as possible. */
  run(iterations: number): Count;
}

/** The result of one call of Work.run. */
export interface Count {
  /** At least 1. */
  iterations: number;
  collections: number;
  /** The time of the iterations, in milliseconds. */
  time: number;
}

export interface RoundsOptions {
  /** Times are in milliseconds: the minimum time of one sample. */
  sampleTime: number;
  /** The minimum (unless its samples are all longer) and maximum time for which one work warms
   * up. */
  leastWarmUp: number;
  warmUp: number;
  /** The maximum time of all rounds together. */
  time: number;
  minRounds: number;
  maxRounds: number;
  /** Ends the rounds early when every interval is narrower than this share. */
  spread: number;
  now(): number;
}

/** The sample time follows the clock's resolution, which browsers make coarse on purpose. */
export function usualOptions(resolution: number, now: () => number): RoundsOptions {
  const sampleTime = Math.min(20, Math.max(2, 100 * resolution));
  // Browsers begin with quickly compiled code and replace it by better code
  // while it runs.
  const warmUp = { leastWarmUp: 100, warmUp: 600 };
  return { sampleTime, ...warmUp, time: 2000, minRounds: 11, maxRounds: 200, spread: 0.005, now };
}

export interface Told {
  stage: "warming up" | "sampling";
  /** The number of the work. */
  work: number;
  /** Nanoseconds for an iteration, 0 while warming up. */
  sample: number;
  /** From 1 while sampling. */
  round: number;
}

/** What was measured of one work; times are nanoseconds for an iteration. */
export interface Timed extends Summary {
  samples: number[];
  iterations: number;
  /** For each iteration. */
  collections: number;
  stable: boolean;
  noisy: string;
}

interface Series {
  work: Work;
  number: number;
  /** Asked for in each sample. */
  iterations: number;
  samples: number[];
  total: Count;
  stable: boolean;
}

/** Measures works alternately. Throws what a work throws. */
export function measureInTurns(works: Work[], o: RoundsOptions, tell: (t: Told) => void): Timed[] {
  const series = works.map((work, number): Series => {
    return { work, number, iterations: 1, samples: [], total: { iterations: 0, collections: 0, time: 0 }, stable: false };
  });
  for (const s of series) warmUp(s, o, tell);
  rounds(series, o, tell);
  return series.map((s) => {
    const summary = summarize(s.samples);
    return {
      ...summary,
      samples: s.samples,
      iterations: s.total.iterations,
      collections: s.total.collections / s.total.iterations,
      stable: s.stable,
      noisy: noisy(summary),
    };
  });
}

/** One sample: nanoseconds for an iteration, milliseconds for all. */
function sample(s: Series): { each: number; whole: number } {
  const count = s.work.run(s.iterations);
  s.total.iterations += count.iterations;
  s.total.collections += count.collections;
  return { each: (count.time * 1e6) / count.iterations, whole: count.time };
}

/** Samples that are compared with as many before them, and how much better than those they may still be. */
const window = 5;
const settled = 0.02;
const maxIterations = 2 ** 30;

function warmUp(s: Series, o: RoundsOptions, tell: (t: Told) => void): void {
  const start = o.now();
  calibrate(s, o, tell);
  const times: number[] = [];
  while (o.now() - start < o.warmUp) {
    times.push(sample(s).each);
    tell({ stage: "warming up", work: s.number, sample: 0, round: 0 });
    s.stable = isStable(times);
    if (s.stable && o.now() - start >= o.leastWarmUp) break;
  }
  // The code may have become several times as fast since.
  calibrate(s, o, tell);
  s.total = { iterations: 0, collections: 0, time: 0 };
}

/** Doubles the iterations until a sample takes long enough. */
function calibrate(s: Series, o: RoundsOptions, tell: (t: Told) => void): void {
  for (;;) {
    tell({ stage: "warming up", work: s.number, sample: 0, round: 0 });
    const { each, whole } = sample(s);
    if (whole >= o.sampleTime || s.iterations >= maxIterations) return;
    let next = 2 * s.iterations;
    if (each > 0 && whole > o.sampleTime / 10) next = Math.max(next, Math.ceil((o.sampleTime * 1.1e6) / each));
    s.iterations = Math.min(next, maxIterations);
  }
}

function isStable(times: number[]): boolean {
  const n = times.length;
  if (n < 2 * window) return false;
  return Math.min(...times.slice(n - window)) > (1 - settled) * Math.min(...times.slice(n - 2 * window, n - window));
}

function rounds(series: Series[], o: RoundsOptions, tell: (t: Told) => void): void {
  const end = o.now() + o.time;
  for (let round = 1; round <= o.maxRounds; round++) {
    for (let k = 0; k < series.length; k++) {
      const s = series[(k + round) % series.length]!;
      const { each } = sample(s);
      s.samples.push(each);
      tell({ stage: "sampling", work: s.number, sample: each, round });
    }
    const narrow = () => series.every((s) => spread(summarize(s.samples)) <= o.spread);
    if (round >= o.minRounds && (o.now() > end || narrow())) return;
  }
}
