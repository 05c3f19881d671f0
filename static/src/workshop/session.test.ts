// What a presenter's page does when the server refuses its steps.

import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import type { Entry } from "./protocol";
import type { Stage } from "./session";

/** A socket whose server is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly readyState = 1;
  readonly sent: { kind?: string; version?: number; steps?: Entry[] }[] = [];
  onopen?: () => void;
  onmessage?: (e: { data: string }) => void;
  onclose?: () => void;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  say(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }
  /** The last steps that the page sent. */
  pushed() {
    return this.sent.findLast((m) => m.kind === "push");
  }
}

const board = { presenter: "me", owner: "me", text: "", view: null };
const welcome = (epoch: string) => ({ kind: "welcome", you: "me", epoch, version: 1, safe: 1, counter: 0, board, soft: { people: 1 } });

/** Lets the page connect again, and returns its new socket. */
async function connected(count: number): Promise<FakeSocket> {
  for (let n = 0; n < 1_000 && FakeSocket.all.length < count; n++) {
    mock.timers.tick(100);
    await new Promise((r) => setImmediate(r));
  }
  assert.equal(FakeSocket.all.length, count);
  FakeSocket.all.at(-1)!.onopen!();
  return FakeSocket.all.at(-1)!;
}

/** A presenter who has written a text, which the server had, and ends the showing of a draft. */
async function presents() {
  const { Session } = await import("./session");
  FakeSocket.all = [];
  const page = { text: "", said: [] as string[] };
  const stage: Stage = {
    page: "/", text: () => page.text, view: () => null, pointer: () => null, open: (text) => (page.text = text), follow: (text) => (page.text = text),
    show: () => {}, point: () => {}, say: (words) => page.said.push(words), presents: () => {}, truth: () => "", line: () => 0, usual: () => [],
  };
  const session = new Session("ABCDEF", "", stage);
  const socket = await connected(1);
  socket.say(welcome("first"));
  page.text = "label()";
  session.edited(page.text);
  const [change] = socket.pushed()!.steps!;
  socket.say({ kind: "steps", from: 2, steps: [{ ...change, client: `me/${(socket.sent[0] as unknown as { client: string }).client}` }] });
  session.push({ back: true });
  return { session, page, socket, change: change! };
}

const globals = ["window", "location", "WebSocket", "fetch"] as const;
const own = globals.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));

before(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const values = { window: new EventTarget(), location: { href: "http://localhost/" }, WebSocket: FakeSocket, fetch: () => Promise.reject(new Error("no server")) };
  for (const name of globals) Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: values[name] });
});

after(() => {
  mock.timers.reset();
  globals.forEach((name, k) => (own[k] ? Object.defineProperty(globalThis, name, own[k]) : Reflect.deleteProperty(globalThis, name)));
});

test("steps after a gap are repeated, with those that a server dropped when it read the workshop again", async () => {
  const { session, page, socket, change } = await presents();
  socket.say({ kind: "refused", version: 1, again: true, words: "expected step 1 of this client, found 2" });
  const next = await connected(2);
  next.say(welcome("second"));
  assert.deepEqual(next.pushed()!.steps, [change, { counter: 2, step: { back: true } }]);
  assert.equal(next.pushed()!.version, 1);
  assert.deepEqual([page.text, session.own.peek(), page.said], ["label()", false, []]);
  session.leave();
});

test("a step that may not be made is given up", async () => {
  const { session, page, socket } = await presents();
  socket.say({ kind: "refused", version: 2, words: "expected the presenter, found another member" });
  const next = await connected(2);
  next.say({ ...welcome("first"), version: 2, counter: 1, board: { ...board, text: "label()" } });
  assert.equal(next.pushed(), undefined);
  assert.deepEqual([page.text, session.own.peek(), page.said], ["label()", false, ["expected the presenter, found another member."]]);
  session.leave();
});
