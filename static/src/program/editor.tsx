// The program's editor: Python's colours, the heat of each line beside its number, and the place of an error.

import { setDiagnostics } from "@codemirror/lint";
import { toggleComment } from "@codemirror/commands";
import { indentService, indentUnit as unit } from "@codemirror/language";
import { EditorState, type Extension, RangeSet, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, ViewPlugin, type ViewUpdate, gutter, keymap } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { baseExtensions, replaceText } from "../editor/base";
import { markedLines, setMarkedLines, toLint } from "../editor/marks";
import { useConstructedStyleSheets } from "../editor/styles";
import { indentUnit, indentationAfter, tokenizePython } from "../lesson/python";
import { fontSize } from "../state";
import { run } from "./control";
import { chosenLine, doc, setDoc, shown, state } from "./state";
import { grouped } from "./words";

export function ProgramEditor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => openEditor(host.current!), []);
  return <div class="editor" ref={host} />;
}

/** Makes the editor inside an element; the result ends it. */
function openEditor(parent: HTMLElement): () => void {
  useConstructedStyleSheets();
  const view = new EditorView({ state: EditorState.create({ doc: doc.peek().text, extensions: extensions() }), parent });
  const stops = [
    effect(() => replaceText(view, doc.value.text, true)),
    effect(() => {
      const wrong = state.value?.diagnostics ?? [];
      view.dispatch(setDiagnostics(view.state, toLint(wrong, view.state.doc.length)));
    }),
    effect(() => view.dispatch({ effects: setHeat.of(state.value?.lines ?? []) })),
    effect(() => view.dispatch({ effects: setMarkedLines.of({ linked: -1, chosen: chosenLine.value - 1 }) })),
    effect(() => reveal(view, chosenLine.value)),
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

/** Scrolls to a line that somebody chose elsewhere. */
function reveal(view: EditorView, line: number): void {
  if (line < 1 || line > view.state.doc.lines || view.hasFocus) return;
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "nearest", yMargin: 40 }) });
}

function extensions(): Extension[] {
  return [
    keymap.of([
      { key: "Mod-Enter", run: () => (void run(), true) },
      { key: "Shift-Enter", run: () => (void run(), true) },
      { key: "Mod-/", run: toggleComment },
    ]),
    heat,
    heatGutter,
    baseExtensions("The program"),
    colours,
    markedLines,
    unit.of(" ".repeat(indentUnit)),
    indentService.of((context, pos) => indentationAfter(context.state.sliceDoc(0, pos).trimEnd())),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) setDoc({ text: update.state.doc.toString() });
      if (update.selectionSet && update.view.hasFocus && shown.peek()) chosenLine.value = update.state.doc.lineAt(update.state.selection.main.head).number;
    }),
  ];
}

function coloured(text: Text): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { kind, from, to } of tokenizePython(text.toString())) builder.add(from, to, Decoration.mark({ class: `tok-${kind}` }));
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
    bar.className = "heat-bar";
    bar.title = `${grouped(this.ran)} instructions ran in this line`;
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
