// Suggestions of somebody who teaches, for the program in the editor: the first one that waits is shown in it, and answered with one key.

import { computed, signal } from "@preact/signals";
import type { Suggestion } from "../classroom/protocol";
import { fit, withChanges } from "../editor/merge";
import { code, replaceCode, showPlace } from "./state";

/** Those that wait, the oldest first. */
export const waiting = signal<readonly Suggestion[]>([]);

/** The one that is shown, and what it comes to in the program as it is now. */
export const first = computed(() => {
  const suggestion = waiting.value[0];
  return suggestion ? { suggestion, fit: fit(suggestion.base, suggestion.text, code.value) } : null;
});

let answer: (id: number, how: "accepted" | "declined") => void = () => {};

/** Says who is told of answers. */
export function answerBy(tell: typeof answer): void {
  answer = tell;
}

/** Makes the change, which undo takes back; where it does not fit any more, nothing happens. */
export function accept(): void {
  const now = first.peek();
  if (!now || now.fit.state === "lost") return;
  if (now.fit.state === "fits") replaceCode(withChanges(code.peek(), now.fit.changes));
  answer(now.suggestion.id, "accepted");
}

export function decline(): void {
  const now = first.peek();
  if (now) answer(now.suggestion.id, "declined");
}

/** The line of the first change, from 1; 0 for none. */
export const firstLine = computed(() => {
  const change = first.value?.fit.changes[0];
  return change ? code.value.slice(0, change.from).split("\n").length + (change.insert.startsWith("\n") && change.from === change.to ? 1 : 0) : 0;
});

/** Shows where it begins. */
export function showFirst(): void {
  showPlace(Math.max(1, firstLine.peek()), 1);
}
