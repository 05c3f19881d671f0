// Colours for the language of rewrite rules, line by line.

import { RangeSetBuilder, type Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** A coloured piece of a line: the half-open span [from, to). */
export interface RuleToken {
  kind: "comment" | "label" | "operation" | "number" | "constant" | "keyword" | "variable";
  from: number;
  to: number;
}

const pieces = /#.*|[A-Za-z_][\w-]*(?=\s*:)|[A-Za-z_]\w*(?=\s*\()|=>|[A-Za-z_]\w*|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const keyword = /^(?:if|and|or|not|as|=>)$/;

/** The tokens of a line, in order; what has no colour of its own is left out. */
export function ruleTokens(line: string): RuleToken[] {
  const tokens: RuleToken[] = [];
  for (const found of line.matchAll(pieces)) {
    const from = found.index;
    const to = from + found[0].length;
    tokens.push({ kind: kindOf(found[0], line, from, to, tokens.length === 0), from, to });
  }
  return tokens;
}

function kindOf(word: string, line: string, from: number, to: number, first: boolean): RuleToken["kind"] {
  if (word[0] === "#") return "comment";
  if (keyword.test(word)) return "keyword";
  if (first && from === 0 && /^\s*:/.test(line.slice(to))) return "label";
  if (/^\d/.test(word)) return "number";
  if (/^\s*\(/.test(line.slice(to))) return "operation";
  return /^[A-Z]/.test(word) ? "constant" : "variable";
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const range of view.visibleRanges) {
    for (let at = range.from; at <= range.to; ) {
      const line = view.state.doc.lineAt(at);
      for (const token of ruleTokens(line.text)) {
        builder.add(line.from + token.from, line.from + token.to, Decoration.mark({ class: `tok-${token.kind}` }));
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const ruleLanguage: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
