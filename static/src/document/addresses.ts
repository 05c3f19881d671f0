// The addresses that a tab had lately. A page's address follows its text a moment later; a
// reload that begins before that arrives with the address before, which is no link
// that somebody opened.

import { type Store, readText, writeText } from "./records";

const key = "unbox:addresses:1";
/** As many as may change while one reload is on its way. */
const most = 8;

export class Addresses {
  constructor(private readonly session: Store | null) {}

  /** Another address takes the place of this one. */
  leave(hash: string): void {
    const others = this.read().filter((other) => other !== hash);
    writeText(this.session, key, JSON.stringify([...others, hash].slice(-most)));
  }

  /** True if this tab had the address lately. */
  has(hash: string): boolean {
    return this.read().includes(hash);
  }

  private read(): string[] {
    try {
      const kept: unknown = JSON.parse(readText(this.session, key) ?? "[]");
      return Array.isArray(kept) ? kept.filter((address) => typeof address === "string") : [];
    } catch {
      return [];
    }
  }
}
