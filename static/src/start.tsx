// Starts the page: restore what was open, start the engine, render.

import { render } from "preact";
import { beforeInPage, showBefore } from "./before";
import { startController } from "./controller";
import { App } from "./playground/app";
import { startKeys } from "./layout/keys";
import { keepStory } from "./playground/story-state";
import { startDrops } from "./log/drop";
import { startPersistence } from "./persist";
import { stages } from "./pipeline/local";
import { diff } from "./pipeline/state";
import { picture } from "./picture/state";
import { keepForOffline } from "./offline/start";
import { startSettings } from "./settings";
import { showSettled } from "./settled";
import { resumeWorkshop } from "./workshop/start";
import { at } from "./site";

startSettings();
startPersistence();
const before = beforeInPage();
if (before) showBefore(before);
startController({
  workerUrl: at(__WORKER_URL__),
  wasmUrl: at(__CORE_WASM_URL__),
  wasmSize: __CORE_WASM_SIZE__,
  timeout: 30_000,
  patience: 1_200,
});
diff.start();
picture.start();
stages.start();
startKeys();
startDrops();
const root = document.getElementById("app")!;
// In one step: what was drawn when the page was built and what takes its place look the same.
const scrolled = [...root.querySelectorAll<HTMLElement>(".sheet")].find((e) => e.offsetParent !== null)?.scrollTop ?? 0;
root.replaceChildren();
render(<App />, root);
const sheet = root.querySelector<HTMLElement>(".sheet");
if (before && sheet && scrolled > 0) sheet.scrollTop = scrolled;
delete document.documentElement.dataset["other"];
keepStory();
resumeWorkshop();
showSettled();
keepForOffline();
