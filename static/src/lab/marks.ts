// What a verdict draws into an editor: a sign beside each line that a question is
// about, and the lines of the question that the reader looks at.

import { type EditorState, RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutter } from "@codemirror/view";

/** The result for a line. */
export type LineStatus = "proved" | "refuted" | "unknown";

/** Lines count from 0. */
export interface LineMarks {
  signs: ReadonlyMap<number, LineStatus>;
  /** The lines to light up. */
  linked: readonly number[];
  /** The line to bring into view, -1 for none. */
  reveal: number;
  /** The line at which the presenter points; left out for none. */
  guest?: number;
}

export const signs: Record<LineStatus, string> = { proved: "✓", refuted: "≠", unknown: "?" };

export const setLineMarks = StateEffect.define<LineMarks>();

class Sign extends GutterMarker {
  constructor(private readonly status: LineStatus) {
    super();
  }
  override toDOM(): Node {
    const sign = document.createElement("span");
    sign.className = `line-sign toned bold sign-${this.status} status-${this.status}`;
    sign.textContent = signs[this.status];
    sign.title = this.status;
    return sign;
  }
}

const markers = { proved: new Sign("proved"), refuted: new Sign("refuted"), unknown: new Sign("unknown") };
const linkedLine = Decoration.line({ class: "cm-linked" });
const guestLine = Decoration.line({ class: "cm-guest" });

interface Drawn {
  signs: RangeSet<GutterMarker>;
  lines: RangeSet<Decoration>;
}

function draw(state: EditorState, marks: LineMarks): Drawn {
  const signBuilder = new RangeSetBuilder<GutterMarker>();
  const lineBuilder = new RangeSetBuilder<Decoration>();
  const { guest = -1 } = marks;
  const lines = [...new Set([...marks.signs.keys(), ...marks.linked, guest])].sort((a, b) => a - b);
  for (const line of lines) {
    if (line < 0 || line >= state.doc.lines) continue;
    const { from } = state.doc.line(line + 1);
    const status = marks.signs.get(line);
    if (status) signBuilder.add(from, from, markers[status]);
    if (marks.linked.includes(line)) lineBuilder.add(from, from, linkedLine);
    if (line === guest) lineBuilder.add(from, from, guestLine);
  }
  return { signs: signBuilder.finish(), lines: lineBuilder.finish() };
}

const field = StateField.define<Drawn>({
  create: () => ({ signs: RangeSet.empty, lines: RangeSet.empty }),
  update(drawn, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setLineMarks)) return draw(transaction.state, effect.value);
    }
    if (!transaction.docChanged) return drawn;
    return { signs: drawn.signs.map(transaction.changes), lines: drawn.lines.map(transaction.changes) };
  },
  provide: (self) => EditorView.decorations.from(self, (drawn) => drawn.lines),
});

export const lineMarks = [
  gutter({ class: "cm-signs", markers: (view) => view.state.field(field).signs, initialSpacer: () => markers.proved }),
  field,
];
