// The state of the guided story: its moment, and the answers to its questions. Its texts and all else that it
// needs are in story.tsx, which is fetched when someone begins it.

import { batch, effect, signal } from "@preact/signals";
import { storyLeft } from "../settings";
import { story } from "../state";

/** The moments of the story, from 1 to this one. */
export const lastMoment = 8;

/** The times stand in the place of the picture, as the last moment has it. */
export const timesShown = signal(false);

/** Begins the story, or continues it where it was left. */
export function startStory(): void {
  goTo(storyLeft.peek() > 1 && storyLeft.peek() <= lastMoment ? storyLeft.peek() : 1);
}

/** Goes to a moment; an answered question there is asked again. */
export function goTo(at: number): void {
  story.value = { at: Math.max(1, Math.min(lastMoment, at)), answer: 0 };
}

/** Leaves the story; the page stays as it is. After its end, the story starts from the beginning the
 * next time. */
export function leaveStory(): void {
  const at = story.peek()?.at ?? 0;
  batch(() => {
    storyLeft.value = at === lastMoment ? 0 : at;
    timesShown.value = false;
    story.value = null;
  });
}

/** Notes the moment, so that the story continues there in another visit, too. */
export function keepStory(): void {
  effect(() => {
    if (story.value) storyLeft.value = story.value.at;
  });
}
