// What an answer of the server, or of a proxy in front of it, is to the reader.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

test("an answer that is no success says why, also where a proxy has none of the server's words", async () => {
  const { fetchJSON, Unanswered } = await import("./server");
  const cases: [Response, string, boolean][] = [
    [Response.json({ error: "expected a ZIP file of at most 9 bytes, found 10" }, { status: 413 }), "expected a ZIP file of at most 9 bytes, found 10", false],
    [new Response("<h1>413 Request Entity Too Large</h1>", { status: 413 }), "that is longer than a proxy in front of the server lets through; who runs the server can change that", false],
    [new Response("<h1>Bad Gateway</h1>", { status: 502 }), "the server answered with status 502", true],
    [new Response('{"half'), "the server's answer was cut short", true],
  ];
  for (const [answer, words, unknown] of cases) {
    mock.method(globalThis, "fetch", () => Promise.resolve(answer));
    await assert.rejects(fetchJSON("/"), (error: Error) => error.message === words && error instanceof Unanswered === unknown);
  }
});
