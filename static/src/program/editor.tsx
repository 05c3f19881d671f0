// The program's editor: Python's colours, the heat of each line beside its number, and the place of an error.

import { setDiagnostics } from "@codemirror/lint";
import { type Extension, RangeSet, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { EditorView, GutterMarker, gutter } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { baseExtensions, lineUnder, openEditor, replaceText, reveal, runKeys } from "../editor/base";
import { markedLines, setMarkedLines, toLint } from "../editor/marks";
import { python } from "../editor/python-language";
import { run } from "./control";
import { printLines } from "./paper";
import { chosenLine, doc, guest, point, setDoc, shown, state } from "./state";
import { heatBar } from "./words";
import { formatCount } from "../ui/counts";

export function ProgramEditor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => openEditor(host.current!, doc.peek().text, extensions(), fromSignals).close, []);
  return <div class="editor grow min-height-120px line-above clip" ref={host} />;
}

/** Page to editor: each effect draws one thing. */
function fromSignals(view: EditorView): (() => void)[] {
  return [
    printLines(view.dom),
    effect(() => replaceText(view, doc.value.text, true)),
    effect(() => {
      const wrong = state.value?.diagnostics ?? [];
      view.dispatch(setDiagnostics(view.state, toLint(wrong, view.state.doc.length)));
    }),
    effect(() => view.dispatch({ effects: setHeat.of(state.value?.lines ?? []) })),
    effect(() => view.dispatch({ effects: setMarkedLines.of({ linked: guest.value.line - 1, chosen: chosenLine.value - 1 }) })),
    effect(() => {
      // A line that was chosen elsewhere.
      const line = chosenLine.value;
      if (line >= 1 && line <= view.state.doc.lines && !view.hasFocus) reveal(view, line - 1);
    }),
  ];
}

function extensions(): Extension[] {
  return [
    runKeys(() => void run()),
    heat,
    heatGutter,
    baseExtensions("The program"),
    python,
    markedLines,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) setDoc({ text: update.state.doc.toString() });
      if (update.selectionSet && update.view.hasFocus && shown.peek()) chosenLine.value = update.state.doc.lineAt(update.state.selection.main.head).number;
    }),
    EditorView.domEventHandlers({
      mousemove: (event, view) => point({ line: lineUnder(view, event) + 1 }),
      mouseleave: () => point({ line: 0 }),
    }),
  ];
}

/** How many instructions of each line ran. */
const setHeat = StateEffect.define<readonly number[]>();

/** A bar whose length is the line's share of the hottest line. */
class Heat extends GutterMarker {
  constructor(
    private readonly ran: number,
    private readonly share: number,
  ) {
    super();
  }
  override eq(other: Heat): boolean {
    return other.ran === this.ran && other.share === this.share;
  }
  override toDOM(): HTMLElement {
    const bar = document.createElement("span");
    bar.className = heatBar;
    bar.title = `${formatCount(this.ran)} instructions ran in this line`;
    bar.style.setProperty("--heat", this.share.toFixed(3));
    return bar;
  }
}

const heat = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    for (const change of transaction.effects) {
      if (change.is(setHeat)) return heatOf(transaction.state.doc, change.value);
    }
    return marks.map(transaction.changes);
  },
});

function heatOf(text: Text, lines: readonly number[]): RangeSet<GutterMarker> {
  const hottest = lines.reduce((a, b) => Math.max(a, b), 1);
  const builder = new RangeSetBuilder<GutterMarker>();
  for (let k = 0; k < Math.min(lines.length, text.lines); k++) {
    const ran = lines[k]!;
    const { from } = text.line(k + 1);
    if (ran > 0) builder.add(from, from, new Heat(ran, ran / hottest));
  }
  return builder.finish();
}

const heatGutter = gutter({ class: "cm-heat", markers: (view) => view.state.field(heat) });
