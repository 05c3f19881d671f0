// Deletes everything that Unbox keeps in a browser, for a computer that others use, too. Other tabs
// would write their data again, so they are notified and reload without any.

import { keysOf, storage, writeText } from "./records";

/** The prefix of all keys. */
const all = "unbox:";
/** Written and removed immediately, to notify other tabs. */
const wipedKey = "unbox:wiped";

/** Removes everything whose key begins with a prefix. */
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

/** Reloads this page when another tab has wiped everything. */
export function heedWipes(): void {
  window.addEventListener("storage", (event) => {
    if (event.key !== wipedKey || event.newValue === null) return;
    // Last, when nothing in this page can write any more.
    window.addEventListener("pagehide", () => removeAll(all));
    location.reload();
  });
}
