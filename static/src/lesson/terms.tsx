// Words of a lesson's text that the glossary explains. The server made links of them; here they open the same cards as in the playground.

import { render } from "preact";
import { TermCard } from "../terms/card";
import { asked, leave, rest } from "../terms/words";

/** Makes the links of a page open cards: by click, touch and keyboard, or when the pointer rests on one. */
export function startTerms(text: HTMLElement): void {
  const host = document.createElement("div");
  document.body.append(host);
  render(<TermCard />, host);
  for (const link of text.querySelectorAll<HTMLElement>("a.term")) link.setAttribute("aria-haspopup", "dialog");
  text.addEventListener("click", (e) => {
    const at = termAt(e);
    // With a modifier it is the link that is meant: the glossary, in a tab of its own.
    if (!at || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    rest(() => {});
    asked.value = { id: at.dataset.term!, at, byPointer: false };
  });
  text.addEventListener("pointerover", (e) => {
    const at = termAt(e);
    if (at && e.pointerType === "mouse") rest(() => (asked.value = asked.peek() ?? { id: at.dataset.term!, at, byPointer: true }));
  });
  text.addEventListener("pointerout", (e) => {
    if (termAt(e)) leave();
  });
}

function termAt(e: Event): HTMLElement | null {
  return (e.target as Element).closest<HTMLElement>("a.term");
}
