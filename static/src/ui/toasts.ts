// Short messages at the foot of the page.

import { signal } from "@preact/signals";

/** A message, with what its reader can do about it. */
export interface Toast {
  id: number;
  message: string;
  action?: { label: string; run: () => void };
}
export const toasts = signal<Toast[]>([]);

let nextToast = 1;

/** Shows a message, for a few seconds once it is drawn; one that is already there only stays longer. */
export function toast(message: string, action?: Toast["action"]): void {
  const id = nextToast++;
  const others = toasts.peek().filter((t) => t.message !== message);
  toasts.value = [...others.slice(-2), action ? { id, message, action } : { id, message }];
}

export function dismissToast(id: number): void {
  toasts.value = toasts.peek().filter((t) => t.id !== id);
}
