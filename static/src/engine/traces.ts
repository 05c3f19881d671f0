// Code of traces next to the module: modules that use its memory, made while a program runs. A table has their functions.
// wasm/codegen/browser is the module's side of it.

/** The number of functions for which the table has room at first: V8 looks at all of them for each module that imports it. */
const firstSize = 256;
/**
 * The module that calls a function of the table, and then those to which it leads, without going through JavaScript. It is
 * Dispatcher in wasm/codegen, which a test compares.
 */
const dispatcher =
  "0061736d01000000010e0260027f7f017f60037f7f7f017f020f0103656e76057461626c65017000010302010107090105656e74657200000a1f011d000340200120022000110000210041002102200041004e0d000b20000b";

/** A module of a function that only tail-calls itself: engines without tail calls do not take it. */
const tailCalling = "0061736d01000000010401600000030201000a0601040012000b";

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

/** What the module imports as `traces`. `memory` returns its memory, which is there when it runs. */
export function traces(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const table = new WebAssembly.Table({ element: "anyfunc", initial: firstSize });
  const instantiate = (bytes: Uint8Array<ArrayBuffer>, env: WebAssembly.ModuleImports) =>
    new WebAssembly.Instance(new WebAssembly.Module(bytes), { env });
  const { enter } = instantiate(bytesOf(dispatcher), { table }).exports;
  return {
    enter: enter!,
    /** 0 would be none, 2 is with tail calls: withTailCalls in wasm/codegen/browser. */
    available: () => (WebAssembly.validate(bytesOf(tailCalling)) ? 2 : 1),
    /** The module puts its function into the table itself, as number `code`. Numbers are less than MaxCodes in wasm/codegen. */
    load(at: number, size: number, code: number): number {
      try {
        while (code >= table.length) table.grow(table.length);
        instantiate(new Uint8Array(memory().buffer, at >>> 0, size) as Uint8Array<ArrayBuffer>, { table, memory: memory() });
        return 1;
      } catch {
        return 0;
      }
    },
    unload(code: number): void {
      table.set(code, null);
    },
  };
}
