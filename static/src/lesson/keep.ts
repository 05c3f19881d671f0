// What is stored of a visitor's lessons, all of it in the browser: programs and
// progress.
//
// A program is a document (document/documents.ts) on the shelf of its step. A tab that has none open begins with the
// newest one of the step.
//
// Progress is one record for each step, to which tabs only add.

import { type Document, Documents, type Kind } from "../document/documents";
import { type Store, keysOf, parseObject, readText, writeText } from "../document/records";
import { type Verified, storedReceipt } from "./receipt";

/** What a program's record has beside its bookkeeping. */
export interface Program {
  code: string;
  /** What was run last, and what passed last; "" if nothing was. */
  lastRun: string;
  lastGreen: string;
  /** What the server signed of it or of an earlier version, left out if it signed nothing. */
  verified?: Verified;
}

/** The learner's progress in a step. */
export interface Progress {
  /** When all tests passed for the first time, in milliseconds since 1970; 0 if they never did. */
  done: number;
  /** True once changed code was run. */
  attempted: boolean;
  /** How many hints were shown. */
  hints: number;
  /** The program that passed last. */
  green: string;
}

/** Where the learner was. */
export interface Place {
  path: string;
  title: string;
}

const root = "unbox:lesson:1:";
const draftPrefix = `${root}draft:`;
const progressPrefix = `${root}progress:`;
const tabPrefix = `${root}tab:`;
/** Programs that are kept of each step; the oldest go first. */
const maxDrafts = 3;

const programKind: Kind<Program> = {
  prefix: draftPrefix,
  most: maxDrafts,
  key: (step, id) => `${step}:${id}`,
  tabKey: (step) => tabPrefix + step,
  write: ({ id, shelf, owner, updated, content }) => ({ ...content, step: shelf, id, owner, updated }),
  read(found) {
    if (typeof found.code !== "string") return null;
    const { id, step, owner, updated } = found as unknown as Document<Program> & { step: string };
    return { id, shelf: step, kind: "draft", title: "", owner, updated, content: programOf(found) };
  },
};

/** How the scopes of classes begin. */
const ownScope = "own:";

/** The scope of the lessons that lie at `base`. */
export function scopeOf(base: string): string {
  const own = /\/own\/([^/]+)\/$/.exec(base);
  return own ? `${ownScope}${own[1]!}:` : "";
}

const noProgress: Progress = { done: 0, attempted: false, hints: 0, green: "" };

export class Kept {
  readonly programs: Documents<Program>;

  constructor(
    session: Store | null,
    private readonly local: Store | null,
    owner?: string,
    now?: () => number,
    /** Keeps what belongs to the lessons of one class apart from others that call their steps the same; "" for the server's lessons. */
    private readonly scope = "",
  ) {
    this.programs = new Documents(programKind, session, local, owner, now);
  }

  /** The shelf of a step. */
  shelf(step: string): string {
    return this.scope + step;
  }

  /** The program that this tab had, else the newest one of the step; null if there is none. */
  restore(step: string): Program | null {
    const mine = this.programs.restore(this.shelf(step));
    if (mine) this.programs.adopt(mine);
    return (mine ?? this.programs.recent(this.shelf(step))[0])?.content ?? null;
  }

  progress(step: string): Progress {
    return { ...noProgress, ...parseObject<Progress>(readText(this.local, progressPrefix + this.shelf(step))) };
  }

  /** Adds to what is known of a step: what was reached stays reached. */
  advance(step: string, more: Partial<Progress>): Progress {
    const before = this.progress(step);
    const after: Progress = {
      done: before.done || more.done || 0,
      attempted: before.attempted || more.attempted === true,
      hints: Math.max(before.hints, more.hints ?? 0),
      green: more.green || before.green,
    };
    writeText(this.local, progressPrefix + this.shelf(step), JSON.stringify(after));
    return after;
  }

  /** The steps whose tests have passed, as "chapter/step". */
  doneSteps(): Set<string> {
    return new Set(this.stepsWithProgress().filter((step) => this.progress(step).done > 0));
  }

  private get placeKey(): string {
    return `${root}place${this.scope && `:${this.scope}`}`;
  }

  /** The programs of these lessons. */
  all(): Program[] {
    return this.programs.all().filter(({ shelf }) => this.stepOf(shelf) !== null).map(({ content }) => content);
  }

  private stepsWithProgress(): string[] {
    return keysOf(this.local, progressPrefix)
      .map((key) => this.stepOf(key.slice(progressPrefix.length)))
      .filter((step) => step !== null);
  }

  /** The step of a shelf; null for one of other lessons. */
  private stepOf(shelf: string): string | null {
    if (this.scope === "") return shelf.startsWith(ownScope) ? null : shelf;
    return shelf.startsWith(this.scope) ? shelf.slice(this.scope.length) : null;
  }

  get place(): Place | null {
    const place = parseObject<Place>(readText(this.local, this.placeKey));
    return typeof place?.path === "string" && typeof place.title === "string" ? (place as Place) : null;
  }

  set place(place: Place | null) {
    if (place) writeText(this.local, this.placeKey, JSON.stringify(place));
  }

  /** Everything that is kept, as the text of a file. */
  exported(): string {
    const progress: Record<string, Progress> = {};
    for (const step of this.stepsWithProgress()) {
      progress[step] = this.progress(step);
    }
    const programs: Record<string, Program> = {};
    for (const { shelf, content } of this.programs.all()) {
      const step = this.stepOf(shelf);
      if (step !== null) programs[step] ??= content;
    }
    const file: File = { kind: fileKind, version: 1, place: this.place, progress, programs };
    return JSON.stringify(file, null, 2) + "\n";
  }

  /**
   * Adds what a file holds. Programs become the newest of their steps; those that are
   * there stay. Returns how many steps the file speaks of. Fails with the reason if
   * it is not such a file.
   */
  import(text: string): number {
    const file = readFile(text);
    const steps = new Set([...Object.keys(file.progress), ...Object.keys(file.programs)]);
    for (const [step, progress] of Object.entries(file.progress)) this.advance(step, checkedProgress(progress));
    for (const [step, program] of Object.entries(file.programs)) {
      if (typeof program?.code !== "string") continue;
      this.programs.add(programOf(program), this.shelf(step));
    }
    if (file.place && isPath(file.place.path)) this.place = file.place;
    return steps.size;
  }
}

const fileKind = "unbox lessons";

interface File {
  kind: string;
  version: number;
  place: Place | null;
  progress: Record<string, Progress>;
  programs: Record<string, Program>;
}

function readFile(text: string): File {
  let file: Partial<File> | null;
  try {
    file = JSON.parse(text) as Partial<File> | null;
  } catch {
    throw new Error("expected a file that these pages have saved, found something that is not JSON");
  }
  if (file?.kind !== fileKind || !isObject(file.progress) || !isObject(file.programs)) {
    throw new Error("expected a file that these pages have saved, found another kind of file");
  }
  if (file.version !== 1) throw new Error(`expected a file of version 1, found version ${String(file.version)}`);
  return file as File;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A place comes from a file: it must not lead to another site. */
function isPath(path: unknown): boolean {
  return typeof path === "string" && /^\/(?!\/)/.test(path);
}

function checkedProgress(p: Partial<Progress> | null): Partial<Progress> {
  return {
    done: typeof p?.done === "number" ? p.done : 0,
    attempted: p?.attempted === true,
    hints: typeof p?.hints === "number" ? p.hints : 0,
    green: typeof p?.green === "string" ? p.green : "",
  };
}

function programOf(p: Partial<Program>): Program {
  const verified = storedReceipt(p.verified);
  return { code: p.code ?? "", lastRun: p.lastRun ?? "", lastGreen: p.lastGreen ?? "", ...(verified ? { verified } : {}) };
}
