// Runs a WASI program in V8: node node.mjs PROGRAM.wasm [ARGUMENTS]
//
// Its clock is the processor time that this process has used, so that what else
// the machine does is not measured. WASI is the page's: with the one of Node.js 20, V8
// crashes when memory grows.
import { readFile } from "node:fs/promises";
import { writeSync } from "node:fs";
import { Fd, File, OpenFile, WASI, wasi as codes } from "../../static/node_modules/@bjorn3/browser_wasi_shim/dist/index.js";

/** A stream of this process, to which the program writes at once. */
class Stream extends Fd {
  constructor(descriptor) {
    super();
    this.descriptor = descriptor;
  }
  fd_write(data) {
    writeSync(this.descriptor, data);
    return { ret: codes.ERRNO_SUCCESS, nwritten: data.byteLength };
  }
}

const args = process.argv.slice(2);
const shim = new WASI(args, [], [new OpenFile(new File([])), new Stream(1), new Stream(2)], { debug: false });
const epoch = 1_700_000_000_000_000_000n; // any time that is not 0
const imports = {
  ...shim.wasiImport,
  clock_time_get: (_id, _precision, at) => {
    const { user, system } = process.cpuUsage();
    new DataView(instance.exports.memory.buffer).setBigUint64(at, epoch + BigInt(user + system) * 1000n, true);
    return codes.ERRNO_SUCCESS;
  },
  proc_exit: (code) => process.exit(code),
};
const module = await WebAssembly.compile(await readFile(args[0]));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
shim.start(instance);
