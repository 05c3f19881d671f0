// The layout of boxes and arrows: an object is to the right of the ones that refer to it, and unrelated objects are side by side.
// One pass over boxes and arrows, so a moment costs less than a frame. The order of boxes decides if there is a choice, so
// objects keep their place from moment to moment.

export interface Shape {
  width: number;
  height: number;
  /** Arrows: how far below the upper edge each begins, and the index of the box that it leads to. */
  arrows: readonly { y: number; to: number }[];
}

export interface Place {
  x: number;
  y: number;
}

export interface Layout {
  places: Place[];
  width: number;
  height: number;
}

/** Between boxes one below the other, between columns, which arrows have to cross, and around what belongs together. */
const rowGap = 14;
const columnGap = 46;
const groupGap = 26;
/** How far an arrow goes out to the right between boxes that stand one below the other. */
const bulge = 20;
/** How far below the upper edge of a box arrows end. */
export const entry = 12;

/** Lays out boxes in a room of a width, which only a box alone may exceed. */
export function layOut(shapes: readonly Shape[], room: number): Layout {
  const places: Place[] = shapes.map(() => ({ x: 0, y: 0 }));
  let [x, y, shelf, width] = [0, 0, 0, 0];
  for (const group of groupsOf(shapes)) {
    let size = inColumns(shapes, places, group);
    if (size.width > room) size = inRows(shapes, places, group, room);
    if (x > 0 && x + size.width > room) {
      y += shelf + groupGap;
      x = shelf = 0;
    }
    for (const k of group) places[k] = { x: places[k]!.x + x, y: places[k]!.y + y };
    x += size.width + groupGap;
    width = Math.max(width, x - groupGap);
    shelf = Math.max(shelf, size.height);
  }
  return { places, width, height: y + shelf };
}

/** Boxes that arrows connect, in the order of their first ones. */
function groupsOf(shapes: readonly Shape[]): number[][] {
  const up = shapes.map((_, k) => k);
  const find = (k: number): number => {
    while (up[k] !== k) k = up[k] = up[up[k]!]!;
    return k;
  };
  shapes.forEach((s, k) => s.arrows.forEach((a) => (up[find(a.to)] = find(k))));
  const groups = new Map<number, number[]>();
  shapes.forEach((_, k) => {
    const root = find(k);
    const group = groups.get(root);
    if (group) group.push(k);
    else groups.set(root, [k]);
  });
  return [...groups.values()];
}

/** The ranks of a group: each box after all that refer to it, but for arrows that close a cycle. */
function ranksOf(shapes: readonly Shape[], group: readonly number[]): number[][] {
  const referred = new Set(group.flatMap((k) => shapes[k]!.arrows.filter((a) => a.to !== k).map((a) => a.to)));
  const order: number[] = [];
  const seen = new Set<number>();
  for (const first of [...group.filter((k) => !referred.has(k)), ...group]) {
    const open = [{ box: first, next: -1 }];
    while (open.length > 0) {
      const top = open.at(-1)!;
      if (top.next < 0 && seen.has(top.box)) open.pop();
      else {
        seen.add(top.box);
        const arrow = shapes[top.box]!.arrows[++top.next];
        if (arrow) open.push({ box: arrow.to, next: -1 });
        else order.push(open.pop()!.box);
      }
    }
  }
  order.reverse();
  const at = new Map(order.map((k, i) => [k, i]));
  const rank = new Map<number, number>();
  for (const k of order) {
    const own = rank.get(k) ?? 0;
    rank.set(k, own);
    for (const a of shapes[k]!.arrows) if (at.get(a.to)! > at.get(k)!) rank.set(a.to, Math.max(rank.get(a.to) ?? 0, own + 1));
  }
  const ranks: number[][] = [];
  for (const k of group) (ranks[rank.get(k)!] ??= []).push(k);
  return ranks;
}

interface Size {
  width: number;
  height: number;
}

/** A column for each rank; a box stands as high as the first arrow that leads to it, or lower. */
function inColumns(shapes: readonly Shape[], places: Place[], group: readonly number[]): Size {
  const wanted = new Map<number, number>();
  let [x, right, height] = [0, 0, 0];
  for (const column of ranksOf(shapes, group)) {
    const sorted = column.map((k) => ({ k, y: wanted.get(k) ?? 0 })).sort((a, b) => a.y - b.y);
    let y = 0;
    for (const box of sorted) {
      y = Math.max(y, box.y);
      places[box.k] = { x, y };
      for (const a of shapes[box.k]!.arrows) if (!wanted.has(a.to)) wanted.set(a.to, Math.max(0, y + a.y - entry));
      y += shapes[box.k]!.height + rowGap;
    }
    right = x + Math.max(...column.map((k) => shapes[k]!.width));
    x = right + columnGap;
    height = Math.max(height, y - rowGap);
  }
  return { width: right + roomForBulges(shapes, places, group, right), height };
}

/** Ranks one below the other, where there is no room for columns. */
function inRows(shapes: readonly Shape[], places: Place[], group: readonly number[], room: number): Size {
  let [y, width] = [0, 0];
  for (const rank of ranksOf(shapes, group)) {
    let [x, shelf] = [0, 0];
    for (const k of rank) {
      const shape = shapes[k]!;
      if (x > 0 && x + shape.width + bulge > room) {
        y += shelf + rowGap;
        x = shelf = 0;
      }
      places[k] = { x, y };
      x += shape.width + columnGap;
      width = Math.max(width, x - columnGap);
      shelf = Math.max(shelf, shape.height);
    }
    y += shelf + rowGap;
  }
  return { width: width + roomForBulges(shapes, places, group, width), height: y - rowGap };
}

/** What arrows between boxes one below the other need at the right edge. */
function roomForBulges(shapes: readonly Shape[], places: readonly Place[], group: readonly number[], right: number): number {
  const goesOut = (k: number, to: number) => side(shapes, places, k, to) === 0 && Math.max(rightOf(shapes, places, k), rightOf(shapes, places, to)) + bulge > right;
  return group.some((k) => shapes[k]!.arrows.some((a) => goesOut(k, a.to))) ? bulge : 0;
}

const rightOf = (shapes: readonly Shape[], places: readonly Place[], k: number) => places[k]!.x + shapes[k]!.width;

/** Where a box stands, seen from another: 1 to the right, -1 to the left, 0 above, below, or it is the same. */
function side(shapes: readonly Shape[], places: readonly Place[], from: number, to: number): 1 | 0 | -1 {
  if (places[to]!.x >= rightOf(shapes, places, from)) return 1;
  return rightOf(shapes, places, to) <= places[from]!.x ? -1 : 0;
}

export interface Arrow {
  /** Where it begins, its way, and its head, as paths. */
  x: number;
  y: number;
  way: string;
  head: string;
}

/** An arrow of a box. */
export function arrowOf(shapes: readonly Shape[], { places }: Layout, from: number, { y: down, to }: { y: number; to: number }): Arrow {
  const towards = side(shapes, places, from, to);
  const x = towards < 0 ? places[from]!.x : rightOf(shapes, places, from);
  const y = places[from]!.y + down;
  const x1 = towards > 0 ? places[to]!.x : rightOf(shapes, places, to);
  const y1 = places[to]!.y + entry;
  // The head points to the right where the box is entered from the left.
  const into = towards > 0 ? 1 : -1;
  const end = x1 - into * 7;
  const reach = Math.max(x, x1) + bulge;
  const bend = Math.max(14, Math.abs(end - x) / 2);
  const [bend0, bend1] = towards === 0 ? [reach, reach] : [x + towards * bend, end - towards * bend];
  return {
    x,
    y,
    way: `M${x} ${y}C${bend0} ${y} ${bend1} ${y1} ${end} ${y1}`,
    head: `M${x1} ${y1}l${-into * 8} -4.5v9z`,
  };
}
