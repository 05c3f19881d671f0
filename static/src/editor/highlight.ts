// Colours for the trace language. Only the lines in view are tokenized, each
// separately (no token spans two lines), so the cost does not depend on the
// length of the trace: about sixty lines.

import { Compartment, type EditorState, type Extension, Facet, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { effect } from "@preact/signals";
import type { Operation } from "../api.gen";
import { describe } from "../state";
import { guessEffect, tokenize } from "./tokens";

/** What is known about each spelling of an operation. */
export type OperationIndex = ReadonlyMap<string, Operation>;

/** The operation table, empty until the engine has sent it. */
export const operationIndex = Facet.define<OperationIndex, OperationIndex>({
  combine: (values) => values[0] ?? new Map(),
});

/** Lines longer than this stay plain: a trace's line has some hundred characters at most. */
const longestLine = 4_000;

const marks = new Map<string, Decoration>();

function mark(name: string): Decoration {
  let found = marks.get(name);
  if (!found) marks.set(name, (found = Decoration.mark({ class: name })));
  return found;
}

/** Every spelling of every operation, to its row of the table. */
function indexOperations(operations: readonly Operation[]): OperationIndex {
  const index = new Map<string, Operation>();
  for (const operation of operations) {
    for (const name of operation.names) if (!index.has(name)) index.set(name, operation);
  }
  return index;
}

/** The class of a token: its kind and, for an operation, what it does. */
function classOf(kind: string, word: string, operations: OperationIndex): string {
  if (kind !== "operation") return `tok-${kind}`;
  const effect = operations.get(word)?.effect ?? guessEffect(word);
  return effect ? `tok-operation tok-${effect}` : "tok-operation";
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { doc } = view.state;
  const operations = view.state.facet(operationIndex);
  for (const range of view.visibleRanges) {
    for (let at = range.from; at <= range.to; ) {
      const line = doc.lineAt(at);
      if (line.length <= longestLine) addLine(builder, line.from, line.text, operations);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

function addLine(to: RangeSetBuilder<Decoration>, start: number, text: string, operations: OperationIndex): void {
  for (const token of tokenize(text)) {
    if (token.kind === "text") continue;
    const name = classOf(token.kind, text.slice(token.from, token.to), operations);
    to.add(start + token.from, start + token.to, mark(name));
  }
}

const changed = (a: EditorState, b: EditorState) => a.facet(operationIndex) !== b.facet(operationIndex);

const highlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged || changed(update.startState, update.state)) {
        this.decorations = decorate(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const table = new Compartment();

/** The colours of traces. */
export const traceHighlighting: Extension = [table.of([]), highlighting];

/** Gives an editor of traces the operation table as soon as the engine has sent it; the result ends that. */
export function followOperations(view: EditorView): () => void {
  return effect(() => {
    const operations = describe.value?.operations;
    if (operations) view.dispatch({ effects: table.reconfigure(operationIndex.of(indexOperations(operations))) });
  });
}
