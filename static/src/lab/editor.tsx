// The editors of the lab: CodeMirror with what its user tells it, in both
// directions by plain values. The playground's own is in editor/index.tsx.

import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import type { Diagnostic } from "../api.gen";
import { hoverCards } from "../editor/assist";
import { replaceText } from "../editor/base";
import { indexOperations, operationIndex, traceHighlighting } from "../editor/highlight";
import { toLint } from "../editor/marks";
import { useConstructedStyleSheets } from "../editor/styles";
import { editorTheme } from "../editor/theme";
import { describe, fontSize, presenting } from "../state";
import { type LineMarks, lineMarks, setLineMarks } from "./marks";

/** What an editor shows, and whom it tells. */
interface Props {
  /** What a screen reader calls it. */
  label: string;
  text: string;
  /** Left out, the text can be read and copied, but not changed. */
  onText?: (text: string) => void;
  /** What Ctrl+Enter does. */
  onRun?: () => void;
  /** The errors in this very text. */
  diagnostics?: readonly Diagnostic[];
  marks?: LineMarks;
  /** The line, from 0, under the pointer; -1 where there is none. */
  onLine?: (line: number) => void;
  /** Further extensions, the same at every drawing. */
  language?: Extension;
}

/** Traces: colours and cards for operations. */
const traceLanguage: Extension = [traceHighlighting, hoverCards];

export function LabEditor(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const table = useRef(new Compartment());

  useEffect(() => {
    useConstructedStyleSheets();
    const extensions = extensionsOf(latest, table.current);
    const made = new EditorView({ state: EditorState.create({ doc: props.text, extensions }), parent: host.current! });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => replaceText(view.current!, props.text, false), [props.text]);
  const operations = describe.value?.operations;
  useEffect(() => {
    if (operations) {
      view.current!.dispatch({ effects: table.current.reconfigure(operationIndex.of(indexOperations(operations))) });
    }
  }, [operations]);
  useEffect(() => {
    const { state } = view.current!;
    view.current!.dispatch(setDiagnostics(state, toLint(props.diagnostics ?? [], state.doc.length)));
  }, [props.diagnostics, props.text]);
  useEffect(() => {
    const made = view.current!;
    made.dispatch({ effects: setLineMarks.of(props.marks ?? { signs: new Map(), linked: [], reveal: -1 }) });
    if (props.marks && props.marks.reveal >= 0) reveal(made, props.marks.reveal);
  }, [props.marks, props.text]);
  useEffect(() => view.current!.requestMeasure(), [fontSize.value, presenting.value]);
  return <div class={`editor ${props.onText ? "" : "is-fixed"}`} ref={host} />;
}

function extensionsOf(latest: { current: Props }, table: Compartment): Extension[] {
  const { onText, label, language } = latest.current;
  const editable = onText !== undefined;
  return [
    keymap.of([
      { key: "Mod-Enter", run: () => (latest.current.onRun?.(), true) },
      { key: "Shift-Enter", run: () => (latest.current.onRun?.(), true) },
      { key: "Mod-/", run: toggleComment },
    ]),
    lineMarks,
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    bracketMatching(),
    search(),
    EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
    EditorState.readOnly.of(!editable),
    table.of([]),
    language ?? traceLanguage,
    editorTheme,
    EditorView.contentAttributes.of({
      "aria-label": editable ? `${label}. Escape, then Tab leaves the editor.` : `${label}. It cannot be changed here.`,
      tabindex: "0",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
      translate: "no",
    }),
    keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      const text = update.state.doc.toString();
      if (text !== latest.current.text) latest.current.onText?.(text);
    }),
    EditorView.domEventHandlers({
      mousemove: (event, view) => latest.current.onLine?.(lineUnder(view, event)),
      mouseleave: () => latest.current.onLine?.(-1),
    }),
  ];
}

function lineUnder(view: EditorView, event: MouseEvent): number {
  const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
  return at === null ? -1 : view.state.doc.lineAt(at).number - 1;
}

/** Scrolls to a line if it is out of sight. */
function reveal(view: EditorView, line: number): void {
  if (line >= view.state.doc.lines) return;
  const { from } = view.state.doc.line(line + 1);
  const box = view.coordsAtPos(from);
  const frame = view.scrollDOM.getBoundingClientRect();
  if (box && box.top >= frame.top && box.bottom <= frame.bottom) return;
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center" }) });
}
