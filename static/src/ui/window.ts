// Which rows of a long list are on screen. All rows have the same height,
// except that at most one may have a panel of any height below it (the reason
// that is open), so every query takes constant time.

/** The panel that is open under one row. */
export interface Panel {
  /** The index of the row above the panel. */
  readonly row: number;
  /** The panel's height in pixels. */
  readonly height: number;
}

/** The shape of a list: the number of rows, their height, and the open panel.
 * */
export interface Shape {
  readonly count: number;
  /** The height of a row in pixels. */
  readonly rowHeight: number;
  readonly panel: Panel | null;
}

/** The y coordinate of the upper edge of a row, in pixels from the list's top. */
export function rowTop(shape: Shape, row: number): number {
  return row * shape.rowHeight + (isBelowPanel(shape, row) ? shape.panel!.height : 0);
}

/** True for a row below the open panel: it is pushed down by the panel's height. */
export function isBelowPanel(shape: Shape, row: number): boolean {
  return shape.panel !== null && row > shape.panel.row;
}

/** The height of the whole list in pixels. */
export function totalHeight(shape: Shape): number {
  return rowTop(shape, shape.count);
}

/**
 * The row at a y coordinate; inside the panel it is the row above it. Beyond
 * the ends it is the first or the last row; -1 if there are no rows.
 */
export function rowAt(shape: Shape, y: number): number {
  if (shape.count === 0) return -1;
  const { panel, rowHeight } = shape;
  let row = Math.floor(y / rowHeight);
  if (panel !== null && row > panel.row) {
    row = Math.max(panel.row, Math.floor((y - panel.height) / rowHeight));
  }
  return Math.min(Math.max(row, 0), shape.count - 1);
}

/**
 * The rows [first, last) that a viewport shows, with `overscan` more on both
 * sides so that a fast scroll does not show blank space.
 */
export function visibleRows(shape: Shape, scrollTop: number, height: number, overscan: number): [number, number] {
  if (shape.count === 0) return [0, 0];
  const first = Math.max(0, rowAt(shape, scrollTop) - overscan);
  const last = Math.min(shape.count, rowAt(shape, scrollTop + height) + 1 + overscan);
  return [first, last];
}

/**
 * The scroll position nearest to the present one at which a row, with its
 * panel, is in view. A row higher than the viewport is shown from its top.
 */
export function scrollToShow(shape: Shape, row: number, scrollTop: number, height: number, margin: number): number {
  const top = rowTop(shape, row);
  const bottom = top + shape.rowHeight + (shape.panel?.row === row ? shape.panel.height : 0);
  if (top - margin < scrollTop || bottom - top + 2 * margin > height) return clampScroll(shape, top - margin, height);
  if (bottom + margin > scrollTop + height) return clampScroll(shape, bottom + margin - height, height);
  return scrollTop;
}

function clampScroll(shape: Shape, y: number, height: number): number {
  return Math.max(0, Math.min(y, totalHeight(shape) - height));
}
