// Ways to export a trace: a link that contains all of it, a file, Markdown.

import { signal } from "@preact/signals";
import { currentFragment } from "../persist";
import { wholeText } from "../pipeline/toolbar";
import { during } from "../settled";
import { moment, reading, result, text, view } from "../state";
import { toast } from "../ui/toasts";
import { writeClipboard } from "../ui/clipboard";
import { withScript } from "../ui/later";
import type { MenuItem } from "../ui/menu";
import { workshopItems } from "../workshop/start";
import { saveAs } from "../ui/save-as";
import { fileName } from "./files";

/** True while the dialog for articles is open; its script is loaded then. */
export const embedOpen = signal(false);

/** Links longer than this are cut by some mail and chat programs. */
const cautious = 8_000;

export function shareItems(): MenuItem[] {
  const items: MenuItem[] = [
    { key: "link", title: "Copy link", note: "Trace, passes and view are in the link; nothing is uploaded", run: copyLink },
    { key: "trace", title: "Copy trace", note: "The text in the editor", run: () => copy(text.peek(), "The trace") },
    { key: "save", title: "Save as file", note: "A .trace file to keep", run: saveFile },
  ];
  if (reading.value || moment.value) items.push(...pictureItems());
  else if (view.value === "passes" && result.value) items.push(...columnItems());
  items.push(...workshopItems());
  if (result.value) {
    items.splice(2, 0, {
      key: "right",
      title: "Copy optimized trace",
      note: "The right side; it can be pasted back",
      run: copyOptimized,
    });
  }
  return items;
}

function pictureItems(): MenuItem[] {
  const what = moment.peek() ? "The objects of this moment" : "All rows and lines";
  const save = (kind: "svg" | "png") => () => withScript("picture", () => import("./save-picture"), (m) => m.savePicture(kind));
  return [
    { key: "svg", title: "Save picture as SVG", note: `${what}, to be scaled and edited`, run: save("svg") },
    { key: "png", title: "Save picture as PNG", note: `${what}, in pixels, twice as fine as here`, run: save("png") },
    ...(moment.peek() ? [] : [{ key: "print", title: "Print", note: "All rows and lines, and the open reason", run: printPage }]),
  ];
}

/** Prints with the rows that are not here yet, which the browser's own way leaves no time to fetch. */
export function printPage(): void {
  void during("picture", import("./save-picture").then((m) => m.printPage()).catch(() => print()));
}

/** The comparison with all its rows: only what is in view is drawn. */
function columnItems(): MenuItem[] {
  const save = (kind: "svg" | "png" | "html") => () => withScript("picture", () => import("./save-picture"), (m) => m.saveColumns(kind));
  return [
    { key: "svg", title: "Save both columns as SVG", note: "All rows that differ, with reasons", run: save("svg") },
    { key: "png", title: "Save both columns as PNG", note: "The same in pixels", run: save("png") },
    { key: "html", title: "Save as one HTML file", note: "Rows that open with all reasons", run: save("html") },
  ];
}

async function copyOptimized(): Promise<void> {
  const optimized = await wholeText("right");
  if (optimized !== null) await copy(optimized, "The optimized trace");
}

function copyLink(): void {
  const link = location.origin + location.pathname + currentFragment();
  const size = Math.ceil(link.length / 1000);
  const warning = link.length > cautious ? ` It is ${size} kB long, which some programs cut: a file is safer.` : "";
  void copy(link, "The link", warning);
}

export async function copy(what: string, name: string, more = ""): Promise<void> {
  const done = await writeClipboard(what);
  toast(done ? `${name} is on the clipboard.${more}` : `${name} could not be copied: the browser does not allow it.`);
}

function saveFile(): void {
  saveAs(text.peek(), fileName("trace"), "text/plain");
}
