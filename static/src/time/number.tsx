// What an integer can be: its range on the circle of all 2⁶⁴, and its bits as a row.

import type { MomentNumber } from "../api.gen";
import { Said } from "./said";
import { arcOf, isAnything, shortNumber } from "./words";

export function Numbers({ numbers }: { numbers: readonly MomentNumber[] }) {
  const told = numbers.filter((n) => !isAnything(n));
  if (told.length === 0) return null;
  const near = told.filter((n) => n.near);
  const others = told.filter((n) => !n.near);
  return (
    <>
      <h3 class="headed">
        Numbers <small>what they can be</small>
      </h3>
      {near.map((n, i) => (
        <Drawn key={i} number={n} />
      ))}
      {others.length > 0 && (
        <ul class="time-numbers gap-3px grid">
          {others.map((n, i) => (
            <li key={i}>
              <Said parts={n.name} /> {n.text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Drawn({ number }: { number: MomentNumber }) {
  const known = /[01]/.test(number.bits) && number.low !== number.high;
  return (
    <div class="time-number below-2 row gap-3">
      <Circle number={number} />
      <div>
        <p>
          <b>
            <Said parts={number.name} />
          </b>{" "}
          <span class="digits">
            {number.low === number.high ? shortNumber(number.low) : `${shortNumber(number.low)} … ${shortNumber(number.high)}`}
          </span>
        </p>
        {known && <Bits bits={number.bits} />}
      </div>
    </div>
  );
}

const radius = 24;

/** All integers as a circle, 0 on top; the arc is what is possible. Ranges that would be a point have no arc.
 * */
function Circle({ number }: { number: MomentNumber }) {
  const arc = arcOf(number);
  if (!arc) return null;
  const at = (part: number) => {
    const turn = 2 * Math.PI * part;
    return `${(30 + radius * Math.sin(turn)).toFixed(2)} ${(30 - radius * Math.cos(turn)).toFixed(2)}`;
  };
  const isAll = arc.to - arc.from > 0.9999;
  const middle = (arc.from + arc.to) / 2;
  const way = `M${at(arc.from)}A${radius} ${radius} 0 0 1 ${at(middle)}A${radius} ${radius} 0 0 1 ${at(isAll ? arc.from - 0.0001 : arc.to)}`;
  return (
    <svg class="time-circle hollow rigid" width="60" height="60" role="img" aria-label={`On the circle of all integers: ${number.text}`}>
      <circle class="stroke-line-strong stroke-width-5" cx="30" cy="30" r={radius} />
      <path class="stroke-tok-number stroke-width-6" d={way} />
      <path class="stroke-ink-2 stroke-width-1" d={`M30 ${30 - radius - 4}v8`} />
    </svg>
  );
}

const bitLooks: Record<string, string> = { "?": "hollow stroke-line-strong", "0": "fill-paper stroke-tok-number", "1": "fill-tok-number stroke-tok-number" };

/** The bits from the highest down, in two rows of 32. */
function Bits({ bits }: { bits: string }) {
  const size = 8;
  const known = [...bits].filter((b) => b !== "?").length;
  return (
    <svg class="space-half block fits" width={32 * size + 3 * 4} height={2 * (size + 3)} role="img" aria-label={`${known} of 64 bits are known: ${bits}`}>
      {[...bits].map((b, k) => {
        const x = (k % 32) * size + Math.floor((k % 32) / 8) * 4;
        const y = Math.floor(k / 32) * (size + 3);
        return (
          <g key={k}>
            <rect class={bitLooks[b]} x={x + 0.5} y={y + 0.5} width={size - 2} height={size} />
          </g>
        );
      })}
    </svg>
  );
}
