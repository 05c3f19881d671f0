// Starts the page: restore what was open, start the engine, render.

import { hydrate, render } from "preact";
import { beforeInPage, showBefore } from "./before";
import { startController } from "./controller";
import { firstExample } from "./first-example";
import { App } from "./playground/app";
import { startKeys } from "./layout/keys";
import { keepStory } from "./playground/story-state";
import { startDrops } from "./log/drop";
import { startPersistence } from "./persist";
import { stages } from "./pipeline/local";
import { diff } from "./pipeline/state";
import { placeDrawn } from "./picture";
import { picture } from "./picture/state";
import { keepForOffline } from "./offline/start";
import { asAtFirst, startSettings } from "./settings";
import { showSettled } from "./settled";
import { exampleId, scene } from "./state";
import { resumeWorkshop } from "./workshop/start";
import { at } from "./site";

/** Lets the browser draw and react to input before the start continues: in one piece the start takes 0.4 s on a slow phone. */
function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((done) => setTimeout(done));
}

/** The rows that the build has drawn, in the form that is seen. */
function drawnRows(root: HTMLElement): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>(".sheet")].find((e) => e.offsetParent !== null);
}

/** The page is as the build has drawn it: no one has chosen anything, here or at another visit, that it would show. What is
 * taken over keeps its attributes, so that a single one that differed would stay. */
function asDrawn(): boolean {
  return picture.shown.peek() !== null && location.hash === "" && exampleId.peek() === firstExample.id && scene.peek() === "" && asAtFirst();
}

/** Takes away the forms of the picture that are for windows of other sizes. */
function keepForm(root: HTMLElement, drawn: HTMLElement): void {
  for (const form of root.querySelectorAll(".picture")) {
    if (form.contains(drawn)) form.classList.remove(...[...form.classList].filter((name) => name.startsWith("at-")));
    else form.remove();
  }
}

async function start(): Promise<void> {
  await breathe();
  startSettings();
  startPersistence();
  const before = beforeInPage();
  if (before) showBefore(before);
  await breathe();
  diff.start();
  picture.start();
  stages.start();
  startKeys();
  startDrops();
  await breathe();
  const root = document.getElementById("app")!;
  const drawn = before && drawnRows(root);
  await breathe();
  // Of this size it is drawn at once, and not of a usual one first; and where somebody has scrolled to meanwhile.
  if (drawn) placeDrawn(drawn, picture);
  if (drawn && asDrawn()) {
    keepForm(root, drawn);
    picture.isPlaced = true;
    hydrate(<App />, root);
    picture.isPlaced = false;
  } else {
    root.replaceChildren();
    render(<App />, root);
  }
  delete document.documentElement.dataset["other"];
  // Not before: what the engine has said by then would be missing in the attributes of what was taken over.
  startController({
    workerUrl: at(__WORKER_URL__),
    wasmUrl: at(__CORE_WASM_URL__),
    wasmSize: __CORE_WASM_SIZE__,
    timeout: 30_000,
    patience: 1_200,
  });
  await breathe();
  keepStory();
  resumeWorkshop();
  showSettled();
  keepForOffline();
}

void start();
