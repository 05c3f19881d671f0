// A page of names with their descriptions, which can be read as it is served: this adds a search.

/** Makes the names in an element searchable with the form in it. */
export function searchEntries(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>(".entry-search")!;
  const field = form.querySelector("input")!;
  const status = form.querySelector("[role=status]")!;
  const sections = [...page.querySelectorAll<HTMLElement>("section")];
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

  form.hidden = false;
  field.addEventListener("input", search);
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    // Enter goes to the entry with exactly that name, otherwise to the first one
    // shown.
    const shown = entries.flat().filter(({ element }) => !element.hidden);
    const exact = shown.find(({ name }) => name === field.value.trim().toLowerCase()) ?? shown[0];
    exact?.element.querySelector("a")?.focus();
  });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "/" || e.target === field || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    field.focus();
  });
}
