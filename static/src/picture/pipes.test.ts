// Pipes end at their ports, do not share rails, and many become one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Pipe, bundled, drawPipes, maxPipes, pipeGap, railStart, railsWidth } from "./pipes";

const pipes: Pipe[] = [
  { ref: false, fromX: 100, portY: 40 },
  { ref: true, fromX: 140, portY: 70 },
];

test("each pipe ends at its port, on a rail of its own", () => {
  const markup = drawPipes({ pipes, jumpY: 400, railX: 300, portX: 500, fromLeft: true });
  assert.equal(markup.match(/<g /g)!.length, 2);
  assert.match(markup, /M500 40l-8/);
  assert.match(markup, /M500 70l-8/);
  assert.match(markup, new RegExp(`H${300 + railStart + pipeGap - 6}q`));
  assert.match(markup, /class="way-box /);
  assert.match(markup, /class="way-pipe /);
});

test("from the right the tip points to the left", () => {
  assert.match(drawPipes({ pipes, jumpY: 400, railX: 900, portX: 800, fromLeft: false }), /M800 40l8 /);
});

test("many values are one pipe, and need no more room", () => {
  const many = Array.from({ length: 30 }, () => pipes[0]!);
  assert.equal(bundled(many).length, 1);
  assert.equal(bundled(many.slice(0, maxPipes)).length, maxPipes);
  assert.equal(railsWidth(30), railsWidth(maxPipes));
  assert.equal(railsWidth(0), 0);
});
