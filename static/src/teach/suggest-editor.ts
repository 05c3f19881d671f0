// The editor in which a suggestion is made. It is fetched when somebody begins one.

import { EditorView } from "@codemirror/view";
import { baseExtensions, openEditor as open } from "../editor/base";
import { python } from "../editor/python-language";

/** Makes the editor inside an element; the result ends it. */
export function openEditor(parent: HTMLElement, text: string, changed: (text: string) => void): () => void {
  const told = EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  });
  const { view, close } = open(parent, text, [baseExtensions("Your suggestion"), python, told]);
  view.focus();
  return close;
}
