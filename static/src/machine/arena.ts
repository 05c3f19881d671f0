// The objects of a running trace, in the memory of its module: the page's copy
// of heap/arena. Objects are allocated one after the other in one of two equal
// spaces; when it is full, those that can still be reached are copied to the
// other one (Cheney's algorithm), as the protocol in wasm/codegen/doc.go
// requires.

import type { CodegenResponse, CodegenShape } from "../api.gen";

/** Offsets in the memory, in bytes; heap/arena/layout.go describes the words. */
const wordFree = 8;
const wordLimit = 12;
const wordFuel = 16;
const wordResult = 24;
const constTable = 64;
const slotSize = 8;
const headerSize = 8;

/** The shape of an object about which nothing is declared. */
export const objectWithoutClass = 0;
/** The shape of an object that has moved; its new address is in place of an array's length. */
const moved = 3;
/** The tag of a place that must not be read. */
const unwritten = 4;

const pageSize = 64 << 10;
/** The default maximum size of old and young objects together, in bytes. */
const usualLimit = 64 << 20;

/** What the arena must know about a module. */
export type Region = Pick<
  CodegenResponse,
  "young" | "space" | "frame" | "consts" | "oldRefs" | "shapes" | "tagRef"
> & {
  /** The memory from 0 to `young` at the start of a run. */
  start: Uint8Array<ArrayBuffer>;
};

export class Arena {
  readonly memory: WebAssembly.Memory;
  /** Since the last reset. */
  collections = 0;
  /** Objects that stay reachable until the next reset; their places change when they are moved. */
  readonly kept: number[] = [];
  private bytes!: Uint8Array;
  private words!: Uint32Array;
  private readonly shapes: (CodegenShape | undefined)[] = [];
  private space: number;
  private upper = false;
  /** The end of what may not be zero above `young`. */
  private dirty: number;

  constructor(
    private readonly region: Region,
    private readonly limit = usualLimit,
  ) {
    const size = region.young + 2 * region.space;
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(size / pageSize) });
    this.space = region.space;
    this.dirty = region.young;
    for (const shape of region.shapes) this.shapes[shape.shape] = shape;
    this.look();
  }

  /** Takes new views: growing a memory replaces its buffer. */
  private look(): void {
    this.bytes = new Uint8Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }

  private word(at: number): number {
    return this.words[at >> 2]!;
  }

  private setWord(at: number, value: number): void {
    this.words[at >> 2] = value;
  }

  /** Resets everything to the start of a run, with fuel for this many iterations. */
  reset(iterations: number): void {
    const { young, start } = this.region;
    if (this.upper) this.dirty = Math.max(this.dirty, young + 2 * this.space);
    this.bytes.fill(0, young, this.dirty);
    this.bytes.set(start, 0);
    this.upper = false;
    this.collections = 0;
    this.kept.length = 0;
    this.setWord(wordFree, young);
    this.setWord(wordLimit, young + this.space);
    this.setFuel(iterations);
  }

  /** Records how far the run has written; called when it has ended. */
  settle(): void {
    this.dirty = Math.max(this.region.young, this.upper ? 0 : this.free);
  }

  get free(): number {
    return this.word(wordFree);
  }

  setFuel(iterations: number): void {
    this.setWord(wordFuel, iterations >>> 0);
    this.setWord(wordFuel + 4, Math.floor(iterations / 2 ** 32));
  }

  get fuel(): number {
    return this.word(wordFuel) + this.word(wordFuel + 4) * 2 ** 32;
  }

  /** The result of an exit's request: a reference, or the bits of a number. */
  setResult(bits: bigint): void {
    this.setWord(wordResult, Number(bits & 0xffff_ffffn));
    this.setWord(wordResult + 4, Number((bits >> 32n) & 0xffff_ffffn));
  }

  /** A value in the frame. */
  frameInt(slot: number): bigint {
    return new DataView(this.memory.buffer).getBigInt64(this.region.frame + slot * slotSize, true);
  }

  frameFloat(slot: number): number {
    return new DataView(this.memory.buffer).getFloat64(this.region.frame + slot * slotSize, true);
  }

  /**
   * Allocates an object, or an array of a length, collecting if there is no room.
   * `frame` are the slots of the frame with live references. Returns 0 if the
   * heap is full.
   */
  alloc(shape: number, length: number, frame: readonly number[]): number {
    const known = this.shapes[shape];
    if (!known) throw new Error(`BUG: no shape ${shape}`);
    const size = sizeOf(known, length);
    if (size > this.limit) return 0;
    if (this.free + size > this.lo + this.space && !this.collect(size, frame)) return 0;
    const o = this.free;
    this.setWord(wordFree, o + size);
    this.setWord(o, shape);
    this.setWord(o + 4, length);
    return o;
  }

  /** Marks the items of a new array with tags as not to be read. */
  markUnwritten(o: number): void {
    const shape = this.shapeOf(o);
    if (!shape.tags) return;
    const slots = (this.word(o + 4) * shape.itemSize) / slotSize;
    const first = o + headerSize + slots * slotSize;
    this.bytes.fill(unwritten, first, first + slots);
  }

  /** Keeps an object, and returns its place in `kept`. */
  keep(o: number): number {
    return this.kept.push(o) - 1;
  }

  /** The first word of an object, and the length of an array. */
  shapeAt(o: number): number {
    return this.word(o);
  }
  lengthAt(o: number): number {
    return this.word(o + 4);
  }

  /** The reference in a field. */
  referenceAt(o: number, offset: number): number {
    return this.word(o + offset);
  }

  /**
   * Copies items between two arrays of one shape, which have them. False, with nothing
   * done, if one of them must not be read.
   */
  copyItems(from: number, start: number, to: number, target: number, count: number): boolean {
    const { itemSize, tags } = this.shapeOf(from);
    const stride = itemSize / slotSize;
    const tagOf = (o: number, i: number) => o + headerSize + this.lengthAt(o) * itemSize + i * stride;
    const items: [bigint, number][] = [];
    const view = new DataView(this.memory.buffer);
    for (let i = start; i < start + count; i++) {
      const tag = tags ? this.bytes[tagOf(from, i)]! : 0;
      if (tag === unwritten) return false;
      items.push([view.getBigUint64(from + headerSize + i * itemSize, true), tag]);
    }
    items.forEach(([bits, tag], k) => {
      view.setBigUint64(to + headerSize + (target + k) * itemSize, bits, true);
      if (tags) this.bytes[tagOf(to, target + k)] = tag;
    });
    return true;
  }

  private get lo(): number {
    return this.upper ? this.region.young + this.space : this.region.young;
  }

  /**
   * Copies what can be reached to the other space, and to larger spaces if more
   * than half of it is then taken. False if `need` bytes are not available.
   */
  collect(need: number, frame: readonly number[]): boolean {
    const { young } = this.region;
    this.copyTo(this.upper ? young : young + this.space, frame);
    this.upper = !this.upper;
    const live = this.free - this.lo;
    const fits = live + need <= this.space / 2 || this.grow(live, need, frame);
    this.setWord(wordLimit, this.lo + this.space);
    return fits;
  }

  /** Makes both spaces larger, once the live objects are in the lower one. At the limit it accepts less. */
  private grow(live: number, need: number, frame: readonly number[]): boolean {
    let size = this.space;
    while (size < 2 * (live + need) && size < this.limit) size *= 2;
    size = Math.max(Math.min(size, this.limit & ~(slotSize - 1)), this.space);
    if (live + need > size || !this.room(this.region.young + 2 * size)) return false;
    if (size > this.space && this.upper) {
      this.copyTo(this.region.young, frame);
      this.upper = false;
    }
    this.space = size;
    return true;
  }

  private room(size: number): boolean {
    const more = Math.ceil((size - this.memory.buffer.byteLength) / pageSize);
    if (more <= 0) return true;
    try {
      this.memory.grow(more);
    } catch {
      return false; // the browser has no more memory
    }
    this.look();
    return true;
  }

  private copyTo(to: number, frame: readonly number[]): void {
    const { region } = this;
    const lo = this.lo;
    const hi = this.free;
    const c = new Collector(this.bytes, this.words, this.shapes, region.tagRef, lo, hi, to);
    for (let k = 0; k < region.consts; k++) c.forwardSlot(constTable + k * slotSize);
    for (const slot of frame) c.forwardSlot(region.frame + slot * slotSize);
    this.kept.forEach((o, k) => (this.kept[k] = c.moved(o)));
    for (const o of region.oldRefs) c.scan(o);
    for (let scan = to; scan < c.free; ) {
      c.scan(scan);
      scan += c.size(scan);
    }
    this.bytes.fill(0, lo, hi);
    this.collections++;
    this.setWord(wordFree, c.free);
  }

  private shapeOf(o: number): CodegenShape {
    return this.shapes[this.word(o)]!;
  }
}

/** The size in bytes of an object, or of an array of a length. */
export function sizeOf(shape: CodegenShape, length: number): number {
  const items = length * shape.itemSize;
  const tags = shape.tags ? Math.ceil(items / slotSize / 8) * 8 : 0;
  return shape.size + items + tags;
}

/** Moves the objects from `lo` to `hi`. */
class Collector {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly words: Uint32Array,
    private readonly shapes: (CodegenShape | undefined)[],
    private readonly tagRef: number,
    private readonly lo: number,
    private readonly hi: number,
    public free: number,
  ) {}

  size(o: number): number {
    return sizeOf(this.shape(o), this.words[(o + 4) >> 2]!);
  }

  private shape(o: number): CodegenShape {
    const shape = this.shapes[this.words[o >> 2]!];
    if (!shape) throw new Error(`BUG: an object of no shape at ${o}`);
    return shape;
  }

  /** Moves the object that a slot refers to, if it is young, and changes the slot. */
  forwardSlot(at: number): void {
    const o = this.words[at >> 2]!;
    if (o >= this.lo && o < this.hi) this.words[at >> 2] = this.forward(o);
  }

  /** Where an object is now: it is moved if it is young. */
  moved(o: number): number {
    return o >= this.lo && o < this.hi ? this.forward(o) : o;
  }

  private forward(o: number): number {
    if (this.words[o >> 2] === moved) return this.words[(o + 4) >> 2]!;
    const size = this.size(o);
    const to = this.free;
    this.bytes.copyWithin(to, o, o + size);
    this.free += size;
    this.words[o >> 2] = moved;
    this.words[(o + 4) >> 2] = to;
    return to;
  }

  /** Moves what an object refers to. */
  scan(o: number): void {
    const shape = this.shape(o);
    if (shape.refs.length === 0 && shape.tagged.length === 0) return;
    const count = shape.itemSize === 0 ? 1 : this.words[(o + 4) >> 2]!;
    const tags = o + headerSize + count * shape.itemSize; // of an array
    for (let i = 0; i < count; i++) {
      const item = i * shape.itemSize;
      for (const offset of shape.refs) this.forwardSlot(o + offset + item);
      for (const offset of shape.tagged) {
        const tag = shape.itemSize === 0 ? o + offset + slotSize : tags + (offset + item - headerSize) / slotSize;
        if (this.bytes[tag] === this.tagRef) this.forwardSlot(o + offset + item);
      }
    }
  }
}
