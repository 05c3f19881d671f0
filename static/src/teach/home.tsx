// The list of classes, and what an account can do.

import { signal, useSignal } from "@preact/signals";
import { ago } from "../ui/ago";
import { writeClipboard } from "../ui/clipboard";
import { Menu } from "../ui/menu";
import { Modal } from "../ui/modal";
import { Wrong } from "../ui/wrong";
import { PeopleDialog } from "./people";
import { SettingsForm } from "./settings";
import { type Me, dialog, endsWords, freshSettings, keepClass, refresh, send, sendOnce, wrong } from "./state";
import { at } from "../site";

/** A secret that the server shows once: what it is, and the secret. */
const told = signal<{ title: string; words: string; text: string } | null>(null);

async function invite(): Promise<void> {
  const answer = await send<{ word: string }>("/teach/invite", { role: "teacher" });
  if (answer) tell("An invitation for a teacher", "Send this link to one person. It is valid for seven days and for one account.", location.origin + at(`/teach#invitation=${answer.word}`));
}

async function token(): Promise<void> {
  const answer = await send<{ word: string }>("/teach/token", {});
  if (answer) tell("A token for programs", "Programs read your classes’ results with it. It is not shown again, and the one before is void.", answer.word);
}

function tell(title: string, words: string, text: string): void {
  told.value = { title, words, text };
}

async function signOut(everywhere: boolean): Promise<void> {
  if (await send("/teach/sign-out", { everywhere })) await refresh();
}

export function Home({ who }: { who: Me }) {
  const items = () => [
    ...(who.role === "owner"
      ? [
          { key: "invite", title: "Invite a teacher…", note: "With a link for one person", run: () => void invite() },
          { key: "people", title: "Teachers and assistants…", note: "Who has an account, who is invited; to remove them", run: () => (dialog.value = "people") },
        ]
      : who.role === "teacher"
        ? [{ key: "people", title: "Assistants…", note: "Who helps in your classes, who is invited; to remove them", run: () => (dialog.value = "people") }]
        : []),
    { key: "token", title: "A token for programs…", note: "To read results from a script", run: () => void token() },
    { key: "account", title: "Change the password…", run: () => (dialog.value = "account") },
    { key: "out", title: "Sign out", run: () => void signOut(false) },
    { key: "everywhere", title: "Sign out everywhere", note: "On all computers where you have signed in; a token for programs is void, too", run: () => void signOut(true) },
  ];
  return (
    <div class="class-page max-width-1120px middle pad-y-5 pad-x-4">
      <div class="teach-bar gap-y-2 gap-x-3 toolbar">
        <h1>Your classes</h1>
        <span class="header-space grow" />
        {who.role !== "assistant" && (
          <button type="button" class="button primary" onClick={() => (dialog.value = "new")}>
            New class…
          </button>
        )}
        <Menu label={who.name} name={`Account ${who.name}`} items={items} align="end" wide />
      </div>
      {!dialog.value && <Wrong words={wrong.value} />}
      {who.classes.length === 0 && <p class="lede">None yet. {who.role === "assistant" ? "Ask a teacher to invite you." : "Make one, and its code lets learners in."}</p>}
      <ul class="teach-classes cards space-5 grid gap-4">
        {who.classes.map((c) => (
          <li key={c.id}>
            <a class="teach-card plain gap-1 pad-y-4 pad-x-4 framed raised hovers column" href={`#class=${c.id}`}>
              <span class="text-xl serif regular anywhere">{c.name}</span>
              <span class="faint">
                {c.learners === 1 ? "1 learner" : `${c.learners} learners`} · {ago(c.last * 1000)}
                {c.role !== "teacher" && ` · ${c.role}`}
              </span>
            </a>
            {c.ends ? (
              <div class="notice fail toolbar space-1">
                <p class="grow">{endsWords(c.ends)}</p>
                {c.role !== "assistant" && (
                  <button type="button" class="button" aria-label={`Keep it: ${c.name}`} onClick={() => void keepClass(c.id)}>
                    Keep it
                  </button>
                )}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {dialog.value === "new" && (
        <Modal id="new-class" title="A new class" class="teach-dialog spaced" onClose={() => (dialog.value = "")}>
          <SettingsForm settings={freshSettings()} course={who.course} label="Make the class" save={make} />
        </Modal>
      )}
      {dialog.value === "people" && <PeopleDialog onClose={() => (dialog.value = "")} />}
      {dialog.value === "account" && <PasswordDialog />}
      {told.value && (
        <Modal id="told" title={told.value.title} class="teach-dialog spaced" onClose={() => (told.value = null)}>
          <p>{told.value.words}</p>
          <ToldText text={told.value.text} />
        </Modal>
      )}
    </div>
  );
}

/** A text to be copied. */
export function ToldText({ text }: { text: string }) {
  const done = useSignal<boolean | null>(null);
  return (
    <p class="teach-told row gap-3">
      <code class="grow snippet nowrap" tabIndex={0}>{text}</code>
      <button type="button" class="button" data-first onClick={() => void writeClipboard(text).then((yes) => (done.value = yes))}>
        Copy
      </button>
      <span role="status">{done.value === null ? "" : done.value ? "Copied." : "The browser does not allow it: select the text."}</span>
    </p>
  );
}

async function make(settings: object): Promise<boolean> {
  const answer = await sendOnce<{ word: string }>("/teach/classes", settings, true);
  if (!answer) return false;
  dialog.value = "";
  location.hash = `class=${answer.word}`;
  return true;
}

const old = signal("");
const fresh = signal("");

function PasswordDialog() {
  const change = async () => {
    if (!(await send("/teach/password", { name: "", old: old.value, password: fresh.value }))) return;
    old.value = fresh.value = dialog.value = "";
  };
  return (
    <Modal id="password" title="Change the password" class="teach-dialog spaced" onClose={() => (dialog.value = "")}>
      <form
        class="class-form form"
        onSubmit={(e) => {
          e.preventDefault();
          void change();
        }}
      >
        <label>
          The password now
          <input type="password" required autocomplete="current-password" data-first value={old.value} onInput={(e) => (old.value = e.currentTarget.value)} />
        </label>
        <label>
          The new one
          <input type="password" required minLength={10} autocomplete="new-password" value={fresh.value} onInput={(e) => (fresh.value = e.currentTarget.value)} />
        </label>
        <p class="faint">You are signed out on all other computers, and a token for programs is void.</p>
        <button type="submit" class="button primary">
          Change
        </button>
        <Wrong words={wrong.value} />
      </form>
    </Modal>
  );
}
