// What the script adds to pages that the server made: steps that are done, a
// link back to the last page, links at headings.

import { kept } from "./state";
import { plural } from "../ui/counts";

/** Marks the steps that are done, wherever the page lists them. */
export function markDone(): void {
  const done = kept.doneSteps();
  document.querySelectorAll<HTMLElement>("li[data-step]").forEach((item) => {
    if (!done.has(item.dataset.step!) || item.classList.contains("done")) return;
    item.classList.add("done");
    const words = document.createElement("span");
    words.className = "off-screen";
    words.textContent = " (done)";
    item.querySelector("a")?.append(words);
  });
  document.querySelectorAll<HTMLElement>(".chapter-card").forEach(countCard);
}

/** "3 of 5 steps done" on a card of the contents. */
function countCard(card: HTMLElement): void {
  const all = card.querySelectorAll("li[data-step]").length;
  const done = card.querySelectorAll("li.done").length;
  if (done === 0 || all === 0) return;
  const words = card.querySelector(".card-progress") ?? document.createElement("p");
  words.className = "card-progress done toned text-s sans";
  words.textContent = done === all ? "Done" : `${done} of ${plural(all, "step")} done`;
  card.querySelector("h2")?.after(words);
  card.classList.toggle("all-done", done === all);
}

/** Offers the page on which the learner was last. */
export function offerPlace(): void {
  const place = kept.place;
  const host = document.getElementById("continue");
  if (!place || !host) return;
  const link = document.createElement("a");
  link.className = "button primary";
  link.href = place.path;
  link.textContent = `Continue: ${place.title}`;
  host.replaceChildren(link);
  host.hidden = false;
}

/** Remembers this page as the place. */
export function notePlace(): void {
  const title = document.querySelector(".lesson h1")?.textContent;
  if (title) kept.place = { path: location.pathname, title };
}

/** A link at each heading, so that it can be pointed to. */
export function linkHeadings(): void {
  document.querySelectorAll<HTMLElement>(".prose :is(h2, h3)[id]").forEach((heading) => {
    const link = document.createElement("a");
    link.className = "anchor opacity-0 faint regular plain";
    link.href = `#${heading.id}`;
    link.textContent = "#";
    link.setAttribute("aria-label", "Link to this part"); // it is read as a part of the heading, which need not be read twice
    heading.append(" ", link);
  });
}
