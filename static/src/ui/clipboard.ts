// Writing to the clipboard, also where the page is no secure context, since a classroom's server is reached by its address without
// TLS: there is no modern interface then.

/** Puts a text on the clipboard; false if the browser does not allow it. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeBySelection(text);
  }
}

/** Outside of a dialog that is open nothing can be selected; and a view that copies what is selected there must not do so now. */
function writeBySelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "off-screen";
  const alone = (event: ClipboardEvent) => event.stopImmediatePropagation();
  (focused?.closest("dialog") ?? document.body).append(field);
  document.addEventListener("copy", alone, true);
  try {
    field.select();
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", alone, true);
    field.remove();
    focused?.focus();
  }
}
