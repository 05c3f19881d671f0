// The page: header, the current view, and the foot.

import { DropNote } from "../log/drop";
import { askingForResult, openLog } from "../log/state";
import { useSignalEffect } from "@preact/signals";
import { engine, focusRequest, predicting, presenting, printRequests, reading, staged, stepping, story } from "../state";
import { fetchAhead, later } from "../ui/later";
import { Footer } from "./footer";
import { Header } from "./header";
import { Reading } from "./reading";
import { shortcutsOpen } from "../layout/keys";
import { CrashBanner, Toasts } from "../layout/notices";
import { embedOpen, printPage } from "./share";
import { Shortcuts } from "./shortcuts";
import { asked } from "../terms/words";

/** What is between header and foot: a moment, the picture, or the desk. Moments and pictures tell what is left. */
function shown(): "time" | "picture" | "desk" {
  if (predicting.value) return "desk";
  return stepping.value ? "time" : reading.value ? "picture" : "desk";
}

/** The story is running, and nothing else is open. */
const told = () => story.value !== null && !predicting.value;

function classes(): string {
  const waits = engine.value.kind === "loading" || engine.value.kind === "crashed";
  const body = shown();
  return `page flex downwards height-100dvh${body === "time" ? " is-stepping" : ""}${presenting.value ? " presenting" : ""}${reading.value && !predicting.value ? " is-reading" : ""}${told() ? " is-told" : ""}${waits ? " is-waiting" : ""}`;
}

const Desk = later(() => {
  const desk = import("./desk"); // the largest file goes first: a browser has six connections
  fetchAhead(document.documentElement.dataset["desk"]);
  return desk.then(
    (m) => m.Desk,
    (error) => {
      focusRequest.value = null; // no field to search in will come
      throw error;
    },
  );
}, "styled");
const LogDialog = later(() => import("../log/dialog").then((m) => m.LogDialog));
const ResultDialog = later(() => import("../log/result-dialog").then((m) => m.ResultDialog));
const TermCard = later(() => import("../terms/card").then((m) => m.TermCard));
const EmbedDialog = later(() => import("./embed-dialog").then((m) => m.EmbedDialog), "styled");
const Story = later(() => import("./story").then((m) => m.Story), "styled");
const Time = later(() => import("../time").then((m) => m.Time), "styled");

function Body() {
  const body = shown();
  if (body === "time") return <Time />;
  return body === "picture" ? <Reading /> : <Desk />;
}

/** The first link that a keyboard reaches skips the header. */
function SkipLink() {
  const [id, words] = { time: ["pane-time", "moment"], picture: ["pane-picture", "picture"], desk: ["pane-passes", "passes"] }[shown()] as [string, string];
  return (
    <a class="skip-link z-60 inverse corners absolute pad-y-2 pad-x-4" href={`#${id}`}>
      Skip to the {words}
    </a>
  );
}

const Stage = later(() => import("../picture/stage").then((m) => m.Stage), "styled");

export function App() {
  useSignalEffect(() => {
    if (printRequests.value > 0) printPage();
  });
  if (staged.value && !predicting.value)
    return (
      <div class={classes()}>
        <Stage />
        <Toasts />
        {shortcutsOpen.value && <Shortcuts />}
      </div>
    );
  return (
    <div class={classes()}>
      <SkipLink />
      <Header />
      <CrashBanner />
      {told() && <Story />}
      <Body />
      <Footer />
      <Toasts />
      {shortcutsOpen.value && <Shortcuts />}
      {openLog.value && <LogDialog />}
      {askingForResult.value && <ResultDialog />}
      {asked.value && <TermCard />}
      {embedOpen.value && <EmbedDialog />}
      <DropNote />
    </div>
  );
}
