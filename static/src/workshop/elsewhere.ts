// Workshops on the pages other than the playground, which has its own entry (start.ts): code shared by all would be an additional file
// for every first visit.

import { at } from "../site";
import { toast } from "../ui/toasts";
import type { MenuItem } from "../ui/menu";
import type { Stage } from "./session";

const remembered = "unbox:workshop";

/** True if this server has live workshops. */
export function offersWorkshops(): boolean {
  return document.documentElement.dataset["workshops"] === "yes";
}

let styles: Promise<void> | null = null;

/** The bar appears with its styles; without them it is still better than none. */
function lateStyles(): Promise<void> {
  return (styles ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = at(__LATE_CSS_URL__);
    link.onload = link.onerror = () => done();
    document.head.append(link);
  }));
}

async function load(stage: Stage): Promise<typeof import("./panel") | null> {
  try {
    const [panel] = await Promise.all([import("./panel"), lateStyles()]);
    panel.on(stage);
    return panel;
  } catch {
    toast("The workshop could not be loaded: the server cannot be reached.");
    return null;
  }
}

/** Goes on with the workshop in which this tab took part on another page. */
export function resumeWorkshop(stage: Stage): void {
  if (offersWorkshops() && sessionStorage.getItem(remembered)) void load(stage).then((panel) => panel?.resume());
}

/** What a menu offers; `sees` says what others see of the page. None on a server without workshops. */
export function workshopItems(stage: Stage, sees: string): MenuItem[] {
  if (!offersWorkshops()) return [];
  const group = "Live";
  return [
    { key: "workshop", title: "Start a workshop…", note: `Everybody who joins with the code sees ${sees}`, group, run: () => void load(stage).then((panel) => panel?.open()) },
    { key: "join", title: "Join a workshop…", note: "With the code that somebody shows", group, run: () => void load(stage).then((panel) => panel?.join("")) },
  ];
}
