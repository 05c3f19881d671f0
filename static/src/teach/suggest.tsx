// Suggestions for a learner's draft: one that is made in an editor, and what became of those before.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ChangedLines } from "../editor/changed-lines";
import type { Suggestion } from "../classroom/protocol";
import { fit } from "../editor/merge";
import { during } from "../settled";
import { ago } from "../ui/ago";
import { messageParts } from "../ui/words";
import { Wrong } from "../ui/wrong";
import * as page from "./state";

const making = signal<page.Making>({ base: "", text: "", words: "" });

/** Changes the draft as it was when this was opened. What is typed meanwhile stays: the change is brought into it. */
export function Suggest({ seat, step, now, onDone }: { seat: string; step: string; now: string; onDone(): void }) {
  const host = useRef<HTMLDivElement>(null);
  const failed = useSignal("");
  const to = `${seat}/${step}`;
  const change = (part: Partial<page.Making>) => {
    making.value = { ...making.peek(), ...part };
    page.keepMaking(to, making.peek());
  };
  useEffect(() => {
    page.stay();
    making.value = page.keptMaking(to) ?? { base: now, text: now, words: "" };
    let close = () => {};
    let gone = false;
    const editor = import("./suggest-editor").then(
      ({ openEditor }) => {
        if (!gone) close = openEditor(host.current!, making.peek().text, (text) => change({ text }));
      },
      () => (failed.value = "The editor could not be loaded: the server cannot be reached."),
    );
    void during("editor", editor);
    return () => {
      gone = true;
      close();
    };
  }, [to]);
  const { base, text, words } = making.value;
  const leave = () => {
    page.keepMaking(to, null);
    onDone();
  };
  const send = async () => {
    if (await page.suggest(making.peek())) return leave();
    failed.value = page.wrong.peek();
    page.wrong.value = ""; // which stands elsewhere
  };
  return (
    <form
      class="teach-suggest slim form"
      onSubmit={(e) => {
        e.preventDefault();
        void send();
      }}
    >
      <div class="editor teach-draft height-32vh rigid full boxed clip" ref={host} />
      <p class="soft" role="status">
        {stateWords(base, text, now, page.nameOf(seat))}
      </p>
      <label>
        Remark, if you like
        <input name="remark" maxLength={2000} autocomplete="off" value={words} onInput={(e) => change({ words: e.currentTarget.value })} />
      </label>
      <p class="toolbar gap-2">
        <button type="submit" class="button primary" disabled={base === text}>
          Send the suggestion
        </button>
        <button type="button" class="button" onClick={leave}>
          Give it up
        </button>
      </p>
      <Wrong words={failed.value} />
    </form>
  );
}

function stateWords(base: string, text: string, now: string, name: string): string {
  if (base === text) return "Change the text. The learner sees what goes and what comes, and accepts or declines it.";
  if (now === base) return "";
  const { state } = fit(base, text, now);
  if (state === "done") return `${name} has typed the same meanwhile.`;
  return state === "fits" ? `${name} has typed elsewhere meanwhile; it still fits.` : `${name} has changed the same place meanwhile, so it does not fit any more.`;
}

/** Those that wait, and what became of the others; the newest first. */
export function Suggestions() {
  const all = page.suggestions.value;
  if (all.length === 0) return null;
  return (
    <section aria-label="Suggestions">
      {[...all].reverse().map((s) => (
        <Made key={s.id} made={s} />
      ))}
    </section>
  );
}

const became = { accepted: "Accepted", declined: "Declined", withdrawn: "Withdrawn" };

function Made({ made }: { made: Suggestion }) {
  const mine = page.general.value!.full || made.by === page.me.value?.name;
  const now = page.draft.value?.text;
  const isLost = !made.how && now !== undefined && fit(made.base, made.text, now).state === "lost";
  return (
    <details class="class-note measured is-added notice" open={!made.how}>
      <summary>
        {made.how ? <strong>{became[made.how]}</strong> : <strong>Waits for an answer</strong>}
        <span class="minor">
          {" "}
          · {ago((made.settled ?? made.at) * 1000)} · {made.by}
        </span>
      </summary>
      {made.words && <p class="anywhere">{messageParts(made.words)}</p>}
      <ChangedLines before={made.base} after={made.text} />
      {isLost && <p class="minor">The draft has changed there since: it does not fit any more.</p>}
      {!made.how && mine && (
        <button type="button" class="button small" onClick={() => void page.withdraw(made.id)}>
          Withdraw
        </button>
      )}
    </details>
  );
}
