// The common base of the pages' editors: for traces, the lab, lessons and programs.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, toggleComment } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { effect } from "@preact/signals";
import { fontSize, presenting } from "../state";
import { cursorAfter, isAlike, placeOfChange } from "./place";
import { useConstructedStyleSheets } from "./styles";
import { editorTheme } from "./theme";

/** An editor on the page, and what ends it. */
export interface Opened {
  view: EditorView;
  close(): void;
}

/** Makes an editor inside an element; `draw` installs effects that draw changes into it, and returns a function that
 * ends them. */
export function openEditor(parent: HTMLElement, doc: string, extensions: Extension, draw: (view: EditorView) => (() => void)[] = () => []): Opened {
  useConstructedStyleSheets();
  const view = new EditorView({ state: EditorState.create({ doc, extensions }), parent });
  const measured = effect(() => {
    void [fontSize.value, presenting.value];
    view.requestMeasure();
  });
  const stops = [...draw(view), measured];
  const close = () => {
    stops.forEach((stop) => stop());
    view.destroy();
  };
  return { view, close };
}

/** Ctrl+Enter and Shift+Enter do what the page is for; Ctrl+/ makes lines comments. */
export function runKeys(run: () => void): Extension {
  const now = () => {
    run();
    return true;
  };
  return keymap.of([
    { key: "Mod-Enter", run: now },
    { key: "Shift-Enter", run: now },
    { key: "Mod-/", run: toggleComment },
  ]);
}

/** The common part of an editor. An editor's own keys have to come before it. A fixed text can only be read and
 * copied. */
export function baseExtensions(label: string, fixed = false): Extension[] {
  return [
    EditorState.readOnly.of(fixed),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches({ highlightWordAroundCursor: true, minSelectionLength: 2, wholeWords: true }),
    search(),
    EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
    editorTheme,
    EditorView.contentAttributes.of({
      "aria-label": fixed ? `${label}. It cannot be changed here.` : `${label}. Escape, then Tab leaves the editor.`,
      tabindex: "0",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
      translate: "no",
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
  ];
}

/**
 * Replaces everything as a separate step of undo, even just after another change: one Ctrl+Z restores the text before it. If the
 * new text is similar, the cursor stays near its place; a different text begins at its top.
 */
export function replaceText(view: EditorView, text: string, scrollIntoView: boolean, goesOn = false): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  const place = placeOfChange(before, text);
  if (goesOn || isAlike(before, text, place)) {
    const { from, to, end } = place;
    view.dispatch({
      changes: { from, to, insert: text.slice(from, end) },
      selection: { anchor: cursorAfter(place, view.state.selection.main.head) },
      scrollIntoView: view.hasFocus,
      annotations: isolateHistory.of("full"),
    });
    return;
  }
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    scrollIntoView,
    annotations: isolateHistory.of("full"),
  });
}

/** The line under the pointer, from 0; -1 where there is none. */
export function lineUnder(view: EditorView, event: MouseEvent): number {
  const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
  return at === null ? -1 : view.state.doc.lineAt(at).number - 1;
}

/** Where a line begins; lines count from 0, and the last is used for later ones. */
export function lineStart(view: EditorView, line: number): number {
  return view.state.doc.line(Math.max(1, Math.min(line + 1, view.state.doc.lines))).from;
}

/** Scrolls to a line, from 0, if it is out of sight. */
export function reveal(view: EditorView, line: number): void {
  const at = lineStart(view, line);
  const { from, to } = view.viewport;
  const box = view.coordsAtPos(at);
  const frame = view.scrollDOM.getBoundingClientRect();
  const visible = at >= from && at <= to && box !== null && box.top >= frame.top && box.bottom <= frame.bottom;
  if (!visible) view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
}
