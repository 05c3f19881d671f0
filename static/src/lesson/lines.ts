// Which lines two programs share: for one's own code beside the solution.

/** A row of two columns; null where the other side has a line of its own. */
export interface LineRow {
  left: string | null;
  right: string | null;
}

/** Aligns two texts by their longest common lines; blanks at the ends of lines do not count. */
export function alignLines(left: string, right: string): LineRow[] {
  const a = left.trimEnd().split("\n").map((line) => line.trimEnd());
  const b = right.trimEnd().split("\n").map((line) => line.trimEnd());
  // common[i][j]: how many lines a from i and b from j have in common.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const rows: LineRow[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) rows.push({ left: a[i++]!, right: b[j++]! });
    else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) rows.push({ left: a[i++]!, right: null });
    else rows.push({ left: null, right: b[j++]! });
  }
  return paired(rows);
}

/** Lines that only one side has are next to each other where both sides have some. */
function paired(rows: readonly LineRow[]): LineRow[] {
  const out: LineRow[] = [];
  let lefts: string[] = [];
  let rights: string[] = [];
  const flush = () => {
    for (let k = 0; k < Math.max(lefts.length, rights.length); k++) out.push({ left: lefts[k] ?? null, right: rights[k] ?? null });
    lefts = [];
    rights = [];
  };
  for (const row of rows) {
    if (row.left !== null && row.right !== null) {
      flush();
      out.push(row);
    } else if (row.left !== null) lefts.push(row.left);
    else rights.push(row.right!);
  }
  flush();
  return out;
}
