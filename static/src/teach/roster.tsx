// The roster: who a school says is in the class, from a table, and which seat each of them has.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, sentenceOf } from "../classroom/ask";
import { Modal } from "../ui/modal";
import { Wrong } from "../ui/wrong";
import { Changes, Decide, type Line } from "./preview";
import * as page from "./state";

interface Person {
  id: string;
  name: string;
  seat?: string;
}

interface Linked {
  person: string;
  seat: string;
}

/** What a file changes in the roster. */
interface Answer {
  /** Why the file is no roster; then there is nothing else. */
  wrong?: string;
  encoding: string;
  columns: { header: string; use: string }[];
  plan: { added: Person[]; changed: Person[]; same: number; missing: Person[] };
}

const roster = signal<{ people: Person[]; suggested: Linked[] } | null>(null);
/** The file that was looked at, in base64, and what the server says of it; null while none is. */
const file = signal("");
const answer = signal<Answer | null>(null);
const pasted = signal("");
const remove = signal(false);
const updating = signal(false);
const wrong = signal("");

async function load(): Promise<void> {
  try {
    roster.value = await ask(`/teach/classes/${page.classId.peek()}/roster.json`);
  } catch (error) {
    wrong.value = sentenceOf(error);
  }
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** The longest file that is sent, in bytes; the server says the same of a longer one. */
const maxBytes = 512 * 1024;

/** Asks the server what would change in the roster. */
async function tryOut(bytes: Uint8Array): Promise<void> {
  answer.value = null;
  if (bytes.length > maxBytes) {
    wrong.value = `Expected a roster of at most 512 KiB, found ${Math.ceil(bytes.length / 1024)}.`;
    return;
  }
  file.value = base64(bytes);
  answer.value = await send(true);
}

async function send(only: boolean): Promise<Answer | null> {
  wrong.value = "";
  try {
    const said = await ask<Answer>(`/teach/classes/${page.classId.peek()}/roster`, { file: file.peek(), remove: remove.peek(), try: only });
    if (said.wrong) wrong.value = sentenceOf(said.wrong);
    return said.wrong ? null : said;
  } catch (error) {
    wrong.value = sentenceOf(error);
    return null;
  }
}

async function takeOver(): Promise<void> {
  if (!(await send(false))) return;
  clear();
  await load();
}

function clear(): void {
  answer.value = null;
  file.value = pasted.value = wrong.value = "";
  remove.value = updating.value = false;
}

async function link(all: Linked[]): Promise<void> {
  wrong.value = "";
  if (!(await page.act({ link: all }))) wrong.value = page.wrong.peek();
  await load();
}

export function RosterDialog({ onClose }: { onClose(): void }) {
  useEffect(() => {
    clear();
    roster.value = null;
    void load();
  }, []);
  const now = roster.value;
  return (
    <Modal id="roster" title="Roster" class="teach-dialog teach-roster spaced" onClose={onClose}>
      {now && (now.people.length === 0 || updating.value ? <Bring first={now.people.length === 0} /> : <Standing people={now.people} suggested={now.suggested} />)}
      {!now && !wrong.value && <p>Asking for the roster…</p>}
      <Wrong words={wrong.value} />
    </Modal>
  );
}

/** A file or pasted text, looked at before it counts. */
function Bring({ first }: { first: boolean }) {
  return (
    <>
      <p>
        A table with a row for each person, as CSV: exported from Moodle, Canvas or GitHub Classroom, saved from a spreadsheet, or a list of names. Learners do not see it.
        {!first && " People are found again by their IDs, and keep their seats."}
      </p>
      <form
        class="class-form form"
        onSubmit={(e) => {
          e.preventDefault();
          void tryOut(new TextEncoder().encode(pasted.peek()));
        }}
      >
        <label>
          A file
          <input
           
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            data-first
            onChange={(e) => {
              const chosen = e.currentTarget.files?.[0];
              if (chosen) void chosen.arrayBuffer().then((bytes) => tryOut(new Uint8Array(bytes)));
            }}
          />
        </label>
        <label>
          Or paste it
          <textarea
            class="code"
            rows={5}
            placeholder={"identifier,name\ns1024,Ada Lovelace"}
            value={pasted.value}
            onInput={(e) => {
              pasted.value = e.currentTarget.value;
              answer.value = null;
            }}
          />
        </label>
        {!answer.value && (
          <p class="class-buttons flex wrap gap-2 space-4">
            <button type="submit" class="button primary" disabled={pasted.value.trim() === ""}>
              Preview
            </button>
            {!first && (
              <button type="button" class="button" onClick={clear}>
                Back
              </button>
            )}
          </p>
        )}
      </form>
      {answer.value && <Preview answer={answer.value} />}
    </>
  );
}

function Preview({ answer: { columns, encoding, plan } }: { answer: Answer }) {
  const used = columns.filter((c) => c.use !== "" && c.header !== "");
  const unused = columns.filter((c) => c.use === "");
  return (
    <section aria-label="What would change" class="teach-plan spaced">
      <p role="status">
        <strong>
          {plan.added.length} new, {plan.changed.length} changed, {plan.same} as before
        </strong>
        {plan.missing.length > 0 && `; ${plan.missing.length} on the roster and not in the file`}
      </p>
      <p class="faint">
        {used.length > 0 ? `Read: ${used.map((c) => (c.header.toLowerCase() === c.use ? c.header : `${c.header} (${c.use})`)).join(", ")}. ` : "Read as a list of names. "}
        {unused.length > 0 && `Not read: ${unused.map((c) => c.header || "a column without a name").join(", ")}. `}
        {encoding !== "UTF-8" && `Written in ${encoding}.`}
      </p>
      <ul class="short-list pad-y-2 pad-x-3 boxed mono" tabIndex={0} aria-label="People">
        <Changes mark="+" words="new" lines={plan.added.map(lineOf)} />
        <Changes mark="~" words="changed" lines={plan.changed.map(lineOf)} />
        <Changes mark={remove.value ? "−" : "?"} words={remove.value ? "goes" : "not in the file"} lines={plan.missing.map(lineOf)} />
      </ul>
      {plan.missing.length > 0 && (
        <label class="row">
          <input type="checkbox" checked={remove.value} onChange={(e) => (remove.value = e.currentTarget.checked)} /> Take {plan.missing.length === 1 ? "the one who is" : `the ${plan.missing.length} who are`} not in the file off
          the roster (their seats stay)
        </label>
      )}
      <Decide label="Save the roster" onTake={() => void takeOver()} onBack={clear} />
    </section>
  );
}

/** The line of a person in what would change, without a name where names are off. */
const lineOf = (p: Person): Line => (page.nameless.value ? { id: p.id, text: "…" } : { id: p.id, text: p.name, beside: p.id === p.name ? "" : p.id });

/** Who has which seat, who is missing, and who is on no roster. */
function Standing({ people, suggested }: { people: Person[]; suggested: Linked[] }) {
  const seated = people.filter((p) => p.seat);
  const taken = new Set(seated.map((p) => p.seat));
  const unknown = page.learners.value.filter((r) => !taken.has(r.id));
  const fits = suggested.filter((l) => unknown.some((r) => r.id === l.seat));
  return (
    <>
      <p role="status">
        <strong>
          {seated.length} of {people.length}
        </strong>{" "}
        have a seat here.{" "}
        {unknown.length > 0 && (
          <>
            {unknown.length === 1 ? "One learner is" : `${unknown.length} learners are`} not linked to the roster: {unknown.slice(0, 12).map((r) => page.nameOf(r.id)).join(", ")}
            {unknown.length > 12 && ` and ${unknown.length - 12} more`}.
          </>
        )}
      </p>
      <p class="class-buttons flex wrap gap-2 space-4">
        {fits.length > 0 && (
          <button type="button" class="button primary" onClick={() => void link(fits)}>
            Link {fits.length === 1 ? "the one" : `the ${fits.length}`} whose nickname fits
          </button>
        )}
        <button type="button" class="button" onClick={() => (updating.value = true)}>
          Update from a file…
        </button>
      </p>
      {page.nameless.value ? (
        <p>Names are off.</p>
      ) : (
        <div class="long-list boxed" tabIndex={0} role="region" aria-label="People on the roster">
          <table class="teach-people table full">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">ID</th>
                <th scope="col">Seat</th>
              </tr>
            </thead>
            <tbody>
              {people.map((p) => (
                <tr key={p.id}>
                  <th scope="row">{p.name}</th>
                  <td>{p.id === p.name ? "" : p.id}</td>
                  <td>
                    <select class="full" aria-label={`Seat of ${p.name}`} value={p.seat ?? ""} onChange={(e) => void link([{ person: p.id, seat: e.currentTarget.value }])}>
                      <option value="">none</option>
                      {page.learners.value
                        .filter((r) => r.id === p.seat || !taken.has(r.id))
                        .map((r) => (
                          <option key={r.id} value={r.id}>
                            {r.nick}
                          </option>
                        ))}
                    </select>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
