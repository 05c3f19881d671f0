// Numbers as someone answers them: integers of any size, without rounding, decimal fractions, powers such as 2^63 - 1.

/** The number `digits` / 10 ** `scale`. */
export interface Exact {
  digits: bigint;
  scale: number;
}

const mostDigits = 60;

/** Reads a number; null for anything else. Blanks, commas and underscores may be between digits. */
export function readNumber(text: string): Exact | null {
  const plain = text
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/(\d)[\s_,'\u2019]+(?=\d)/g, "$1")
    .replaceAll("**", "^")
    .replace(/\s+/g, "");
  if (!/^[+-]?\d/.test(plain) && !/^[+-]?\.\d/.test(plain)) return null;
  let sum: Exact = { digits: 0n, scale: 0 };
  let rest = plain;
  while (rest !== "") {
    const term = /^([+-]?)(?:(\d+)\^(\d+)|0x([0-9a-f]+)|(\d*)(?:\.(\d+))?)(?=[+-]|$)/i.exec(rest);
    if (!term || /^[+-]?$/.test(term[0]) || (sum.scale + rest.length < plain.length && term[1] === "")) return null;
    const value = valueOf(term);
    if (!value) return null;
    sum = add(sum, term[1] === "-" ? { ...value, digits: -value.digits } : value);
    rest = rest.slice(term[0].length);
  }
  return sum;
}

function valueOf([, , base, exponent, hex, whole, fraction]: readonly (string | undefined)[]): Exact | null {
  if (base !== undefined) return base.length > 6 || Number(exponent) > 200 ? null : { digits: BigInt(base) ** BigInt(exponent!), scale: 0 };
  if (hex !== undefined) return hex.length > mostDigits ? null : { digits: BigInt(`0x${hex}`), scale: 0 };
  const digits = `${whole}${fraction ?? ""}`;
  return digits === "" || digits.length > mostDigits ? null : { digits: BigInt(digits), scale: fraction?.length ?? 0 };
}

function add(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { digits: scaled(a, scale) + scaled(b, scale), scale };
}

function scaled(a: Exact, scale: number): bigint {
  return a.digits * 10n ** BigInt(scale - a.scale);
}

/** Whether two numbers are no further from each other than a third one says. */
export function near(a: Exact, b: Exact, within: Exact): boolean {
  const scale = Math.max(a.scale, b.scale, within.scale);
  const apart = scaled(a, scale) - scaled(b, scale);
  return (apart < 0n ? -apart : apart) <= scaled(within, scale);
}
