// A learner's connection to the class: typing goes to the server as changes, one at a time; messages
// from the class come back. The program itself is still stored in the browser, so nothing is lost
// without a connection.

import { batch, signal } from "@preact/signals";
import { parseObject, randomId, readText, storage, writeText } from "../document/records";
import { changeBetween } from "../live/change";
import { Line } from "../live/line";
import { newName } from "../live/once";
import type { ClassFrame, DraftFrame, LearnerHears, Suggestion } from "./protocol";
import { commonVersion, dropSeat, rememberVersion, seat, takeRules, takeSeat } from "./seat";

/** The page around it: the step that is open, if one is. */
export interface Desk {
  /** "chapter/step", "" for a page without an exercise. */
  step: string;
  /** True on a page of lessons that are not the class's: nothing of it is
   * reported. */
  apart(): boolean;
  code(): string;
  /** True while the program is the step's starter. */
  untouched(): boolean;
  replace(text: string): void;
  /** Another device has written something else. */
  differs(text: string): void;
}

/** A run of the tests, as it is reported to the class. */
export interface Tried {
  step: string;
  status: string;
  test: string;
  words: string;
  passed: number;
  total: number;
  hints: number;
}

/** An answer to a question of the course, as it is reported to the class. */
export interface Answered {
  /** "chapter/step#id" */
  question: string;
  /** The page on which it was answered, below the course. */
  place: string;
  right: boolean;
  answer: string;
}

/** What becomes of a suggestion, as it is told to the class. */
export interface Settled {
  step: string;
  suggestion: number;
  how: "accepted" | "declined";
}

/** What is told until it is acknowledged, by its name; what has no kind is a run. */
type Telling = ((Tried & { kind?: "tried" }) | (Answered & { kind: "answered" }) | (Settled & { kind: "settled" })) & { run: string };

/** The minimum interval between reports of runs, in milliseconds; one that passes is
 * reported immediately. */
const triedPace = 3_000;
/** The time in milliseconds after which the page says that the server cannot store something. */
const patience = 3_000;
/** The maximum number of runs that wait to be reported: more than anyone makes in a lesson. */
const mostTelling = 500;

const runsKey = "unbox:class:1:runs";

/** The runs and answers of this seat that earlier pages could not report. */
function keptRuns(): Telling[] {
  const found = parseObject<{ word: unknown; runs: unknown }>(readText(storage("sessionStorage"), runsKey));
  if (!found || found.word !== seat.peek()?.word || !Array.isArray(found.runs)) return [];
  return found.runs.filter((r): r is Telling => typeof (r as { run?: unknown })?.run === "string" && typeof ((r as { step?: unknown }).step ?? (r as { question?: unknown }).question) === "string").slice(0, mostTelling);
}

export class Learner {
  readonly info = signal<ClassFrame | null>(null);
  readonly line = signal<"connecting" | "open" | "lost">("connecting");
  /** True while the server does not have everything that was typed. */
  readonly waiting = signal(false);
  /** The server has not stored anything for long: it cannot do so at the moment. */
  readonly stuck = signal(false);
  /** The reason why the seat is gone, once it is. */
  readonly over = signal("");
  /** The suggestions that wait in the step. */
  readonly suggestions = signal<readonly Suggestion[]>([]);

  /** The draft was asked for over this connection. */
  private asked = false;
  private readonly client = randomId().replace(/[^A-Za-z0-9]/g, "").slice(0, 32) || "c";
  private readonly connection: Line<LearnerHears>;
  /** The draft as the server has it; null before it was received. */
  private base: { text: string; version: number } | null = null;
  private sent: { text: string; version: number } | null = null;
  /** What this page and the server last had in common, in which seat; null before they had anything. */
  private common: { text: string; version: number; seat: string } | null = null;
  /** The text that was on its way when the connection was lost: it may have arrived. */
  private onItsWay: string | null = null;
  /** This page has got the draft of this step before. */
  private spoke = false;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private triedTimer: ReturnType<typeof setTimeout> | undefined;
  /** The last run, until it is reported. */
  private tried: Tried | null = null;
  /** The name that it will have. */
  private nextRun = newName();
  /** Runs that are not acknowledged; the first one is on its way. They survive a reload. */
  private readonly telling: Telling[] = keptRuns();

  constructor(private readonly desk: Desk) {
    this.connection = new Line<LearnerHears>("/class", {
      hello: () => ({ word: seat.peek()?.word ?? "", client: this.client }),
      heard: (message) => {
        if (message.kind === "turned away") this.turnedAway(message.status, message.words);
        else batch(() => this.heard(message));
      },
      lost: () => {
        this.line.value = "lost";
        this.onItsWay = this.sent?.text ?? this.onItsWay;
        this.base = this.sent = null;
        this.hurry(false);
      },
    });
  }

  close(): void {
    this.connection.close();
    clearTimeout(this.triedTimer);
    clearTimeout(this.patience);
  }

  /** The runs that the class does not have, for the next page of this tab; the newest one may not have been
   * reported. */
  private keep(): void {
    const all = this.tried ? [...this.telling, { ...this.tried, run: this.nextRun }] : this.telling;
    if (all.length === 0) storage("sessionStorage")?.removeItem(runsKey);
    else writeText(storage("sessionStorage"), runsKey, JSON.stringify({ word: seat.peek()?.word, runs: all }));
  }

  /** The step that is reported to the class, "" for none. */
  private get step(): string {
    return this.desk.apart() ? "" : this.desk.step;
  }

  /** The program has changed. */
  edited(): void {
    this.flush();
  }

  /** The tests have run. */
  ran(tried: Tried): void {
    if (this.desk.apart()) return;
    this.tried = tried;
    this.keep();
    if (tried.status === "pass") {
      clearTimeout(this.triedTimer);
      this.tell();
    } else this.triedTimer ??= setTimeout(() => this.tell(), triedPace);
  }

  /** A question was answered. */
  answered(answer: Answered): void {
    this.tellSoon({ kind: "answered", ...answer, run: newName() });
  }

  /** A suggestion for the step was accepted or declined. */
  settle(suggestion: number, how: Settled["how"]): void {
    this.tellSoon({ kind: "settled", step: this.desk.step, suggestion, how, run: newName() });
    this.suggested(this.suggestions.peek());
  }

  /** Suggestions wait; what was answered here does not, whether the class knows that already or not. */
  private suggested(all: readonly Suggestion[]): void {
    this.suggestions.value = all.filter((s) => !this.telling.some((t) => t.kind === "settled" && t.step === this.desk.step && t.suggestion === s.id));
  }

  private tellSoon(what: Telling): void {
    if (this.telling.length >= mostTelling || this.desk.apart()) return;
    this.telling.push(what);
    this.keep();
    if (this.telling.length === 1) this.tellFirst();
  }

  /** Reports the last run. It is kept until the class has it, and repeated over the next connection: this one may be dead without our
   * knowing. */
  private tell(): void {
    this.triedTimer = undefined;
    if (!this.tried) return;
    const idle = this.telling.length === 0;
    if (this.telling.length < mostTelling) this.telling.push({ ...this.tried, run: this.nextRun });
    this.nextRun = newName();
    this.tried = null;
    this.keep();
    if (idle) this.tellFirst();
  }

  /** One at a time: the class remembers the names of the newest runs only. */
  private tellFirst(): void {
    const first = this.telling[0];
    if (first && this.line.peek() === "open") this.connection.send({ kind: "tried", ...first });
  }

  private told(run: string): void {
    if (this.telling[0]?.run !== run) return;
    this.telling.shift();
    this.keep();
    this.tellFirst();
  }

  private turnedAway(status: number, words: string): void {
    if (status === 403) this.finish(words);
    else this.connection.again();
  }

  /** Ends the connection for good; the first reason is the one that is shown.
   * */
  leave(words: string): void {
    this.over.value ||= words;
    this.close();
  }

  private finish(words: string): void {
    this.leave(words);
    if (!/blocked/.test(words)) dropSeat();
  }

  private heard(message: LearnerHears): void {
    switch (message.kind) {
      case "entered":
        this.line.value = "open";
        this.asked = false; // once it is known what lessons the class does
        return;
      case "class":
        this.news(message);
        return this.begin();
      case "draft":
        return this.opened(message);
      case "suggestions":
        return message.step === this.step ? this.suggested(message.suggestions) : undefined;
      case "kept":
        return this.kept(message.kept[this.desk.step] ?? 0);
      case "told":
        return this.told(message.run);
      case "stale":
        if (message.step !== this.step) return;
        this.base = this.sent = null; // what was on its way did not become part of the draft
        this.hurry(false);
        return this.connection.send({ kind: "open", step: this.step });
      case "out":
        return this.finish(message.words ?? "The seat is gone.");
      case "busy":
        return this.connection.again(1_000);
      case "error":
        this.hurry(false);
        this.sent = null; // the class has no copy of this draft; it stays in the browser
    }
  }

  /** Asks for the draft and reports what was not reported, once for each
   * connection. */
  private begin(): void {
    if (this.asked) return;
    this.asked = true;
    if (this.step) this.connection.send({ kind: "open", step: this.step });
    this.tellFirst();
  }

  private news(info: ClassFrame): void {
    this.info.value = info;
    takeRules({ steps: info.steps, hints: info.hints, solutions: info.solutions });
    const mine = seat.peek();
    const lessons = info.lessons ?? 0;
    if (mine && (mine.name !== info.name || mine.nick !== info.nick || mine.rejoin !== info.rejoin || (mine.lessons ?? 0) !== lessons)) {
      takeSeat({ ...mine, name: info.name, nick: info.nick, rejoin: info.rejoin, lessons });
    }
  }

  private opened({ step, text, version, waiting }: DraftFrame): void {
    if (step !== this.desk.step) return;
    if (!waiting) this.suggested([]);
    this.base = { text, version };
    const first = !this.spoke;
    this.spoke = true;
    const theirs = this.isTheirs(text, version);
    const untouched = this.desk.untouched();
    const typed = !untouched && (first || this.desk.code() !== this.common?.text);
    const seatBefore = this.common?.seat ?? this.seatNow;
    this.haveInCommon(text, version);
    if (theirs) {
      // The learner has typed on another device. One that types in a seat that was merged into this one goes on with its own text.
      if (!typed && seatBefore === this.seatNow) return this.desk.replace(text);
      this.desk.differs(text);
      if (first) return;
    }
    if (!untouched || (!first && version > 0)) this.flush(); // a starter alone is no draft
  }

  /** True of a draft that another device has changed since this page, or for the first time this browser, had the same. */
  private isTheirs(text: string, version: number): boolean {
    if (text === this.desk.code() || text === this.common?.text || text === this.onItsWay) return false;
    return version > (this.common?.version ?? commonVersion(this.desk.step));
  }

  private get seatNow(): string {
    return seat.peek()?.rejoin ?? "";
  }

  private haveInCommon(text: string, version: number): void {
    this.common = { text, version, seat: this.seatNow };
    this.onItsWay = null;
    rememberVersion(this.desk.step, version);
  }

  private kept(version: number): void {
    if (!this.sent || version < this.sent.version) return;
    this.hurry(false);
    this.base = { text: this.sent.text, version }; // which counts suggestions, too
    this.sent = null;
    this.haveInCommon(this.base.text, version);
    this.flush();
  }

  /** Something is on its way from now on, or nothing is any more. */
  private hurry(sent: boolean): void {
    clearTimeout(this.patience);
    this.stuck.value = false;
    if (sent) this.patience = setTimeout(() => (this.stuck.value = true), patience);
  }

  /** Sends what is new, if nothing else is on its way. */
  private flush(): void {
    const text = this.desk.code();
    this.waiting.value = this.sent !== null || (this.base !== null && this.base.text !== text);
    if (!this.base || this.sent || this.line.peek() !== "open" || !this.step) return;
    const change = changeBetween(this.base.text, text);
    if (!change) return;
    this.sent = { text, version: this.base.version + 1 };
    this.waiting.value = true;
    this.hurry(true);
    this.connection.send({ kind: "draft", step: this.desk.step, version: this.base.version, change });
  }
}
