// Runs a WASI program in V8: node node.mjs PROGRAM.wasm [ARGUMENTS]
//
// Its clock is the processor time that this process has used, so that what else
// the machine does is not measured.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: {} });
const imports = wasi.getImportObject();
const epoch = 1_700_000_000_000_000_000n; // any time that is not 0
imports.wasi_snapshot_preview1.clock_time_get = (_id, _precision, at) => {
  const { user, system } = process.cpuUsage();
  new DataView(instance.exports.memory.buffer).setBigUint64(at, epoch + BigInt(user + system) * 1000n, true);
  return 0;
};
// Node.js 20 can crash when it unwinds the stack of a program that exits.
imports.wasi_snapshot_preview1.proc_exit = (code) => process.exit(code);
const module = await WebAssembly.compile(await readFile(args[0]));
const instance = await WebAssembly.instantiate(module, imports);
wasi.start(instance);
