// The addresses that a tab had recently. A page's address follows its text a moment later;
// a reload that begins before that arrives with the previous address, which is not a link
// that the user opened.

import { type Store, readText, writeText } from "./records";

const key = "unbox:addresses:1";
/** As many as may change during one reload. */
const most = 8;

export class Addresses {
  constructor(private readonly session: Store | null) {}

  /** Another address replaces this one. */
  leave(hash: string): void {
    const others = this.read().filter((other) => other !== hash);
    writeText(this.session, key, JSON.stringify([...others, hash].slice(-most)));
  }

  /** True if this tab had the address recently. */
  has(hash: string): boolean {
    return this.read().includes(hash);
  }

  /** True if the page was reloaded with an address that this tab had recently: the user did not open it again. */
  isReloaded(hash: string): boolean {
    return isReload() && this.has(hash);
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

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "reload";
}
