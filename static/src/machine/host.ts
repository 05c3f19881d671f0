// Runs the WebAssembly of a trace: the host's side of the protocol that
// wasm/codegen/doc.go describes.

import type { CodegenExit, CodegenOrigin, CodegenResponse } from "../api.gen";
import { Arena, objectWithoutClass, type Region } from "./arena";
import { Calls } from "./calls";
import { splitMix } from "./mix";

/** A trace as a module, ready to be sent to a worker. */
export interface Prepared {
  bytes: Uint8Array<ArrayBuffer>;
  region: Region;
  exits: CodegenExit[];
  /** The objects that stay in place and from which the results of calls follow. */
  origins: CodegenOrigin[];
  /** True if there are calls whose effects only the trace's original program knows. */
  imagined: boolean;
  /** How often the back edge may be taken in the requested run. */
  iterations: number;
}

/** The response of the function `codegen`, with its bytes decoded. */
export function prepared(r: CodegenResponse): Prepared {
  const { young, space, frame, consts, oldRefs, shapes, tagRef, exits, origins, iterations } = r;
  const region = { young, space, frame, consts, oldRefs, shapes, tagRef, start: fromBase64(r.region) };
  return { bytes: fromBase64(r.module), region, exits, origins, imagined: r.imagined ?? false, iterations };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** How a run ended. */
export interface Left {
  /** The exit; null if the heap was full or a length negative. */
  exit: CodegenExit | null;
  /** How often the back edge was taken. */
  iterations: number;
  effects: number;
  collections: number;
  /** The numbers among the exit's values, by name: integers as text. */
  values: Map<string, string | number>;
}

export class TraceModule {
  readonly arena: Arena;
  private readonly run: () => void;
  private readonly roots: number[][];
  private readonly calls: Calls;
  private left: CodegenExit | null = null;
  private effects = 0;

  /** Compiles and instantiates. `limit` bounds the heap, in bytes. */
  constructor(
    private readonly prepared: Prepared,
    limit?: number,
  ) {
    this.arena = limit === undefined ? new Arena(prepared.region) : new Arena(prepared.region, limit);
    this.calls = new Calls(this.arena, prepared.origins);
    this.roots = prepared.exits.map((e) => e.live.flatMap((type, slot) => (type === "ref" ? [slot] : [])));
    const env = { memory: this.arena.memory, leave: (exit: number) => this.leave(exit) };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(prepared.bytes), { env });
    this.run = instance.exports["run"] as () => void;
  }

  /** Restores the inputs, for at most this many iterations. */
  reset(iterations: number): void {
    this.arena.reset(iterations);
    this.calls.reset();
    this.left = null;
    this.effects = 0;
  }

  /** Runs from the inputs, which `reset` has put there, and returns the iterations that were done. */
  once(iterations: number): number {
    this.run();
    this.arena.settle();
    return iterations - this.arena.fuel;
  }

  /** Resets, runs, and reports everything about how the run ended. */
  outcome(iterations: number): Left {
    this.reset(iterations);
    const done = this.once(iterations);
    const exit = this.left;
    const values = new Map<string, string | number>();
    exit?.live.forEach((type, slot) => {
      if (type === "int") values.set(exit.names[slot]!, this.arena.frameInt(slot).toString());
      if (type === "float") values.set(exit.names[slot]!, this.arena.frameFloat(slot));
    });
    return { exit, iterations: done, effects: this.effects, collections: this.arena.collections, values };
  }

  /** True if the fuel ended the last run, not the trace. */
  get ranDry(): boolean {
    return this.left?.kind === "fuel";
  }

  private leave(number: number): 0 | 1 {
    const exit = this.prepared.exits[number];
    if (!exit) throw new Error(`BUG: the code left through exit ${number}`);
    switch (exit.kind) {
      case "allocate":
        return this.allocate(exit, this.roots[number]!);
      case "effect":
        return this.effect(exit, this.roots[number]!);
      case "missing":
        return 1; // no call raises an exception unless the inputs say so
    }
    this.left = exit;
    return 0;
  }

  private allocate(exit: CodegenExit, roots: number[]): 0 | 1 {
    const length = exit.lengthIn >= 0 ? this.arena.frameInt(exit.lengthIn) : BigInt(exit.length ?? 0);
    if (length < 0n || length > 2n ** 31n) return 0;
    const o = this.arena.alloc(exit.shape ?? 0, Number(length), roots);
    if (o === 0) return 0;
    if (exit.unwritten) this.arena.markUnwritten(o);
    this.arena.setResult(BigInt(o));
    return 1;
  }

  /** Records an effect. It returns what the interpreter returns (interp/call.go). */
  private effect(exit: CodegenExit, roots: number[]): 0 | 1 {
    const { call } = exit;
    if (call && this.calls.passes(call)) return 1;
    if (call?.copies && this.calls.copy(call)) return 1;
    if (call && this.calls.forced(call)) return 1;
    if (call?.seed) return this.calls.compute(exit, call, roots);
    const index = this.effects++;
    if (exit.result === "int") this.arena.setResult(unpredictable(index));
    else if (exit.result === "float") this.arena.setResult(bitsOf(Number(BigInt.asIntN(64, unpredictable(index))) / 4));
    else if (exit.result === "ref") {
      const o = this.arena.alloc(objectWithoutClass, 0, roots);
      if (o === 0) return 0;
      this.arena.setResult(BigInt(o));
    }
    return 1;
  }
}

const floats = new DataView(new ArrayBuffer(8));

function bitsOf(x: number): bigint {
  floats.setFloat64(0, x);
  return floats.getBigUint64(0);
}

/** An integer that the environment returns: mostly a small one, sometimes any.
 * */
export function unpredictable(index: number): bigint {
  const random = splitMix(BigInt(index));
  return (random & 3n) === 0n ? random : random >> 60n;
}
