// The keys of the whole page. Those of the editor are in editor/index.tsx, and
// single letters do nothing while someone types.

import { batch, signal } from "@preact/signals";
import { saveCheckpoint } from "../persist";
import * as page from "../state";
import { isTyping } from "../ui/key-names";

/** True while the list of shortcuts is open. */
export const shortcutsOpen = signal(false);

const letters: Record<string, () => void> = {
  "[": () => page.stepPoint(-1),
  "]": () => page.stepPoint(1),
  "/": search,
  "?": () => (shortcutsOpen.value = true),
  m: stepMachine,
  t: page.toggleSteps,
  l: () => (page.bothIterations.value = page.reading.peek() && !page.bothIterations.peek()),
  h: page.toggleHistory,
  o: page.toggleObjects,
  e() {
    page.moment.value = null;
    page.reading.value = !page.reading.peek();
  },
  p: () => (page.presenting.value = !page.presenting.peek()),
};

/** Both columns and the last edit can be searched; from anywhere else "/" leads to both columns. */
function search(): void {
  batch(() => {
    page.moment.value = null;
    page.reading.value = false;
    page.tab.value = "passes";
    if (page.view.peek() !== "edited") page.view.value = "passes";
    page.focusRequest.value = "search";
  });
}

/** From the passes to the code, from there to the times, and back. */
function stepMachine(): void {
  const open = page.view.peek() === "machine";
  const times = open && page.machinePart.peek() === "time";
  page.showMachine(open && !times ? "time" : "code");
  if (times) page.view.value = "passes";
}

export function startKeys(): void {
  window.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.isComposing) return;
    if (handleChord(e) || handleLetter(e)) e.preventDefault();
  });
}

function handleChord(e: KeyboardEvent): boolean {
  const mod = (e.ctrlKey || e.metaKey) && !e.altKey;
  if (mod && e.key.toLowerCase() === "s" && !e.shiftKey) {
    saveCheckpoint();
    return true;
  }
  if (mod && e.key.toLowerCase() === "p" && !e.shiftKey) {
    page.printRequests.value++;
    return true;
  }
  const isControl = e.target instanceof Element && e.target.closest("button, a, summary, [role=separator]") !== null;
  if (e.key === "Enter" && (mod || (e.shiftKey && !isControl))) {
    page.runNow();
    return true;
  }
  return false;
}

function handleLetter(e: KeyboardEvent): boolean {
  const altGraph = e.getModifierState("AltGraph");
  if ((e.ctrlKey || e.altKey || e.metaKey) && !altGraph) return false;
  if (isTyping(e.target) || document.querySelector("dialog[open]")) return false;
  if (e.key === "Escape" && page.presenting.peek()) {
    page.presenting.value = false;
    return true;
  }
  if (waitsForSearch()) {
    if (e.key === "Escape") page.focusRequest.value = null;
    return e.key.length === 1;
  }
  const act = letters[e.key.toLowerCase()];
  act?.();
  return act !== undefined;
}

/** The desk with the search field is on its way: what is typed meanwhile was meant for the field, and is no command. */
function waitsForSearch(): boolean {
  return page.focusRequest.peek() === "search" && !document.querySelector("#pane-passes");
}
