// The editor of a learner's program, and the places of errors in it. Loaded after the
// page, so that there is something to read first.

import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import { setSuggested, suggestedMarks } from "../editor/suggested";
import { baseExtensions, lineUnder, openEditor as open, replaceText, runKeys } from "../editor/base";
import { messageWithCode } from "../editor/marks";
import { python } from "../editor/python-language";
import { assist } from "./assist";
import { placesIn } from "./results";
import * as page from "./state";
import { first } from "./suggestion";

const extensions: Extension = [
  runKeys(() => void page.runTests()),
  assist,
  baseExtensions("Your code"),
  python,
  suggestedMarks,
  EditorView.updateListener.of((update) => {
    if (update.docChanged) page.code.value = update.state.doc.toString();
    if (update.selectionSet && update.view.hasFocus) page.caretLine.value = update.state.doc.lineAt(update.state.selection.main.head).number;
  }),
  EditorView.domEventHandlers({
    mousemove: (event, view) => page.point(lineUnder(view, event) + 1, ""),
    mouseleave: () => page.point(0, ""),
  }),
];

/** Makes the editor inside an element; the result ends it. */
export function openEditor(parent: HTMLElement): () => void {
  return open(parent, page.code.peek(), extensions, fromSignals).close;
}

/** Page to editor: each effect draws one thing. */
function fromSignals(view: EditorView): (() => void)[] {
  return [
    effect(() => {
      void page.codeReplaced.value;
      replaceText(view, page.code.peek(), true, true);
    }),
    effect(() => {
      const now = page.results.value;
      const file = page.step.value?.suite.code.name ?? "";
      const places = now && page.fresh.value ? placesIn(file, now.response) : [];
      view.dispatch(setDiagnostics(view.state, places.map((p) => toDiagnostic(view.state.doc, p))));
    }),
    effect(() => {
      view.dispatch({ effects: setSuggested.of(first.value?.fit.changes ?? []) });
    }),
    effect(() => {
      const place = page.goTo.value;
      if (!place) return;
      const at = positionOf(view.state.doc, place.line, place.column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    }),
  ];
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
