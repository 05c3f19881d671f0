// Drafts: nothing that somebody typed is ever lost.
//
// Each open document is a draft with an id of its own. Its tab keeps it in
// session storage (which survives a reload and a restored tab), and local
// storage keeps it for every later visit. Several tabs write to one local
// storage, so a record names its owner, a number drawn at each load of the page:
// a tab that finds a foreign owner in its record (it was duplicated, or
// restored twice) moves on to a new id instead of overwriting.

import { type Inputs, storedInputs } from "./inputs";

/** A document as it is kept. */
export interface Draft {
  id: string;
  /** Which load of the page writes this record. */
  owner: string;
  /** "draft" is the living document; "checkpoint" a copy that somebody asked for. */
  kind: "draft" | "checkpoint";
  title: string;
  text: string;
  passes: string[];
  preset: string;
  from: number;
  to: number;
  numbered: string;
  /** By name; drafts of before have them as one text. */
  inputs: Inputs;
  example: string;
  /** What PyPy made of the same trace; left out if that is not at hand. */
  pypy?: string;
  /** What the Machine panel shows, "code" or "time"; left out if another view is open. */
  machine?: string;
  /** The fragment that this document put into the address, to tell a reload from an opened link. */
  hash: string;
  /** True if the text differs from what was opened. */
  edited: boolean;
  /** Milliseconds since 1970. */
  updated: number;
}

/** What of a draft is not bookkeeping. */
export type DraftContent = Omit<Draft, "id" | "owner" | "kind" | "title" | "updated">;

/** The part of the Storage interface that is used; tests bring their own. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "unbox:draft:1:";
const sessionKey = "unbox:tab:1";
/** How many records local storage keeps; the oldest go first. */
const most = 40;
/** Local storage has room for about five million characters in all: a longer record never fits. */
const longestRecord = 4_500_000;

export class Drafts {
  private id = randomId();

  constructor(
    private readonly session: Store | null,
    private readonly local: Store | null,
    private readonly owner: string = randomId(),
    private readonly now: () => number = Date.now,
  ) {}

  /** The id of the document that is open in this tab. */
  get current(): string {
    return this.id;
  }

  /** What this tab had open before a reload, null in a new tab. */
  restore(): Draft | null {
    return parse(read(this.session, sessionKey));
  }

  /** Starts a new document: the record of the one before stays as it is. */
  begin(): void {
    this.id = randomId();
  }

  /**
   * Keeps the open document. False if local storage refused, which leaves it in
   * session storage only.
   */
  save(content: DraftContent): boolean {
    if (this.takenByAnother()) this.begin();
    const record = this.record("draft", this.id, content);
    const text = JSON.stringify(record);
    write(this.session, sessionKey, text);
    // A document that nobody changed is found where it was opened from.
    if (!content.edited) return true;
    return this.writeLocal(prefix + this.id, text);
  }

  /** Keeps a copy beside the open document. False if there is no room for it. */
  checkpoint(content: DraftContent): boolean {
    const id = randomId();
    return this.writeLocal(prefix + id, JSON.stringify(this.record("checkpoint", id, content)));
  }

  /** All records but that of the open document, the newest first. */
  recent(): Draft[] {
    return this.all().filter((d) => d.id !== this.id);
  }

  find(id: string): Draft | null {
    return parse(read(this.local, prefix + id));
  }

  remove(id: string): void {
    this.local?.removeItem(prefix + id);
  }

  /** Puts a removed record back. */
  put(draft: Draft): void {
    this.writeLocal(prefix + draft.id, JSON.stringify(draft));
  }

  /** True if the key of a storage event is the record of the open document. */
  isCurrentKey(key: string | null): boolean {
    return key === prefix + this.id;
  }

  /** True if another load of the page has written the record of the open document. */
  takenByAnother(): boolean {
    const record = this.find(this.id);
    return record !== null && record.owner !== this.owner;
  }

  /**
   * Continues the restored document: from now on its record is this load's. If
   * another tab has taken the record since, this tab goes on under a new id.
   */
  adopt(draft: Draft): void {
    const record = this.find(draft.id);
    if (record && record.owner !== draft.owner) return this.begin();
    this.id = draft.id;
    if (record) this.writeLocal(prefix + draft.id, JSON.stringify({ ...record, owner: this.owner }));
  }

  private record(kind: Draft["kind"], id: string, content: DraftContent): Draft {
    return { ...content, id, owner: this.owner, kind, title: titleOf(content.text), updated: this.now() };
  }

  private all(): Draft[] {
    const found: Draft[] = [];
    for (let i = 0; i < (this.local?.length ?? 0); i++) {
      const key = this.local!.key(i);
      const draft = key?.startsWith(prefix) ? parse(read(this.local, key)) : null;
      if (draft) found.push(draft);
    }
    return found.sort((a, b) => b.updated - a.updated);
  }

  /** Makes room by forgetting the oldest records, if there is no other way. */
  private writeLocal(key: string, text: string): boolean {
    // Making room for what cannot fit would forget every other draft in vain.
    if (!this.local || text.length > longestRecord) return false;
    if (this.local.getItem(key) === null) this.prune(most - 1);
    for (;;) {
      if (write(this.local, key, text)) return true;
      const count = this.recent().length;
      if (count === 0) return false;
      this.prune(Math.floor(count / 2));
    }
  }

  private prune(keep: number): void {
    for (const draft of this.recent().slice(keep)) this.remove(draft.id);
  }
}

/** What PyPy calls its traces says less than the place in the program that they are of. */
const pypyTitle = /^(?:Traced loop|Loop \d|bridge out of|Bridge \d)/;
/** How many lines a trace has in PyPy's words, which count marks and labels: the page counts otherwise. */
const pypyCount = /(?: : \w+)? with \d+ ops$/;
const place = /debug_merge_point\([^'"\n]*['"]([^'"~\n]+)/;

/** A short name for a text: the place in the program for PyPy's traces, else its first comment with words or first line. */
export function titleOf(text: string): string {
  const start = text.slice(0, 4000);
  const lines = start.split("\n").map((line) => line.trim());
  const comment = lines.find((line) => /^#.*[A-Za-z]{3}/.test(line))?.replace(/^#+\s*/, "");
  const ofPyPy = comment !== undefined && pypyTitle.test(comment) ? place.exec(start)?.[1] : undefined;
  const title = ofPyPy ?? comment?.replace(pypyCount, "") ?? lines.find((line) => line !== "") ?? "Empty trace";
  return title.length > 60 ? `${title.slice(0, 59)}…` : title;
}

function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(36).padStart(2, "0")).join("");
}

function read(store: Store | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function write(store: Store | null, key: string, text: string): boolean {
  try {
    store?.setItem(key, text);
    return store !== null;
  } catch {
    return false; // full, or storage is forbidden
  }
}

function parse(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as Partial<Draft>;
    const complete = typeof draft.id === "string" && typeof draft.text === "string" && Array.isArray(draft.passes);
    return complete ? ({ ...draft, inputs: storedInputs(draft.inputs) } as Draft) : null;
  } catch {
    return null;
  }
}
