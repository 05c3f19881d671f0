// CodeMirror under a Content-Security-Policy without unsafe-inline.
//
// CodeMirror writes its styles through the package style-mod, which puts a
// <style> element into a document and so would need unsafe-inline or a nonce
// (and a nonce would make the page different for every visitor, and so neither
// cacheable nor compressed in advance). In a shadow root, style-mod uses a
// constructed style sheet instead, which the policy allows. Its set of sheets
// is a property of the root with a symbol as its key: copying it from a
// temporary shadow root to the document makes style-mod use the same kind
// there.

import { StyleModule } from "style-mod";

/** Call before the first EditorView is made. Harmless when called again. */
export function useConstructedStyleSheets(): void {
  const root = document.createElement("div").attachShadow({ mode: "open" });
  StyleModule.mount(root, new StyleModule({}));
  for (const key of Object.getOwnPropertySymbols(root)) {
    const value: unknown = Reflect.get(root, key);
    const isSet = typeof value === "object" && value !== null && "sheet" in value;
    if (isSet && !Reflect.has(document, key)) Reflect.set(document, key, value);
  }
}
