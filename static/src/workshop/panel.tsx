// A workshop on the page: a bar under the header, and the dialogs that it opens.

import { effect, signal, untracked } from "@preact/signals";
import { render } from "preact";
import { seatHeader } from "../seat";
import { presenting } from "../state";
import { toast } from "../ui/toasts";
import { keepFocus } from "../ui/focus";
import { isTyping } from "../ui/key-names";
import { Menu } from "../ui/menu";
import { ConfirmDialog } from "../ui/confirm";
import { Modal } from "../ui/modal";
import { OnlyHere } from "../ui/only-here";
import { Wrong } from "../ui/wrong";
import { troubleOf } from "./download";
import { AskDialog, QuestionCard, questionWords } from "./question";
import type { Past } from "./past";
import { Session, type Stage, remembered } from "./session";
import { LookBack } from "./look-back";
import { OfferDialog, Offers, offerWords } from "./offers";
import { at } from "../site";
import { sentence } from "../ui/counts";

const session = signal<Session | null>(null);
const dialog = signal<"" | "join" | "invite" | "ask" | "end">("");
/** The code in the dialog, and its error. */
const typed = signal("");
const wrong = signal("");
/** The past of the workshop, while its time line is open. */
const past = signal<Past | null>(null);
let stop: () => void = () => {};
let mounted = false;

/** The page around the workshop. */
let stage: Stage;

/** Lets a page take part in workshops. */
export function on(page: Stage): void {
  stage = page;
}

/** The request for a workshop that is on its way: a second one would leave the first workshop empty. The server keeps nothing of one that is
 * aborted. */
let opening: AbortController | null = null;

/** Opens a workshop as the presenter. */
export async function open(): Promise<void> {
  mount();
  const running = session.peek();
  if (running && running.over.peek() === "") return void (dialog.value = "invite");
  if (opening) return;
  const request = (opening = new AbortController());
  const late = setTimeout(() => request.abort(new DOMException("late", "TimeoutError")), 15_000);
  try {
    const answer = await fetch(at("/workshop"), { method: "POST", headers: await seatHeader(), signal: request.signal });
    const found = (await answer.json()) as { code: string; word: string; error?: string };
    if (!answer.ok) return toast(`No workshop could be opened: ${found.error}.`);
    begin(found.code, "", found.word);
    dialog.value = "invite";
  } catch {
    if (opening === request) toast("No workshop could be opened: the server cannot be reached.");
  } finally {
    clearTimeout(late);
    if (opening === request) opening = null;
  }
}

/** Asks for a name, and for the code if there is none. */
export function join(code: string): void {
  mount();
  const before = remembered();
  if (before && before.code === normal(code)) return begin(before.code, before.name);
  typed.value = code;
  wrong.value = "";
  dialog.value = "join";
}

/** Continues after a reload. */
export function resume(): void {
  const before = remembered();
  if (!before) return;
  mount();
  begin(before.code, before.name);
}

function normal(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

function begin(code: string, name: string, word = ""): void {
  opening?.abort(); // somebody who joins another one wants none
  opening = null;
  end();
  const started = new Session(code, name, stage, word);
  const stops = [
    effect(() => {
      const now = started.stage.text();
      untracked(() => started.edited(now));
    }),
    effect(() => {
      const now = started.stage.view();
      if (started.presents.value) untracked(() => started.view(now));
    }),
    effect(() => {
      const at = started.stage.pointer();
      if (started.presents.value) untracked(() => pointSoon(started, at));
    }),
    effect(() => {
      const question = started.question.value;
      predict(question !== null && !question.revealed && !started.own.value && !started.past.value);
    }),
  ];
  stop = () => {
    stops.forEach((s) => s());
    predict(false);
  };
  session.value = started;
}

/** Hides what would reveal the answer, or no longer does. */
function predict(yes: boolean): void {
  document.documentElement.classList.toggle("predicting", yes);
  stage.predicts?.(yes);
}

/** Leaves the running workshop. */
function end(): void {
  stop();
  stop = () => {};
  session.peek()?.leave();
  session.value = null;
  past.value = null;
}

/** Opens the time line with the whole past. */
async function lookBack(at: Session): Promise<void> {
  try {
    const found = await at.history();
    if (session.peek() === at && at.over.peek() === "") past.value = found;
  } catch (error) {
    toast(`The time line cannot be shown: ${troubleOf(error)}.`);
  }
}

/** Saves the past of the workshop as a file. */
async function saving(what: (save: typeof import("./save")) => Promise<void>): Promise<void> {
  try {
    await what(await import("./save"));
  } catch (error) {
    toast(`The session cannot be saved: ${troubleOf(error)}.`);
  }
}

let pointTimer: ReturnType<typeof setTimeout> | undefined;
let pointed: unknown;

/** The pointer moves often: it is sent ten times a second. */
function pointSoon(to: Session, at: unknown): void {
  pointed = at;
  pointTimer ??= setTimeout(() => {
    pointTimer = undefined;
    to.point(pointed);
  }, 100);
}

function mount(): void {
  if (mounted) return;
  mounted = true;
  keepFocus();
  const host = document.createElement("div");
  host.className = "workshop-host";
  document.querySelector(".header")!.after(host);
  render(<Workshop />, host);
  window.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || isTyping(e.target) || document.querySelector("dialog[open]")) return;
    if (e.key.toLowerCase() === "f" && session.peek()) {
      e.preventDefault();
      session.peek()!.toggle();
    }
  });
}

function Workshop() {
  const now = session.value;
  return (
    <>
      <p class="off-screen" role="status">
        {now && now.over.value === "" && questionWords(now)}
      </p>
      <p class="off-screen" role="status">
        {now?.presents.value && [handWords(now.soft.value.hands?.length ?? 0), offerWords(now.soft.value.offers?.length ?? 0)].filter(Boolean).join(", ")}
      </p>
      {now && <Bar session={now} />}
      {now && now.over.value === "" && <QuestionCard session={now} />}
      {now && now.over.value === "" && past.value && <LookBack session={now} past={past.value} onClose={() => (past.value = null)} />}
      {now && now.over.value === "" && <Presented session={now} />}
      {now?.looked.value && now.presents.value && <OfferDialog session={now} draft={now.looked.value} />}
      {dialog.value === "join" && <JoinDialog />}
      {now && dialog.value === "invite" && <InviteDialog code={now.code} />}
      {now && dialog.value === "ask" && <AskDialog session={now} onClose={() => (dialog.value = "")} />}
      {now && dialog.value === "end" && <EndDialog session={now} />}
    </>
  );
}

/** What is presented, on a page on which it does not replace the user's own work. */
function Presented({ session: now }: { session: Session }) {
  const Pane = now.stage.pane;
  if (!now.board.value || now.presents.value || now.own.value || (!now.here.value && !now.past.value) || !Pane) return null;
  return <Pane take={() => now.toggle()} />;
}

function Bar({ session: now }: { session: Session }) {
  if (now.over.value !== "") {
    return (
      <div class="workshop-bar under-640px:gap-x-2 bar toolbar" role="region" aria-label="Workshop">
        <p class="strong under-640px:flex-1-0-60%" role="status">
          {sentence(now.over.value)} The text that is open here stays yours.
        </p>
        <button type="button" class="button" onClick={end}>
          Close
        </button>
      </div>
    );
  }
  const presents = now.presents.value;
  return (
    <div class={`workshop-bar under-640px:gap-x-2 bar toolbar ${presents ? "is-removed" : now.own.value ? "is-moved" : "follows is-added"}`} role="region" aria-label="Workshop">
      <button type="button" class="workshop-code pad-y-1 pad-x-3 corners text-l typed-code hovers" title="Show how to join" onClick={() => (dialog.value = "invite")}>
        <span class="off-screen">Code </span>
        {spaced(now.code)}
      </button>
      <p class="strong under-640px:flex-1-0-60%" role="status">
        {state(now)}
      </p>
      {now.board.value && !now.here.value && !presents && (
        <button type="button" class="button primary" onClick={() => now.go()}>
          Go to the page that is presented
        </button>
      )}
      <span class="soft">{people(now.soft.value.people)}</span>
      {presents && <Hands session={now} />}
      {presents && <Offers session={now} />}
      <div class="toolbar gap-2 push">
        {presents ? <PresenterTools session={now} /> : <FollowerTools session={now} />}
        <Menu label="Workshop" name="Workshop menu" items={() => menuItems(now)} align="end" />
      </div>
    </div>
  );
}

function state(now: Session): string {
  if (now.line.value === "connecting" && !now.board.value) return "Connecting…";
  const waiting = now.unsafe.value;
  if (now.line.value !== "open") return waiting > 0 ? `Connection lost; ${changes(waiting)} kept here until it is back` : "Connection lost; it comes back by itself";
  if (now.stuck.value) return `The server cannot save anything at the moment; go on, ${changes(waiting)} kept here until it can`;
  if (now.board.value?.shown) return shownWords(now);
  if (now.past.value) return now.presents.value ? "You present; others do not see this moment" : "An earlier moment";
  if (now.presents.value && now.own.value) return "You present; this is your own copy";
  if (now.presents.value) return waiting > 20 ? `You present; ${changes(waiting)} not kept by the server yet` : "You present";
  const other = now.mayPresent.value && now.presenterName.value;
  return (now.own.value ? "Your own copy" : other ? `You follow ${other}` : "You follow") + (now.away.value ? "; the presenter is away" : "");
}

/** What is said while somebody's draft is shown. */
function shownWords(now: Session): string {
  if (now.isShown.value) return "Your draft is shown";
  if (now.presents.value) return now.own.value ? "A draft is shown; this is your own copy" : "You present an offered draft";
  return now.own.value ? "Your own copy" : "You follow; somebody’s draft is shown";
}

const changes = (n: number) => (n === 1 ? "one change is" : `${n} changes are`);
const people = (n: number) => (n === 1 ? "1 person" : `${n} people`);
const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** How many hands are up, "" for none. */
const handWords = (n: number) => (n === 0 ? "" : n === 1 ? "1 hand up" : `${n} hands up`);

function Hands({ session: now }: { session: Session }) {
  const hands = now.soft.value.hands ?? [];
  if (hands.length === 0) return null;
  // On a projector no one is named.
  const name = (given: string, i: number) => (presenting.value || given === "" ? `Somebody (${i + 1})` : given);
  return (
    <Menu
      label={<span class="warning toned strong">{handWords(hands.length)}</span>}
      name={`${handWords(hands.length)}: lower it, or hand over`}
      items={() =>
        hands.flatMap((h, i) => [
          { key: `lower ${h.id}`, title: "Lower the hand", group: name(h.name, i), run: () => now.lower(h.id) },
          { key: `present ${h.id}`, title: "Hand over to present", group: name(h.name, i), run: () => now.push({ present: h.id }) },
          ...(now.owns.peek() && !isSecond(now, h.id) ? [{ key: `second ${h.id}`, title: "Make a second presenter", note: "May take over at any time, also when you are away", group: name(h.name, i), run: () => now.push({ second: { member: h.id, may: true } }) }] : []),
        ])
      }
    />
  );
}

function isSecond(now: Session, member: string): boolean {
  return now.board.peek()?.seconds?.includes(member) ?? false;
}

function PresenterTools({ session: now }: { session: Session }) {
  return (
    <>
      {now.own.value && <FollowButton session={now} />}
      {now.board.value?.shown && (
        <button type="button" class="button primary" title="Takes the draft away; your own text is as it was" onClick={() => now.takeAway()}>
          Back to my text
        </button>
      )}
      <button type="button" class="button" onClick={() => (dialog.value = "ask")}>
        Ask…
      </button>
      <button type="button" class="button" onClick={() => checkpoint(now)}>
        Checkpoint
      </button>
    </>
  );
}

function checkpoint(now: Session): void {
  const title = `Checkpoint ${(now.board.peek()?.checkpoints?.length ?? 0) + 1}`;
  now.push({ checkpoint: title });
  toast(`${title} is kept: everybody can open a copy of it.`);
}

function FollowerTools({ session: now }: { session: Session }) {
  return (
    <>
      {now.mayPresent.value ? (
        <button type="button" class={`button ${now.away.value ? "primary" : ""}`} title="Take over the workshop: everybody sees what you do" onClick={() => now.push({ present: now.me.peek() })}>
          Present
        </button>
      ) : (
        <button type="button" class="button" aria-pressed={now.handUp.value} onClick={() => now.hand(!now.handUp.peek())}>
          {now.handUp.value ? "Hand is up" : "Raise a hand"}
        </button>
      )}
      <OfferButton session={now} />
      {!now.past.value && <FollowButton session={now} />}
    </>
  );
}

/** Offers one's own draft, or takes it back; also while it is shown. */
function OfferButton({ session: now }: { session: Session }) {
  if (now.offer.value || now.isShown.value) {
    return (
      <button type="button" class="button" aria-pressed="true" title={now.isShown.value ? "Nobody sees it any more" : "The presenter cannot show it any more"} onClick={() => now.withdraw()}>
        {now.isShown.value ? "Take my draft back" : "Draft is offered"}
      </button>
    );
  }
  if (now.past.value || (!now.own.value && !now.stage.mine)) return null;
  return (
    <button type="button" class="button" title="The presenter may show a copy of it to everybody, as it is now" onClick={() => now.offerDraft()}>
      Offer my draft
    </button>
  );
}

function FollowButton({ session: now }: { session: Session }) {
  const own = now.own.value;
  return (
    <button type="button" class={`button ${own ? "primary" : ""}`} title={`${own ? "Back to what is presented" : "Go on with a copy of your own"} (F)`} onClick={() => now.toggle()}>
      {own ? (now.presents.value ? "Back to what you present" : "Follow again") : "My own copy"}
    </button>
  );
}

function menuItems(now: Session) {
  const checkpoints = (now.board.peek()?.checkpoints ?? []).map((c, i) => ({
    key: `checkpoint ${i}`,
    title: c.title,
    note: "Opens a copy",
    group: "Checkpoints",
    run: () => now.openCheckpoint(c),
  }));
  const owner = now.owns.peek();
  return [
    { key: "invite", title: "Show how to join", run: () => void (dialog.value = "invite") },
    { key: "past", title: "Time line", note: "Every moment of what was presented; others go on", run: () => void lookBack(now) },
    { key: "keep", title: "Save the session as a page…", note: "One file with its time line, which needs no server", run: () => void saving((save) => save.savePage(now)) },
    { key: "lesson", title: "Save as the skeleton of a lesson…", note: "Checkpoints as steps, in Markdown, to be completed", run: () => void saving((save) => save.saveLesson(now)) },
    ...(!owner && now.presents.peek() ? [{ key: "back", title: "Hand back", note: "The person who opened the workshop presents again", run: () => now.push({ present: now.board.peek()!.owner }) }] : []),
    ...(owner ? seconds(now) : []),
    ...checkpoints,
    { key: "leave", title: "Leave", note: owner ? "The workshop goes on; this browser may come back as its owner" : "The text that is open here stays", group: " ", run: end },
    ...(owner ? [{ key: "end", title: "End the workshop…", note: "For everybody; the server deletes what it has stored", group: " ", run: () => void (dialog.value = "end") }] : []),
  ];
}

/** The second presenters who are there, for the owner; on a projector no one is named. */
function seconds(now: Session) {
  const there = now.soft.peek().seconds ?? [];
  const name = (given: string, i: number) => (presenting.peek() || given === "" ? `Somebody (${i + 1})` : given);
  return there.map(({ id, name: given }, i) => ({
    key: `second ${id}`,
    title: `${name(given, i)}: no longer a second presenter`,
    group: "Second presenters",
    run: () => now.push({ second: { member: id, may: false } }),
  }));
}

function JoinDialog() {
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget as HTMLFormElement);
    const code = normal(String(form.get("code")));
    if (code.length !== 6) return void (wrong.value = "Expected a code of six letters and digits.");
    dialog.value = "";
    begin(code, String(form.get("name")).trim());
  };
  return (
    <Modal id="workshop-join" title="Join a workshop" onClose={() => (dialog.value = "")}>
      <form class="workshop-form space-3 form" onSubmit={submit}>
        <label>
          Code
          <input name="code" class="typed-code" autocomplete="off" autocapitalize="characters" spellcheck={false} maxLength={9} defaultValue={typed.value} {...(typed.value ? {} : { "data-first": true })} required />
        </label>
        <label>
          Name, if you like
          <input name="name" autocomplete="nickname" maxLength={24} {...(typed.value ? { "data-first": true } : {})} />
        </label>
        <p class="soft">The presenter sees the name when you raise a hand. It is not kept.</p>
        <Wrong words={wrong.value} />
        <button type="submit" class="button primary">
          Join
        </button>
      </form>
    </Modal>
  );
}

function InviteDialog({ code }: { code: string }) {
  const address = location.origin + at(`/w/${code}`);
  return (
    <Modal id="workshop-invite" title="Join this workshop" class="workshop-invite to-middle" onClose={() => (dialog.value = "")}>
      <p class="big-address space-3 mono anywhere">{address.replace(/^https?:\/\//, "")}</p>
      <p class="workshop-big-code big-code typed-code" aria-label={`Code ${[...code].join(" ")}`}>
        {spaced(code)}
      </p>
      <img class="workshop-qr qr" src={at(`/w/${code}/qr.svg`)} alt={`QR code of ${address}`} width="260" height="260" />
      <OnlyHere />
      <p class="soft">No account or name is needed. Everybody who joins sees what you present, and can continue with a copy of their own.</p>
    </Modal>
  );
}

function EndDialog({ session: now }: { session: Session }) {
  const close = () => (dialog.value = "");
  return (
    <ConfirmDialog
      id="workshop-end"
      title="End the workshop?"
      does="End it"
      keeps="Keep it open"
      onConfirm={() => {
        now.end();
        close();
      }}
      onClose={close}
    >
      <p>It ends for everybody, and the server deletes everything that it has stored of it. Text that is open in a browser stays there.</p>
    </ConfirmDialog>
  );
}
