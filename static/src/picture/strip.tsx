// The whole of a long picture in one narrow strip beside it.

import { Strip } from "../pipeline/overview";
import { picture } from "./state";

export function PictureStrip() {
  const of = picture.of.value;
  if (!of) return <div class="long-strip rigid relative desk" />;
  return <Strip of={of} request={{ picture: true, opened: [...picture.opened.value], view: { context: -1, unified: false, opened: [] } }} scroller="picture-sheet" />;
}
