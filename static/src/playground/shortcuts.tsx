// The list that `?` shows.

import { shortcutsOpen } from "../layout/keys";
import { type Shortcut, ShortcutsDialog } from "../ui/modal";

const list: readonly Shortcut[] = [
  { group: "Everywhere", keys: ["Mod+Enter", "Shift+Enter"], does: "Optimize and run now" },
  { group: "Everywhere", keys: ["Mod+S"], does: "Keep a checkpoint of this draft" },
  { group: "Outside the editor", keys: ["["], does: "Compare one pass further back" },
  { group: "Outside the editor", keys: ["]"], does: "Compare one pass further on" },
  { group: "Outside the editor", keys: ["/"], does: "Search" },
  { group: "Outside the editor", keys: ["E"], does: "Edit, and back to reading" },
  { group: "Outside the editor", keys: ["T"], does: "Step the optimizer down the trace, and back" },
  { group: "Outside the editor", keys: ["H"], does: "The history of the chosen row, through all passes, and back" },
  { group: "Outside the editor", keys: ["O"], does: "The list of all objects, and back" },
  { group: "Outside the editor", keys: ["M"], does: "Machine code, its times, and back to the passes" },
  { group: "Outside the editor", keys: ["P"], does: "Present: one thing and its reason, large; at the desk larger type" },
  { group: "Outside the editor", keys: ["?"], does: "This list" },
  { group: "In the comparison", keys: ["↑", "↓"], does: "Go from row to row" },
  { group: "In the comparison", keys: ["Shift+↑", "Shift+↓"], does: "Go from change to change" },
  { group: "In the comparison", keys: ["Enter"], does: "Open the reason of the row, and close it" },
  { group: "In the picture", keys: ["↑", "↓"], does: "Go from row to row; its reason opens" },
  { group: "In the picture", keys: ["←", "→"], does: "Go along the line of the object" },
  { group: "In the picture", keys: ["L"], does: "The first iteration beside the loop, and back" },
  { group: "Stepping", keys: ["←", "→"], does: "One operation back, or on" },
  { group: "Stepping", keys: ["Home", "End"], does: "The first and the last operation" },
  { group: "Stepping", keys: ["Space"], does: "Play, and pause" },
  { group: "While presenting", keys: ["Page ↓", "Page ↑"], does: "The next moment, and the one before (arrows and the space bar, too)" },
  { group: "While presenting", keys: ["↑", "↓"], does: "Go from row to row" },
  { group: "While presenting", keys: ["B"], does: "Everything black, and back" },
  { group: "While presenting", keys: ["Esc"], does: "Back to the page" },
  { group: "In the editor", keys: ["Esc, then Tab"], does: "Leave the editor" },
  { group: "In the editor", keys: ["Ctrl+Space"], does: "Complete an operation or a name" },
  { group: "In the editor", keys: ["F8"], does: "Go to the next error" },
  { group: "In the editor", keys: ["Mod+F"], does: "Search in the trace" },
  { group: "In the editor", keys: ["Mod+/"], does: "Turn lines into comments, and back" },
  { group: "On the bar between panes", keys: ["Arrows"], does: "Resize; Enter or a double click resets" },
];

export function Shortcuts() {
  return <ShortcutsDialog list={list} onClose={() => (shortcutsOpen.value = false)} />;
}
