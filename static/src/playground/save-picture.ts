// Saves what is looked at as a picture, and prints it: the rows with their lines, both rounds, or the objects of a moment.

import { rounds } from "../picture/rounds-state";
import { picture } from "../picture/state";
import { bothRounds, moment, toast } from "../state";
import { type Drawing, drawingOf, pngOf } from "../ui/drawing";
import { saveAs } from "../ui/save-as";
import { fileName, openTitle } from "./files";

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

/** Prints the page with all rows. */
export async function printPicture(): Promise<void> {
  const { items } = looked();
  if (items.result) await items.whole(mostRows, () => print());
  else print();
}

/** What is drawn of the trace. */
function looked(): typeof rounds | typeof picture {
  return bothRounds.peek() && picture.whole.peek()?.peeled ? rounds : picture;
}

async function draw(): Promise<Drawing | null> {
  const now = moment.peek();
  if (now) return drawn(now.of === "run" ? ".run-memory" : ".time-known .heap-list");
  const { items } = looked();
  const look = () => drawn(".reading-body .sheet");
  // Before there is an engine, all rows of what was prepared are there.
  return items.result ? items.whole(mostRows, look) : look();
}

/** Draws an element from its upper end on. */
function drawn(selector: string): Drawing | null {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) return null;
  const { scrollTop } = element;
  element.scrollTop = 0;
  const drawing = drawingOf(element, openTitle());
  element.scrollTop = scrollTop;
  return drawing;
}
