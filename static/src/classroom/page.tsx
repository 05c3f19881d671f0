// The learner's page: without a seat it offers to join; with one it shows the
// class.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { storage } from "../document/records";
import { wipe } from "../document/wipe";
import { ConfirmDialog } from "../ui/confirm";
import { Wrong } from "../ui/wrong";
import { Once } from "../live/once";
import { ask, askOnce, sentenceOf, spaced } from "./ask";
import { Learner } from "./learner";
import { NoteCard, noteWords } from "./notes";
import type { Cell, Note, Step } from "./protocol";
import { classHeader, dropSeat, lessonsOf, seat, type Seat, takeSeat } from "./seat";
import { at, herePath } from "../site";

export function ClassPage() {
  const name = seat.value?.name ?? found.value;
  useEffect(() => {
    document.title = `${name || "Your class"} · Unbox`;
  }, [name]);
  return <div class="class-page max-width-1120px middle pad-y-5 pad-x-4">{seat.value ? <Mine key={seat.value.word} /> : <Join />}</div>;
}

/** The code in the address, "" for none. */
function codeInAddress(): string {
  return decodeURIComponent(/^\/c\/([^/]+)$/.exec(herePath())?.[1] ?? "");
}

const code = signal(codeInAddress());
const nick = signal("");
const rejoin = signal("");
const wrong = signal("");
const busy = signal(false);
/** The name of the class with the code, as far as it is known. */
const found = signal("");

/** Joining is remembered until there is a response: a nickname may be one's own whose seat was made without
 * the response arriving. */
const joining = new Once(storage("sessionStorage"), "unbox:joining:1");

async function enter(path: string, body: object): Promise<void> {
  if (busy.peek()) return;
  busy.value = true;
  wrong.value = "";
  try {
    takeSeat(await askOnce<Seat>(path, body, "", joining));
    history.replaceState(null, "", at("/class"));
  } catch (error) {
    wrong.value = sentenceOf(error);
  }
  busy.value = false;
}

function Join() {
  useEffect(() => {
    if (!code.peek()) return;
    ask<{ name: string }>(`/c/${encodeURIComponent(code.peek())}/name.json`).then(
      ({ name }) => (found.value = name),
      (error: unknown) => (wrong.value = sentenceOf(error)),
    );
  }, []);
  return (
    <div class="class-join middle">
      <h1>{found.value ? `Join ${found.value}` : "Join a class"}</h1>
      <p class="lede">With the code that your teacher shows and a nickname. You need no account, and only your teachers see who is in the class.</p>
      <form
        class="class-form form"
        onSubmit={(e) => {
          e.preventDefault();
          void enter("/class/join", { code: code.value, nick: nick.value });
        }}
      >
        <label>
          Code
          <input class="typed-code" name="code" required autocomplete="off" autocapitalize="characters" spellcheck={false} value={code.value} onInput={(e) => (code.value = e.currentTarget.value)} />
        </label>
        <label>
          Nickname
          <input name="nick" required maxLength={24} autocomplete="nickname" value={nick.value} onInput={(e) => (nick.value = e.currentTarget.value)} />
        </label>
        <button type="submit" class="button primary large" disabled={busy.value}>
          Join
        </button>
      </form>
      <Wrong words={wrong.value} />
      <details class="class-again space-6 pad-top-4 line-above spaced">
        <summary>I have a seat already, on another device</summary>
        <form
          class="class-form form"
          onSubmit={(e) => {
            e.preventDefault();
            void enter("/class/rejoin", { code: rejoin.value });
          }}
        >
          <label>
            Your rejoin code
            <input class="typed-code" name="rejoin" required autocomplete="off" spellcheck={false} value={rejoin.value} onInput={(e) => (rejoin.value = e.currentTarget.value)} />
          </label>
          <button type="submit" class="button" disabled={busy.value}>
            Take my seat
          </button>
        </form>
        <p class="faint">The page of your class shows it on the device where you joined. Your teacher can give you another one.</p>
      </details>
    </div>
  );
}

/** What the server stores about the learner, with the class's steps. */
interface Own {
  steps: Record<string, Cell>;
  course: Step[];
}

const own = signal<Own | null>(null);

function Mine() {
  const learner = useLearner();
  /** The newest note when the page was opened: only later ones are read aloud when they come. */
  const heard = useRef<number | null>(null);
  const mine = seat.value!;
  const info = learner.info.value;
  if (learner.over.value) {
    return (
      <div class="class-join middle">
        <h1>{mine.name}</h1>
        <Wrong words={sentenceOf(learner.over.value)} />
        <button type="button" class="button" onClick={dropSeat}>
          Give up the seat on this computer
        </button>
      </div>
    );
  }
  const notes = info?.notes ?? [];
  if (info) heard.current ??= notes.at(-1)?.id ?? 0;
  return (
    <>
      <div class="below-5">
        <h1>{info?.name ?? mine.name}</h1>
        <div class="off-screen" aria-live="polite">
          {learner.line.value === "lost" && <p>No connection at the moment; it will come back by itself.</p>}
          {info?.look && <p>Everybody look here: {info.lookAt ?? "another step"}</p>}
          {notes.slice(-1).map((n) => n.id > heard.current! && <p key={n.id}>{noteWords(n)}</p>)}
        </div>
        <p class="lede">
          You are <strong>{info?.nick ?? mine.nick}</strong>.{info?.deadline ? ` What passes by ${info.words} counts as on time.` : ""}{" "}
          {learner.line.value === "lost" && "No connection at the moment; it will come back by itself."}
        </p>
        {info?.look && (
          <p class="class-look notice is-removed gap-3 space-4 toolbar">
            <strong>Everybody look here:</strong>{" "}
            <a class="button primary" href={`${lessonsOf(mine)}${info.look}`}>
              {info.lookAt ?? "Go to the step"}
            </a>
          </p>
        )}
      </div>
      <div class="sides gap-5 at-start grid">
        <section aria-labelledby="class-steps">
          <h2 class="below-2" id="class-steps">Steps</h2>
          <Steps green={info?.green ?? []} />
        </section>
        <div class="column gap-5">
          <section class="spaced" aria-labelledby="class-said">
            <h2 id="class-said">From your teacher</h2>
            {notes.length === 0 && <p class="faint">Nothing yet.</p>}
            {[...notes].reverse().map((n) => (
              <NoteCard key={n.id} note={n} title={titleOf(n)} />
            ))}
          </section>
          <Kept mine={mine} />
        </div>
      </div>
    </>
  );
}

function titleOf(note: Note): string {
  return [note.by, own.value?.course.find((s) => s.id === note.step)?.title].filter(Boolean).join(" · ");
}

let running: Learner | null = null;
/** Aborts requests for that. A seat that is being deleted stops asking: it would be refused. */
let asked: AbortController | null = null;
let forgetting = false;

/** The connection of this page, which stays as long as the page. */
function useLearner(): Learner {
  running ??= new Learner({ step: "", apart: () => false, code: () => "", untouched: () => true, replace() {}, differs() {} });
  const learner = running;
  const passed = learner.info.value?.green?.length ?? 0;
  useEffect(() => {
    if (forgetting) return;
    asked = new AbortController();
    ask<Own>("/class/own.json", undefined, classHeader(), asked.signal).then(
      (found) => (own.value = found),
      () => {}, // the connection reports what is wrong
    );
    return () => asked?.abort();
  }, [passed, learner.info.value?.steps.join(), learner.info.value?.lessons]);
  useEffect(
    () => () => {
      learner.close();
      if (running === learner) running = null;
    },
    [],
  );
  return learner;
}

function Steps({ green }: { green: readonly string[] }) {
  const now = own.value;
  if (!now) return <p class="faint">They are on their way.</p>;
  const left = now.course.filter((s) => !green.includes(s.id));
  // Whoever has begun a later step, as a class does that starts in the middle, goes on there.
  const begun = left.findLast((s) => now.steps[s.id]?.tries);
  const next = begun ?? left[0];
  let chapter = "";
  return (
    <>
      <p class="below-4 gap-2 toolbar">
        <strong>{now.course.filter((s) => green.includes(s.id)).length}</strong> of {now.course.length} done
        {next && (
          <a class="button primary" href={`${lessonsOf(seat.value!)}${next.id}`}>
            {green.length === 0 && !begun ? "Begin" : "Go on"}: {next.title}
          </a>
        )}
      </p>
      <ol class="class-steps">
        {now.course.map((s) => {
          const heading = s.chapter !== chapter ? s.chapter : "";
          chapter = s.chapter;
          const cell = now.steps[s.id];
          const state = green.includes(s.id) ? "done" : cell?.tries ? "begun" : "";
          return (
            <li key={s.id} class={state}>
              {heading && <h3 class="soft space-4 below-1">{heading}</h3>}
              <span class="class-mark inline-block after-2 faint bold to-middle" aria-hidden="true">
                {state === "done" ? "✓" : state === "begun" ? "…" : ""}
              </span>
              <a href={`${lessonsOf(seat.value!)}${s.id}`}>
                {s.label} {s.title}
              </a>
              {state && <span class="off-screen">{state === "done" ? ", done" : ", begun"}</span>}
              {cell?.waiting ? <span class="minor"> · a suggestion waits</span> : null}
            </li>
          );
        })}
      </ol>
    </>
  );
}

const asking = signal<"" | "delete" | "wipe">("");

function Kept({ mine }: { mine: Seat }) {
  const stay = () => (asking.value = "");
  const forget = async () => {
    forgetting = true;
    asked?.abort();
    try {
      await ask("/class/forget", {}, classHeader());
      dropSeat();
    } catch (error) {
      wrong.value = sentenceOf(error);
    }
    forgetting = false;
    stay();
  };
  return (
    <section aria-labelledby="class-kept">
      <h2 class="below-2" id="class-kept">Your data on the server</h2>
      <p>
        The server keeps your nickname, your code in the steps of this class and what it was before, what its tests said, how many hints you opened, your answers to questions that the course asks twice,
        and your teacher’s notes and suggestions. It keeps no address and nothing else about you.
      </p>
      <p>
        Your rejoin code takes your seat to another device: <code class="tag typed-code nowrap text-l">{spaced(mine.rejoin)}</code>
      </p>
      <p class="class-buttons flex wrap gap-2 space-4">
        <button type="button" class="button" onClick={() => void saveOwn()}>
          Save all of it as a file
        </button>
        <button type="button" class="button" onClick={() => (asking.value = "delete")}>
          Delete it…
        </button>
        <button type="button" class="button" onClick={() => (asking.value = "wipe")}>
          Leave this computer…
        </button>
      </p>
      <Wrong words={wrong.value} />
      {asking.value === "delete" && (
        <ConfirmDialog id="class-delete" title="Delete your data on the server" does="Delete" keeps="Keep it" onConfirm={() => void forget()} onClose={stay}>
          <p>Your seat, your results and your code on the server are deleted for good. What is in this browser stays.</p>
        </ConfirmDialog>
      )}
      {asking.value === "wipe" && (
        <ConfirmDialog
          id="class-wipe"
          title="Leave this computer"
          does="Delete and leave"
          keeps="Stay"
          onConfirm={() => {
            stay();
            dropSeat();
            wipe();
          }}
          onClose={stay}
        >
          <p>
            Everything that Unbox keeps in this browser is deleted: your seat, your code, drafts and settings. On the server it stays; you come back with your rejoin code,{" "}
            <code>{spaced(mine.rejoin)}</code>. Write it down first.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

async function saveOwn(): Promise<void> {
  try {
    const all = await ask<object>("/class/own.json", undefined, classHeader());
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(all, null, 2) + "\n"], { type: "application/json" }));
    link.download = "unbox-class.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
  } catch (error) {
    wrong.value = sentenceOf(error);
  }
}
