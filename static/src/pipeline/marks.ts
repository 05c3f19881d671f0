// Marks that follow the pointer: the row under it and its other half, the curve
// between them, and every occurrence of a value. They live in one style sheet
// whose rules select by attribute, so that nothing is rendered again when the
// pointer moves, and rows that scroll into view later are marked as well.

import { effect } from "@preact/signals";
import { diff } from "./state";

/** Keeps the marks up to date; returns a function that takes them away. */
export function startMarks(): () => void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const stop = effect(() => sheet.replaceSync(rules()));
  return () => {
    stop();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== sheet);
  };
}

function rules(): string {
  const css: string[] = [];
  const pointed = diff.pointedRow.value;
  const partner = diff.listing.value?.row(pointed)?.related?.row ?? -1;
  if (pointed >= 0) css.push(`.diff-row[data-row="${pointed}"]{--row-wash:var(--wash)}`);
  if (partner >= 0) css.push(`.diff-row[data-row="${partner}"]{--row-wash:var(--wash-strong)}`);
  for (const row of new Set([pointed, partner, diff.chosenRow.value])) {
    if (row >= 0) css.push(`.diff-link[data-from="${row}"],.diff-link[data-to="${row}"]{opacity:1;stroke-width:2}`);
  }
  const value = diff.markedValue.value;
  if (value !== 0) {
    css.push(`.diff [data-v="${value}"]{background:var(--match-strong);box-shadow:0 0 0 1px var(--mark-edge)}`);
    css.push(`.diff [data-v="${value}"][data-def]{box-shadow:0 0 0 1px var(--mark-edge),0 2px 0 1px var(--mark-edge)}`);
  }
  return css.join("\n");
}
