// Documents: nothing that a user typed is ever lost.
//
// A document is what a user works on: a trace of the playground, a question of the lab, a program of
// a lesson. Each has a unique id and is on a shelf (the playground has one shelf, the lab one for
// each view, the lessons one for each step), and each tab has one document of a shelf open. The tab
// keeps that in session storage, which survives a reload and a restored tab; local storage keeps it
// for every later visit, as one of its records (records.ts).

import { type Owned, type Store, Records, parseObject, randomId, readText, writeText } from "./records";

/** A document as it is kept. */
export interface Document<C> extends Owned {
  id: string;
  shelf: string;
  /** "draft" is the current document, "checkpoint" a copy that the user requested.
   * */
  kind: "draft" | "checkpoint";
  title: string;
  content: C;
}

/** What is specific to one kind of document. The stored forms stay readable for ever. */
export interface Kind<C> {
  /** The prefix of all keys in local storage. */
  prefix: string;
  /** The maximum number of documents of a shelf in local storage; the oldest
   * are dropped first. */
  most: number;
  /** The key of a document after the prefix; its id if left out. */
  key?(shelf: string, id: string): string;
  /** The key in session storage of the tab's open document of a shelf. */
  tabKey(shelf: string): string;
  /** A document in its stored form. */
  write(document: Document<C>): object;
  /** The document in a stored form, null if there is none; missing fields get defaults.
   * */
  read(found: Partial<Record<string, unknown>>): Document<C> | null;
  /** What the tab had open, as stored by earlier versions of the page. */
  earlier?(session: Store | null, shelf: string): Document<C> | null;
}

/** Local storage has room for about five million characters in all: a longer record never fits. */
const longestRecord = 4_500_000;

export class Documents<C> {
  private readonly ids = new Map<string, string>();
  private readonly records: Records<Document<C>>;

  constructor(
    private readonly kind: Kind<C>,
    private readonly session: Store | null,
    local: Store | null,
    private readonly owner: string = randomId(),
    private readonly now: () => number = Date.now,
  ) {
    this.records = new Records<Document<C>>(local, kind.prefix, owner, {
      read: (found) => kind.read(found),
      write: (document) => kind.write(document),
    });
  }

  /** The id of the document that is open in this tab. */
  current(shelf = ""): string {
    let id = this.ids.get(shelf);
    if (id === undefined) this.ids.set(shelf, (id = randomId()));
    return id;
  }

  /** What this tab had open before a reload, null in a new tab. */
  restore(shelf = ""): Document<C> | null {
    const found = parseObject(readText(this.session, this.kind.tabKey(shelf)));
    return (found && this.kind.read(found)) ?? this.kind.earlier?.(this.session, shelf) ?? null;
  }

  /**
   * Continues the restored document: from now on its record belongs to this
   * load. If another tab has taken the record since, this tab continues with a
   * new id.
   */
  adopt(document: Document<C>): void {
    if (this.records.adopt(this.keyOf(document), document.owner)) this.ids.set(document.shelf, document.id);
    else this.begin(document.shelf);
  }

  /** Starts a new document: the record of the one before stays as it is. */
  begin(shelf = ""): void {
    this.ids.set(shelf, randomId());
  }

  /**
   * Stores the open document. False if local storage refused, so that it is only in session storage. An
   * unchanged document is not `listed`: it is found where it was opened from.
   */
  save(content: C, { shelf = "", title = "", listed = true } = {}): boolean {
    if (this.takenByAnother(shelf)) this.begin(shelf);
    const document = this.make("draft", this.current(shelf), shelf, title, content);
    const text = JSON.stringify(this.kind.write(document));
    writeText(this.session, this.kind.tabKey(shelf), text);
    return !listed || this.put(document, text);
  }

  /** Stores a copy next to the open document. False if there is no room for it.
   * */
  checkpoint(content: C, title: string, shelf = ""): boolean {
    return this.put(this.make("checkpoint", randomId(), shelf, title, content));
  }

  /** Adds a document that comes from elsewhere, such as a file, as the newest of its shelf; the tab drops what it had open there. */
  add(content: C, shelf: string): void {
    this.put({ ...this.make("draft", randomId(), shelf, "", content), owner: "file" });
    this.session?.removeItem(this.kind.tabKey(shelf));
    this.ids.delete(shelf);
  }

  /** All documents of a shelf except the open one, the newest first. */
  recent(shelf = ""): Document<C>[] {
    return this.all().filter((d) => d.shelf === shelf && d.id !== this.ids.get(shelf));
  }

  /** The documents of all shelves, the newest first. */
  all(): Document<C>[] {
    return this.records.all();
  }

  find(id: string, shelf = ""): Document<C> | null {
    return this.records.find(this.keyOf({ id, shelf }));
  }

  remove(document: Pick<Document<C>, "id" | "shelf">): void {
    this.records.remove(this.keyOf(document));
  }

  /** True if the key of a storage event is the record of the open document. */
  isCurrentKey(key: string | null, shelf = ""): boolean {
    return this.records.isKey(key, this.keyOf({ shelf, id: this.current(shelf) }));
  }

  /** True if another load of the page has written the record of the open document. */
  takenByAnother(shelf = ""): boolean {
    return this.records.takenByAnother(this.keyOf({ shelf, id: this.current(shelf) }));
  }

  /** Writes a document, even one that was removed; `text` is its stored form. If necessary it makes room by dropping the oldest of its
   * shelf. */
  put(document: Document<C>, text = JSON.stringify(this.kind.write(document))): boolean {
    // Making room for something that cannot fit would drop every other document
    // for nothing.
    if (text.length > longestRecord) return false;
    const key = this.keyOf(document);
    if (!this.records.has(key)) this.prune(document, this.kind.most - 1);
    for (;;) {
      if (this.records.writeAs(key, text)) return true;
      const count = this.others(document).length;
      if (count === 0) return false;
      this.prune(document, Math.floor(count / 2));
    }
  }

  private make(kind: Document<C>["kind"], id: string, shelf: string, title: string, content: C): Document<C> {
    return { id, shelf, kind, title, content, owner: this.owner, updated: this.now() };
  }

  private keyOf({ shelf, id }: Pick<Document<C>, "id" | "shelf">): string {
    return this.kind.key?.(shelf, id) ?? id;
  }

  /** What may be dropped for a document: the others of its shelf, except the open one.
   * */
  private others({ id, shelf }: Document<C>): Document<C>[] {
    return this.recent(shelf).filter((d) => d.id !== id);
  }

  private prune(document: Document<C>, keep: number): void {
    for (const old of this.others(document).slice(keep)) this.remove(old);
  }
}
