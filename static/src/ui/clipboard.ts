// Writing to the clipboard, even if the page is not a secure context: a classroom's server may be reached by its address without
// TLS, and there is no modern interface then.

/** Copies a text to the clipboard; false if the browser does not allow it. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeBySelection(text);
  }
}

/** Nothing can be selected outside an open dialog; and a view that copies its own selection must not do so now. */
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
