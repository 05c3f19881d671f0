// Names of requests. A request without a response may have been carried out: when it is repeated, even after a reload, it has the same
// name, by which the server recognizes it.

import { type Store, parseObject, randomId, readText, writeText } from "../document/records";

/** How many unanswered requests are remembered; the oldest are forgotten first. */
const most = 50;

/** A unique random name. */
export function newName(): string {
  return randomId().replace(/[^A-Za-z0-9]/g, "").slice(0, 32);
}

export class Once {
  constructor(
    private readonly store: Store | null,
    private readonly key: string,
  ) {}

  /** The name of a request: the previous one if the same request was sent without a
   * response. */
  name(what: string): string {
    const asked = this.asked();
    const name = asked[what] ?? newName();
    delete asked[what];
    this.write({ ...asked, [what]: name });
    return name;
  }

  /** A request got a response, with success or failure: the same request counts as a
   * new one from now on. */
  answered(what: string): void {
    const asked = this.asked();
    delete asked[what];
    this.write(asked);
  }

  private asked(): Record<string, string> {
    const found = parseObject<Record<string, unknown>>(readText(this.store, this.key)) ?? {};
    return Object.fromEntries(Object.entries(found).filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  }

  private write(asked: Record<string, string>): void {
    const kept = Object.entries(asked).slice(-most);
    if (kept.length === 0) this.store?.removeItem(this.key);
    else writeText(this.store, this.key, JSON.stringify(Object.fromEntries(kept)));
  }
}
