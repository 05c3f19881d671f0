// Drafts: nothing that somebody typed is ever lost.
//
// Each open document is a draft with an id of its own. Its tab keeps it in
// session storage (which survives a reload and a restored tab), and local
// storage keeps it for every later visit, as one of its records (records.ts).

import { type Inputs, storedInputs } from "./inputs";
import { type Owned, type Store, Records, randomId, readText, writeText } from "./records";

/** A document as it is kept. */
export interface Draft extends Owned {
  id: string;
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
}

/** What of a draft is not bookkeeping. */
export type DraftContent = Omit<Draft, "id" | "owner" | "kind" | "title" | "updated">;

const prefix = "unbox:draft:1:";
const sessionKey = "unbox:tab:1";
/** How many records local storage keeps; the oldest go first. */
const most = 40;
/** Local storage has room for about five million characters in all: a longer record never fits. */
const longestRecord = 4_500_000;

export class Drafts {
  private id = randomId();
  private readonly records: Records<Draft>;

  constructor(
    private readonly session: Store | null,
    local: Store | null,
    private readonly owner: string = randomId(),
    private readonly now: () => number = Date.now,
  ) {
    this.records = new Records(local, prefix, owner, accept);
  }

  /** The id of the document that is open in this tab. */
  get current(): string {
    return this.id;
  }

  /** What this tab had open before a reload, null in a new tab. */
  restore(): Draft | null {
    return this.records.read(readText(this.session, sessionKey));
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
    writeText(this.session, sessionKey, JSON.stringify(record));
    // A document that nobody changed is found where it was opened from.
    return !content.edited || this.write(record);
  }

  /** Keeps a copy beside the open document. False if there is no room for it. */
  checkpoint(content: DraftContent): boolean {
    return this.write(this.record("checkpoint", randomId(), content));
  }

  /** All records but that of the open document, the newest first. */
  recent(): Draft[] {
    return this.records.all().map(({ record }) => record).filter((d) => d.id !== this.id);
  }

  find(id: string): Draft | null {
    return this.records.find(id);
  }

  remove(id: string): void {
    this.records.remove(id);
  }

  /** Puts a removed record back. */
  put(draft: Draft): void {
    this.write(draft);
  }

  /** True if the key of a storage event is the record of the open document. */
  isCurrentKey(key: string | null): boolean {
    return this.records.isKey(key, this.id);
  }

  /** True if another load of the page has written the record of the open document. */
  takenByAnother(): boolean {
    return this.records.takenByAnother(this.id);
  }

  /**
   * Continues the restored document: from now on its record is this load's. If
   * another tab has taken the record since, this tab goes on under a new id.
   */
  adopt(draft: Draft): void {
    if (this.records.adopt(draft.id, draft.owner)) this.id = draft.id;
    else this.begin();
  }

  private record(kind: Draft["kind"], id: string, content: DraftContent): Draft {
    return { ...content, id, owner: this.owner, kind, title: titleOf(content.text), updated: this.now() };
  }

  /** Makes room by forgetting the oldest records, if there is no other way. */
  private write(record: Draft): boolean {
    // Making room for what cannot fit would forget every other draft in vain.
    const long = record.text.length + (record.pypy?.length ?? 0) > longestRecord / 8;
    if (long && JSON.stringify(record).length > longestRecord) return false;
    if (!this.records.has(record.id)) this.prune(most - 1);
    for (;;) {
      if (this.records.write(record.id, record)) return true;
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

function accept(found: Partial<Draft>): Draft | null {
  const complete = typeof found.id === "string" && typeof found.text === "string" && Array.isArray(found.passes);
  return complete ? ({ ...found, inputs: storedInputs(found.inputs) } as Draft) : null;
}
