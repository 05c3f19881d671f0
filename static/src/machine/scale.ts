// Where samples are drawn.

import type { Series } from "./measurement";
import { summarize } from "./statistics";

/** One row of the plot. */
export interface PlotRow {
  name: string;
  samples: number[];
  median: number;
  from: number;
  to: number;
  /** Too slow for an axis on which the others can be distinguished. */
  outside: boolean;
}

/** A row may be this many times as slow as the slowest other one. */
const farthest = 3;

export function plotRows(series: Series[]): PlotRow[] {
  const rows = series.map((s): PlotRow => {
    const summary = s.samples.length > 0 ? summarize(s.samples) : { median: 0, from: 0, to: 0 };
    const { median, from, to } = summary;
    return { name: s.name, samples: s.samples, median, from, to, outside: false };
  });
  const compiled = Math.max(0, ...rows.filter((r) => !r.name.startsWith("interp ")).map((r) => r.median));
  for (const row of rows) row.outside = row.name.startsWith("interp ") && compiled > 0 && row.median > farthest * compiled;
  return rows;
}

/** The end of an axis from 0, and where its ticks are. */
export function axis(rows: PlotRow[]): { end: number; ticks: number[] } {
  const shown = rows.filter((r) => !r.outside && r.samples.length > 0);
  // A single outlier must not squeeze all others: the axis ends slightly after the medians.
  const most = Math.max(0, ...shown.map((r) => Math.min(Math.max(...r.samples), 1.6 * r.median)));
  if (most === 0) return { end: 1, ticks: [0] };
  const step = niceStep(most / 4);
  const end = Math.max(Math.ceil((most * 1.02) / step), 1) * step;
  const ticks: number[] = [];
  for (let k = 0; k * step <= end * 1.0001; k++) ticks.push(k * step);
  return { end, ticks };
}

/** 1, 2 or 5 times a power of ten, not less than x. */
export function niceStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const lead = x / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}

/** How far a sample is from the median, as a share of it: a clock that is too coarse may say that the median is 0. */
export function deviation(sample: number, median: number): number {
  if (median > 0) return sample / median - 1;
  return sample > 0 ? Infinity : 0;
}

/** The range of the plot of deviations on each side, as a share of the median: most samples fit. */
export function reach(rows: PlotRow[]): number {
  const far = rows.flatMap((r) => r.samples.map((s) => Math.abs(deviation(s, r.median)))).sort((a, b) => a - b);
  const most = far[Math.floor(far.length * 0.9)] ?? 0;
  return [0.01, 0.02, 0.05, 0.1, 0.2].find((r) => most <= r * 0.9) ?? 0.5;
}

/** Spreads dots over the height of a row: the same sample is always at the same place. */
export function jitter(k: number): number {
  return ((k * 0.618034) % 1) - 0.5;
}
