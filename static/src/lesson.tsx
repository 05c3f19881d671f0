// The pages of the lessons: the server sends text that can be read; this adds
// the reader's tools, and on the page of a step what one works with.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/notices.css";
import "./style/lesson.css";
import "./style/lesson-blocks.css";
import "./style/lesson-ways.css";
import "./style/workbench.css";
import "./style/lesson-results.css";
import "./style/lesson-dialogs.css";
import "./style/editor.css";
import "./style/lesson-print.css";
import "./style/entries.css";
import "./style/language.css";
import "./style/terms.css";
import { render } from "preact";
import { inClass } from "./classroom/seat";
import { searchEntries } from "./ui/entries";
import { keepFocus } from "./ui/focus";
import { Dialogs } from "./lesson/dialogs";
import { startKeys } from "./lesson/keys";
import { linkHeadings, markDone, notePlace, offerPlace } from "./lesson/marks";
import { Tools } from "./lesson/tools";
import { Toasts } from "./layout/notices";
import { keepForOffline } from "./offline/start";
import { startSettings } from "./settings";
import { showSettled } from "./settled";
import { at } from "./site";
import { withScript } from "./ui/later";

/** An author's lessons change while they are shown: the server says when. */
function reloadOnChange(from: string): void {
  let first: string | null = null;
  new EventSource(from).onmessage = (e: MessageEvent<string>) => {
    if (first !== null && first !== e.data) location.reload();
    first = e.data;
  };
}

/** On paper nothing can be opened, so everything is open there. */
function openOnPaper(): void {
  let closed: HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>(".library:not([open])")];
    for (const part of closed) part.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const part of closed) part.open = false;
  });
}

/** Renders into an element of its own at the end of the page. */
function above(what: Parameters<typeof render>[0]): void {
  const host = document.createElement("div");
  document.body.append(host);
  render(what, host);
}

const main = document.getElementById("content")!;
const base = main.querySelector<HTMLElement>("[data-base]")?.dataset.base ?? at("/lessons/");
const live = document.documentElement.dataset.live;
if (live) reloadOnChange(live);
startSettings();
keepFocus();
openOnPaper();
render(<Tools />, document.getElementById("tools")!);
above(<Dialogs base={base} />);
above(<Toasts />);
startKeys();
linkHeadings();
markDone();
const bench = document.getElementById("workbench");
const reference = document.getElementById("language");
const upload = document.getElementById("upload");
if (bench) {
  notePlace();
  withScript("step", () => import("./lesson/step"), ({ startStep }) => startStep(bench));
} else if (reference) {
  searchEntries(reference);
} else {
  if (location.pathname !== base) notePlace();
  else offerPlace();
  if (inClass()) withScript("class", () => import("./lesson/class-bar"), ({ startClass }) => startClass(""));
  withScript("quiz", () => import("./lesson/quiz"), ({ startChoices }) => startChoices());
}
if (main.querySelector("[data-illustration], #certificate")) withScript("illustrations", () => import(at(__ILLUSTRATIONS_URL__)), () => {});
if (main.querySelector("a.term, .workbench")) withScript("terms", () => import("./lesson/terms"), ({ startTerms }) => startTerms(main));
if (upload) withScript("upload", () => import("./lesson/upload"), ({ startUpload }) => startUpload(upload));
showSettled();
keepForOffline();
