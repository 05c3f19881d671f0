// The reader's tools in the bar at the top.

import { messageOf } from "../server";
import { Menu, type MenuItem } from "../ui/menu";
import { Looks, nextTheme, themeWords } from "../layout/looks";
import { toast } from "../ui/toasts";
import { dialog } from "./dialogs";
import { base, kept, liveItems } from "./state";
import { plural } from "../ui/counts";

export function Tools() {
  return (
    <>
      <button type="button" class="button quiet contents-button under-800px:gone" aria-haspopup="dialog" title="Contents (C)" onClick={() => (dialog.value = "contents")}>
        Contents
      </button>
      <button type="button" class="button quiet search-button under-640px:gone" aria-haspopup="dialog" title="Search all lessons (/)" onClick={() => (dialog.value = "search")}>
        Search
      </button>
      <Looks />
      <Menu label="More" class="reading-more" items={items} align="end" wide />
    </>
  );
}

function items(): MenuItem[] {
  return [
    { key: "contents", title: "Contents", aside: "C", run: () => (dialog.value = "contents") },
    { key: "search", title: "Search", aside: "/", run: () => (dialog.value = "search") },
    { key: "language", title: "The language of the lessons", note: "Every function, method and attribute, with an example", run: () => window.open(`${base()}language`, "unbox-language") },
    { key: "save", title: "Save my progress as a file…", note: "Your progress and your code, for another browser", run: save },
    { key: "load", title: "Load progress from a file…", note: "Adds to what is here", run: choose },
    { key: "theme", title: `Theme: ${themeWords()}`, note: "Light, dark, or as the system", run: nextTheme },
    { key: "print", title: "Print", note: "The text and the exercise", run: () => print() },
    { key: "keys", title: "Keyboard shortcuts", aside: "?", run: () => (dialog.value = "keys") },
    ...liveItems.peek(),
  ];
}

function save(): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([kept.exported()], { type: "application/json" }));
  link.download = `unbox-lessons-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

function choose(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "application/json,.json";
  input.addEventListener("change", () => void load(input.files?.[0]));
  input.click();
}

/** Adds what a file holds; the page is drawn again to show it. */
async function load(file: Blob | undefined): Promise<void> {
  if (!file) return;
  try {
    const steps = kept.import(await file.text());
    toast(`${plural(steps, "step")} loaded.`, { label: "Show", run: () => location.reload() });
  } catch (error) {
    toast(`The file was not loaded: ${messageOf(error)}.`);
  }
}
