// The editors of the lab: plain values say what to show, and callbacks report
// what happens in them.

import { setDiagnostics } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import type { Diagnostic } from "../api.gen";
import { hoverCards } from "../editor/assist";
import { baseExtensions, lineUnder, openEditor, replaceText, reveal, runKeys } from "../editor/base";
import { followOperations, traceHighlighting } from "../editor/highlight";
import { toLint } from "../editor/marks";
import { type LineMarks, lineMarks, setLineMarks } from "./marks";
import { type Spot, caretLine, guest, pointed } from "./state";

/** What an editor shows, and whom it tells. */
interface Props {
  /** Its name for screen readers. */
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
  /** Which editor it is. */
  at: Spot;
  /** Further extensions, the same at every drawing. */
  language?: Extension;
}

const noMarks: LineMarks = { signs: new Map(), linked: [], reveal: -1 };

/** Traces: colours and cards for operations. */
const traceLanguage: Extension = [traceHighlighting, hoverCards];

export function LabEditor(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const made = openEditor(host.current!, props.text, extensionsOf(latest), (view) => [followOperations(view)]);
    view.current = made.view;
    return made.close;
  }, []);
  useEffect(() => replaceText(view.current!, props.text, false), [props.text]);
  useEffect(() => {
    const { state } = view.current!;
    view.current!.dispatch(setDiagnostics(state, toLint(props.diagnostics ?? [], state.doc.length)));
  }, [props.diagnostics, props.text]);
  const shown = guest.value?.at === props.at ? guest.value.line : -1;
  useEffect(() => {
    view.current!.dispatch({ effects: setLineMarks.of({ ...(props.marks ?? noMarks), guest: shown }) });
  }, [props.marks, props.text, shown]);
  useEffect(() => {
    const made = view.current!;
    if (props.marks && props.marks.reveal >= 0 && props.marks.reveal < made.state.doc.lines) reveal(made, props.marks.reveal);
  }, [props.marks, props.text]);
  return <div class={`editor grow line-above clip ${props.onText ? "" : "is-fixed"}`} ref={host} />;
}

function extensionsOf(latest: { current: Props }): Extension[] {
  const { onText, label, language, at } = latest.current;
  const point = (line: number) => {
    if (pointed.peek()?.line !== line || pointed.peek()?.at !== at) pointed.value = { at, line };
    latest.current.onLine?.(line);
  };
  return [
    runKeys(() => latest.current.onRun?.()),
    lineMarks,
    baseExtensions(label, onText === undefined),
    language ?? traceLanguage,
    EditorView.updateListener.of((update) => {
      if (update.selectionSet && update.view.hasFocus) caretLine.value = update.state.doc.lineAt(update.state.selection.main.head).number;
      if (!update.docChanged) return;
      const text = update.state.doc.toString();
      if (text !== latest.current.text) latest.current.onText?.(text);
    }),
    EditorView.domEventHandlers({
      mousemove: (event, view) => point(lineUnder(view, event)),
      mouseleave: () => point(-1),
    }),
  ];
}
