// Which example the text is of, along the editor's history: to undo the opening of another one brings back its name with the text.

import { invertedEffects } from "@codemirror/commands";
import { EditorState, type Extension, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import * as page from "../state";

/** The text is of this example from now on, "" for none. */
const opens = StateEffect.define<string>();

const opened = StateField.define<string>({
  create: () => page.exampleId.peek(),
  update: (id, transaction) => transaction.effects.find((e) => e.is(opens))?.value ?? id,
});

/** `ownFrom` tells whether a transaction makes the text one of the reader's own. */
export function openedExample(ownFrom: (transaction: Transaction) => boolean): Extension {
  return [
    opened,
    EditorState.transactionExtender.of((t) => {
      const id = ownFrom(t) ? "" : page.exampleId.peek();
      return t.docChanged && id !== t.startState.field(opened) ? { effects: opens.of(id) } : null;
    }),
    invertedEffects.of((t) => (t.effects.some((e) => e.is(opens)) ? [opens.of(t.startState.field(opened))] : [])),
    EditorView.updateListener.of((update) => {
      for (const t of update.transactions) {
        const back = t.isUserEvent("undo") || t.isUserEvent("redo") ? t.effects.find((e) => e.is(opens)) : undefined;
        if (back) page.exampleId.value = back.value;
      }
    }),
  ];
}
