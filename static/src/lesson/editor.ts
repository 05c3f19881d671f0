// The editor of a program: the playground's, with Python's colours and
// indentation, and the places of errors. Loaded after the page, so that there is
// something to read first.

import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { toggleComment } from "@codemirror/commands";
import { indentService, indentUnit as unit } from "@codemirror/language";
import { EditorState, type Extension, RangeSetBuilder, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { effect } from "@preact/signals";
import { baseExtensions, replaceText } from "../editor/base";
import { messageWithCode } from "../editor/marks";
import { useConstructedStyleSheets } from "../editor/styles";
import { fontSize } from "../state";
import { indentUnit, indentationAfter, tokenizePython } from "./python";
import { placesIn } from "./results";
import * as page from "./state";

const marks = new Map<string, Decoration>();

function markOf(kind: string): Decoration {
  let mark = marks.get(kind);
  if (!mark) marks.set(kind, (mark = Decoration.mark({ class: `tok-${kind}` })));
  return mark;
}

function colours(doc: Text): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const token of tokenizePython(doc.toString())) builder.add(token.from, token.to, markOf(token.kind));
  return builder.finish();
}

const highlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colours(view.state.doc);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged) this.decorations = colours(update.state.doc);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Python's indentation. */
const indentation: Extension = [
  unit.of(" ".repeat(indentUnit)),
  indentService.of((context, pos) => indentationAfter(context.state.sliceDoc(0, pos).trimEnd())),
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "{", "'", '"'] } }]),
];

const yes = (act: () => void) => () => {
  act();
  return true;
};

const keys = keymap.of([
  { key: "Mod-Enter", run: yes(() => void page.runTests()) },
  { key: "Shift-Enter", run: yes(() => void page.runTests()) },
  { key: "Mod-/", run: toggleComment },
]);

/** Makes the editor inside an element; the result ends it. */
export function openEditor(parent: HTMLElement): () => void {
  useConstructedStyleSheets();
  const state = EditorState.create({
    doc: page.code.peek(),
    extensions: [
      keys,
      baseExtensions("Your code"),
      highlighting,
      indentation,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) page.code.value = update.state.doc.toString();
      }),
    ],
  });
  const view = new EditorView({ state, parent });
  const stops = [
    effect(() => {
      void page.codeReplaced.value;
      replaceText(view, page.code.peek(), true);
    }),
    effect(() => {
      const now = page.results.value;
      const file = page.step.value?.suite.code.name ?? "";
      const places = now && page.fresh.value ? placesIn(file, now.response) : [];
      view.dispatch(setDiagnostics(view.state, places.map((p) => toDiagnostic(view.state.doc, p))));
    }),
    effect(() => {
      const place = page.goTo.value;
      if (!place) return;
      const at = positionOf(view.state.doc, place.line, place.column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    }),
    effect(() => {
      void fontSize.value;
      view.requestMeasure();
    }),
  ];
  return () => {
    stops.forEach((stop) => stop());
    view.destroy();
  };
}

/** A place as an offset. Columns count characters, of which some have two code units. */
function positionOf(doc: Text, line: number, column: number): number {
  const { from, text } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  const before = [...text].slice(0, Math.max(0, column - 1)).join("");
  return from + before.length;
}

/** The word at the place is underlined; where none begins, a character. */
function toDiagnostic(doc: Text, place: { line: number; column: number; message: string }): Diagnostic {
  const at = positionOf(doc, place.line, place.column);
  const line = doc.lineAt(at);
  const word = /^(?:\w+|[^\s\w])/.exec(line.text.slice(at - line.from))?.[0] ?? "";
  const from = word === "" ? Math.max(line.from, at - 1) : at;
  return { from, to: at + word.length, severity: "error", message: place.message, renderMessage: () => messageWithCode(place.message) };
}
