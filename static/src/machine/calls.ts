// Calls of functions that do not exist here: results that only the trace's original
// program knows are made up in the same way as by the interpreter (interp/call.go), so
// that both can be compared.

import type { CodegenArg, CodegenCall, CodegenExit, CodegenOrigin } from "../api.gen";
import { type Arena, objectWithoutClass } from "./arena";
import { splitMix } from "./mix";

/** The kinds of objects by the lowest two bits of their shapes (heap/arena/layout.go), as package heap counts them. */
const kinds = [1n, 2n, 3n];
const kindArray = 1;
const arrayOfNoType = 1;
/** Each NaN counts as this one. */
const canonicalNaN = 0x7ff8000000000000n;
/** The maximum number of remembered results: the interpreter has the same limit.
 * */
const maxRemembered = 200_000;

/** A call with its arguments, and the object that it gave. References are places in the arena's list of kept objects. */
interface Remembered {
  seed: string;
  args: { kept: number; bits: bigint }[];
  result: number;
}

export class Calls {
  private readonly origins: Map<number, bigint>;
  private remembered: Remembered[] = [];
  private byKey = new Map<string, Remembered>();
  /** The number of collections when byKey was made: keys contain addresses. */
  private collections = 0;
  /** The last call that returns what a virtual_ref stands for only read it. */
  private nothingForced = false;

  constructor(
    private readonly arena: Arena,
    origins: readonly CodegenOrigin[],
  ) {
    this.origins = new Map(origins.map((o) => [o.ref, BigInt(o.origin)]));
  }

  /** Drops everything: a new run begins. */
  reset(): void {
    this.remembered = [];
    this.byKey.clear();
    this.collections = 0;
    this.nothingForced = false;
  }

  /** Does a conditional call that is not made. False if it is to be made. */
  passes(call: CodegenCall): boolean {
    if (!call.condition) return false;
    const bits = this.bitsOf(call.condition);
    if ((bits === 0n) === !!call.ifZero) return false;
    if (call.ifZero) this.arena.setResult(bits);
    return true;
  }

  /**
   * Does a call that returns what a virtual_ref stands for, and the guard after it, where both only read. False if the
   * outside takes part.
   */
  forced(call: CodegenCall): boolean {
    if (call.asksIfForced) return this.nothingForced;
    if (!call.forces) return false;
    this.nothingForced = false;
    const { shape, token, forced } = call.forces;
    const ref = Number(this.bitsOf(call.args[1]!));
    if (this.arena.shapeAt(ref) !== shape || this.arena.referenceAt(ref, token) !== 0) return false;
    const object = this.arena.referenceAt(ref, forced);
    if (object === 0) return false;
    this.arena.setResult(BigInt(object));
    this.nothingForced = true;
    return true;
  }

  /** Gives the result that follows from the arguments; 0 if there is no room for an object. */
  compute(exit: CodegenExit, call: CodegenCall, roots: readonly number[]): 0 | 1 {
    const seed = call.seed!;
    const args = call.args.map((a) => this.bitsOf(a));
    if (exit.result === "ref") return this.object(seed, call, args, roots);
    let what = BigInt(seed);
    call.args.forEach((a, i) => (what = splitMix(what ^ this.appearance(a, args[i]!))));
    this.arena.setResult(what & 0xffn);
    return 1;
  }

  /** The same object for the same arguments. */
  private object(seed: string, call: CodegenCall, args: bigint[], roots: readonly number[]): 0 | 1 {
    if (this.arena.collections !== this.collections) this.find();
    const known = this.byKey.get(keyOf(seed, args));
    if (known) {
      this.arena.setResult(BigInt(this.arena.kept[known.result]!));
      return 1;
    }
    if (this.remembered.length >= maxRemembered) return 0;
    // Arguments are kept first, because allocating may move them.
    const kept = call.args.map((a, i) => ({ kept: a.type === "ref" ? this.arena.keep(Number(args[i])) : -1, bits: args[i]! }));
    const made = this.arena.alloc(objectWithoutClass, 0, roots);
    if (made === 0) return 0;
    this.arena.setResult(BigInt(made));
    const now: Remembered = { seed, args: kept, result: this.arena.keep(made) };
    this.remembered.push(now);
    // After a collection all keys are made again, including this one.
    if (this.arena.collections === this.collections) this.byKey.set(keyOf(seed, args), now);
    return 1;
  }

  /** Makes the keys again, with the current addresses. */
  private find(): void {
    this.byKey.clear();
    for (const r of this.remembered) {
      const args = r.args.map((a) => (a.kept < 0 ? a.bits : BigInt(this.arena.kept[a.kept]!)));
      this.byKey.set(keyOf(r.seed, args), r);
    }
    this.collections = this.arena.collections;
  }

  private bitsOf(a: CodegenArg): bigint {
    return a.slot < 0 ? BigInt(a.bits ?? "0") : BigInt.asUintN(64, this.arena.frameInt(a.slot));
  }

  /** What the interpreter uses: which input or constant an object is, or otherwise its kind. */
  private appearance(a: CodegenArg, bits: bigint): bigint {
    if (a.type === "float") return (bits & 0x7fff_ffff_ffff_ffffn) > 0x7ff0_0000_0000_0000n ? canonicalNaN : bits;
    if (a.type !== "ref" || bits === 0n) return bits;
    const origin = this.origins.get(Number(bits));
    return origin === undefined ? this.kindOf(Number(bits)) : splitMix(origin);
  }

  private kindOf(object: number): bigint {
    const shape = this.arena.shapeAt(object);
    const kind = kinds[shape & 3]! << 56n;
    const type = (shape >>> 2) - 1;
    if ((shape & 3) === 0) return kind | BigInt(type >>> 0);
    if ((shape & 3) !== kindArray) return kind;
    return kind | (BigInt((type >>> 0) & 0xff_ffff) << 32n) | BigInt(this.arena.lengthAt(object));
  }

  /** Copies items from one array to another of its type. False, with nothing done, where it is not known what that means. */
  copy(call: CodegenCall): boolean {
    const [, from, to, start, target, count] = call.args.map((a) => BigInt.asIntN(64, this.bitsOf(a)));
    const source = Number(from);
    const shape = this.arena.shapeAt(source);
    if ((shape & 3) !== kindArray || shape === arrayOfNoType || shape !== this.arena.shapeAt(Number(to))) return false;
    const has = (array: number, first: bigint) =>
      first >= 0n && count! >= 0n && first + count! <= BigInt(this.arena.lengthAt(array));
    if (!has(source, start!) || !has(Number(to), target!)) return false;
    return this.arena.copyItems(source, Number(start), Number(to), Number(target), Number(count));
  }
}

function keyOf(seed: string, args: readonly bigint[]): string {
  return `${seed} ${args.join(" ")}`;
}
