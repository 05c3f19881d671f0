// What was typed in the lab is kept: in session storage for a reload of this tab,
// in local storage for every later visit. Each document has an id of its own, and a
// record names the load of the page that writes it: a tab that finds a foreign
// owner in its record (it was duplicated) goes on under a new id.

import type { Store } from "../drafts";
import type { Docs, View } from "./docs";
import { views } from "./docs";

/** A document of one view as it is kept. */
export interface Kept<V extends View = View> {
  id: string;
  owner: string;
  view: V;
  title: string;
  doc: Docs[V];
  /** What else the view needs to go on, such as how far it came. */
  progress?: unknown;
  /** Milliseconds since 1970. */
  updated: number;
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

  constructor(
    private readonly tab: Store | null,
    private readonly local: Store | null,
    private readonly owner: string = randomId(),
    private readonly now: () => number = Date.now,
  ) {
    this.session = readSession(read(tab, sessionKey));
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
    const other = this.find(this.ids[view]);
    if (other && other.owner !== this.owner) this.begin(view);
    const record: Kept<V> = { id: this.ids[view], owner: this.owner, view, title, doc, updated: this.now() };
    if (progress !== undefined) record.progress = progress;
    this.session.open[view] = record;
    this.writeSession();
    const kept = write(this.local, prefix + record.id, JSON.stringify(record));
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
    const record = this.find(kept.id);
    if (record && record.owner !== kept.owner) return randomId();
    if (record) write(this.local, prefix + kept.id, JSON.stringify({ ...record, owner: this.owner }));
    return kept.id;
  }

  private all<V extends View>(view: V): Kept<V>[] {
    const found: Kept<V>[] = [];
    for (let i = 0; i < (this.local?.length ?? 0); i++) {
      const key = this.local!.key(i);
      const kept = key?.startsWith(prefix) ? parse(read(this.local, key)) : null;
      if (kept?.view === view) found.push(kept as Kept<V>);
    }
    return found.sort((a, b) => b.updated - a.updated);
  }

  private find(id: string): Kept | null {
    return parse(read(this.local, prefix + id));
  }

  private prune(view: View): void {
    for (const kept of this.all(view).slice(most)) this.local?.removeItem(prefix + kept.id);
  }

  private writeSession(): void {
    write(this.tab, sessionKey, JSON.stringify(this.session));
  }
}

function readSession(text: string | null): Session {
  const empty: Session = { view: "prove", hash: "", open: {} };
  try {
    const found = JSON.parse(text ?? "{}") as Partial<Session>;
    if (!views.includes(found.view as View) || typeof found.hash !== "string") return empty;
    return { view: found.view as View, hash: found.hash, open: found.open ?? {} };
  } catch {
    return empty;
  }
}

function parse(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<Kept>;
    const complete = typeof kept.id === "string" && views.includes(kept.view as View) && typeof kept.doc === "object";
    return complete && kept.doc !== null ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(36).padStart(2, "0")).join("");
}

function read(store: Store | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null;
  } catch {
    return null; // storage is forbidden: the page works, but only until it is closed
  }
}

function write(store: Store | null, key: string, text: string): boolean {
  try {
    store?.setItem(key, text);
    return store !== null;
  } catch {
    return false; // full
  }
}
