// A storage in memory, for tests.

import type { Store } from "./records";

export class FakeStore implements Store {
  readonly map = new Map<string, string>();
  /** `room` is the number of characters that fit. */
  constructor(public room = Infinity) {}
  get length(): number {
    return this.map.size;
  }
  key(index: number): string | null {
    return [...this.map.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.map.get(key) ?? null;
  }
  removeItem(key: string): void {
    this.map.delete(key);
  }
  setItem(key: string, value: string): void {
    let used = value.length;
    for (const [k, v] of this.map) if (k !== key) used += v.length;
    if (used > this.room) throw new Error("QuotaExceededError");
    this.map.set(key, value);
  }
  copy(): FakeStore {
    const copy = new FakeStore(this.room);
    for (const [k, v] of this.map) copy.map.set(k, v);
    return copy;
  }
}
