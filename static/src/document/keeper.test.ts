// Nothing that was chosen or typed waits for a pause: it is kept before anything else happens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { Documents, type Kind } from "./documents";
import { FakeStore } from "./fake-store";
import { Keeper, smallText } from "./keeper";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
Object.assign(globalThis, { window: page, document: page });

const textKind: Kind<string> = {
  prefix: "text:",
  most: 9,
  tabKey: () => "tab",
  write: ({ content, ...rest }) => ({ ...rest, text: content }),
  read: (found) => (typeof found.text === "string" ? { ...(found as never as Parameters<Kind<string>["write"]>[0]), content: found.text } : null),
};

function setUp(room = Infinity) {
  const local = new FakeStore(room);
  let now = 0;
  const documents = new Documents(textKind, new FakeStore(), local, "one", () => now++);
  const text = signal("");
  const opened = signal(0);
  const refused: string[] = [];
  const keeper = new Keeper(documents, {
    opened: () => opened.value,
    now: () => (text.value === "" ? null : { content: text.value, title: "", listed: true, size: text.value.length }),
    refused: (kept) => refused.push(kept.content),
  });
  keeper.start();
  const texts = () => [...local.map.values()].map((record) => (JSON.parse(record) as { text: string }).text);
  return { documents, text, opened, refused, texts, keeper, local };
}

const long = (start: string) => start.padEnd(smallText + 1, "x");

test("a change is kept at once, before what else it causes", () => {
  const { text, texts } = setUp();
  assert.deepEqual(texts(), []);
  text.value = "typed";
  assert.deepEqual(texts(), ["typed"]);
});

test("long texts are kept at the end of a pause, or when the page goes away", () => {
  const { text, texts } = setUp();
  text.value = long("first ");
  text.value = long("second ");
  assert.deepEqual(texts(), []);
  page.dispatchEvent(new Event("pagehide"));
  assert.deepEqual(texts().map((t) => t.slice(0, 6)), ["second"]);
});

test("what is only looked at waits, and what is typed then does not wait for it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const local = new FakeStore(Infinity);
  const documents = new Documents(textKind, new FakeStore(), local, "one", () => 0);
  const text = signal(long("first "));
  const looked = signal("o1");
  new Keeper(documents, {
    now: () => ({ content: `${text.value}${looked.value}`, title: "", listed: true, size: text.value.length, chosen: "", looked: looked.value }),
    refused: () => assert.fail("there is room"),
  }).start();
  const kept = () => [...local.map.values()].map((record) => (JSON.parse(record) as { text: string }).text.replace(/ x+/, " "));
  t.mock.timers.tick(400);
  const before = kept();
  looked.value = "o2";
  t.mock.timers.tick(400);
  assert.deepEqual(kept(), before);
  t.mock.timers.tick(1_100);
  assert.deepEqual(kept(), ["first o2"]);
  looked.value = "o3";
  text.value = long("second ");
  t.mock.timers.tick(400);
  assert.deepEqual(kept(), ["second o3"]);
});

test("what is looked at is kept when nobody looks on", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const local = new FakeStore(Infinity);
  const looked = signal("o1");
  new Keeper(new Documents(textKind, new FakeStore(), local, "one", () => 0), {
    now: () => ({ content: looked.value, title: "", listed: true, size: 2, chosen: "", looked: looked.value }),
    refused: () => assert.fail("there is room"),
  }).start();
  const kept = () => [...local.map.values()].map((record) => (JSON.parse(record) as { text: string }).text);
  for (let k = 2; k < 9; k++) {
    looked.value = `o${k}`;
    t.mock.timers.tick(1_000);
    assert.deepEqual(kept(), ["o1"]);
  }
  t.mock.timers.tick(500);
  assert.deepEqual(kept(), ["o8"]);
});

test("what is kept already is not written again when the page goes away", () => {
  const { text, texts, local } = setUp();
  text.value = "here";
  for (const [key, record] of local.map) local.map.set(key, record.replace("here", "there"));
  page.dispatchEvent(new Event("pagehide"));
  assert.deepEqual(texts(), ["there"]);
});

test("another document leaves the newest version of the one before", () => {
  const { text, opened, texts } = setUp();
  text.value = long("first ");
  text.value = long("second ");
  opened.value++;
  text.value = "other";
  assert.deepEqual(texts().map((t) => t.slice(0, 6)), ["second", "other"]);
});

test("what the browser does not keep is said once", () => {
  const { text, refused } = setUp(0);
  text.value = "one";
  text.value = "two";
  assert.deepEqual(refused, ["one"]);
});
