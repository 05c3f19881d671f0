// A step of a lesson as the stage of a workshop. What another member presents is shown above the exercise, and replaces nothing: the
// program in the learner's editor stays, and only the learner's own work counts.

import { signal } from "@preact/signals";
import { herePath } from "../site";
import { toast } from "../ui/toasts";
import { messageParts } from "../ui/words";
import type { Stage } from "../workshop/session";
import { pythonLines } from "./code";
import { type Said, readSaid, saidOf } from "./said";
import * as page from "./state";

/** The program that is presented, and what its tests said; null while they have not run. */
const shown = signal("");
const outcome = signal<Said | null>(null);
/** Where the presenter points, and the user's own chosen line. */
const guest = signal({ line: 0, test: "" });
const picked = signal(0);
/** One presents: the program is that of the editor. */
const live = signal(false);
/** This member presents what another one began: since then the editor has no own text. */
let tookOver = false;

/** What the tests said of the program in the editor; of an older one nothing. */
function said(): Said | null {
  const now = page.results.value;
  return now && page.fresh.value ? saidOf(now.response) : null;
}

function take(text: string): void {
  if (!live.peek()) shown.value = text;
  else if (page.code.peek() !== text) {
    if (tookOver) page.putAside(text);
    else page.replaceCode(text);
    tookOver = false;
  }
}

function pointAt(at: unknown): void {
  const { line, test } = (at ?? {}) as { line?: unknown; test?: unknown };
  guest.value = { line: Number.isSafeInteger(line) ? (line as number) : 0, test: typeof test === "string" ? test : "" };
}

export const lessonStage: Stage = {
  page: herePath(),
  text: () => (live.value ? page.code.value : shown.value),
  view: () => ({ page: lessonStage.page, outcome: said() }),
  pointer: () => page.pointed.value,
  open(text, found) {
    picked.value = 0;
    take(text);
    outcome.value = readSaid(found);
  },
  follow: take,
  cover: (text) => page.putAside(text),
  mine: () => ({ text: page.code.peek(), view: { page: lessonStage.page, outcome: said() } }),
  show: (found) => void (outcome.value = readSaid(found)),
  point: pointAt,
  say: (words) => toast(words),
  presents(yes) {
    tookOver = yes && !live.peek();
    live.value = yes;
  },
  truth(kind) {
    if (kind === "number") return String(said()?.tests.filter((t) => t.status === "pass").length ?? "");
    return kind === "line" ? String(page.caretLine.peek() || "") : "";
  },
  line: () => (live.value ? page.caretLine.value : picked.value),
  usual: () => [
    { words: "Do all tests pass? Yes or no", text: "Does this program pass all tests?", kind: "choice", choices: ["Yes", "No"] },
    { words: "How many tests pass?", text: "How many of the tests pass?", kind: "number" },
    { words: "Point at a line", text: "Which line is wrong?", kind: "line" },
  ],
  pane: Presented,
};

function Presented({ take }: { take(): void }) {
  const text = shown.value;
  const copy = () => {
    const own = page.code.peek();
    take();
    page.putAside(text);
    toast("Your editor has a copy of what is presented.", { label: "Back to my program", run: () => page.replaceCode(own) });
  };
  return (
    <section class="workshop-pane sides line-below gap-y-2 gap-x-4 at-start pad-y-3 pad-x-4 paper" aria-label="What is presented">
      <div class="workshop-program max-height-36vh edge-added pad-left-3 scroll" tabIndex={0} role="region" aria-label="The program that is presented">
        <Program text={text} />
      </div>
      <div class="column gap-2 at-start slim">
        <div class="workshop-outcome full short-list anywhere" tabIndex={0} role="region" aria-label="What its tests said">
          <Outcome now={outcome.value} />
        </div>
        <button type="button" class="button" title="Puts a copy into your editor" onClick={copy}>
          Go on with a copy
        </button>
      </div>
    </section>
  );
}

/** A click chooses a line, which is the answer to a question for one. */
function Program({ text }: { text: string }) {
  const at = guest.value.line;
  const mine = picked.value;
  return (
    <pre class="code" tabIndex={0} role="group" aria-label="The program">
      {pythonLines(text.replace(/\n+$/, "")).map((line, k) => (
        <code
          key={k}
          class={`workshop-line min-height-1.5em pad-left-3.4em turn block pointer ${at === k + 1 ? "is-pointed" : ""} ${mine === k + 1 ? "is-picked" : ""}`}
          data-line={k + 1}
          onClick={() => (picked.value = mine === k + 1 ? 0 : k + 1)}
        >
          {line}
          {"\n"}
        </code>
      ))}
    </pre>
  );
}

const marks: Record<string, string> = { pass: "✓", fail: "✗" };

function Outcome({ now }: { now: Said | null }) {
  if (!now) return <p class="soft">The tests have not run.</p>;
  const { test } = guest.value;
  return (
    <>
      <p class="strong" role="status">
        {now.words}
      </p>
      <ul class="workshop-tests">
        {now.tests.map((t, k) => (
          <li key={k} class={`turn ${marks[t.status] ? t.status : "error"} ${t.name === test ? "is-pointed" : ""}`}>
            <span class="toned" aria-hidden="true">{marks[t.status] ?? "!"}</span> {messageParts(t.name)} {t.status !== "pass" && <span class="off-screen">, which does not pass</span>}
          </li>
        ))}
      </ul>
      {now.message && <p class="soft">{messageParts(now.message)}</p>}
    </>
  );
}
