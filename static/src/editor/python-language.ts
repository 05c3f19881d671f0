// Python in an editor: its colours, its indentation, its brackets.

import { indentService, indentUnit as unit } from "@codemirror/language";
import { EditorState, type Extension, RangeSetBuilder, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { indentUnit, indentationAfter, tokenizePython } from "./python";

const marks = new Map<string, Decoration>();

function markOf(kind: string): Decoration {
  let mark = marks.get(kind);
  if (!mark) marks.set(kind, (mark = Decoration.mark({ class: `tok-${kind}` })));
  return mark;
}

function coloured(doc: Text): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const token of tokenizePython(doc.toString())) builder.add(token.from, token.to, markOf(token.kind));
  return builder.finish();
}

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = coloured(view.state.doc);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged) this.decorations = coloured(update.state.doc);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const python: Extension = [
  colours,
  unit.of(" ".repeat(indentUnit)),
  indentService.of((context, pos) => indentationAfter(context.state.sliceDoc(0, pos).trimEnd())),
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "{", "'", '"'] } }]),
];
