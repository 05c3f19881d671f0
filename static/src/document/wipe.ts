// Everything that Unbox keeps in a browser is deleted, for a computer that others use, too. Other tabs
// would write what they know again: they are told, and begin anew with nothing.

import { keysOf, storage, writeText } from "./records";

/** What all keys begin with. */
const all = "unbox:";
/** Written and removed at once: other tabs hear of it. */
const wipedKey = "unbox:wiped";

/** Removes what is kept under keys that begin with a prefix. */
export function removeAll(prefix: string): void {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    const store = storage(name);
    for (const key of keysOf(store, prefix)) store?.removeItem(key);
  }
}

/** Removes everything, here and in all tabs. */
export function wipe(): void {
  writeText(storage("localStorage"), wipedKey, String(Date.now()));
  removeAll(all);
}

/** Has this page begin anew when another tab has wiped everything. */
export function heedWipes(): void {
  window.addEventListener("storage", (event) => {
    if (event.key !== wipedKey || event.newValue === null) return;
    // Last of all, when nothing of this page is left that could write.
    window.addEventListener("pagehide", () => removeAll(all));
    location.reload();
  });
}
