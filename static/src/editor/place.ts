// Where two texts differ: one place, as small as possible.

/** The part from `from` to `to` in one text corresponds to the part from `from` to `end` in
 * the other. */
export interface Place {
  from: number;
  to: number;
  end: number;
}

/** The place in which two texts differ. Pairs of surrogates stay together. */
export function placeOfChange(before: string, after: string): Place {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  if (from > 0 && isHigh(before.charCodeAt(from - 1))) from--;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  if (same > 0 && isLow(before.charCodeAt(before.length - same))) same--;
  return { from, to: before.length - same, end: after.length - same };
}

/** The cursor's position after the change: next to the same text as before; in replaced text at the same distance from its beginning, if
 * possible. */
export function cursorAfter({ from, to, end }: Place, cursor: number): number {
  return cursor < to ? Math.min(cursor, Math.max(from, end)) : cursor + end - to;
}

/** True if most of both texts is the same: one is an edited version of the other.
 * */
export function isAlike(before: string, after: string, { from, to, end }: Place): boolean {
  return 2 * (to - from) <= before.length && 2 * (end - from) <= after.length;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
