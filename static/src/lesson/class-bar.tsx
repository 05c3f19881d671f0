// A learner's class on the pages of the lessons: a bar under the header, and what the page tells the class.

import { computed, effect, signal, untracked } from "@preact/signals";
import { render } from "preact";
import { Learner } from "../classroom/learner";
import { NoteCard, noteWords } from "../classroom/notes";
import type { Note } from "../classroom/protocol";
import { type Seat, lessonsOf, readsOwnLessons, seat } from "../classroom/seat";
import { readText, storage, writeText } from "../document/records";
import { toast } from "../ui/toasts";
import { onAnswer } from "./quiz";
import * as page from "./state";
import { answerBy, waiting } from "./suggestion";
import { at } from "../site";

const readKey = "unbox:class:1:read";
/** The number of the newest note that was read. */
const read = signal(Number(readText(storage("localStorage"), readKey) ?? 0) || 0);

/** True if these lessons are not those of the class: nothing that is done here is reported, and nothing counts.
 * */
const apart = computed(() => seat.value !== null && !readsOwnLessons(seat.value));
/** True where the class has another version of these lessons by now. */
const isOld = computed(() => !apart.value && page.step.value !== null && (page.step.value.lessons ?? 0) !== (seat.value?.lessons ?? 0));

/** The maximum number of reported characters of an answer. */
const longestAnswer = 100;

/** The program whose run was last reported: the page runs it again after a reload, which does not count as another
 * try. */
const ranKey = "unbox:class:1:ran";

/** Begins to take part in the class, on the page of a step or of another kind. */
export function startClass(step: string): void {
  if (!seat.peek()) return;
  const learner = new Learner({
    step,
    apart: () => apart.peek(),
    code: () => page.code.peek(),
    untouched: () => page.isUntouched(),
    replace: page.replaceCode,
    differs: (text) => toast("On another device you have written something else in this step.", { label: "Open that", run: () => page.replaceCode(text) }),
  });
  effect(() => {
    if (!seat.value) untracked(() => learner.leave("you left it in another tab"));
  });
  if (step) {
    report(learner, step);
    answerBy((id, how) => learner.settle(id, how));
    effect(() => {
      waiting.value = apart.value || learner.over.value ? [] : learner.suggestions.value;
    });
  }
  onAnswer(({ question, right, answer }) => {
    if (question) learner.answered({ question, place: location.pathname.slice(page.base().length), right, answer: answer.slice(0, longestAnswer) });
  });
  const host = document.createElement("div");
  document.querySelector(".header")!.after(host);
  render(<ClassBar learner={learner} step={step} />, host);
}

/** Tells the class what is typed and what the tests say; what passes here runs on the server, which counts. */
function report(learner: Learner, step: string): void {
  effect(() => {
    void page.code.value;
    untracked(() => learner.edited());
  });
  effect(() => {
    const now = page.results.value;
    if (!now || now.onServer) return;
    untracked(() => {
      if (page.isUntouched() || readText(storage("sessionStorage"), ranKey) === `${step} ${now.code}`) return;
      writeText(storage("sessionStorage"), ranKey, `${step} ${now.code}`);
      const { tests, status, message } = now.response;
      const failed = tests.find((t) => t.status !== "pass");
      learner.ran({
        step,
        status,
        test: failed?.name ?? "",
        words: failed?.message ?? message ?? "",
        passed: tests.filter((t) => t.status === "pass").length,
        total: tests.length,
        hints: page.progress.peek().hints,
      });
    });
  });
  const counts = computed(() => apart.value || learner.info.value === null || (learner.info.value.green ?? []).includes(step));
  let asked = "";
  effect(() => {
    if (!page.green.value || counts.value || page.running.value !== "") return;
    const code = page.code.peek();
    if (asked === code) return;
    asked = code;
    untracked(() => void page.verify());
  });
}

function ClassBar({ learner, step }: { learner: Learner; step: string }) {
  const info = learner.info.value;
  const mine = seat.value;
  if (learner.over.value) {
    return (
      <div class="class-bar text-m bar toolbar over" role="region" aria-label="Class">
        <p class="soft" role="status">
          You are no longer in the class: {learner.over.value}. What you wrote stays in this browser.
        </p>
        <a class="button" href={at("/class")}>
          Join again
        </a>
      </div>
    );
  }
  if (mine && (apart.value || isOld.value)) return <Elsewhere learner={learner} mine={mine} />;
  const notes = (info?.notes ?? []).filter((n) => n.id > read.value && (!n.line || n.step === step));
  const look = info?.look && info.look !== step ? info.look : "";
  return (
    <div class={`class-bar text-m bar toolbar ${look ? "look is-removed" : "is-moved"}`} role="region" aria-label="Class">
      <a class="class-name strong" href={at("/class")} title="Your class: all steps, notes, your data">
        {info?.name ?? mine?.name} <span class="class-nick ahead-2 regular soft">{info?.nick ?? mine?.nick}</span>
      </a>
      <p class="soft" role="status">
        {stateWords(learner, step)}
      </p>
      <div class="off-screen" aria-live="polite">
        {look && <p>Everybody look here: {info?.lookAt ?? "another step"}</p>}
        {notes.slice(-1).map((n) => (
          <p key={n.id}>{noteWords(n)}</p>
        ))}
      </div>
      {look && (
        <p class="class-look push gap-3 toolbar">
          <strong>Everybody look here:</strong>{" "}
          <a class="button primary" href={`${page.base()}${look}`}>
            {info?.lookAt ?? "Go to the step"}
          </a>
        </p>
      )}
      {notes.length > 0 && <Notes notes={notes} step={step} />}
    </div>
  );
}

/** The lessons of this page are not those that the class does. */
function Elsewhere({ learner, mine }: { learner: Learner; mine: Seat }) {
  return (
    <div class="class-bar text-m bar toolbar look is-removed" role="region" aria-label="Class">
      <a class="class-name strong" href={at("/class")} title="Your class: all steps, notes, your data">
        {learner.info.value?.name ?? mine.name} <span class="class-nick ahead-2 regular soft">{mine.nick}</span>
      </a>
      <p class="soft" role="status">
        {apart.value ? "These are not the lessons of your class, so nothing here counts there" : "Your teacher has brought a new version of these lessons; what you typed stays"}
      </p>
      {apart.value ? (
        <a class="button primary" href={lessonsOf(mine)}>
          Your class’s lessons
        </a>
      ) : (
        <button type="button" class="button primary" onClick={() => location.reload()}>
          Open the new version
        </button>
      )}
    </div>
  );
}

function stateWords(learner: Learner, step: string): string {
  if (learner.line.value === "connecting") return "Connecting…";
  if (learner.line.value === "lost") return "No connection; what you type is kept here and sent later";
  if (learner.stuck.value) return "The server cannot save anything at the moment; go on, what you type is kept here until it can";
  const info = learner.info.value;
  const suggested = suggestedWords(info?.suggested ?? [], step);
  if (suggested) return suggested;
  if (info?.green?.includes(step)) return "This step counts as done";
  if (info?.deadline) {
    const late = Date.now() / 1000 > info.deadline;
    return late ? `The deadline was ${info.words}` : `Until ${info.words}`;
  }
  return learner.waiting.value ? "Sending…" : "Your teacher can see your code";
}

/** Where suggestions of a teacher wait, "" for nowhere. */
function suggestedWords(where: readonly string[], step: string): string {
  if (where.length === 0) return "";
  return waiting.value.length > 0 && where.includes(step) ? "Your teacher suggests a change of your code" : where.some((s) => s !== step) ? "Your teacher suggests a change in another step" : "";
}

function Notes({ notes, step }: { notes: readonly Note[]; step: string }) {
  const gone = () => {
    read.value = Math.max(...notes.map((n) => n.id));
    writeText(storage("localStorage"), readKey, String(read.peek()));
  };
  return (
    <div class="class-notes flex-1-1-100% at-end max-height-32vh flex wrap scroll gap-3">
      {notes.slice(-3).map((n) => (
        <NoteCard key={n.id} note={n} title={n.by || "Your teacher"} showLine={n.line && n.step === step ? () => page.showPlace(n.line!, 1) : undefined} />
      ))}
      <button type="button" class="button" onClick={gone}>
        Got it
      </button>
    </div>
  );
}
