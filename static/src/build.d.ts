// What the build (static/build) defines, and the kinds of files it bundles.

/** Address of the module with the functions that a first visit needs, and its size in bytes before compression. */
declare const __CORE_WASM_URL__: string;
declare const __CORE_WASM_SIZE__: number;
/** Address of the whole WebAssembly module, with its content hash. */
declare const __WASM_URL__: string;
/** Address of the lab's WebAssembly module, in which bugs can be planted into the optimizer. */
/** Its size in bytes before compression. */
declare const __WASM_SIZE__: number;
/** Address of the worker's script, with its content hash. */
declare const __WORKER_URL__: string;
/** That of the worker of the whole module. */
declare const __WHOLE_WORKER_URL__: string;
/** Address of the script that measures in a worker of its own. */
declare const __TIMER_URL__: string;
/** Address of the styles of parts that are fetched when they are first shown. */
declare const __LATE_CSS_URL__: string;
/** Address of the page of a session that was saved, without a session in it. */
declare const __SESSION_URL__: string;
/** Address of the script that draws in lessons. */
declare const __ILLUSTRATIONS_URL__: string;
/** Version of the whole program, e.g. "0.1.0". */
declare const __VERSION__: string;

/** The terms (`terms` in Go): which word is which, and their texts. */
declare const __TERM_WORDS__: Record<string, string>;
declare const __TERMS__: import("./terms/table").Term[];

declare module "*.css" {
  /** The text, where the build is told to hand it over. */
  const text: string;
  export default text;
}

declare module "*.py" {
  /** The program. */
  const text: string;
  export default text;
}
