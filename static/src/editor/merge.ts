// What a suggestion comes to in a text that has changed since it was made: three texts, of which the first is what both others were made of.
// Texts are compared word by word, so that changes of the same line do not disturb each other where they are apart.

/** In a text, what stands from `from` to `to` becomes `insert`. */
export interface Replacement {
  from: number;
  to: number;
  insert: string;
}

/** Lines that go and lines that come; `line` is that of the text before, from 1. */
export interface LineChange {
  line: number;
  goes: string[];
  comes: string[];
}

/** A suggestion in a text of now. */
export interface Fit {
  /** "fits", "done" where the text has it already, "lost" where its place has become something else. */
  state: "fits" | "done" | "lost";
  /** In the order of their places; none but where it fits. */
  changes: Replacement[];
}

/** Words, numbers, single signs, and space between them; a line's end is a piece of its own. */
const pieces = /\n|[^\S\n]+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

/** How many pieces may differ before two texts count as different all over: comparing them takes the square of it. */
const mostEdits = 1_500;

/** The pieces of a text that have no equal in the other, as pairs of ranges: [from, to) of the one is [start, end) of the other. */
type Range = [from: number, to: number, start: number, end: number];

function split(text: string): string[] {
  return text.match(pieces) ?? [];
}

/** The differences of two lists of pieces. What only comes or only goes is whole lines where it can be. */
function differences(a: readonly string[], b: readonly string[]): Range[] {
  const all = shortest(a, b);
  all.forEach((range, i) => {
    const [from, to, start, end] = range;
    if (from === to) slide(range, b, start, end, all[i - 1]?.[3] ?? 0);
    else if (start === end) slide(range, a, from, to, all[i - 1]?.[1] ?? 0);
  });
  return all;
}

/** Moves a range to the left, where that comes to the same, until what comes or goes is whole lines; `least` is how far it may go. */
function slide(range: Range, list: readonly string[], from: number, to: number, least: number): void {
  for (let by = 0; from - by >= least; by++) {
    if (list[to - by - 1] === "\n" && (from === by || list[from - by - 1] === "\n")) {
      for (let k = 0; k < 4; k++) range[k]! -= by;
      return;
    }
    if (from - by === 0 || list[from - by - 1] !== list[to - by - 1]) return;
  }
}

/** The differences of two lists, after Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). */
function shortest(a: readonly string[], b: readonly string[]): Range[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const n = a.length - head - tail;
  const m = b.length - head - tail;
  if (n === 0 && m === 0) return [];
  if (n === 0 || m === 0) return [[head, head + n, head, head + m]];
  const most = Math.min(n + m, mostEdits);
  /** For each count of edits, how far the best path on each diagonal goes in `a`. */
  const rows: Int32Array[] = [];
  let row = new Int32Array(3);
  for (let d = 0; d <= most; d++) {
    const next = new Int32Array(2 * d + 3);
    for (let k = -d; k <= d; k += 2) {
      const before = (j: number) => row[j + d]!; // of a row with d - 1 edits, diagonals begin at -d
      let x = d === 0 ? 0 : k === -d || (k !== d && before(k - 1) < before(k + 1)) ? before(k + 1) : before(k - 1) + 1;
      let y = x - k;
      while (x < n && y < m && a[head + x] === b[head + y]) {
        x++;
        y++;
      }
      next[k + d + 1] = x;
      if (x >= n && y >= m) return walkBack([...rows, next], n, m, head);
    }
    rows.push(next);
    row = next;
  }
  return [[head, head + n, head, head + m]];
}

/** The ranges along the best path, from its end. `rows[d]` has diagonal k at k + d + 1. */
function walkBack(rows: readonly Int32Array[], n: number, m: number, head: number): Range[] {
  const out: Range[] = [];
  let [x, y] = [n, m];
  for (let d = rows.length - 1; d > 0; d--) {
    const row = rows[d - 1]!;
    const k = x - y;
    const at = (j: number) => row[j + d]!;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const from = down ? at(k + 1) : at(k - 1);
    const start = from - (down ? k + 1 : k - 1);
    const [to, end] = down ? [from, start + 1] : [from + 1, start];
    const last = out.at(-1);
    if (last && last[0] === to + head && last[2] === end + head) [last[0], last[2]] = [from + head, start + head];
    else out.push([from + head, to + head, start + head, end + head]);
    [x, y] = [from, start];
  }
  return out.reverse();
}

/** Where each piece begins, and the end of the last one. */
function places(all: readonly string[]): number[] {
  const out = [0];
  for (const piece of all) out.push(out.at(-1)! + piece.length);
  return out;
}

/** The changes that make one text another, as few words as possible. */
export function changesBetween(before: string, after: string): Replacement[] {
  const a = split(before);
  const b = split(after);
  const at = places(a);
  return differences(a, b).map(([from, to, start, end]) => ({ from: at[from]!, to: at[to]!, insert: b.slice(start, end).join("") }));
}

/** The changes that make one text another, as lines. */
export function lineChanges(before: string, after: string): LineChange[] {
  const a = before.split("\n");
  const b = after.split("\n");
  return differences(a, b).map(([from, to, start, end]) => ({ line: from + 1, goes: a.slice(from, to), comes: b.slice(start, end) }));
}

export function withChanges(text: string, changes: readonly Replacement[]): string {
  let out = "";
  let at = 0;
  for (const { from, to, insert } of changes) {
    out += text.slice(at, from) + insert;
    at = to;
  }
  return out + text.slice(at);
}

/** Brings what makes `base` the text `suggested` into a text that was made of `base`, too. */
export function fit(base: string, suggested: string, now: string): Fit {
  if (now === suggested) return { state: "done", changes: [] };
  const old = split(base);
  const at = places(split(now));
  const wanted = differences(old, split(suggested));
  const typed = differences(old, split(now));
  const words = split(suggested);
  const lacking = differences(words, split(now));
  const changes: Replacement[] = [];
  for (const [from, to, begin, end] of wanted) {
    const insert = words.slice(begin, end).join("");
    if (!lacking.some((t) => (begin < end ? meets(t, begin, end) : t[0] <= begin && t[1] >= begin))) continue; // it is there already
    if (from < to ? typed.some((t) => meets(t, from, to)) : isLost(typed, from, old.length)) return { state: "lost", changes: [] };
    // Lines that are added where somebody types come before what is typed, and all else after it.
    const first = from === to && insert.endsWith("\n");
    const start = at[moved(typed, from, !first)]!;
    changes.push({ from: start, to: from === to ? start : at[moved(typed, to, false)]!, insert });
  }
  return { state: changes.length > 0 ? "fits" : "done", changes };
}

/** Where a place between two pieces is after what was typed; `behind` what was typed there. */
function moved(typed: readonly Range[], place: number, behind: boolean): number {
  let by = 0;
  for (const [first, last, start, end] of typed) {
    if (last < place || (last === place && (behind || first < last))) by += end - start - (last - first);
  }
  return place + by;
}

/** Whether what was typed changes the pieces from `from` to `to`. */
function meets([first, last]: Range, from: number, to: number): boolean {
  return first === last ? first > from && first < to : first < to && last > from;
}

/** Whether a place between two pieces is gone: nothing is left of what stood on either side. */
function isLost(typed: readonly Range[], place: number, length: number): boolean {
  const gone = (piece: number) => typed.some(([first, last]) => first <= piece && last > piece);
  const [before, after] = [gone(place - 1), gone(place)];
  return (before || after) && (before || place === 0) && (after || place === length);
}
