// One learner: the draft as it is typed, what the tests said, notes, and what can be done with the seat.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { spaced } from "../classroom/ask";
import { NoteCard } from "../classroom/notes";
import type { Cell, Row } from "../classroom/protocol";
import { PythonLine } from "../lesson/code";
import { place } from "../site";
import { ago } from "../ui/ago";
import { Cross } from "../ui/icons";
import { Menu } from "../ui/menu";
import { Modal } from "../ui/modal";
import { messageParts } from "../ui/words";
import { Wrong } from "../ui/wrong";
import { PastBar, usePast } from "./past";
import { Suggest, Suggestions } from "./suggest";
import { timeAtIt } from "./stuck";
import * as page from "./state";

/** The line that a note is for, 0 for none, and its words. */
const line = signal(0);
const words = signal("");
const asking = signal<"" | "rename" | "merge" | "rejoin" | "remove">("");

/** The name of a seat in the grid. */
export const nameIn = (seat: string) => `learner-${seat}`;

/** Shows no learner any more; the focus goes back to the name in the grid. */
export function closeLearner(): void {
  const { seat } = page.chosen.peek();
  page.look("", "");
  document.getElementById(nameIn(seat))?.focus();
}

export function LearnerPanel() {
  const { seat, step } = page.chosen.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [seat]);
  useEffect(() => {
    const kept = page.keptNote(`${seat}/${step}`);
    line.value = kept.line;
    words.value = kept.text;
    asking.value = "";
  }, [seat, step]);
  useEffect(() => {
    if (words.value || asking.value) page.stay();
  }, [words.value, asking.value]);
  const row = page.rows.value.get(seat);
  if (!row) return null;
  const steps = page.general.value!.steps;
  return (
    <section class="teach-learner line-before low scroll gap-3 pad-y-3 pad-x-4 desk column" aria-label={page.nameOf(seat)}>
      <div class="teach-learner-head row">
        <h2 class="cut" tabIndex={-1} ref={heading}>
          {page.nameOf(seat)}
        </h2>
        {row.person && !page.nameless.value && row.person !== row.nick && <span class="soft">{row.person} ·</span>}
        <span class="soft">{row.blocked ? "blocked" : row.here ? "here" : "away"}</span>
        <span class="header-space grow" />
        {page.general.value!.full && <Menu label="Seat" name="Seat menu" items={() => seatItems(row)} align="end" />}
        <button type="button" class="button icon-only" aria-label="Close" onClick={closeLearner}>
          <Cross />
        </button>
      </div>
      <label class="teach-where row">
        Step
        <select class="slim" value={step} onChange={(e) => page.look(seat, e.currentTarget.value)}>
          {!steps.some((s) => s.id === step) && <option value={step}>{step || "none"}</option>}
          {steps.map((s) => (
            <option key={s.id} value={s.id}>
              {s.label} {s.title}
              {row.step === s.id ? " (is here)" : ""}
            </option>
          ))}
        </select>
      </label>
      <Outcome cell={row.cells?.[step]} />
      <Draft key={`${seat}/${step}`} />
      <Suggestions />
      <NoteForm seat={seat} step={step} />
      <Notes row={row} step={step} />
      {asking.value && <SeatDialog row={row} />}
    </section>
  );
}

function Outcome({ cell }: { cell: Cell | undefined }) {
  if (!cell?.tries && !cell?.green) return <p class="soft">No tests have run here yet.</p>;
  return (
    <div class="teach-outcome">
      <p>
        {cell.green ? (
          <strong class="done toned">✓ Done, {ago(cell.green * 1000)}</strong>
        ) : (
          <>
            <strong>
              {cell.passed ?? 0} of {cell.total ?? 0} tests pass
            </strong>
            <span class="soft">{timeAtIt(cell, page.now.value)}</span>
          </>
        )}
        <span class="soft">
          {" "}
          · {cell.tries ?? 0} {cell.tries === 1 ? "try" : "tries"}
          {cell.hints ? ` · ${cell.hints} ${cell.hints === 1 ? "hint" : "hints"}` : ""}
        </span>
      </p>
      {!cell.green && cell.test && (
        <p>
          <span class="fails toned">✗ {messageParts(cell.test)}</span>
          {(cell.same ?? 0) > 1 && <span class="soft"> · {cell.same} times in a row</span>}
        </p>
      )}
      {!cell.green && cell.words && <p class="soft">{messageParts(cell.words)}</p>}
    </div>
  );
}

/** The program as it is being typed, or an earlier version. */
function Draft() {
  const { seat, step } = page.chosen.value;
  const now = page.draft.value;
  const past = usePast(seat, step);
  const making = useSignal(page.keptMaking(`${seat}/${step}`) !== null);
  if (!now) return <p class="soft">The draft is on its way.</p>;
  if (now.text === "" && !now.past) return <p class="soft">Nothing was written here yet.</p>;
  const was = past.was;
  return (
    <>
      <PastBar past={past} count={now.past ?? 0} making={making} />
      {was ? <Lines text={was.text} before={past.before} /> : making.value ? <Suggest seat={seat} step={step} now={now.text} onDone={() => (making.value = false)} /> : <Lines text={now.text} />}
    </>
  );
}

/** The lines of a program. Those that were not in the text before are marked; without one, a click on a line's number begins a note for it. */
function Lines({ text, before }: { text: string; before?: string }) {
  const known = new Set(before?.split("\n"));
  const isPast = before !== undefined;
  return (
    <div class="teach-draft height-32vh rigid scroll boxed paper" tabIndex={0} role="region" aria-label={isPast ? "The draft, as it was" : "The draft, as it is typed"}>
      <ol class="natural min-width-100% pad-1-0">
        {text.split("\n").map((words, i) => {
          const isNew = isPast && before !== "" && words.trim() !== "" && !known.has(words);
          return (
            <li key={i} class={`flex pre ${isNew ? "fresh chosen" : !isPast && line.value === i + 1 ? "chosen" : ""}`}>
              {isPast ? (
                <span class="teach-number width-44px min-height-22px after-3 pad-0-2-0-0 line-after hovers rigid faint to-right" title={isNew ? "Was not there before" : undefined}>
                  {i + 1}
                </span>
              ) : (
                <button type="button" class="teach-number width-44px min-height-22px after-3 pad-0-2-0-0 line-after hovers rigid faint to-right" aria-label={`Note for line ${i + 1}`} aria-pressed={line.value === i + 1} onClick={() => (line.value = line.value === i + 1 ? 0 : i + 1)}>
                  {i + 1}
                </button>
              )}
              <code>
                <PythonLine text={words} />
              </code>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function NoteForm({ seat, step }: { seat: string; step: string }) {
  const sent = useSignal("");
  const write = (text: string) => {
    words.value = text;
    if (text) sent.value = "";
    page.keepNote(`${seat}/${step}`, { text, line: line.peek() });
  };
  const say = async () => {
    const text = words.value;
    // What is typed while it is being sent stays.
    if (!(await page.act({ say: { seat, step, line: line.value, text } })) || words.peek() !== text) return;
    line.value = 0; // the next note is for another place
    write("");
    sent.value = `${seat}/${step}`;
  };
  return (
    <form
      class="teach-say form"
      onSubmit={(e) => {
        e.preventDefault();
        void say();
      }}
    >
      <label>
        {line.value ? `Note for line ${line.value}` : "Note for this step"}
        <textarea rows={2} required maxLength={2000} value={words.value} onInput={(e) => write(e.currentTarget.value)} />
      </label>
      <p class="toolbar gap-2">
        <button type="submit" class="button">
          Send
        </button>
        <span class="soft" role="status">
          {sent.value === `${seat}/${step}` ? "Sent" : ""}
        </span>
      </p>
      {!asking.value && <Wrong words={page.wrong.value} />}
    </form>
  );
}

function Notes({ row, step }: { row: Row; step: string }) {
  const notes = (row.notes ?? []).filter((n) => n.step === step);
  return (
    <>
      {[...notes].reverse().map((n) => (
        <NoteCard key={n.id} note={n} title={n.by === page.me.value?.name ? "You" : n.by} showLine={n.line ? () => (line.value = n.line!) : undefined} />
      ))}
    </>
  );
}

function seatItems(row: Row) {
  return [
    { key: "rename", title: "Rename…", run: () => (asking.value = "rename") },
    { key: "merge", title: "Merge into another seat…", note: "For a learner who has joined twice", run: () => (asking.value = "merge") },
    { key: "rejoin", title: "Rejoin code…", note: "For a learner with another device", run: () => (asking.value = "rejoin") },
    row.blocked
      ? { key: "unblock", title: "Let in again", run: () => void page.act({ unblock: row.id }) }
      : { key: "block", title: "Block", note: "Shuts the seat out; nothing is deleted", run: () => void page.act({ block: row.id }) },
    { key: "remove", title: "Remove…", note: "Deletes the seat and all its data", run: () => (asking.value = "remove") },
  ];
}

const nick = signal("");
const into = signal("");

function SeatDialog({ row }: { row: Row }) {
  const kind = asking.value;
  useEffect(() => {
    nick.value = row.nick;
    into.value = "";
  }, [kind]);
  const close = () => {
    asking.value = "";
    page.wrong.value = ""; // it was about what is not done now
  };
  const act = async () => {
    const what = {
      rename: { rename: { seat: row.id, nick: nick.value } },
      merge: { merge: { from: row.id, into: into.value } },
      rejoin: { rejoin: row.id },
      remove: { remove: row.id },
      "": {},
    };
    if ((await page.act(what[kind])) && kind !== "rejoin") close(); // a new code is to be read
  };
  const titles = { rename: "Rename", merge: "Merge into another seat", rejoin: `The rejoin code of ${page.nameOf(row.id)}`, remove: `Remove ${page.nameOf(row.id)}`, "": "" };
  const buttons = { rename: "Rename", merge: "Merge", rejoin: "New code (signs all devices out)", remove: "Remove", "": "" };
  return (
    <Modal id="seat" title={titles[kind]} class="teach-dialog spaced" onClose={close}>
      <form
        class="class-form form"
        onSubmit={(e) => {
          e.preventDefault();
          void act();
        }}
      >
        {kind === "rename" && (
          <label>
            Nickname
            <input required maxLength={24} data-first value={nick.value} onInput={(e) => (nick.value = e.currentTarget.value)} />
          </label>
        )}
        {kind === "merge" && (
          <label>
            The seat that stays
            <select required data-first value={into.value} onChange={(e) => (into.value = e.currentTarget.value)}>
              <option value="">Choose…</option>
              {page.learners.value
                .filter((r) => r.id !== row.id)
                .map((r) => (
                  <option key={r.id} value={r.id}>
                    {page.nameOf(r.id)}
                  </option>
                ))}
            </select>
          </label>
        )}
        {kind === "rejoin" && <RejoinCode row={row} />}
        {kind === "remove" && <p>The seat, its results and its drafts are deleted for good.</p>}
        {kind === "merge" && <p>For each step, the better result is kept. Its drafts come along: in steps in which both wrote, they are in the History of the other draft. Its devices get the seat that stays.</p>}
        <Wrong words={page.wrong.value} />
        {!(kind === "rejoin" && page.nameless.value) && (
          <button type="submit" class={`button ${kind === "rejoin" ? "" : "primary"}`}>
            {buttons[kind]}
          </button>
        )}
      </form>
    </Modal>
  );
}

/** The code with which a learner gets the seat on another device. */
function RejoinCode({ row }: { row: Row }) {
  if (page.nameless.value) return <p>Names are hidden, and so are codes.</p>;
  return (
    <>
      <p>
        <strong class="typed-code">{spaced(row.rejoin)}</strong>
      </p>
      <p>The learner opens {place("/class")} on the other device, and chooses “I have a seat already, on another device”. The newest draft comes along.</p>
    </>
  );
}
