// What the rest of the page draws in the editor: the line that belongs to the
// row under the pointer, the chosen line, and the errors.

import { type Diagnostic as LintDiagnostic } from "@codemirror/lint";
import { type EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Diagnostic } from "../api.gen";

/** The two marked lines, 0-based, -1 for none. */
export interface MarkedLines {
  linked: number;
  chosen: number;
}

export const setMarkedLines = StateEffect.define<MarkedLines>();

const linked = Decoration.line({ class: "cm-linked" });
const chosen = Decoration.line({ class: "cm-chosen" });

function draw(state: EditorState, lines: MarkedLines): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const order: [number, Decoration][] = [];
  if (lines.linked >= 0 && lines.linked !== lines.chosen) order.push([lines.linked, linked]);
  if (lines.chosen >= 0) order.push([lines.chosen, chosen]);
  order.sort((a, b) => a[0] - b[0]);
  for (const [line, decoration] of order) {
    if (line >= state.doc.lines) continue;
    const { from } = state.doc.line(line + 1);
    builder.add(from, from, decoration);
  }
  return builder.finish();
}

export const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarkedLines)) return draw(transaction.state, effect.value);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The engine's diagnostics as CodeMirror's, clipped to the document. */
export function toLint(diagnostics: readonly Diagnostic[], length: number): LintDiagnostic[] {
  return diagnostics.map((d) => {
    const from = Math.min(d.from, length);
    const to = Math.max(from, Math.min(d.to, length));
    const severity = d.severity === "error" ? "error" : "warning";
    return { from, to, severity, message: d.message, renderMessage: () => messageWithCode(d.message) };
  });
}

/** A message with each `name` in backticks set as code. */
export function messageWithCode(message: string): HTMLElement {
  const out = document.createElement("span");
  message.split(/`([^`]*)`/).forEach((part, i) => {
    if (i % 2 === 0) return out.append(part);
    const code = document.createElement("code");
    code.textContent = part;
    out.append(code);
  });
  return out;
}
