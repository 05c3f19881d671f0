// The glossary can be read as it is served; this adds a search.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/glossary.css";
import { keepForOffline } from "./offline/start";
import { startSettings } from "./settings";
import { showSettled } from "./settled";

const form = document.querySelector<HTMLFormElement>(".glossary-search")!;
const field = form.querySelector("input")!;
const status = form.querySelector("[role=status]")!;
const sections = [...document.querySelectorAll<HTMLElement>(".glossary section")];
const entries = sections.map((section) =>
  [...section.querySelectorAll<HTMLElement>(".entry")].map((element) => ({ element, name: element.querySelector("h3")!.textContent!.toLowerCase(), text: element.textContent!.toLowerCase() })),
);

/** Shows the entries that have all words in them. */
function search(): void {
  const words = field.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  let count = 0;
  sections.forEach((section, k) => {
    let found = 0;
    for (const { element, text } of entries[k]!) {
      element.hidden = !words.every((word) => text.includes(word));
      if (!element.hidden) found++;
    }
    section.hidden = found === 0;
    count += found;
  });
  status.textContent = words.length === 0 ? "" : count === 1 ? "1 entry" : `${count} entries`;
}

startSettings();
form.hidden = false;
field.addEventListener("input", search);
form.addEventListener("submit", (e) => {
  e.preventDefault();
  // Enter goes to an entry of that very name, else to the first that is shown.
  const shown = entries.flat().filter(({ element }) => !element.hidden);
  const exact = shown.find(({ name }) => name === field.value.trim().toLowerCase()) ?? shown[0];
  exact?.element.querySelector("a")?.focus();
});
document.addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.target === field || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  field.focus();
});
showSettled();
keepForOffline();
