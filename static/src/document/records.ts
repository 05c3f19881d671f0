// Records in the browser's storage that several tabs write to. A record names its owner, a
// number drawn at each load of the page: a tab that finds a foreign owner in its record (it was
// duplicated, or restored twice) continues with a new record, so that two tabs never overwrite
// each other. The documents of all pages (documents.ts) are such records.

/** The part of the Storage interface that is used; tests bring their own. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The fields of all records. */
export interface Owned {
  /** Which load of the page writes this record. */
  owner: string;
  /** Milliseconds since 1970. */
  updated: number;
}

/** The form in which a record is stored. */
export interface Form<R> {
  /** The record in a stored form, with defaults; null if it is not a record. */
  read(found: Partial<Record<string, unknown>>): R | null;
  write(record: R): object;
}

export class Records<R extends Owned> {
  /** All keys begin with `prefix`. */
  constructor(
    private readonly store: Store | null,
    private readonly prefix: string,
    private readonly owner: string,
    private readonly form: Form<R>,
  ) {}

  find(key: string): R | null {
    return this.read(readText(this.store, this.prefix + key));
  }

  /** All records, the newest first. */
  all(): R[] {
    const found = keysOf(this.store, this.prefix).map((key) => this.read(readText(this.store, key)));
    return found.filter((record) => record !== null).sort((a, b) => b.updated - a.updated);
  }

  /** Writes a record in its stored form. False if there is no room, or storage is forbidden. */
  writeAs(key: string, text: string): boolean {
    return writeText(this.store, this.prefix + key, text);
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
   * Continues with a record that the same tab wrote as `before`: from now on it
   * belongs to this load. False if another tab has taken it since.
   */
  adopt(key: string, before: string): boolean {
    const record = this.find(key);
    if (record && record.owner !== before) return false;
    if (record) this.writeAs(key, JSON.stringify(this.form.write({ ...record, owner: this.owner })));
    return true;
  }

  private read(text: string | null): R | null {
    const found = parseObject(text);
    return found && this.form.read(found);
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

/** The object in a text of JSON, null if it is not one. */
export function parseObject<T = Record<string, unknown>>(text: string | null): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? (value as Partial<T>) : null;
  } catch {
    return null;
  }
}
