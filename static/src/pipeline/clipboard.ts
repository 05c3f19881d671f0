// Writing to the clipboard, also where the page is not a secure context (a
// classroom server reached by its address) and the modern interface is absent.

import { toast } from "../state";

/** Copies a text and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  const done = await write(text);
  toast(
    done ? `Copied ${what}.` : "The browser did not allow copying; select the rows and copy them with the keyboard.",
  );
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeThroughEvent(text);
  }
}

function writeThroughEvent(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("copy", fill, true);
  try {
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", fill, true);
  }
}
