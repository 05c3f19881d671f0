// What was typed in the lab is kept: in session storage for a reload of this tab,
// in local storage for every later visit, as records (records.ts). Each document has an id of its own.

import { type Owned, type Store, Records, parseObject, randomId, readText, writeText } from "../records";
import type { Docs, View } from "./docs";
import { views } from "./docs";

/** A document of one view as it is kept. */
export interface Kept<V extends View = View> extends Owned {
  id: string;
  view: V;
  title: string;
  doc: Docs[V];
  /** What else the view needs to go on, such as how far it came. */
  progress?: unknown;
}

/** What a tab had open. */
interface Session {
  view: View;
  /** The address that the tab wrote last, to tell a reload from an opened link. */
  hash: string;
  open: Partial<Record<View, Kept>>;
}

const prefix = "unbox:lab:draft:1:";
const sessionKey = "unbox:lab:tab:1";
/** How many documents of each view are kept; the oldest go first. */
export const most = 12;

export class Keeper {
  private readonly ids = {} as Record<View, string>;
  private readonly session: Session;
  private readonly records: Records<Kept>;

  constructor(
    private readonly tab: Store | null,
    local: Store | null,
    private readonly owner: string = randomId(),
    private readonly now: () => number = Date.now,
  ) {
    this.records = new Records(local, prefix, owner, accept);
    this.session = sessionOf(readText(tab, sessionKey));
    for (const view of views) this.ids[view] = this.adopted(view);
  }

  /** The view and the address of this tab before a reload; "" in a new tab. */
  get hash(): string {
    return this.session.hash;
  }
  get view(): View {
    return this.session.view;
  }

  /** What this tab had open in a view before a reload, null in a new tab. */
  restored<V extends View>(view: V): Kept<V> | null {
    return (this.session.open[view] as Kept<V> | undefined) ?? null;
  }

  /** Another document takes the place of the open one, which stays kept. */
  begin(view: View): void {
    this.ids[view] = randomId();
  }

  /** Keeps the open document of a view. False if there is no room. */
  save<V extends View>(view: V, title: string, doc: Docs[V], progress?: unknown): boolean {
    if (this.records.takenByAnother(this.ids[view])) this.begin(view);
    const record: Kept<V> = { id: this.ids[view], owner: this.owner, view, title, doc, updated: this.now() };
    if (progress !== undefined) record.progress = progress;
    this.session.open[view] = record;
    this.writeSession();
    const kept = this.records.write(record.id, record);
    this.prune(view);
    return kept;
  }

  /** Notes which view is shown, and under which address. */
  place(view: View, hash: string): void {
    this.session.view = view;
    this.session.hash = hash;
    this.writeSession();
  }

  /** The kept documents of a view but the open one, the newest first. */
  recent<V extends View>(view: V): Kept<V>[] {
    return this.all(view).filter((kept) => kept.id !== this.ids[view]);
  }

  private adopted(view: View): string {
    const kept = this.session.open[view];
    if (!kept) return randomId();
    return this.records.adopt(kept.id, kept.owner) ? kept.id : randomId();
  }

  private all<V extends View>(view: V): Kept<V>[] {
    const all = this.records.all().map(({ record }) => record);
    return all.filter((kept): kept is Kept<V> => kept.view === view);
  }

  private prune(view: View): void {
    for (const kept of this.all(view).slice(most)) this.records.remove(kept.id);
  }

  private writeSession(): void {
    writeText(this.tab, sessionKey, JSON.stringify(this.session));
  }
}

function sessionOf(text: string | null): Session {
  const found = parseObject<Session>(text);
  if (!found || !views.includes(found.view as View) || typeof found.hash !== "string") return { view: "prove", hash: "", open: {} };
  return { view: found.view as View, hash: found.hash, open: found.open ?? {} };
}

function accept(found: Partial<Kept>): Kept | null {
  const complete = typeof found.id === "string" && views.includes(found.view as View) && typeof found.doc === "object";
  return complete && found.doc !== null ? (found as Kept) : null;
}
