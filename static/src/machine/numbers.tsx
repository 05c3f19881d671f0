// The numbers of a measurement as a table: everything that the plot does not show.

import type { Report, Variant } from "./protocol";
import { count, interval, number, variantTitle, variantWords } from "./words";

export function Numbers({ report, label }: { report: Report; label: string }) {
  const cycles = report.gigahertz > 0;
  return (
    <>
      <div class="scroll-across" role="region" tabIndex={0} aria-label={label}>
        <table class="times figures table full nowrap">
          <thead>
            <tr>
              <th scope="col">variant</th>
              <th scope="col" title="Median, and the interval in which the true median lies with a confidence of 95 %">
                ns per iteration
              </th>
              {cycles && <th scope="col">cycles</th>}
              <th scope="col" title="How many times as fast as the recorded trace, round by round">
                times as fast
              </th>
              <th scope="col">allocations</th>
              <th scope="col">collections</th>
              <th scope="col">code</th>
              <th scope="col" title="From the trace to code, for each operation">
                compiling
              </th>
            </tr>
          </thead>
          <tbody>
            {report.variants.map((v, k) => (
              <Row key={v.name} v={v} first={k === 0} cycles={cycles} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="group-note space-2 anywhere minor">
        Allocations and collections are for one iteration of the loop, compiling for one operation. How many times as fast is compared round by round and need not be the quotient of the
        medians.
        {cycles && ` The processor ran at ${number(report.gigahertz)} GHz.`} Inputs: <code>{report.inputs || "none"}</code>
      </p>
    </>
  );
}

function Row({ v, first, cycles }: { v: Variant; first: boolean; cycles: boolean }) {
  return (
    <tr>
      <th scope="row" title={variantTitle(v.name)}>
        {variantWords(v.name)}
        {v.noisy && <span class="warning toned strong text-s" title={v.noisy}> noisy</span>}
      </th>
      <td>
        <strong>{number(v.median)}</strong> <span class="minor">{interval(v)}</span>
      </td>
      {cycles && <td>{number(v.cycles)}</td>}
      <td>{first ? "1" : number(v.ratio.median)}</td>
      <td>{count(v.allocations)}</td>
      <td>{v.collections === 0 ? "0" : v.collections.toPrecision(2)}</td>
      <td>{v.codeSize > 0 ? `${v.codeSize} bytes` : "–"}</td>
      <td>{v.compileTime > 0 ? `${number(v.compileTime)} ns` : "–"}</td>
    </tr>
  );
}
