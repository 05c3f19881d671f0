// The keys of the whole page. Those of the editor are in editor/index.tsx, and
// single letters do nothing while somebody types.

import { signal } from "@preact/signals";
import { saveCheckpoint } from "../persist";
import * as page from "../state";
import { isTyping } from "../ui/key-names";

/** True while the list of shortcuts is open. */
export const shortcutsOpen = signal(false);

/** The list that `?` shows; the first column is pressed, "Mod" is Ctrl or Cmd. */
export const shortcuts: readonly { keys: string[]; does: string; group: string }[] = [
  { group: "Everywhere", keys: ["Mod+Enter", "Shift+Enter"], does: "Optimize and run now" },
  { group: "Everywhere", keys: ["Mod+S"], does: "Keep a checkpoint of this draft" },
  { group: "Outside the editor", keys: ["["], does: "Compare one pass further back" },
  { group: "Outside the editor", keys: ["]"], does: "Compare one pass further on" },
  { group: "Outside the editor", keys: ["/"], does: "Search" },
  { group: "Outside the editor", keys: ["E"], does: "Edit, and back to reading" },
  { group: "Outside the editor", keys: ["T"], does: "Step the optimizer down the trace, and back" },
  { group: "Outside the editor", keys: ["M"], does: "Machine code, its times, and back to the passes" },
  { group: "Outside the editor", keys: ["P"], does: "Presentation mode, and back" },
  { group: "Outside the editor", keys: ["?"], does: "This list" },
  { group: "In the comparison", keys: ["↑", "↓"], does: "Go from row to row" },
  { group: "In the comparison", keys: ["Shift+↑", "Shift+↓"], does: "Go from change to change" },
  { group: "In the comparison", keys: ["Enter"], does: "Open the reason of the row, and close it" },
  { group: "In the picture", keys: ["↑", "↓"], does: "Go from row to row; its reason opens" },
  { group: "In the picture", keys: ["←", "→"], does: "Go along the line of the object" },
  { group: "Stepping", keys: ["←", "→"], does: "One operation back, or on" },
  { group: "Stepping", keys: ["Home", "End"], does: "The first and the last operation" },
  { group: "Stepping", keys: ["Space"], does: "Play, and pause" },
  { group: "In the editor", keys: ["Esc, then Tab"], does: "Leave the editor" },
  { group: "In the editor", keys: ["Ctrl+Space"], does: "Complete an operation or a name" },
  { group: "In the editor", keys: ["F8"], does: "Go to the next error" },
  { group: "In the editor", keys: ["Mod+F"], does: "Search in the trace" },
  { group: "In the editor", keys: ["Mod+/"], does: "Turn lines into comments, and back" },
  { group: "On the bar between panes", keys: ["Arrows"], does: "Resize; Enter or a double click resets" },
];

const letters: Record<string, () => void> = {
  "[": () => page.stepPoint(-1),
  "]": () => page.stepPoint(1),
  "/": search,
  "?": () => (shortcutsOpen.value = true),
  m: stepMachine,
  t: page.toggleSteps,
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
  page.moment.value = null;
  page.reading.value = false;
  page.tab.value = "passes";
  page.machinePart.value = open ? "time" : "code";
  page.view.value = times ? "passes" : "machine";
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

export { keyName } from "../ui/key-names";
