// Saves what is looked at as a picture: the rows with their lines, both rounds, or the objects of a moment.

import { rounds } from "../picture/rounds-state";
import { picture } from "../picture/state";
import { titleOf } from "../document/title";
import { bothRounds, moment, text, toast } from "../state";
import { type Drawing, drawingOf, pngOf } from "../ui/drawing";
import { fileName, saveAs } from "./share";

/** More rows than this are no picture any more. */
const mostRows = 1_000;

export async function savePicture(kind: "svg" | "png"): Promise<void> {
  const drawing = await draw();
  if (!drawing) return toast("There is no picture of this: expected rows or objects, found none.");
  try {
    saveAs(kind === "svg" ? drawing.svg : await pngOf(drawing), fileName(kind), kind === "svg" ? "image/svg+xml" : "image/png");
  } catch {
    return toast("The browser cannot make pixels of so large a picture; SVG has no such limit.");
  }
  const rows = moment.peek() ? 0 : (picture.shown.peek()?.items ?? 0);
  toast(rows > mostRows ? `The picture is saved, with the first ${mostRows} rows.` : "The picture is saved.");
}

async function draw(): Promise<Drawing | null> {
  const now = moment.peek();
  if (now) return drawn(now.of === "run" ? ".run-memory" : ".time-known .heap-list");
  const { items } = bothRounds.peek() && picture.whole.peek()?.peeled ? rounds : picture;
  return items.whole(mostRows, () => drawn(".reading-body .sheet"));
}

/** Draws an element from its upper end on. */
function drawn(selector: string): Drawing | null {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) return null;
  const { scrollTop } = element;
  element.scrollTop = 0;
  const drawing = drawingOf(element, titleOf(text.peek()));
  element.scrollTop = scrollTop;
  return drawing;
}
