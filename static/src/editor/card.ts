// Cards of the editor, as DOM: what a name means, beside a completion or under the pointer.

export function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** A card with nothing in it yet. */
export const emptyCard = (): HTMLElement => element("div", "op-card max-width-52ch pad-2-3");
