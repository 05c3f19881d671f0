// A page is settled when nothing is under way, whatever ended in between.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Pause, begin, during, finish, showSettled } from "./settled";

/** A document, and frames that come when the test says so. */
const root = { dataset: {} as Record<string, string> };
const frames: (() => void)[] = [];
Object.assign(globalThis, {
  document: { documentElement: root },
  requestAnimationFrame: (draw: () => void) => frames.push(draw),
});

/** Draws what waits for a frame. */
function frame(t: { mock: { timers: { tick(ms: number): void } } }): void {
  for (const draw of frames.splice(0)) draw();
  t.mock.timers.tick(1);
}

test("nothing under way, and drawn: settled", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  begin("engine");
  showSettled();
  frame(t);
  assert.equal(root.dataset.settled, "no");
  begin("engine");
  finish("engine");
  frame(t);
  assert.equal(root.dataset.settled, "no", "one of two calls is left");
  finish("engine");
  assert.equal(root.dataset.settled, "no", "nothing is drawn yet");
  frame(t);
  assert.equal(root.dataset.settled, "yes");

  const pause = new Pause("typing");
  let acted = 0;
  pause.start(() => acted++, 100);
  pause.start(() => acted++, 100);
  frame(t);
  assert.equal(root.dataset.settled, "no");
  t.mock.timers.tick(100);
  frame(t);
  assert.deepEqual([acted, root.dataset.settled], [1, "yes"]);
  pause.start(() => acted++, 100);
  pause.clear();
  frame(t);
  assert.deepEqual([acted, root.dataset.settled], [1, "yes"]);

  const failing = during("server", Promise.reject(new Error("away")));
  assert.equal(root.dataset.settled, "no");
  await assert.rejects(failing);
  frame(t);
  assert.equal(root.dataset.settled, "yes");

  // Something begins before the frame in which the end of the one before is drawn.
  begin("one");
  finish("one");
  begin("other");
  frame(t);
  assert.equal(root.dataset.settled, "no");
  finish("other");
  frame(t);
});
