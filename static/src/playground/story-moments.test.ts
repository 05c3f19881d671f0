import assert from "node:assert/strict";
import { test } from "node:test";
import { firstExample } from "../first-example";
import { type Look, moments } from "./story-moments";
import { lastMoment } from "./story-state";

const lines = firstExample.text.split("\n");

test("the story has eight moments, three of which ask, with one right answer each", () => {
  assert.equal(moments.length, lastMoment);
  const asking = moments.flatMap((m) => (m.asks ? [m.asks] : []));
  assert.equal(asking.length, 3);
  for (const { options, question } of asking) assert.equal(options.filter((o) => o.right).length, 1, question);
});

test("rows that the story opens, and rows and names that it mentions, are the example's", () => {
  const opened = (look: Look) => look.row === 0 || /\(/.test(lines[look.row - 1]!);
  for (const { title, text, look, asks } of moments) {
    assert.ok(opened(look) && (!asks || opened(asks.look)), title);
    const told = [text, ...(asks ? [asks.question, asks.text, ...asks.options.flatMap((o) => [o.words, o.reply])] : [])].join("\n");
    for (const [, row] of told.matchAll(/[Rr]ow (\d+)/g)) assert.match(lines[Number(row) - 1]!, /^[a-z].*\(/, `${title}: row ${row}`);
    for (const [, name] of told.matchAll(/`([a-z]\d+)`/g)) assert.ok(new RegExp(`\\b${name}\\b`).test(firstExample.text), `${title}: ${name}`);
  }
});

test("what the story says of rows is what they are", () => {
  assert.equal(lines[9], "p5 = new(BoxedInteger)");
  assert.equal(lines[11], "set(p5, intval, i4)");
  assert.equal(lines[19], "guard_class(p5, BoxedInteger)");
  assert.equal(lines[21], "i7 = get(p5, intval)");
  assert.equal(lines[26], "p10 = new(BoxedInteger)");
  assert.equal(lines[28], "set(p10, intval, i9)");
  assert.equal(lines[53], "guard_true(i17)");
  assert.equal(lines[54], "jump(p15, p10)");
});
