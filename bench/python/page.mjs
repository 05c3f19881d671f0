// Runs a program as the program page does, in V8: node page.mjs WORKER.js MODULE.wasm PROGRAM.py [no-bridges] [making] [after FIRST.py]
//
// WORKER.js is the page's own worker, MODULE.wasm its module. What the program prints goes to standard output; then standard error
// has the processor time in seconds that this process has used from the first slice on, with what V8 compiled meanwhile. With making,
// a line before it has the events of the time line as JSON, in processor time of this thread. With after, another program runs first,
// whose output is not shown.
import { readFile } from "node:fs/promises";
import { openSync, readSync, writeSync } from "node:fs";

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
/** The clock of the module: the processor time of this thread in milliseconds, which the kernel brings up to date when it is asked for the usage. */
function useThreadTime() {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`);
  const text = Buffer.alloc(64);
  const read = () => {
    process.cpuUsage();
    return parseInt(text.toString("latin1", 0, readSync(file, text, 0, text.length, 0))) / 1e6;
  };
  const rounds = 2_000;
  for (let k = 0; k < rounds; k++) read(); // until V8 has compiled it
  const begun = read();
  for (let k = 1; k < rounds; k++) read();
  const price = (read() - begun) / rounds; // of asking, which is not the program's
  let asked = 0;
  performance.now = () => read() - ++asked * price;
}

let id = 0;
const call = async (name, request) => {
  const { bytes } = await sent({ kind: "call", id: ++id, name, request: JSON.stringify(request) });
  const answer = JSON.parse(new TextDecoder().decode(bytes));
  if (answer.error) throw new Error(JSON.stringify(answer.error));
  return answer;
};

await sent({ kind: "start", url: "", size: 0, module: await WebAssembly.compile(await readFile(moduleFile)) });
const seconds = () => Date.now() / 1_000;
if (options.includes("making")) useThreadTime();
const limits = { limit: 200_000_000_000, memory: 256, output: 16_384 };
/** Runs a program from a file, and returns its last state. */
async function runProgram(run, file, shown) {
  let slice = 20_000;
  const first = { text: await readFile(file, "utf8"), jit: true, noBridges: options.includes("no-bridges"), threshold: 1_000, passes: null, file: "program.py", seed: 1, timed: true };
  let at = performance.now();
  let now = await call("program", { ...first, ...limits, run, slice, now: seconds() });
  for (;;) {
    if (shown) for (const o of now.output) writeSync(o.error ? 2 : 1, o.text);
    if (!now.running) return now;
    const took = performance.now() - at;
    slice = Math.round(Math.min(Math.max((slice * sliceTime) / Math.max(took, 1), slice / 4, 1_000), slice * 4, 1e9));
    at = performance.now();
    now = await call("programMore", { run, slice, now: seconds() });
  }
}

await call("describe", {}); // which reads the optimizer's rules
const before = options.indexOf("after") + 1;
if (before > 0) await runProgram(1, options[before], false);
const begun = process.cpuUsage();
const now = await runProgram(2, programFile, true);
const { user, system } = process.cpuUsage(begun);
if (options.includes("making")) writeSync(2, `${JSON.stringify(now.time.events)}\n`);
writeSync(2, `${(user + system) / 1e6}\n`);
process.exit(now.code);
