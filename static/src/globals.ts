// What the build tells the page.

/** The version of the whole program, e.g. "0.1.0". */
export function version(): string {
  return __VERSION__ ?? "";
}

/** Bytes of the WebAssembly module before compression; a fair guess where the build does not say. */
export function wasmSize(): number {
  return typeof __WASM_SIZE__ === "number" ? __WASM_SIZE__ : 6_000_000;
}
