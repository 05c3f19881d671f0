// Names of requests. What was sent and not answered may have been done: asked again, also after a reload, it has the same name, by which
// the server knows that it was done.

import { type Store, parseObject, randomId, readText, writeText } from "../document/records";

/** How many unanswered requests are remembered; the oldest are forgotten first. */
const most = 50;

/** A name that nobody else draws. */
export function newName(): string {
  return randomId().replace(/[^A-Za-z0-9]/g, "").slice(0, 32);
}

export class Once {
  constructor(
    private readonly store: Store | null,
    private readonly key: string,
  ) {}

  /** The name of a request: that of before if the same was sent and not answered. */
  name(what: string): string {
    const asked = this.asked();
    const name = asked[what] ?? newName();
    delete asked[what];
    this.write({ ...asked, [what]: name });
    return name;
  }

  /** A request was answered, with yes or no: the same is another one from now on. */
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
