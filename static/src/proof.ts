// Solves tasks of the server: a page that comes for the first time from an address that has used up its new seats gets one for a second
// or two of work. This is SHA-256 (FIPS 180-4) of one block; browsers have it for pages over HTTPS only.

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const constants = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
const begin = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));

const w = new Int32Array(64);
const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The first 32 bits of the hash of the 16 words in `w`. */
function hash(): number {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    w[i] = (w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
  }
  let a = begin[0]!;
  let b = begin[1]!;
  let c = begin[2]!;
  let d = begin[3]!;
  let e = begin[4]!;
  let f = begin[5]!;
  let g = begin[6]!;
  let h = begin[7]!;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (a + begin[0]!) >>> 0;
}

/** The first 32 bits of the SHA-256 of a text of at most 55 characters below 128. */
export function sha256(text: string): number {
  w.fill(0, 0, 16);
  for (let i = 0; i < text.length; i++) w[i >> 2]! |= text.charCodeAt(i) << (24 - 8 * (i & 3));
  w[text.length >> 2]! |= 0x80 << (24 - 8 * (text.length & 3));
  w[15] = 8 * text.length;
  return hash();
}

/** Finds the solution of a task, and lets the page go on after every few milliseconds. */
export async function solve(task: string, bits: number): Promise<string> {
  for (let n = 0; ; n++) {
    const solution = n.toString(36);
    if (sha256(`${task}.${solution}`) < 2 ** (32 - bits)) return `${task}.${solution}`;
    if (n % 2000 === 1999) await new Promise((go) => setTimeout(go));
  }
}
