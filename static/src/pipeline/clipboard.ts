// Copying what a view shows.

import { toast } from "../ui/toasts";
import { writeClipboard } from "../ui/clipboard";

/** Copies a text and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  const done = await writeClipboard(text);
  toast(
    done ? `Copied ${what}.` : "The browser did not allow copying; select the rows and copy them with the keyboard.",
  );
}
