// The keys of the lessons' pages. Those of the editor are in editor.ts; single
// letters do nothing while someone types.

import { rules } from "../classroom/seat";
import { isTyping } from "../ui/key-names";
import { toast } from "../ui/toasts";
import { dialog } from "./dialogs";
import { moreHints, runTests, step } from "./state";
import { accept, decline, first } from "./suggestion";
import { tab } from "./layout";

const letters: Record<string, () => void> = {
  "/": () => (dialog.value = "search"),
  "?": () => (dialog.value = "keys"),
  c: () => (dialog.value = "contents"),
  h: () => step.peek() && (rules.peek()?.hints ?? true) && moreHints(),
  e: () => {
    tab.value = "exercise";
    document.querySelector<HTMLElement>(".cm-content")?.focus();
  },
  pagedown: () => go("next"),
  pageup: () => go("prev"),
};

export function startKeys(): void {
  window.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.isComposing) return;
    if (chord(e) || letter(e)) e.preventDefault();
  });
}

function chord(e: KeyboardEvent): boolean {
  const mod = (e.ctrlKey || e.metaKey) && !e.altKey;
  if (mod && !e.shiftKey && e.key.toLowerCase() === "s") {
    toast("Your code is kept as you type.");
    return true;
  }
  if (answersSuggestion(e)) return true;
  if (e.key !== "Enter" || !step.peek() || document.querySelector("dialog[open]")) return false;
  const isControl = e.target instanceof Element && e.target.closest("button, a, summary, textarea, input:not([type=checkbox]), [role=separator]") !== null;
  if (!mod && !(e.shiftKey && !isControl)) return false;
  void runTests();
  return true;
}

/** Alt+Y and Alt+N answer a suggestion, also in the editor. With Alt, keyboards of Macs write other letters. */
function answersSuggestion(e: KeyboardEvent): boolean {
  if (!e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || !first.peek()) return false;
  const key = /^[a-z]$/i.test(e.key) ? e.key.toLowerCase() : e.code.replace("Key", "").toLowerCase();
  if (key === "y") accept();
  else if (key === "n") decline();
  else return false;
  return true;
}

function letter(e: KeyboardEvent): boolean {
  if (e.ctrlKey || e.altKey || e.metaKey || isTyping(e.target) || document.querySelector("dialog[open]")) return false;
  const act = letters[e.key.toLowerCase()];
  act?.();
  return act !== undefined;
}

/** Follows the page's own link to its neighbour, if it has one. */
function go(to: "next" | "prev"): void {
  const link = document.querySelector<HTMLAnchorElement>(`.pager [rel=${to}]`);
  if (link) location.assign(link.href);
}
