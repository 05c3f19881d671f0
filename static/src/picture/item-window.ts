// The loaded part of a long list: the items in view and some around them, with the opened folds. The
// engine has the rest.

import { type Signal, batch, signal } from "@preact/signals";
import { begin, finish } from "../settled";
import type { Result } from "../state";

/** Items requested beyond what is in view, so that they are loaded when they come into view.
 * */
const ahead = 80;
/** The number of items requested at first. */
const atFirst = 120;

/** The engine's response: `rows` are the items from `from` on, of `items`. */
interface Answer {
  items: number;
  from: number;
  rows: readonly { key: number }[];
  opened: number[];
}

export class ItemWindow<R extends Answer> {
  private of: Result | null = null;
  private range = { from: 0, to: atFirst };
  private turn = 0;
  /** What no response has brought yet: a newer request replaces an older one, and includes its items. */
  private owed: { more: object; taken: (answer: R) => void } | null = null;
  /** All that is here is to be drawn, not only what is in view. */
  readonly all = signal(false);

  /** `call` is the engine's function, and the channel on which a newer question takes the place of an older one. */
  constructor(
    private readonly call: "picture" | "loop",
    private readonly ask: (of: Result, request: object) => Promise<R | null>,
    readonly shown: Signal<R | null>,
    readonly opened: Signal<readonly number[]>,
  ) {}

  /** Turns to another result, and says whether it is of the document of the one before (`document`, if there was none): what is opened then stays so. */
  turnTo(now: Result | null, document = this.of?.document): boolean {
    this.owed = null;
    const same = document === now?.document;
    this.of = now;
    if (!same) {
      this.range = { from: 0, to: atFirst };
      this.opened.value = [];
    }
    return same;
  }

  /** The result that it is of. */
  get result(): Result | null {
    return this.of;
  }

  /**
   * Has the items in range; null if there is a newer question by then. `taken` is done in the same batch in which they are shown; if a
   * newer question of the same result is answered in place of this one, with its answer, to which `more` belongs then.
   */
  async load(more: object = {}, opened: readonly number[] = this.opened.peek(), taken?: (answer: R) => void): Promise<R | null> {
    const of = this.of;
    if (!of) return null;
    const turn = ++this.turn;
    if (taken) this.owed = { more, taken };
    begin(this.call);
    try {
      const answer = await this.ask(of, { opened, window: this.range, ...this.owed?.more, ...more });
      if (!answer || turn !== this.turn) return null;
      batch(() => {
        this.opened.value = answer.opened;
        this.range = { from: answer.from, to: answer.from + Math.max(answer.rows.length, atFirst) };
        this.shown.value = answer;
        this.owed?.taken(answer);
        this.owed = null;
      });
      return answer;
    } finally {
      finish(this.call);
    }
  }

  /** Loads the items [from, to) if they are missing. */
  want(from: number, to: number): void {
    const now = this.shown.peek();
    if (!now) return;
    const end = Math.min(to, now.items);
    if (from >= now.from && end <= now.from + now.rows.length) return;
    this.range = { from: Math.max(0, from - ahead), to: end + ahead };
    void this.load();
  }

  /** Loads the item of a row, opening the fold that it may be in. */
  async reach(key: number): Promise<void> {
    if (!this.has(key)) await this.load({ around: key });
  }

  /** Whether the item of a row is loaded. */
  has(key: number): boolean {
    return this.shown.peek()?.rows.some((r) => r.key === key) ?? false;
  }

  /** Has all items drawn, `most` at most, while `look` looks at them; null if they do not arrive. */
  async whole<T>(most: number, look: () => T): Promise<T | null> {
    const before = this.range;
    this.range = { from: 0, to: most };
    try {
      if (!(await this.load())) return null;
      this.all.value = true;
      // The frame after the next one shows them.
      for (let k = 0; k < 2; k++) await new Promise((done) => requestAnimationFrame(done));
      return look();
    } finally {
      this.all.value = false;
      this.range = before;
      await this.load();
    }
  }

  /** Has all items that are here drawn, on sheets of paper, whenever the page is printed, until the result ends it. */
  onPaper(paged: Signal<boolean> = this.all): () => void {
    const stop = new AbortController();
    for (const [event, all] of [["beforeprint", true], ["afterprint", false]] as const) {
      window.addEventListener(event, () => batch(() => (this.all.value = paged.value = all)), { signal: stop.signal });
    }
    return () => stop.abort();
  }

  /** Opens a fold, or closes it. */
  unfold(key: number): void {
    const now = this.opened.peek();
    this.range = { from: this.range.from, to: this.range.to + ahead };
    void this.load({}, now.includes(key) ? now.filter((k) => k !== key) : [...now, key]);
  }
}
