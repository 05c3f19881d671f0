// Records in the browser's storage that several tabs write to. A record names its owner, a
// number drawn at each load of the page: a tab that finds a foreign owner in the
// record it writes (it was duplicated, or restored twice) goes on in another record, so that
// two tabs never overwrite each other. The playground's drafts, the lab's
// documents and the lessons' programs are such records.

/** The part of the Storage interface that is used; tests bring their own. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** What all records have. */
export interface Owned {
  /** Which load of the page writes this record. */
  owner: string;
  /** Milliseconds since 1970. */
  updated: number;
}

export class Records<R extends Owned> {
  /**
   * All keys begin with `prefix`; `accept` tells whether what was found is such a record,
   * and may complete it.
   */
  constructor(
    private readonly store: Store | null,
    private readonly prefix: string,
    private readonly owner: string,
    private readonly accept: (found: Partial<R>) => R | null,
  ) {}

  find(key: string): R | null {
    return this.read(readText(this.store, this.prefix + key));
  }

  /** A record in the form in which it is stored, null if it is none. */
  read(text: string | null): R | null {
    const found = parseObject<R>(text);
    return found && this.accept(found);
  }

  /** The records whose keys begin so, with their keys, the newest first. */
  all(start = ""): { key: string; record: R }[] {
    const found: { key: string; record: R }[] = [];
    for (const key of keysOf(this.store, this.prefix + start)) {
      const record = this.read(readText(this.store, key));
      if (record) found.push({ key: key.slice(this.prefix.length), record });
    }
    return found.sort((a, b) => b.record.updated - a.record.updated);
  }

  /** False if there is no room, or storage is forbidden. */
  write(key: string, record: R): boolean {
    return writeText(this.store, this.prefix + key, JSON.stringify(record));
  }

  has(key: string): boolean {
    return readText(this.store, this.prefix + key) !== null;
  }

  remove(key: string): void {
    this.store?.removeItem(this.prefix + key);
  }

  /** True if the key of a storage event is that of a record. */
  isKey(stored: string | null, key: string): boolean {
    return stored === this.prefix + key;
  }

  /** True if another load of the page has written a record. */
  takenByAnother(key: string): boolean {
    const record = this.find(key);
    return record !== null && record.owner !== this.owner;
  }

  /**
   * Goes on with a record that the same tab wrote as `before`: from now on it is this
   * load's. False if another tab has taken it since.
   */
  adopt(key: string, before: string): boolean {
    const record = this.find(key);
    if (record && record.owner !== before) return false;
    if (record) this.write(key, { ...record, owner: this.owner });
    return true;
  }

  /** Forgets all but the newest records whose keys begin so. */
  prune(most: number, start = ""): void {
    for (const { key } of this.all(start).slice(most)) this.remove(key);
  }
}

export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(36).padStart(2, "0")).join("");
}

/** One of the browser's storages; null if it is forbidden: the page works, but only until it is closed. */
export function storage(name: "sessionStorage" | "localStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

export function keysOf(store: Store | null, prefix: string): string[] {
  const found: string[] = [];
  for (let i = 0; i < (store?.length ?? 0); i++) {
    const key = store!.key(i);
    if (key?.startsWith(prefix)) found.push(key);
  }
  return found;
}

export function readText(store: Store | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** False if it could not be written: storage is full, or forbidden. */
export function writeText(store: Store | null, key: string, text: string): boolean {
  try {
    store?.setItem(key, text);
    return store !== null;
  } catch {
    return false;
  }
}

/** The object that a text is as JSON, null if it is none. */
export function parseObject<T>(text: string | null): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? (value as Partial<T>) : null;
  } catch {
    return null;
  }
}
