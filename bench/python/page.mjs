// Runs a program as the program page does, in V8: node page.mjs WORKER.js MODULE.wasm PROGRAM.py [no-bridges] [making]
//
// WORKER.js is the page's own worker, MODULE.wasm its module. What the program prints goes to standard output; then standard error
// has the processor time in seconds that this process has used from the first slice on, with what V8 compiled meanwhile. With making,
// a line before it has the events of the time line as JSON.
import { readFile } from "node:fs/promises";
import { writeSync } from "node:fs";

const [workerFile, moduleFile, programFile, ...options] = process.argv.slice(2);
/** How long a slice shall take, in milliseconds: `sliceTime` in static/src/program/slices.ts. */
const sliceTime = 60;

let settle;
globalThis.self = { postMessage: (message) => settle(message) };
await import(workerFile);
const sent = (message) =>
  new Promise((resolve, reject) => {
    settle = (answer) => (answer.kind === "crash" || answer.kind === "unloaded" ? reject(new Error(answer.message)) : resolve(answer));
    self.onmessage({ data: message });
  });
let id = 0;
const call = async (name, request) => {
  const { bytes } = await sent({ kind: "call", id: ++id, name, request: JSON.stringify(request) });
  const answer = JSON.parse(new TextDecoder().decode(bytes));
  if (answer.error) throw new Error(JSON.stringify(answer.error));
  return answer;
};

await sent({ kind: "start", url: "", size: 0, module: await WebAssembly.compile(await readFile(moduleFile)) });
const text = await readFile(programFile, "utf8");
const seconds = () => Date.now() / 1_000;
const begun = process.cpuUsage();
let slice = 20_000;
const limits = { limit: 200_000_000_000, memory: 256, output: 16_384 };
const first = { text, jit: true, noBridges: options.includes("no-bridges"), threshold: 1_000, passes: null, run: 1, file: "program.py", seed: 1, timed: true };
let at = performance.now();
let now = await call("program", { ...first, ...limits, slice, now: seconds() });
for (;;) {
  for (const o of now.output) writeSync(o.error ? 2 : 1, o.text);
  if (!now.running) break;
  const took = performance.now() - at;
  slice = Math.round(Math.min(Math.max((slice * sliceTime) / Math.max(took, 1), slice / 4, 1_000), slice * 4, 1e9));
  at = performance.now();
  now = await call("programMore", { run: 1, slice, now: seconds() });
}
const { user, system } = process.cpuUsage(begun);
if (options.includes("making")) writeSync(2, `${JSON.stringify(now.time.events)}\n`);
writeSync(2, `${(user + system) / 1e6}\n`);
process.exit(now.code);
