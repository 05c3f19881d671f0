// Completion and hover cards: what each operation is, from the operation table,
// and what each value is, from the trace itself.

import { type Completion, type CompletionContext, type CompletionResult, autocompletion } from "@codemirror/autocomplete";
import type { EditorState, Text } from "@codemirror/state";
import { type EditorView, type Tooltip, hoverTooltip } from "@codemirror/view";
import type { Operation } from "../api.gen";
import { element, emptyCard } from "./card";
import { operationIndex } from "./highlight";

/** The number of lines around the cursor that are searched for names. */
const nearby = 2_000;

/** Explains each kind of effect in the words of the field. */
const effects: Record<string, string> = {
  pure: "pure",
  read: "reads memory",
  write: "writes memory",
  allocate: "allocates",
  guard: "guard",
  control: "control flow",
  visible: "visible from outside",
  bookkeeping: "bookkeeping",
  opaque: "opaque: may do anything",
};

/** The card for an operation, as DOM: shown on hover and next to a completion.
 * */
function operationCard(operation: Operation): HTMLElement {
  const card = emptyCard();
  card.append(element("code", "block text-m strong pre-wrap", operation.signature));
  card.append(element("p", "space-1", operation.doc));
  if (operation.example) card.append(element("code", "block space-1 soft text-s", operation.example));
  const others = operation.names.slice(1);
  const effect = effects[operation.effect] ?? operation.effect;
  const group = effect === operation.group ? effect : `${operation.group} · ${effect}`;
  card.append(element("p", "space-1 faint text-s", others.length > 0 ? `${group} · also ${others.join(", ")}` : group));
  return card;
}

/** The word at a position, with its start and end in the document. */
function wordAt(state: EditorState, pos: number): { text: string; from: number; to: number } | null {
  const line = state.doc.lineAt(pos);
  const isWord = (at: number) => /\w/.test(line.text[at] ?? "");
  let from = pos - line.from;
  let to = from;
  while (from > 0 && isWord(from - 1)) from--;
  while (isWord(to)) to++;
  if (from === to) return null;
  return { text: line.text.slice(from, to), from: line.from + from, to: line.from + to };
}

/** The number (from 1) of the line that defines a value, 0 if none is near. */
function definitionLine(doc: Text, name: string, from: number): number {
  const start = new RegExp(`^\\s*(?:\\+\\d+:\\s*)?${name}\\s*=(?!=)`);
  for (let n = from; n > 0 && from - n < nearby; n--) if (start.test(doc.line(n).text)) return n;
  return 0;
}

function valueCard(state: EditorState, name: string, pos: number): HTMLElement | null {
  if (!/^[A-Za-z_]\w*$/.test(name)) return null;
  const here = state.doc.lineAt(pos).number;
  const line = definitionLine(state.doc, name, here);
  if (line === 0 || line === here) return null;
  const card = emptyCard();
  card.append(element("code", "block text-m strong pre-wrap", state.doc.line(line).text.trim().slice(0, 200)));
  card.append(element("p", "space-1 faint text-s", `\`${name}\` is defined in line ${line}`));
  return card;
}

function hoverCard(view: EditorView, pos: number): Tooltip | null {
  const word = wordAt(view.state, pos);
  if (!word) return null;
  const operation = view.state.facet(operationIndex).get(word.text);
  const isCall = view.state.sliceDoc(word.to, word.to + 1) === "(";
  const card = operation && isCall ? operationCard(operation) : valueCard(view.state, word.text, pos);
  return card && { pos: word.from, end: word.to, above: true, create: () => ({ dom: card }) };
}

export const hoverCards = hoverTooltip(hoverCard, { hoverTime: 250 });

const operationPlace = /(?:^|=)\s*(\w*)$/;
const argumentPlace = /[([,=]\s*(\w*)$/;

/** Operations at the start of a line and after "="; names in the trace elsewhere. */
function complete(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  if (before.includes("#") || (!context.explicit && !/\w$/.test(before))) return null;
  const depth = before.split("(").length - before.split(")").length;
  const place = depth > 0 || /^\s*\[/.test(before) ? argumentPlace.exec(before) : operationPlace.exec(before);
  if (!place) return null;
  const options = depth > 0 ? names(context) : operations(context.state);
  return options.length > 0 ? { from: context.pos - place[1]!.length, options, validFor: /^\w*$/ } : null;
}

function operations(state: EditorState): Completion[] {
  const options: Completion[] = [];
  for (const [name, operation] of state.facet(operationIndex)) {
    options.push({
      label: name,
      detail: operation.signature.slice(operation.signature.indexOf("(")),
      boost: name === operation.name ? 1 : 0,
      info: () => operationCard(operation),
      apply: applyCall,
    });
  }
  return options;
}

/** Inserts the call with its parentheses, the cursor between them. */
function applyCall(view: EditorView, option: Completion, from: number, to: number): void {
  const hasParen = view.state.sliceDoc(to, to + 1) === "(";
  view.dispatch({
    changes: { from, to, insert: hasParen ? option.label : `${option.label}()` },
    selection: { anchor: from + option.label.length + 1 },
    userEvent: "input.complete",
  });
}

/** The values, classes and fields in the lines above. */
function names(context: CompletionContext): Completion[] {
  const { doc } = context.state;
  const last = doc.lineAt(context.pos).number;
  const seen = new Map<string, Completion>();
  for (let n = last; n > 0 && last - n < nearby; n--) {
    const text = doc.line(n).text.replace(/#.*/, "");
    const defined = /^\s*(\w+)\s*=\s*(.*)/.exec(text);
    if (defined && n !== last) add(seen, defined[1]!, defined[2]!);
    if (/^\s*\[/.test(text)) for (const [name] of text.matchAll(/\w+/g)) add(seen, name, "input");
    const classOrField = n === last ? null : /\((?:\w+,\s*)?([A-Za-z_]\w*)\s*(?:,[^,]*)?\)\s*$/.exec(text);
    if (classOrField && !/^[ipfr]\d+$/.test(classOrField[1]!)) add(seen, classOrField[1]!, "");
  }
  return [...seen.values()];
}

function add(to: Map<string, Completion>, label: string, detail: string): void {
  if (!to.has(label)) to.set(label, detail ? { label, detail: detail.slice(0, 60) } : { label });
}

export const completion = autocompletion({ override: [complete], icons: false, activateOnTypingDelay: 60 });
