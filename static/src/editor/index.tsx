// The editor of the recorded trace: CodeMirror, tied to the signals of
// state.ts in both directions.

import { acceptCompletion } from "@codemirror/autocomplete";
import { setDiagnostics } from "@codemirror/lint";
import type { EditorState, Extension, Transaction } from "@codemirror/state";
import { EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { diagnosticsAreFor } from "../controller";
import { saveCheckpoint } from "../persist";
import * as page from "../state";
import "../style/editor.css";
import { completion, hoverCards } from "./assist";
import { baseExtensions, lineStart, lineUnder, openEditor, replaceText, reveal, runKeys } from "./base";
import { followOperations, traceHighlighting } from "./highlight";
import { markedLines, setMarkedLines, toLint } from "./marks";
import { openedExample } from "./opened";
import { placeOfChange } from "./place";

const ownKeys = keymap.of([
  { key: "Mod-s", run: () => (saveCheckpoint(), true), preventDefault: true },
  { key: "Tab", run: acceptCompletion },
]);

const extensions: Extension = [
  runKeys(page.runNow),
  ownKeys,
  baseExtensions("Recorded trace"),
  traceHighlighting,
  completion,
  hoverCards,
  markedLines,
  openedExample(replacesAll),
  EditorView.scrollMargins.of((view) => ({ bottom: problemsHeight(view) })),
  EditorView.updateListener.of(toSignals),
  EditorView.domEventHandlers({
    mousemove(event, view) {
      const line = lineUnder(view, event);
      const now = page.pointed.peek();
      if (now?.by === "editor" && now.source === line) return;
      page.pointed.value = line < 0 ? null : { by: "editor", row: -1, source: line };
    },
    mouseleave() {
      if (page.pointed.peek()?.by === "editor") page.pointed.value = null;
    },
  }),
];

/** Editor to page: the text, and the line the cursor is on. */
function toSignals(update: ViewUpdate): void {
  if (update.docChanged) {
    const text = update.state.doc.toString();
    if (update.transactions.some(replacesAll)) page.startOwnText(text);
    else page.text.value = text;
  }
  const byReader = update.transactions.some((t) => t.isUserEvent("select") || t.isUserEvent("input"));
  if (update.selectionSet && byReader) {
    page.chosen.value = { by: "editor", row: -1, source: cursorLine(update.state) };
  }
}

/** True if the reader has replaced the whole text. */
function replacesAll(transaction: Transaction): boolean {
  const { length } = transaction.startState.doc;
  if (length === 0 || !transaction.docChanged) return false;
  if (!transaction.isUserEvent("input") && !transaction.isUserEvent("delete")) return false;
  let all = false;
  transaction.changes.iterChanges((from, to) => (all ||= from === 0 && to === length));
  return all;
}

function cursorLine(state: EditorState): number {
  return state.doc.lineAt(state.selection.main.head).number - 1;
}

/** Page to editor: each effect draws one thing. */
function fromSignals(view: EditorView): (() => void)[] {
  return [
    followOperations(view),
    effect(() => {
      page.textReplaced.value;
      replaceText(view, page.text.peek(), true);
    }),
    effect(() => {
      page.textFollowed.value;
      followText(view, page.text.peek());
    }),
    effect(() => {
      const found = page.diagnostics.value;
      if (found.length > 0 && !diagnosticsAreFor(page.text.peek())) return;
      view.dispatch(setDiagnostics(view.state, toLint(found, view.state.doc.length)));
      if (found.length > 0 && view.hasFocus) keepCursorInSight(view);
    }),
    effect(() => {
      const linked = page.markedInEditor(page.pointed.value);
      const chosen = page.markedInEditor(page.chosen.value);
      view.dispatch({ effects: setMarkedLines.of({ linked, chosen }) });
    }),
    effect(() => {
      const line = page.markedInEditor(page.chosen.value);
      if (line >= 0) reveal(view, line);
    }),
    effect(() => {
      const request = page.focusRequest.value;
      if (!request || request === "search") return;
      page.focusRequest.value = null;
      moveCursor(view, request.line, request.column);
    }),
  ];
}

/** Changes only what differs, so that the cursor and the scroll position stay. */
function followText(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  const change = before === text ? null : placeOfChange(before, text);
  if (change) view.dispatch({ changes: { from: change.from, to: change.to, insert: text.slice(change.from, change.end) } });
}

/** The list of errors covers the foot of the editor: the cursor must not be under it. */
function keepCursorInSight(view: EditorView): void {
  const at = view.state.selection.main.head;
  const { from, to } = view.viewport;
  if (at < from || at > to) return; // the reader has scrolled away
  requestAnimationFrame(() => view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest" }) }));
}

/** Height of the list of errors, in CSS pixels. */
function problemsHeight(view: EditorView): number {
  return view.dom.closest(".pane")?.querySelector<HTMLElement>(".problems")?.offsetHeight ?? 0;
}

function moveCursor(view: EditorView, line: number, column: number): void {
  const { from, to } = view.state.doc.lineAt(lineStart(view, line));
  const at = Math.min(to, from + column);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/** The editor itself; its pane's heading and tools are playground/trace-pane.tsx. */
export function Editor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { view, close } = openEditor(host.current!, page.text.peek(), extensions);
    // In a separate task: together with making the editor it would block a slow phone for too long.
    let stops: (() => void)[] = [];
    const later = setTimeout(() => (stops = fromSignals(view)));
    return () => {
      clearTimeout(later);
      stops.forEach((stop) => stop());
      close();
    };
  }, []);
  return <div class="editor grow line-above clip" ref={host} />;
}
