// This page's participation in a workshop: the board, the page's own steps that are not safe yet,
// and whether the page follows. It talks to the page through a Stage.

import { batch, computed, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { randomId, readText, storage, writeText } from "../document/records";
import { applied, changeBetween } from "../live/change";
import { at } from "../site";
import { type Board, type Checkpoint, type Question, type Step, after } from "./board";
import { Line, type TurnedAway } from "../live/line";
import { downloadLesson, downloadPast } from "./download";
import type { Past } from "./past";
import type { Entry, Heard, OfferedDraft, Soft, Welcome } from "./protocol";

/** The page around a workshop. */
export interface Stage {
  /** The path of the page within the site: what is presented on another page cannot be shown here. */
  readonly page: string;
  /** The text that others see if this page presents, or that it follows; an effect that calls this tracks
   * it. */
  text(): string;
  /** The view; an effect that calls this tracks it. */
  view(): unknown;
  pointer(): unknown;
  /** Replaces what is open, which stays stored, by a board's text and view. */
  open(text: string, view: unknown): void;
  /** Continues with the open text. */
  follow(text: string): void;
  show(view: unknown): void;
  /** Puts a draft that somebody offers over one's own text, where `open` would put it in its place. */
  cover?(text: string): void;
  point(at: unknown): void;
  say(words: string): void;
  /** This page presents from now on, or no longer does. */
  presents(yes: boolean): void;
  /** The right answer to a question as far as this page knows it, "" for none. */
  truth(kind: string): string;
  /** The chosen line, counted from 1; 0 for none. An effect that calls this tracks it. */
  line(): number;
  /** A question is asked whose answer is hidden from now on, or no longer is.
   * */
  predicts?(yes: boolean): void;
  /** The questions that fit what is open, the likeliest first. */
  usual(): readonly Usual[];
  /** One's own text and view, where these are not what the page shares otherwise. */
  mine?(): Draft;
  /** Shows what is presented where it takes the place of nothing; `take` has one go on with a copy. */
  pane?: ComponentType<{ take(): void }>;
}

/** A text with what is looked at. */
export interface Draft {
  text: string;
  view: unknown;
}

/** A question that the presenter need not write. */
export interface Usual {
  /** Its name in the dialog. */
  words: string;
  text: string;
  kind: Question["kind"];
  choices?: string[];
}

/** The pages that can be presented: followers are sent nowhere else. */
const pageForm = /^(?:\/lab|\/program|\/lessons\/[a-z0-9-]{1,80}\/[a-z0-9-]{1,80})$/;

/** The page of a view. */
export function pageOf(view: unknown): string {
  const { page } = (view ?? {}) as { page?: unknown };
  return typeof page === "string" && pageForm.test(page) ? page : "/";
}

/** One of the page's own steps that the server may still lose. */
interface Unsafe {
  counter: number;
  step: Step;
  /** Which version it was given; 0 before that. */
  version: number;
  sent: boolean;
  /** The names under which it may have reached the server before this page was
   * reloaded. */
  made: Made[];
}

/** A name of a step: the load of the page that made it, and its count there. */
interface Made {
  client: string;
  counter: number;
}

interface Kept {
  step: Step;
  made: Made[];
}

/** The number of such names kept for a step. */
const mostMade = 8;

/** An answer to a question. */
interface Given {
  question: number;
  value: string;
}

/** What a tab remembers across a reload. */
interface Remembered {
  code: string;
  name: string;
  presents: boolean;
  own: boolean;
  given?: Given | null;
  /** The draft that is offered. */
  offer?: Draft | null;
  /** The member whose draft was shown: what is in the editor of the presenter belongs to it. */
  shown?: string;
  /** Steps beside those of the text and the view, which the page has itself, that may not be safe. */
  steps?: Kept[];
  /** The page was left for the one that is presented: what is in its editor is not newer than the board. */
  moved?: boolean;
}

const tabKey = "unbox:workshop";
const wordKey = (code: string) => `unbox:workshop:${code}`;

/** The time without anything becoming safe, or without the presenter, after which the page
 * says so. */
const patienceMilliseconds = 3_000;

export class Session {
  readonly board = signal<Board | null>(null);
  readonly soft = signal<Soft>({ people: 1 });
  readonly me = signal("");
  readonly line = signal<"connecting" | "open" | "lost">("connecting");
  /** The reason, once the workshop is over or never existed. */
  readonly over = signal("");
  /** The number of own steps that are not safe yet. */
  readonly unsafe = signal(0);
  /** The oldest of them has waited for long: the server cannot store anything at the moment.
   * */
  readonly stuck = signal(false);
  /** A moment of the past is open instead of the presenter's text. */
  readonly past = signal(false);
  /** A copy of one's own is open instead of the presenter's text. */
  readonly own = signal(false);
  readonly mine = signal("");
  /** One's own answer, until the server has it. */
  readonly given = signal<Given | null>(null);
  readonly handUp = signal(false);
  /** One's own draft that is offered to be shown; null for none. */
  readonly offer = signal<Draft | null>(null);
  /** The offered draft that is looked at before everybody sees it; null for none. */
  readonly looked = signal<OfferedDraft | null>(null);
  /** The presenter has been gone for a while: no reload takes so long. */
  readonly away = signal(false);
  readonly presents = computed(() => this.board.value !== null && this.board.value.presenter === this.me.value);
  /** What is presented is on this page. */
  readonly here = computed(() => pageOf(this.board.value?.view) === this.stage.page);
  readonly owns = computed(() => this.board.value !== null && this.board.value.owner === this.me.value);
  /** This member may take over the workshop at any time. */
  readonly mayPresent = computed(() => this.owns.value || (this.board.value?.seconds?.includes(this.me.value) ?? false));
  /** The name of the presenter, "" if it is not known. */
  readonly presenterName = computed(() => this.soft.value.seconds?.find((s) => s.id === this.board.value?.presenter)?.name ?? "");
  /** One's own draft is shown. */
  readonly isShown = computed(() => this.me.value !== "" && this.board.value?.shown === this.me.value);
  readonly question = computed<Question | null>(() => this.board.value?.question ?? null);

  private readonly client = randomId().replace(/[^A-Za-z0-9]/g, "").slice(0, 32) || "c";
  private readonly connection: Line<Heard>;
  private readonly local = storage("localStorage");
  private word: string;
  private epoch = "";
  private version = 0;
  private safe = 0;
  private counter = 0;
  private queue: Unsafe[] = [];
  /** Steps from before a reload, until it is known which of them were made. */
  private restored: Kept[];
  /** The count of the oldest step that is not safe, for which patience runs; 0 for none. */
  private oldest = 0;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private absence: ReturnType<typeof setTimeout> | undefined;
  /** The text that the board will have after all steps of one's own. */
  private text = "";
  /** The text of the moment that is looked at. */
  private pastText = "";
  /** This page presented before it was reloaded: its editor is newer than the board. */
  private resumes: boolean;
  /** The member whose draft the text of this page belongs to, "" for what is presented itself. */
  private shown: string;
  /** The server had one's draft when it said last what there is. */
  private offered = false;
  /** One has just joined: then the page is opened that is presented. */
  private readonly joins: boolean;

  constructor(
    readonly code: string,
    private readonly name: string,
    readonly stage: Stage,
    word = "",
  ) {
    const before = remembered();
    this.joins = before?.code !== code;
    this.resumes = word !== "" || (before?.code === code && before.presents && !before.moved);
    this.stage.presents(this.resumes);
    this.own.value = before?.code === code && before.own;
    this.given.value = (before?.code === code && before.given) || null;
    this.offer.value = (before?.code === code && before.offer) || null;
    this.shown = (before?.code === code && before.shown) || "";
    this.restored = (before?.code === code && before.steps) || [];
    this.word = word || (readText(this.local, wordKey(code)) ?? "");
    this.keep();
    this.connection = new Line<Heard>(`/workshop/${code}`, {
      hello: () => ({ word: this.word, name: this.name, client: this.client, were: this.clientsBefore(), epoch: this.epoch, version: this.version }),
      heard: (message) => batch(() => (message.kind === "turned away" ? this.turnedAway(message) : this.heard(message))),
      lost: () => {
        this.line.value = "lost";
        for (const u of this.queue) u.sent = u.version > 0;
      },
    });
  }

  /** Leaves the workshop; what is open stays open. */
  leave(): void {
    this.uncover();
    clearTimeout(this.patience);
    clearTimeout(this.absence);
    this.connection.close();
    storage("sessionStorage")?.removeItem(tabKey);
  }

  // ── What the presenter does ──────────────────────────────────────────────

  /** The page's text has changed: a step if this page presents, otherwise an own copy.
   * */
  edited(text: string): void {
    if (this.past.peek()) return this.editedPast(text);
    const change = changeBetween(this.text, text);
    if (!change || !this.board.peek() || this.own.peek() || this.turns()) return;
    if (!this.presents.peek()) return this.toOwn();
    this.text = text;
    this.push({ change });
  }

  /** Makes a step as the presenter. */
  push(step: Step): void {
    this.queue.push({ counter: ++this.counter, step, version: 0, sent: false, made: [] });
    this.count();
    if (!step.change && step.view === undefined) this.keep();
    this.flush();
  }

  view(view: unknown): void {
    if (!this.presents.peek() || this.elsewhere() || this.turns()) return;
    if (JSON.stringify(view) === JSON.stringify(this.newestView())) return;
    const last = this.queue.at(-1);
    if (last && !last.sent && last.step.view !== undefined) last.step = { view };
    else this.push({ view });
  }

  /** A draft is about to be shown, or taken away: what is open here is not what will be on the board. */
  private turns(): boolean {
    return this.queue.some((u) => u.version === 0 && (u.step.show || u.step.back));
  }

  /** Asks for the whole draft that a member offers. */
  lookAtDraft(member: string): void {
    this.connection.send({ kind: "look", member });
  }

  /** Shows everybody the draft that is looked at. */
  showDraft(): void {
    const draft = this.looked.peek();
    if (draft && this.line.peek() === "open" && !this.turns()) this.push({ show: { member: draft.member, offered: draft.at } });
    this.looked.value = null;
  }

  /** Takes the draft away that is shown, as the presenter or as its owner. */
  takeAway(): void {
    if (!this.turns()) this.push({ back: true });
  }

  /** Has a draft offered no more: a member's, or with "" one's own. */
  withdraw(member = ""): void {
    this.connection.send({ kind: "withdraw", member });
    if (member) return;
    this.offer.value = null;
    this.keep();
    if (this.isShown.peek() && !this.presents.peek()) this.takeAway();
  }

  point(at: unknown): void {
    if (this.presents.peek() && !this.elsewhere()) this.connection.send({ kind: "point", at });
  }

  lower(member: string): void {
    this.connection.send({ kind: "lower", member });
  }

  /** Ends the workshop for everyone and deletes what is stored of it. */
  end(): void {
    this.connection.send({ kind: "end" });
  }

  // ── What everyone does ──────────────────────────────────────────────────

  answer(value: string): void {
    const question = this.question.peek();
    if (!question) return;
    this.mine.value = value;
    this.given.value = { question: question.id, value };
    this.keep();
    this.sendAnswer();
  }

  private sendAnswer(): void {
    const given = this.given.peek();
    if (given && this.line.peek() === "open") this.connection.send({ kind: "answer", ...given });
  }

  /** The server has an answer; a later one may be on its way. */
  private answered(question: number, value: string): void {
    const given = this.given.peek();
    if (given?.question !== question || given.value !== value) return;
    this.given.value = null;
    this.keep();
  }

  /** Repeats an answer that the server may not have, if the question is still open. */
  private answerAgain(): void {
    const given = this.given.peek();
    if (!given) return;
    const question = this.question.peek();
    if (question?.id === given.question && !question.revealed) {
      this.mine.value = given.value;
      return this.sendAnswer();
    }
    this.given.value = null;
    this.keep();
    this.stage.say("Your answer did not arrive before the answers were closed.");
  }

  /** Offers one's own draft as it is now: the presenter may show it to everybody. */
  offerDraft(): void {
    this.offer.value = this.stage.mine?.() ?? { text: this.stage.text(), view: this.stage.view() };
    this.keep();
    this.connection.send({ kind: "offering" });
  }

  private mayOffer(): void {
    const draft = this.offer.peek();
    if (draft) this.connection.send({ kind: "offer", ...draft });
  }

  hand(up: boolean): void {
    this.handUp.value = up;
    this.connection.send({ kind: "hand", up });
  }

  /** Switches from following to an own copy, and back. */
  toggle(): void {
    if (this.elsewhere()) this.rejoin();
    else if (!this.presents.peek()) this.toOwn();
  }

  private toOwn(): void {
    this.past.value = false;
    this.own.value = true;
    this.keep();
  }

  /** Something else is open than what is presented. */
  private elsewhere(): boolean {
    return this.own.peek() || this.past.peek();
  }

  // ── The past ─────────────────────────────────────────────────────────────

  /** The whole past; throws an error with a message for the user. */
  history(): Promise<Past> {
    return downloadPast(this.code, this.word);
  }

  /** The skeleton of a lesson, as a ZIP file; throws an error in words. */
  lesson(): Promise<Blob> {
    return downloadLesson(this.code, this.word);
  }

  /** Shows a moment of the past in place of what is open, which stays stored. No one else sees that. */
  lookAt({ text, view }: Board): void {
    const first = !this.past.peek();
    this.past.value = true;
    this.own.value = false;
    if (pageOf(view) !== this.stage.page) {
      this.pastText = this.stage.text();
      return this.stage.say("This moment was presented on another page.");
    }
    this.pastText = text;
    if (first) this.stage.open(text, view);
    else {
      this.stage.follow(text);
      this.stage.show(view);
    }
    if (first) this.keep();
  }

  /** Continues as the presenter with the shown moment: everyone sees it. */
  goOnFromHere(): void {
    const board = this.board.peek();
    if (!board || !this.past.peek() || !this.presents.peek()) return;
    this.past.value = false;
    this.text = this.expected(board);
    this.edited(this.stage.text());
    this.view(this.stage.view());
  }

  /** The text of a moment has become another one: a copy of one's own. */
  private editedPast(text: string): void {
    if (text !== this.pastText) this.toOwn();
  }

  /** Opens a checkpoint as a copy of one's own. */
  openCheckpoint({ text, view }: Checkpoint): void {
    this.own.value = !this.presents.peek();
    this.past.value = false;
    this.keep();
    this.stage.open(text, view);
  }

  private rejoin(): void {
    const board = this.board.peek();
    this.own.value = false;
    this.past.value = false;
    this.keep();
    if (!board) return;
    this.text = this.expected(board);
    if (this.here.peek()) this.stage.open(this.text, board.view);
    else this.go();
  }

  /** Leaves this page for the one that is presented; the workshop continues there. */
  go(): void {
    this.keep(true);
    location.assign(at(pageOf(this.board.peek()?.view)));
  }

  /** The text that a board will have after the steps of one's own that it does not have yet. */
  private expected(board: Board): string {
    return this.queue.reduce((text, { version, step }) => (version === 0 && step.change ? applied(text, step.change) : text), board.text);
  }

  // ── What is heard ────────────────────────────────────────────────────────

  private turnedAway({ status, words }: TurnedAway): void {
    if (status === 403) this.forgetWord();
    else if (status === 404) this.finish(words);
    else this.connection.again();
  }

  private heard(message: Heard): void {
    switch (message.kind) {
      case "admitted":
        this.word = message.word;
        writeText(this.local, wordKey(this.code), this.word);
        return;
      case "welcome":
        return this.welcome(message);
      case "steps":
        if (message.from !== this.version + 1) return this.connection.again(0);
        message.steps.forEach((entry) => this.entry(entry));
        return this.flush();
      case "safe":
        return this.isSafe(message.version);
      case "soft":
        this.softly(message);
        return;
      case "may offer":
        return this.mayOffer();
      case "draft":
        this.looked.value = message;
        return;
      case "answered":
        return this.answered(message.question, message.value);
      case "refused":
        return this.refused(message.words ?? "", message.again ?? false);
      case "busy":
        return this.connection.again(1_000);
      case "error":
        this.offer.value = this.offer.peek() && this.isOffered() ? this.offer.peek() : null;
        return this.stage.say(message.words ?? "");
      case "ended":
        return this.finish(message.words ?? "");
    }
  }

  private softly(soft: Soft): void {
    this.soft.value = soft;
    if (!soft.away) {
      clearTimeout(this.absence);
      this.absence = undefined;
      this.away.value = false;
    } else this.absence ??= setTimeout(() => (this.away.value = true), patienceMilliseconds);
    if (this.offered && !this.isOffered()) {
      this.offer.value = null; // the presenter has it no more
      this.keep();
    }
    this.offered = this.isOffered();
    this.handUp.value = soft.hands?.some((h) => h.id === this.me.peek()) ?? false;
    if (!this.presents.peek() && !this.elsewhere()) this.stage.point(soft.pointer ?? null);
  }

  /** The server has one's draft. */
  private isOffered(): boolean {
    return this.soft.peek().offers?.some((o) => o.id === this.me.peek()) ?? false;
  }

  /** The word is none of this server's: one joins anew. */
  private forgetWord(): void {
    this.word = "";
    this.local?.removeItem(wordKey(this.code));
    this.connection.again();
  }

  private finish(words: string): void {
    this.leave();
    this.over.value = words || "The workshop has ended.";
  }

  private welcome(w: Welcome): void {
    const first = this.board.peek() === null;
    this.me.value = w.you;
    this.line.value = "open";
    this.mine.value = w.mine ?? "";
    for (const u of this.queue) if (u.counter <= w.counter && u.version === 0) u.version = w.version;
    if (w.epoch !== this.epoch) for (const u of this.queue) if (u.counter > w.counter) u.version = 0;
    this.recount(w);
    for (const u of this.queue) u.sent = u.version > 0;
    if (w.board) {
      this.version = w.version;
      this.whole(w.board, first);
    } else w.steps?.forEach((entry) => this.entry(entry));
    this.restore(w);
    this.epoch = w.epoch;
    this.offered = false; // an offer is gone with its connection
    this.softly(w.soft);
    this.isSafe(w.safe);
    this.keep();
    this.answerAgain();
    if (this.offer.peek() && !this.isOffered()) this.connection.send({ kind: "offering" });
    this.flush();
  }

  /** Steps that earlier loads of the page have made wait to be safe; new ones are numbered from what the server knows. */
  private recount(w: Welcome): void {
    for (const u of this.queue) if (u.version === 0 && wasMade(u, w)) [u.version, u.counter] = [w.version, Infinity];
    this.counter = w.counter;
    for (const u of this.queue) if (u.version === 0) u.counter = ++this.counter;
    this.count();
  }

  /** Goes on with the steps of before a reload, after the text to which they belong. */
  private restore(w: Welcome): void {
    for (const { step, made } of this.restored) this.queue.push({ counter: Infinity, step, version: 0, sent: false, made });
    this.restored = [];
    this.recount(w); // what was pushed a moment ago keeps its count
    for (const u of this.queue) u.sent ||= u.version > 0;
  }

  private clientsBefore(): string[] {
    return [...new Set([...this.restored, ...this.queue].flatMap((u) => u.made.map((m) => m.client)))].slice(-mostMade);
  }

  /** The board as a whole, with one's own steps that it does not have yet after it. */
  private whole(board: Board, first: boolean): void {
    const before = this.stage.text();
    const presented = this.presents.peek();
    this.board.value = board;
    const presents = this.presents.peek();
    if (!first && presents !== presented) return this.handed();
    if (first) this.stage.presents(presents);
    const turned = (board.shown ?? "") !== this.shown;
    this.shown = board.shown ?? "";
    if (turned && presents) this.forgetChanges();
    if (first && presents && this.resumes && !turned) {
      this.text = board.text;
      if (!this.here.peek()) this.view(this.stage.view()); // others come to this page before they see its text
      this.edited(before); // what was typed here last counts
      return;
    }
    if (this.elsewhere()) return;
    if (presents && !first && !turned) {
      this.text = this.expected(board);
      this.edited(before);
      return;
    }
    this.text = board.text;
    if (!this.here.peek()) {
      if (this.joins || !first) this.go(); // whoever has come here by a link stays, and is told where it is
    } else if (first || (presents && turned)) this.stage.open(board.text, board.view);
    else {
      this.stage.follow(board.text);
      this.stage.show(board.view);
    }
  }

  private entry({ client, counter, step }: Entry): void {
    const board = this.board.peek();
    if (!board) return;
    this.version++;
    const mine = client === `${this.me.peek()}/${this.client}`;
    const presented = this.presents.peek();
    this.board.value = after(board, step);
    if (mine) {
      this.counter = Math.max(this.counter, counter);
      const own = this.queue.find((u) => u.counter === counter);
      if (own) own.version = this.version;
    }
    if (step.show || step.back) this.turned(presented, mine);
    else if (!mine && !this.elsewhere()) this.show(step);
    if (step.ask || step.done) this.mine.value = "";
    if (presented !== this.presents.peek()) this.handed();
    else if (step.present && !mine) this.stage.say(`${this.whoPresents()} presents now.`);
  }

  /** The presenter in words: names are known of second presenters only. */
  private whoPresents(): string {
    const opened = this.board.peek()?.presenter === this.board.peek()?.owner;
    return this.presenterName.peek() || (opened ? "The person who opened the workshop" : "Somebody else");
  }

  /** A draft lies over what is presented from now on, or does not any more. What the presenter does to it is not done to the text under it. */
  private turned(presents: boolean, mine: boolean): void {
    this.shown = this.board.peek()!.shown ?? "";
    this.keep();
    if (presents && !mine) this.forgetChanges(); // its owner took it away
    if (this.elsewhere()) return;
    const { text, view, shown } = this.board.peek()!;
    this.text = text;
    if (!this.here.peek()) return this.go();
    if (!presents) {
      this.stage.follow(text);
      this.stage.show(view);
    } else if (shown && this.stage.cover) this.stage.cover(text);
    else this.stage.open(text, view);
  }

  /** Changes and views that were made of another text are no more. */
  private forgetChanges(): void {
    this.counter -= this.queue.filter((u) => u.version === 0).length;
    this.queue = this.queue.filter((u) => u.version > 0 || (!u.step.change && u.step.view === undefined));
    for (const u of this.queue) if (u.version === 0) u.counter = ++this.counter;
    this.count();
  }

  /** Nothing lies over one's own text any more: the workshop is left while a draft is shown. */
  private uncover(): void {
    const board = this.board.peek();
    if (!board?.under || !this.presents.peek() || this.elsewhere() || pageOf(board.under.view) !== this.stage.page) return;
    this.text = board.under.text;
    this.board.value = after(board, { back: true });
    this.stage.open(board.under.text, board.under.view);
  }

  /** Shows somebody else's step. */
  private show(step: Step): void {
    if (step.change) this.text = applied(this.text, step.change);
    if (step.view !== undefined && !this.here.peek()) return this.go();
    if (!this.here.peek()) return;
    if (step.change) this.stage.follow(this.text);
    if (step.view !== undefined) this.stage.show(step.view);
  }

  /** Another member presents from now on, or this one does. */
  private handed(): void {
    this.resumes = false;
    const board = this.board.peek()!;
    this.stage.presents(this.presents.peek());
    if (this.presents.peek()) {
      if (this.elsewhere() || this.text !== board.text || !this.here.peek()) this.rejoin();
      else this.stage.follow(this.text);
      this.stage.say("You present now: everybody sees what you do.");
    } else {
      this.stage.point(null);
      const typed = this.forgetUnmade();
      this.stage.say(`${this.whoPresents()} presents now.${typed ? " Your last changes are kept as your own copy." : ""}`);
      if (!typed && !this.elsewhere()) {
        this.text = board.text;
        if (this.here.peek()) {
          this.stage.follow(board.text);
          this.stage.show(board.view);
        }
      }
    }
    this.keep();
  }

  /** Drops steps that the board does not have. Returns whether there was text in them, which then becomes an own copy. */
  private forgetUnmade(): boolean {
    const unmade = this.queue.filter((u) => u.version === 0);
    this.queue = this.queue.filter((u) => u.version > 0);
    this.counter -= unmade.length; // the server does not know them
    this.count();
    const typed = !this.elsewhere() && unmade.some((u) => u.step.change);
    if (typed) this.toOwn();
    return typed;
  }

  /** Shows how many steps wait to be safe, and after a while that there is no
   * progress. */
  private count(): void {
    this.unsafe.value = this.queue.length;
    const oldest = this.queue[0]?.counter ?? 0;
    if (oldest === this.oldest) return;
    this.oldest = oldest;
    this.stuck.value = false;
    clearTimeout(this.patience);
    if (oldest > 0) this.patience = setTimeout(() => (this.stuck.value = true), patienceMilliseconds);
  }

  private isSafe(version: number): void {
    this.safe = version;
    const before = this.queue.length;
    this.queue = this.queue.filter((u) => u.version === 0 || u.version > this.safe);
    this.count();
    if (before !== this.queue.length) this.keep();
  }

  /** Own steps were not accepted; again means that a presenter may repeat them when the next welcome has come. */
  private refused(words: string, again: boolean): void {
    const unmade = this.queue.some((u) => u.version === 0);
    if (unmade && !(this.presents.peek() && again)) {
      this.epoch = ""; // the board is asked for as a whole
      this.stage.say(`${words}.${this.forgetUnmade() ? " Your text is kept as your own copy." : ""}`);
    }
    this.connection.again(0);
  }

  /** Sends what was not sent, all together. */
  private flush(): void {
    if (this.line.peek() !== "open") return;
    const fresh = this.queue.filter((u) => !u.sent);
    if (fresh.length === 0) return;
    const under = this.queue.filter((u) => u.sent && u.version === 0).length;
    for (const u of fresh) u.sent = true;
    const steps = fresh.map(({ counter, step }) => ({ counter, step }));
    this.connection.send({ kind: "push", version: this.version + under, steps });
  }

  private newestView(): unknown {
    return this.queue.findLast((u) => u.step.view !== undefined)?.step.view ?? this.board.peek()?.view;
  }

  private keep(moved = false): void {
    const own = this.queue.filter(({ step }) => !step.change && step.view === undefined);
    const steps = [...this.restored, ...own.map(({ step, made, counter }) => ({ step, made: (counter < Infinity ? [...made, { client: this.client, counter }] : made).slice(-mostMade) }))];
    const now: Remembered = { code: this.code, name: this.name, presents: this.board.peek() ? this.presents.peek() : this.resumes, own: this.own.peek(), given: this.given.peek(), offer: this.offer.peek(), shown: this.shown, steps, moved };
    writeText(storage("sessionStorage"), tabKey, JSON.stringify(now));
  }
}

/** Whether a step reached the server before the page was reloaded. */
function wasMade({ made }: Kept, { were }: Welcome): boolean {
  return made.some((m) => m.counter <= (were?.[m.client] ?? 0));
}

/** The workshop that this tab took part in before it was reloaded. */
export function remembered(): Remembered | null {
  try {
    return JSON.parse(readText(storage("sessionStorage"), tabKey) ?? "null") as Remembered | null;
  } catch {
    return null;
  }
}
