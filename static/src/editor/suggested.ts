// A suggestion in an editor: what goes is struck out, what comes stands behind it.

import { type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Replacement } from "./merge";

/** Shows the changes of a suggestion; none take it away. */
export const setSuggested = StateEffect.define<readonly Replacement[]>();

class Comes extends WidgetType {
  constructor(
    private readonly text: string,
    /** Whole lines, which stand between others. */
    private readonly lines: boolean,
  ) {
    super();
  }

  override eq(other: Comes): boolean {
    return other.text === this.text && other.lines === this.lines;
  }

  toDOM(): HTMLElement {
    const text = document.createElement("ins");
    text.className = "cm-comes";
    text.textContent = this.lines ? this.text.replace(/^\n|\n$/g, "") : this.text.replace(/\n/g, "\u21b5\n").replace(/\n$/, "");
    if (!this.lines) return text;
    const line = document.createElement("div");
    line.className = "cm-line";
    line.append(text);
    return line;
  }
}

/** What comes, beside what goes or between the lines. */
function comes(doc: Text, { from, to, insert }: Replacement): Range<Decoration> {
  const line = doc.lineAt(to);
  const before = from === to && to === line.from && insert.endsWith("\n");
  const after = from === to && to === line.to && insert.startsWith("\n");
  const widget = new Comes(insert, before || after);
  return Decoration.widget({ widget, block: before || after, side: before ? -1 : 1 }).range(to);
}

const goes = Decoration.mark({ class: "cm-goes", tagName: "del" });

function draw(changes: readonly Replacement[], doc: Text): DecorationSet {
  const out: Range<Decoration>[] = [];
  for (const change of changes) {
    if (change.to > doc.length) break; // of a text that comes in a moment
    if (change.from < change.to) out.push(goes.range(change.from, change.to));
    if (change.insert) out.push(comes(doc, change));
  }
  return Decoration.set(out, true);
}

export const suggestedMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setSuggested)) return draw(effect.value, transaction.newDoc);
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
