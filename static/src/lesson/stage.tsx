// A step of a lesson as the stage of a workshop. What somebody else presents stands above the exercise, and takes the place of nothing: the
// program in one's own editor stays, and only what one does oneself counts.

import { signal } from "@preact/signals";
import { herePath } from "../site";
import { toast } from "../state";
import type { Stage } from "../workshop/session";
import { PythonCode } from "./code";
import { summary } from "./results";
import * as page from "./state";

/** What the tests said, in words. */
interface Outcome {
  words: string;
  test: string;
  message: string;
}

/** The program that is presented, and what its tests said; null while they have not run. */
const shown = signal("");
const outcome = signal<Outcome | null>(null);
/** One presents: the program is that of the editor. */
const live = signal(false);
/** One presents what somebody else began: since then there is nothing of one's own in the editor. */
let tookOver = false;

function view(): object {
  return { page: lessonStage.page, outcome: said() };
}

/** What the tests said of the program in the editor; of an older one nothing. */
function said(): Outcome | null {
  const now = page.results.value;
  if (!now || !page.fresh.value) return null;
  const failed = now.response.tests.find((t) => t.status !== "pass");
  return { words: summary(now.response), test: failed?.name ?? "", message: (failed?.message ?? now.response.message ?? "").slice(0, 1000) };
}

/** What somebody sent is looked at before it is believed. */
function read(found: unknown): Outcome | null {
  const { outcome } = (found ?? {}) as { outcome?: unknown };
  if (typeof outcome !== "object" || outcome === null) return null;
  const { words, test, message } = outcome as Partial<Record<keyof Outcome, unknown>>;
  return typeof words === "string" && typeof test === "string" && typeof message === "string" ? { words, test, message } : null;
}

function take(text: string): void {
  if (!live.peek()) shown.value = text;
  else if (page.code.peek() !== text) {
    if (tookOver) page.putAside(text);
    else page.replaceCode(text);
    tookOver = false;
  }
}

export const lessonStage: Stage = {
  page: herePath(),
  text: () => (live.value ? page.code.value : shown.value),
  view,
  pointer: () => null,
  open(text, found) {
    take(text);
    outcome.value = read(found);
  },
  follow: take,
  show: (found) => void (outcome.value = read(found)),
  point() {},
  say: (words) => toast(words),
  presents(yes) {
    tookOver = yes && !live.peek();
    live.value = yes;
  },
  truth: () => "",
  line: () => 0,
  pane: Presented,
};

function Presented({ take }: { take(): void }) {
  const now = outcome.value;
  const text = shown.value;
  const copy = () => {
    const own = page.code.peek();
    take();
    page.putAside(text);
    toast("Your editor has a copy of what is presented.", { label: "Back to my program", run: () => page.replaceCode(own) });
  };
  return (
    <section class="workshop-pane" aria-label="What is presented">
      <div class="workshop-program" tabIndex={0} role="region" aria-label="The program that is presented">
        <PythonCode text={text} />
      </div>
      <div class="workshop-outcome" role="status">
        {now ? <p class="workshop-words">{now.words}</p> : <p class="soft">The tests have not run.</p>}
        {now?.test && <p>✗ {now.test}</p>}
        {now?.message && <p class="soft">{now.message}</p>}
      </div>
      <button type="button" class="button" title="Puts a copy into your editor" onClick={copy}>
        Go on with a copy
      </button>
    </section>
  );
}
