// The keys of the whole page. Those of the editor are in editor/index.tsx, and
// single letters do nothing while someone types.

import { signal } from "@preact/signals";
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

/** The search is one of the comparison. */
function search(): void {
  page.moment.value = null;
  page.reading.value = false;
  page.searchRequests.value++;
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
  const act = letters[e.key.toLowerCase()];
  act?.();
  return act !== undefined;
}
