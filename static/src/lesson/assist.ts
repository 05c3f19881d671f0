// What helps in the lesson's editor: names to choose from, the arguments of the call that is being written, a card for the name under the pointer. All of it comes from the
// table of the language (language.ts) and from the program itself (editor/python-names.ts). Nothing is selected until the user selects it
// with the arrows, so Enter and Tab still edit the text.

import { type Completion, type CompletionContext, type CompletionResult, acceptCompletion, autocompletion, closeCompletion } from "@codemirror/autocomplete";
import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, type Tooltip, ViewPlugin, hoverTooltip, keymap, showTooltip } from "@codemirror/view";
import { during } from "../settled";
import { element, emptyCard } from "../editor/card";
import { type Call, type Name, type Names, attributes, attributesIn, bare, callAt, definitions, meaning, parameterAt, parametersOf, placeAt, typesOf, wordsIn } from "../editor/python-names";
import { type Language, language, namesOf, referenceOf } from "./language";
import { step } from "./state";

let known: Names | undefined;

/** The names of the language; without a server, none. */
async function arrived(): Promise<Names> {
  if (known) return known;
  let table: Language;
  try {
    table = await during("language", language());
  } catch {
    return { free: [], of: new Map() };
  }
  const names = namesOf(table);
  const library = step.peek()?.library ?? "";
  const given = definitions(bare(library), library).concat((step.peek()?.suite.parts ?? []).map((part) => ({ name: part.name, call: `${part.name}(…)`, of: "", doc: "A part of an earlier step.", args: [], gives: "", id: "" })));
  return (known = { free: [...given, ...names.free], of: names.of });
}

/** Words of the language that begin or join statements. */
const words = ["and", "break", "continue", "def", "elif", "else", "False", "for", "if", "in", "is", "lambda", "None", "not", "or", "pass", "raise", "return", "True", "while"];

/** Names for the word that is being written: after a dot, or from its second letter on. */
async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const text = context.state.doc.toString();
  const code = bare(text);
  const place = placeAt(text, code, context.pos);
  if (!place || (!context.explicit && place.receiver === null && context.pos - place.from < 2)) return null;
  const names = await arrived();
  const options = place.receiver === null ? free(names, code, text, context.pos) : after(place.receiver, names, code, context.pos);
  return { from: place.from, options, validFor: /^\w*$/ };
}

/** What may follow a dot. */
function after(receiver: string, names: Names, code: string, pos: number): Completion[] {
  const types = typesOf(receiver, code, names).flatMap((type) => (type === "Value" ? ["Operation", "Constant", "Virtual"] : [type]));
  const used = attributesIn(code.slice(0, pos - 1) + " " + code.slice(pos));
  const options = attributes(types, names).map((name) => option(name, used.has(name.name) ? 2 : name.args.length === 0 && name.gives === "Operation" ? 0 : 1));
  const listed = new Set(options.map((o) => o.label));
  for (const name of used) if (!listed.has(name) && (types.length === 0 || types.includes("Operation"))) options.push({ label: name, detail: "in your code" });
  return options;
}

/** What may stand by itself: names of the program first. */
function free(names: Names, code: string, text: string, pos: number): Completion[] {
  const seen = new Map<string, Completion>();
  const add = (o: Completion) => seen.has(o.label) || seen.set(o.label, o);
  for (const name of definitions(code, text)) add({ ...option(name, 3), detail: name.call.slice(name.name.length) || "in your code" });
  for (const name of names.free) add(option(name, 1));
  for (const word of words) add({ label: word });
  // The word at the cursor is no name yet.
  for (const word of wordsIn(code.slice(0, pos).replace(/\w+$/, "") + " " + code.slice(pos).replace(/^\w+/, ""))) add({ label: word, boost: 2, detail: "in your code" });
  return [...seen.values()];
}

function option(name: Name, boost: number): Completion {
  return { label: name.name, boost, detail: name.call === "" ? name.gives : name.call.slice(name.name.length), info: () => card(name), apply: name.call === "" ? name.name : applyCall };
}

/** Inserts the call with its brackets, and the cursor between them. */
function applyCall(view: EditorView, option: Completion, from: number, to: number): void {
  const has = view.state.sliceDoc(to, to + 1) === "(";
  view.dispatch({
    changes: { from, to, insert: has ? option.label : `${option.label}()` },
    selection: { anchor: from + option.label.length + 1 },
    effects: asked.of(true),
    userEvent: "input.complete",
  });
}

/** A text in which words between backticks are code. */
function prose(tag: string, className: string, text: string): HTMLElement {
  const made = element(tag, className);
  text.split("`").forEach((part, i) => made.append(i % 2 === 1 ? element("code", "", part) : part));
  return made;
}

/** The description of a name. */
function card(name: Name): HTMLElement {
  const made = emptyCard();
  const gives = name.gives === "" ? "" : ` → ${name.gives}`;
  made.append(element("code", "block text-m strong pre-wrap", (name.call || name.name) + gives));
  if (name.doc) made.append(prose("p", "op-doc", name.doc));
  if (name.of) made.append(element("p", "space-1 faint text-s", `of ${name.of}`));
  return made;
}

/** Asks for the arguments of the call at the cursor, or has them go. */
const asked = StateEffect.define<boolean>();

interface Help {
  call: Call;
  name: Name;
  tooltip: Tooltip;
}

/** The arguments of the call at the cursor: shown from its bracket or a comma on, until the cursor leaves it. */
const help = StateField.define<Help | null>({
  create: () => null,
  update(now, transaction) {
    for (const effect of transaction.effects) if (effect.is(asked)) return effect.value ? helpAt(transaction.state) : null;
    if (!transaction.docChanged && !transaction.selection) return now;
    let typed = false;
    if (transaction.isUserEvent("input.type")) transaction.changes.iterChanges((_a, _b, _c, _d, inserted) => (typed ||= /[(,]/.test(inserted.toString())));
    if (!now && !typed) return null;
    const next = helpAt(transaction.state);
    return next && (typed || next.call.open === now!.call.open) ? next : null;
  },
  provide: (field) => showTooltip.from(field, (now) => now?.tooltip ?? null),
});

function helpAt(state: EditorState): Help | null {
  if (!known) return null;
  const text = state.doc.toString();
  const code = bare(text);
  const call = callAt(code, state.selection.main.head);
  const name = call && meaning(call.name, call.receiver, code, known, text).find((n) => n.call !== "");
  if (!call || !name) return null;
  return { call, name, tooltip: { pos: call.open - call.name.length, above: true, arrow: false, create: () => ({ dom: signature(name, call) }) } };
}

/** The call with the argument that is being written set off, and what that argument means. */
function signature(name: Name, call: Call): HTMLElement {
  const made = emptyCard();
  made.classList.add("call-help");
  const line = element("code", "block text-m pre-wrap regular");
  const parameters = parametersOf(name.call);
  const now = parameterAt(parameters, call);
  line.append(`${name.name}(`);
  parameters.forEach((parameter, i) => line.append(i > 0 ? ", " : "", i === now ? element("strong", "call-now", parameter) : parameter));
  line.append(name.gives === "" ? ")" : `) → ${name.gives}`);
  made.append(line);
  const argument = name.args[now];
  if (argument) made.append(prose("p", "op-doc", `\`${argument.name}\`: ${argument.doc}`));
  else if (name.doc) made.append(prose("p", "op-doc", name.doc));
  return made;
}

/** The same in words, for screen readers. */
function inWords({ name, call }: Help): string {
  const argument = name.args[parameterAt(parametersOf(name.call), call)];
  return `${name.call}. ${argument ? `${argument.name}: ${argument.doc}` : name.doc}`.replaceAll("`", "");
}

/** Says the arguments of a call when they appear. */
const said = EditorView.updateListener.of((update) => {
  const [before, now] = [update.startState.field(help), update.state.field(help)];
  if (!now || (before && before.call.open === now.call.open && before.call.index === now.call.index)) return;
  queueMicrotask(() => update.view.dispatch({ effects: EditorView.announce.of(inWords(now)) }));
});

/** The name at an offset, with what it may mean. */
function nameAt(state: EditorState, pos: number): { from: number; to: number; name: Name } | null {
  if (!known) return null;
  const word = state.wordAt(pos);
  if (!word) return null;
  const text = state.doc.toString();
  const code = bare(text);
  const place = placeAt(text, code, word.to);
  const found = place && meaning(state.sliceDoc(word.from, word.to), place.receiver, code, known, text)[0];
  return found ? { from: word.from, to: word.to, name: found } : null;
}

const hover = hoverTooltip(
  (view, pos) => {
    const found = nameAt(view.state, pos);
    return found && (found.name.doc || found.name.call) ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: card(found.name) }) } : null;
  },
  { hoverTime: 350 },
);

/** Opens the reference where it speaks of the name at the cursor. */
function openReference(view: EditorView): boolean {
  window.open(referenceOf(nameAt(view.state, view.state.selection.main.head)?.name.id ?? ""), "unbox-language");
  return true;
}

const keys = keymap.of([
  { key: "Tab", run: acceptCompletion },
  { key: "Mod-Shift-Space", run: (view) => (void arrived().then(() => view.dispatch({ effects: asked.of(true) })), true) },
  { key: "F1", run: openReference, preventDefault: true },
  {
    // It closes what floats here and continues: Escape, then Tab leaves the editor, whatever is open.
    key: "Escape",
    run(view) {
      closeCompletion(view);
      if (view.state.field(help)) view.dispatch({ effects: asked.of(false) });
      return false;
    },
  },
]);

/** The table is fetched when someone begins to write. */
const fetching = ViewPlugin.define((view) => {
  const begin = () => void arrived();
  view.contentDOM.addEventListener("focus", begin, { once: true });
  return { destroy: () => view.contentDOM.removeEventListener("focus", begin) };
});

export const assist: Extension = [
  Prec.high(keys),
  autocompletion({ override: [complete], icons: false, selectOnOpen: false, defaultKeymap: false, interactionDelay: 0, activateOnTypingDelay: 60, tooltipClass: () => "names" }),
  help,
  said,
  hover,
  fetching,
];
