// How rows and the marks of lifelines look: one table for the picture, its legend and the views beside it. The words are modifiers. `mark` is
// rust where an object is only known, and ink on the lines of those that are in memory (picture.css).

/** The number of a row before it, and what leads to a row. */
export const rowNumber = "row-number pad-0-5px picture-559.98px:pad-0-half self-right size-0.85em soft regular mono";
export const rowLink = "row-link min-width-22px ground-linked colour-focus size-12px leading-18px pad-x-1 rounded mono forced:underlined";

/** What shows that an operation found something: a stroke. */
const stroke = "stroke-mark stroke-width-2";
const open = `fill-paper ${stroke}`;

export const looks = {
  born: "fill-paper stroke-removed stroke-width-2 dashes-3-2",
  made: "fill-paper stroke-ink stroke-width-2.2",
  comes: "fill-mark",
  written: "fill-mark",
  read: open,
  checked: open,
  passed: open,
  found: stroke,
  compared: stroke,
  exit: stroke,
  stored: stroke,
  /** On an object that is made at last. */
  madeWritten: "fill-ink",
  madePassed: "fill-paper stroke-ink stroke-width-2",
  leaves: "stroke-ink stroke-width-2",
  known: "life-known hollow stroke-removed dashes-4-3",
  there: "life-there hollow stroke-ink",
  box: "way-box hollow stroke-ink stroke-width-2.6",
  pipe: "way-pipe hollow stroke-tok-number stroke-width-5",
  inside: "hollow stroke-paper stroke-width-2.2",
} as const;

/** Something that is passed on without a box: a pipe, from the inside of which the page is seen. */
export const pipeAlong = (way: string) => `<path class="${looks.pipe}" d="${way}"/><path class="${looks.inside}" d="${way}"/>`;
