// What the page needs of workshops before one is opened or joined: the rest is loaded then.

import type { MenuItem } from "../ui/menu";
import { lateStyles } from "../ui/later";
import { toast } from "../ui/toasts";
import { herePath } from "../site";

/** The address for joining: /w/ and the code. */
const joining = /^\/w\/([^/]+)$/;
const remembered = "unbox:workshop";

/** True if this server has live workshops. */
function offered(): boolean {
  return document.documentElement.dataset["workshops"] === "yes";
}

async function load(): Promise<typeof import("./panel") | null> {
  try {
    const [panel, { playground }] = await Promise.all([import("./panel"), import("./stage"), lateStyles()]);
    panel.on(playground);
    return panel;
  } catch {
    toast("The workshop could not be loaded: the server cannot be reached.");
    return null;
  }
}

/** Joins the workshop of the address, or continues with the one from before a
 * reload. */
export function resumeWorkshop(): void {
  if (!offered()) return;
  const code = joining.exec(herePath())?.[1];
  if (code !== undefined) void load().then((panel) => panel?.join(decodeURIComponent(code)));
  else if (sessionStorage.getItem(remembered)) void load().then((panel) => panel?.resume());
}

export function workshopItems(): MenuItem[] {
  if (!offered()) return [];
  const group = "Live";
  return [
    { key: "workshop", title: "Start a workshop…", note: "Everybody who joins with the code sees what you do, live", group, run: () => void load().then((panel) => panel?.open()) },
    { key: "join", title: "Join a workshop…", note: "With the code that somebody shows", group, run: () => void load().then((panel) => panel?.join("")) },
  ];
}
