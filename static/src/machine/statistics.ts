// Statistics of samples: the same numbers as native/measure/statistics.go,
// which explains the choice.

import type { Summary } from "./protocol";

/** Describes samples, of which there is at least one; they are not changed. */
export function summarize(samples: readonly number[]): Summary {
  if (samples.length === 0) throw new Error("BUG: a summary of nothing");
  const sorted = [...samples].sort((a, b) => a - b);
  const [from, to] = medianInterval(sorted.length);
  return {
    count: sorted.length,
    min: sorted[0]!,
    low: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    high: quantile(sorted, 0.75),
    from: sorted[from]!,
    to: sorted[to]!,
  };
}

/** Half the width of the interval around the median, as a share of it. */
export function spread(s: Summary): number {
  return s.median === 0 ? 0 : (s.to - s.from) / 2 / s.median;
}

/** A quantile of sorted samples, with linear interpolation. */
function quantile(sorted: readonly number[], q: number): number {
  const at = q * (sorted.length - 1);
  const i = Math.floor(at);
  if (i + 1 >= sorted.length) return sorted[sorted.length - 1]!;
  return sorted[i]! + (at - i) * (sorted[i + 1]! - sorted[i]!);
}

/**
 * The ranks of the two samples that enclose the median with a probability of at
 * least 95 %: the number of samples below the median is binomial for every
 * distribution. With fewer than six samples they are the first and the last.
 */
export function medianInterval(n: number): [number, number] {
  let below = 0;
  let rank = 0;
  let logChance = -n * Math.LN2; // of no sample below the median
  for (let k = 0; k < Math.floor(n / 2); k++) {
    below += Math.exp(logChance);
    if (below > 0.025) break;
    rank = k + 1;
    logChance += Math.log((n - k) / (k + 1));
  }
  return rank === 0 ? [0, n - 1] : [rank - 1, n - rank];
}

/** How many times as long the samples of a took as those of b, round by round. */
export function ratios(a: readonly number[], b: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (b[i]! > 0) found.push(a[i]! / b[i]!);
  }
  return found;
}

/** Limits beyond which times are not trustworthy. */
const widestInterval = 0.05;
const widestQuartiles = 0.25;

/** Why samples are not trustworthy; "" if they are. */
export function noisy(s: Summary): string {
  if (!(s.median > 0)) return "too noisy: the clock of this browser cannot measure so short a time";
  const wide = spread(s);
  if (wide > widestInterval) return `too noisy: the median is known to ±${Math.round(100 * wide)} % only`;
  const quartiles = (s.high - s.low) / s.median;
  if (quartiles > widestQuartiles) return `too noisy: half of the samples differ by ${Math.round(100 * quartiles)} %`;
  return "";
}
