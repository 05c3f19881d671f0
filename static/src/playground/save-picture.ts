// Saves the shown view as a picture, and prints it: the rows with their lines, both iterations, or the objects of a moment.

import type { DocumentRequest, DocumentResponse } from "../api.gen";
import { askWhole } from "../controller";
import { iterations } from "../picture/iterations-state";
import { picture } from "../picture/state";
import { diff } from "../pipeline/state";
import { pointName } from "../pipeline/words";
import { bothIterations, moment, presenting, reading, shown, theme, view } from "../state";
import { toast } from "../ui/toasts";
import { type Drawing, drawingOf, pngOf } from "../ui/drawing";
import { saveAs } from "../ui/save-as";
import { fileName, openTitle } from "./files";

/** More rows than this do not fit into a picture. */
const mostRows = 1_000;

export async function savePicture(kind: "svg" | "png"): Promise<void> {
  const drawing = await draw();
  if (!drawing) return toast("There is no picture of this: expected rows or objects, found none.");
  try {
    saveAs(kind === "svg" ? drawing.svg : await pngOf(drawing), fileName(kind), kind === "svg" ? "image/svg+xml" : "image/png");
  } catch {
    return toast("The picture is too large for a PNG in this browser; SVG has no such limit.");
  }
  const rows = moment.peek() ? 0 : (picture.shown.peek()?.items ?? 0);
  toast(rows > mostRows ? `The picture is saved, with the first ${mostRows} rows.` : "The picture is saved.");
}

/** Prints the shown view: all rows of the picture and of both columns. */
export async function printPage(): Promise<void> {
  if (reading.peek() && !moment.peek() && !presenting.peek()) return printPicture();
  if (!reading.peek() && !moment.peek() && view.peek() === "passes" && diff.listing.peek()) return printColumns();
  print();
}

/** Prints the page with all rows. */
async function printPicture(): Promise<void> {
  const { items } = looked();
  picture.paged.value = true;
  try {
    if (items.result) await items.whole(mostRows, () => print());
    else print();
  } finally {
    picture.paged.value = false;
  }
}

async function printColumns(): Promise<void> {
  await diff.listing.peek()?.want(0, mostRows);
  diff.onPaper.value = true;
  // The frame after the next one shows them.
  for (let k = 0; k < 2; k++) await new Promise((done) => requestAnimationFrame(done));
  print();
  diff.onPaper.value = false;
}

/** What is drawn of the trace. */
function looked(): typeof iterations | typeof picture {
  return bothIterations.peek() && picture.whole.peek()?.peeled ? iterations : picture;
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

/** The media types of documents. */
const types = { svg: "image/svg+xml", html: "text/html" } as const;

/** Saves the comparison as a document: the module that holds everything writes it, as `unbox show` does. */
export async function saveColumns(kind: "svg" | "png" | "html"): Promise<void> {
  const of = shown.peek();
  if (!of) return;
  const { request, answer } = of;
  const names = { left: pointName(request.passes, answer.from), right: pointName(request.passes, answer.to) };
  const asked = { form: kind === "html" ? "html" : "columns", title: openTitle(), ...names, theme: themeOf(kind) } satisfies Omit<DocumentRequest, "result">;
  const document = await askWhole<DocumentResponse>(of, "document", "document", asked);
  if (!document) return;
  if (kind !== "png") {
    saveAs(document.text, fileName(kind), types[kind]);
    return toast("The comparison is saved.");
  }
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(document.text) ?? [];
  try {
    saveAs(await pngOf({ svg: document.text, width: Number(width), height: Number(height) }), fileName("png"), "image/png");
    toast("The comparison is saved.");
  } catch {
    toast("The picture is too large for a PNG in this browser; SVG has no such limit.");
  }
}

/** Pixels have the colours that the page has now; what is read later has those of its reader, unless someone chose. */
function themeOf(kind: "svg" | "png" | "html"): string {
  if (theme.peek() !== "system") return theme.peek();
  return kind === "png" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : "";
}
