// The page as it is read: the answer in one sentence, the picture, one reason, and Run in one line.

import "../style/pipeline.css";
import { later } from "../ui/later";
import { Waiting } from "../pipeline/empty";
import { StaleNote } from "../pipeline/stale";
import { Impossible } from "../pipeline/summary";
import { Hero } from "../picture/hero";
import { Legend } from "../picture/legend";
import { Picture } from "../picture";
import { Margin } from "../picture/margin";
import { PictureOf } from "../picture/model";
import { picture } from "../picture/state";
import { bothIterations, faded, result, runOpen, staleReason, story } from "../state";
import { startStory, timesShown } from "./story-state";

const PictureStrip = later(() => import("../picture/strip").then((m) => m.PictureStrip), "styled");
const Iterations = later(() => import("../picture/live-iterations").then((m) => m.Iterations), "styled");
const StoryTimes = later(() => import("./story").then((m) => m.StoryTimes), "styled");
const RunPanel = later(() => import("../run").then((m) => m.RunPanel));

export function Reading() {
  const shown = result.value;
  const whole = picture.whole.value;
  const times = story.value !== null && timesShown.value;
  return (
    <main class={`reading column grow paper stale-${staleReason.value || "none"} ${faded() ? "is-stale" : ""}`} id="pane-picture" tabIndex={-1}>
      <h1 class="off-screen">Unbox: watch a tracing JIT optimize</h1>
      {!whole ? (
        <Waiting />
      ) : times ? (
        <StoryTimes />
      ) : (
        <PictureOf value={picture}>
          <Hero told={story.value !== null} tell={startStory} />
          <StaleNote />
          {shown && shown.impossible.length > 0 && <Impossible reason={shown.impossible} />}
          <div class="reading-body fades reading-1080px:flex reading-1080px:downwards grow grid">
            {bothIterations.value && whole.peeled ? <Iterations /> : <Picture aside={PictureStrip} />}
            <Margin />
          </div>
        </PictureOf>
      )}
      <section class="reading-foot isolated min-height-37px max-height-45dvh flex rigid scroll line-above desk" id="pane-run" aria-label="Run and compare">
        <RunPanel />
        {!runOpen.value && !times && (
          <PictureOf value={picture}>
            <Legend />
          </PictureOf>
        )}
      </section>
    </main>
  );
}
