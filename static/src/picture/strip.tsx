// The whole of a long picture in one narrow strip beside it.

import { Strip } from "../pipeline/overview";
import { picture } from "./state";

// Long pictures on paper: with the strip, so that no other part has to be fetched for them.
export { Pages } from "./paper";

/** Before they are counted, nothing is known about the rows of a picture. */
const none: [] = [];

export function PictureStrip() {
  const of = picture.of.value;
  if (!of) return <div class="long-strip width-30px line-before under-480px:width-20px pointer rigid relative desk" />;
  return <Strip of={of} request={{ picture: true, opened: [...picture.opened.value], view: { context: -1, unified: false, opened: [] } }} scroller="picture-sheet" changed={none} />;
}
