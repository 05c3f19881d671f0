// Two traces beside each other, row by row: the longest common subsequence of their
// lines. Lines count from 0; -1 stands for none.

/** One row: the same line on both sides, or a line of one side only. */
export interface DiffRow {
  kind: "same" | "changed" | "removed" | "added";
  left: number;
  right: number;
}

/** Longer traces than this are compared line by line only. */
const longest = 1_500;

/** What a line defines, "" if nothing. */
function defined(line: string): string {
  return /^\s*([A-Za-z_]\w*)\s*=(?!=)/.exec(line)?.[1] ?? "";
}

/** Aligns two lists of lines. A removed line whose value is defined anew right there is a changed one. */
export function diffRows(left: readonly string[], right: readonly string[]): DiffRow[] {
  if (left.length > longest || right.length > longest) return pairwise(left, right);
  const lengths = table(left, right);
  const rows: DiffRow[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    if (l < left.length && r < right.length && left[l] === right[r]) rows.push({ kind: "same", left: l++, right: r++ });
    else if (r >= right.length || (l < left.length && at(lengths, l + 1, r) >= at(lengths, l, r + 1))) {
      rows.push({ kind: "removed", left: l++, right: -1 });
    } else rows.push({ kind: "added", left: -1, right: r++ });
  }
  return joined(rows, left, right);
}

interface Table {
  width: number;
  cells: Uint16Array;
}

/** For each pair of places how many lines what follows them has in common. */
function table(left: readonly string[], right: readonly string[]): Table {
  const width = right.length + 1;
  const lengths = { width, cells: new Uint16Array((left.length + 1) * width) };
  for (let l = left.length - 1; l >= 0; l--) {
    for (let r = right.length - 1; r >= 0; r--) {
      const both = left[l] === right[r] ? at(lengths, l + 1, r + 1) + 1 : 0;
      lengths.cells[l * width + r] = Math.max(both, at(lengths, l + 1, r), at(lengths, l, r + 1));
    }
  }
  return lengths;
}

function at(lengths: Table, l: number, r: number): number {
  return lengths.cells[l * lengths.width + r]!;
}

/** Puts a removed and an added line that define the same value into one row. */
function joined(rows: DiffRow[], left: readonly string[], right: readonly string[]): DiffRow[] {
  const out: DiffRow[] = [];
  for (let k = 0; k < rows.length; ) {
    if (rows[k]!.kind === "same") {
      out.push(rows[k++]!);
      continue;
    }
    let end = k;
    while (end < rows.length && rows[end]!.kind !== "same") end++;
    out.push(...joinBlock(rows.slice(k, end), left, right));
    k = end;
  }
  return out;
}

function joinBlock(block: DiffRow[], left: readonly string[], right: readonly string[]): DiffRow[] {
  const added = block.filter((row) => row.kind === "added");
  const out: DiffRow[] = [];
  let next = 0;
  for (const row of block) {
    if (row.kind !== "removed") continue;
    const name = defined(left[row.left]!);
    const partner = name === "" ? -1 : added.findIndex((a, k) => k >= next && defined(right[a.right]!) === name);
    if (partner < 0) {
      out.push(row);
      continue;
    }
    out.push(...added.slice(next, partner), { kind: "changed", left: row.left, right: added[partner]!.right });
    next = partner + 1;
  }
  return [...out, ...added.slice(next)];
}

function pairwise(left: readonly string[], right: readonly string[]): DiffRow[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, k): DiffRow => {
    if (k >= left.length) return { kind: "added", left: -1, right: k };
    if (k >= right.length) return { kind: "removed", left: k, right: -1 };
    return { kind: left[k] === right[k] ? "same" : "changed", left: k, right: k };
  });
}
