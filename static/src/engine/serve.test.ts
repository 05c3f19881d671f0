// What a worker does with the module that it loads.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FromWorker } from "./protocol";
import { serve } from "./serve";

const said: FromWorker[] = [];
const worker = { onmessage: null as ((e: { data: unknown }) => void) | null, postMessage: (message: FromWorker) => said.push(message) };

/** Starts a worker whose module is the response, and returns what the compiler got. */
async function compiled(answer: Response): Promise<Response> {
  said.length = 0;
  Object.assign(globalThis, { self: worker, fetch: async () => answer });
  const got = new Promise<Response>((resolve) => {
    WebAssembly.compileStreaming = async (source) => {
      resolve(await source);
      throw new Error("no module");
    };
  });
  serve();
  worker.onmessage!({ data: { kind: "start", url: "/m.wasm", size: 400 } });
  return got;
}

test("the compiler gets the response of fetch itself, for which a browser keeps the code", async () => {
  const answer = new Response(new Uint8Array(400));
  assert.equal(await compiled(answer), answer);
});

test("the page is told how much has arrived, and never that everything has", async () => {
  const parts = [100, 1, 99, 200].map((n) => new Uint8Array(n));
  const body = new ReadableStream<Uint8Array>({
    pull: (to) => (parts.length > 0 ? to.enqueue(parts.shift()!) : to.close()),
  });
  const got = await compiled(new Response(body));
  assert.equal((await got.arrayBuffer()).byteLength, 400);
  await new Promise(setImmediate);
  const values = said.flatMap((message) => (message.kind === "progress" ? [message.value] : []));
  assert.deepEqual(values, [0.25, 0.5, 0.99]);
});

test("a line that breaks is told once, by the compiler", async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (to) => to.error(new TypeError("the line broke")) });
  await assert.rejects((await compiled(new Response(body))).arrayBuffer(), /the line broke/);
  await new Promise(setImmediate);
  assert.deepEqual(said, [{ kind: "unloaded", message: "The engine could not be loaded: no module" }]);
});
