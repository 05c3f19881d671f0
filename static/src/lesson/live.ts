// Workshops on the page of a step. The playground has its own way to them (workshop/start.ts): what both shared would be a file more for
// every first visit.

import { at } from "../site";
import { toast } from "../state";
import type { MenuItem } from "../ui/menu";
import { lessonStage } from "./stage";

const remembered = "unbox:workshop";

/** True if this server has live workshops. */
export function offersWorkshops(): boolean {
  return document.documentElement.dataset["workshops"] === "yes";
}

let styles = false;

async function load(): Promise<typeof import("../workshop/panel") | null> {
  if (!styles) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = at(__LATE_CSS_URL__);
    document.head.append(link);
    styles = true;
  }
  try {
    const panel = await import("../workshop/panel");
    panel.on(lessonStage);
    return panel;
  } catch {
    toast("The workshop could not be loaded: the server cannot be reached.");
    return null;
  }
}

/** Goes on with the workshop in which this tab took part on another page. */
export function resumeWorkshop(): void {
  if (offersWorkshops() && sessionStorage.getItem(remembered)) void load().then((panel) => panel?.resume());
}

export function workshopItems(): MenuItem[] {
  const group = "Live";
  return [
    { key: "workshop", title: "Start a workshop…", note: "Whoever joins with the code sees your program and its tests, as you type", group, run: () => void load().then((panel) => panel?.open()) },
    { key: "join", title: "Join a workshop…", note: "With the code that somebody shows", group, run: () => void load().then((panel) => panel?.join("")) },
  ];
}
