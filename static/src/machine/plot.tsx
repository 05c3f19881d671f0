// The samples as they come: on the left the time of an iteration, from 0, so that
// lengths are proportional; on the right the deviation of each sample from its own
// median.

import { signal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Series } from "./measurement";
import { axis, deviation, jitter, plotRows, reach, type PlotRow } from "./scale";
import { number, variantWords } from "./words";

const rowHeight = 44;
const axisHeight = 30;
/** Below this width only the left plot is drawn. */
const bothFrom = 560;

export function Plot({ series, label }: { series: Series[]; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useMemo(() => signal(600), []);
  useLayoutEffect(() => {
    const measure = () => (width.value = box.current?.clientWidth ?? 600);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const rows = plotRows(series);
  const both = width.value >= bothFrom;
  const names = Math.min(112, width.value * 0.28);
  const gap = 36;
  const left = both ? (width.value - names - gap) * 0.62 : width.value - names;
  const right = width.value - names - gap - left;
  const height = rows.length * rowHeight + axisHeight;
  return (
    <div class="plot space-2 below-2" ref={box}>
      <svg class="block" width={width.value} height={height} role="img" aria-label={`${label}. ${plotWords(rows)}`}>
        {rows.map((row, k) => (
          <text key={row.name} class="plot-name fill-ink" x={names - 12} y={k * rowHeight + rowHeight / 2} text-anchor="end" dominant-baseline="central">
            {variantWords(row.name)}
          </text>
        ))}
        <g transform={`translate(${names} 0)`}>
          <Times rows={rows} width={left} />
        </g>
        {both && (
          <g transform={`translate(${names + left + gap} 0)`}>
            <Deviations rows={rows} width={right} />
          </g>
        )}
      </svg>
    </div>
  );
}

function plotWords(rows: PlotRow[]): string {
  return rows
    .filter((r) => r.samples.length > 0)
    .map((r) => `${variantWords(r.name)}: median ${number(r.median)} nanoseconds from ${r.samples.length} samples`)
    .join("; ");
}

function Times({ rows, width }: { rows: PlotRow[]; width: number }) {
  const { end, ticks } = axis(rows);
  const inner = width - 70; // room for the numbers after the bars
  const x = (ns: number) => Math.min((ns / end) * inner, inner + 4);
  const bottom = rows.length * rowHeight;
  return (
    <>
      {ticks.map((t) => (
        <g key={t}>
          <line class="stroke-line" x1={x(t)} x2={x(t)} y1={0} y2={bottom + 4} />
          <text class="fill-ink-2 text-s" x={x(t)} y={bottom + 18} text-anchor="middle">
            {tickWords(t, ticks)}
          </text>
        </g>
      ))}
      {rows.map((row, k) => (
        <g key={row.name} class={`${tones[formOf(row.name)] ?? "tone-ink-3"}`} transform={`translate(0 ${k * rowHeight})`}>
          <TimesRow row={row} x={x} end={inner} />
        </g>
      ))}
    </>
  );
}

function TimesRow({ row, x, end }: { row: PlotRow; x: (ns: number) => number; end: number }) {
  const middle = rowHeight / 2;
  if (row.samples.length === 0) return null;
  if (row.outside) {
    return (
      <text class="plot-outside fill-ink-2 text-s" x={8} y={middle} dominant-baseline="central">
        {number(row.median)} ns, far beyond this scale
      </text>
    );
  }
  const at = x(row.median);
  return (
    <>
      <rect class="plot-bar fill-tone opacity-0.3" x={0} y={middle - 12} width={at} height={24} />
      <path class="plot-dots hollow stroke-tone stroke-width-4 opacity-0.5" d={dots(row.samples, x)} />
      <Median row={row} x={x} />
      <text class="plot-number fill-ink stroke-paper stroke-width-5 strong digits" paint-order="stroke" stroke-linejoin="round" x={Math.min(Math.max(at, x(row.to)) + 10, end + 8)} y={middle} dominant-baseline="central">
        {number(row.median)}
      </text>
    </>
  );
}

/** The median, and the interval in which the true one lies. */
function Median({ row, x }: { row: PlotRow; x: (ns: number) => number }) {
  const middle = rowHeight / 2;
  const from = x(row.from);
  const width = Math.max(x(row.to) - from, 1);
  return (
    <>
      <rect class="plot-interval fill-ink" x={from} y={middle - 3} width={width} height={6} />
      <line class="stroke-ink stroke-width-2" x1={x(row.median)} x2={x(row.median)} y1={middle - 14} y2={middle + 14} />
    </>
  );
}

function Deviations({ rows, width }: { rows: PlotRow[]; width: number }) {
  const most = reach(rows);
  const bottom = rows.length * rowHeight;
  const inner = width - 8;
  const share = (s: number) => Math.max(0, Math.min(inner, ((s + most) / (2 * most)) * inner));
  return (
    <>
      {[-most, 0, most].map((t) => (
        <g key={t}>
          <line class="stroke-line" x1={share(t)} x2={share(t)} y1={0} y2={bottom + 4} />
          <text class="fill-ink-2 text-s" x={share(t)} y={bottom + 18} text-anchor={t < 0 ? "start" : t > 0 ? "end" : "middle"}>
            {t === 0 ? "median" : `${t < 0 ? "−" : "+"}${Math.round(100 * most)} %`}
          </text>
        </g>
      ))}
      {rows.map((row, k) => {
        if (row.samples.length === 0) return null;
        const x = (ns: number) => share(deviation(ns, row.median));
        return (
          <g key={row.name} class={`${tones[formOf(row.name)] ?? "tone-ink-3"}`} transform={`translate(0 ${k * rowHeight})`}>
            <path class="plot-dots hollow stroke-tone stroke-width-4 opacity-0.5" d={dots(row.samples, x)} />
            <Median row={row} x={x} />
          </g>
        );
      })}
    </>
  );
}

/** All samples as one path: a dot is a line of no length with a round end. */
function dots(samples: number[], x: (ns: number) => number): string {
  const middle = rowHeight / 2;
  return samples.map((s, k) => `M${x(s).toFixed(1)} ${(middle + jitter(k) * 26).toFixed(1)}h0`).join("");
}

/** The colours of the forms: those of what a pass removes, adds and moves. */
const tones: Record<string, string> = { recorded: "is-removed", straight: "is-added", loop: "is-moved" };

function formOf(name: string): string {
  return name.startsWith("interp") ? "interp" : (name.split(" ")[1] ?? "");
}

/** Ticks with as many digits after the point as their step needs. */
function tickWords(t: number, ticks: number[]): string {
  const step = ticks[1] ?? 1;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const unit = t === ticks.at(-1) ? " ns" : "";
  return (t === 0 ? "0" : t.toFixed(digits)) + unit;
}
