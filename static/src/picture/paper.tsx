// A long picture on paper: as many rows on each sheet as fit, each sheet with the titles of the columns and its part of the lines, and
// at the end the lines that are too long for their column, whole. What draws rows and lines is the picture's, and given: a part that
// imported it would divide the page's first script into more files.

import type { ComponentChildren } from "preact";
import type { PictureItem, PictureResponse } from "../api.gen";
import type { Drawing } from "./draw";

interface Props {
  shown: PictureResponse;
  drawing: Drawing;
  svgWidth: number;
  rowHeight: number;
  /** What is needed below the last row for what goes round. */
  foot: number;
  head: () => ComponentChildren;
  row: (item: PictureItem, at: number) => ComponentChildren;
  /** The lines beside the items [from, to). */
  draw: (from: number, to: number) => string;
  /** A row's line as its column shows it, or with all names whole. */
  text: (item: PictureItem, whole: boolean) => string;
  /** So many characters of it fit. */
  fits: number;
}

/** How high the rows of a sheet may be, in the pixels of a picture that is drawn at three quarters of its size: A4 and Letter, lying. */
const room = 850;

export function Pages({ shown, drawing, svgWidth, rowHeight, foot, head, row, draw, text, fits }: Props) {
  const { rows, from } = shown;
  const most = Math.floor(room / rowHeight);
  const starts = Array.from({ length: Math.ceil(rows.length / most) }, (_, k) => k * most);
  const cut = rows.filter((r) => r.number > 0 && (text(r, false) !== text(r, true) || text(r, true).length > fits));
  return (
    <>
      {starts.map((start) => {
        const here = rows.slice(start, start + most);
        const height = here.length * rowHeight + (start + most >= rows.length ? foot : 0);
        return (
          <section class="paper-sheet" key={start}>
            {head()}
            <div class="sheet-rows" style={{ height: `${height}px` }}>
              <div class="rows">{here.map((item, k) => row(item, k))}</div>
              <svg
                class={`lifelines z-2 spills absolute${drawing.laneWidth < 30 ? " is-narrow" : ""}`}
                width={svgWidth}
                height={height}
                viewBox={`0 ${(from + start) * rowHeight} ${svgWidth} ${height}`}
                aria-hidden="true"
                dangerouslySetInnerHTML={{ __html: draw(from + start, from + start + here.length) }}
              />
            </div>
          </section>
        );
      })}
      {cut.length > 0 && (
        <section class="paper-lines">
          <h3>Whole lines</h3>
          <ol>
            {cut.map((r) => (
              <li key={r.key}>
                <span class="row-number pad-0-5px self-right size-0.85em">{r.number}</span>
                <span class="line mono pre-wrap anywhere">{text(r, true)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {shown.items > rows.length && (
        <p class="paper-rest">
          {rows.length} of {shown.items} rows are here. Share, “Print” brings up to 1,000 of them first.
        </p>
      )}
    </>
  );
}
