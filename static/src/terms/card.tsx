// The card of a term: what it means, a picture of about five lines, and where it is taught and was described.

import "../style/terms.css";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { withScript } from "../ui/later";
import { messageParts } from "../ui/words";
import type { Term } from "./table";
import { asked, leave, rest } from "./words";
import { at } from "../site";

export function TermCard() {
  const now = asked.value;
  const [terms, setTerms] = useState<readonly Term[]>([]);
  const card = useRef<HTMLDivElement>(null);
  const term = now && terms.find((t) => t.id === now.id);
  useEffect(() => {
    if (now && terms.length === 0) withScript("terms", () => import("./table"), (table) => setTerms(table.terms));
  }, [now]);
  useLayoutEffect(() => {
    const element = card.current!;
    if (!now || !term) return element.hidePopover();
    element.showPopover();
    place(element, now.at);
    // After opening by keyboard or touch, the focus moves into the card; the browser gives it
    // back.
    if (!now.byPointer) element.querySelector<HTMLElement>("h2")!.focus();
  }, [now, term]);
  return (
    <div
      ref={card}
      class="term-card fixed scroll pad-y-3 pad-x-4 floating"
      popover="auto"
      role="dialog"
      aria-label={term ? term.name : undefined}
      onToggle={(e) => e.newState === "closed" && asked.peek() === now && (asked.value = null)}
      onPointerEnter={() => rest(() => {})}
      onPointerLeave={leave}
    >
      {term && (
        <>
          <h2 tabIndex={-1}>{term.name}</h2>
          <p>{messageParts(term.text)}</p>
          <pre aria-hidden="true">{term.picture}</pre>
          <p class="gap-y-half gap-x-4 flex wrap text-s">
            {term.lesson && <a href={at(`/lessons/${term.lesson}`)}>Lesson</a>}
            <a href={term.source.url} target="_blank" rel="noopener">
              {term.source.title}
            </a>
            <a href={at(`/glossary#term-${term.id}`)}>All terms</a>
          </p>
        </>
      )}
    </div>
  );
}

/** Below the word if there is room, otherwise above, and within the window. */
function place(card: HTMLElement, at: HTMLElement): void {
  const box = at.getBoundingClientRect();
  const gap = 6;
  const below = box.bottom + gap + card.offsetHeight <= innerHeight;
  card.style.left = `${Math.max(gap, Math.min(box.left, innerWidth - card.offsetWidth - gap))}px`;
  card.style.top = `${Math.max(gap, below ? box.bottom + gap : box.top - gap - card.offsetHeight)}px`;
}
