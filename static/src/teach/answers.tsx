// What was learned: the questions that the course asks twice, with how many were right at first and at last. No one's name is shown unless it is asked for.

import { signal } from "@preact/signals";
import type { Row } from "../classroom/protocol";
import { Modal } from "../ui/modal";
import { messageParts } from "../ui/words";
import * as page from "./state";
import { type Tally, tally } from "./tally";

const named = signal(false);

export function AnswersDialog({ onClose }: { onClose: () => void }) {
  const all = page.general.value!.questions.map((question) => ({ question, found: tally(page.learners.value, question.id) }));
  const asked = all.filter(({ found }) => count(found.first) + count(found.last) > 0);
  const open = all.length - asked.length;
  return (
    <Modal
      id="answers"
      title="What was learned"
      class="teach-dialog answers-dialog"
      onClose={() => {
        named.value = false;
        onClose();
      }}
    >
      <p>
        The course asks some questions twice. Only the first answer on each page counts, because the page then shows the right one. Answers come from browsers unchecked, and are not part of a learner’s results.
      </p>
      <label class="switch">
        <input type="checkbox" role="switch" checked={named.value} onChange={(e) => (named.value = e.currentTarget.checked)} />
        <span class="switch-track" aria-hidden="true" />
        With names
      </label>
      {asked.length === 0 && <p class="lede">Nobody has answered any of them yet.</p>}
      <ol class="space-4 below-4 grid gap-4">
        {asked.map(({ question, found }) => (
          <li key={question.id}>
            <p class="strong">
              <span>{question.label}</span> {messageParts(question.words)}
            </p>
            <dl class="grid gap-1 space-2 below-2">
              <Bar label="At first" of={found.first} />
              <Bar label="Asked again" of={found.last} />
            </dl>
            <Became found={found} />
          </li>
        ))}
      </ol>
      {open > 0 && asked.length > 0 && <p>{open === 1 ? "1 question was" : `${open} questions were`} not answered yet.</p>}
    </Modal>
  );
}

const count = (of: { right: readonly Row[]; wrong: readonly Row[] }) => of.right.length + of.wrong.length;

function Bar({ label, of }: { label: string; of: Tally["first"] }) {
  const { right, wrong } = of;
  return (
    <div class="answers-bar under-560px:columns-1fr under-560px:gap-half columns-7em-1fr grid gap-2 centred">
      <dt>{label}</dt>
      <dd class="answers-counts under-560px:columns-1fr under-560px:gap-half grid columns-1fr-9.5em gap-3 centred digits">
        {count(of) === 0 ? (
          <span>nobody yet</span>
        ) : (
          <>
            <span class="height-12px own-colours flex gap-half" aria-hidden="true">
              {right.length > 0 && <span class="ground-good rounded" style={{ flexGrow: right.length }} />}
              {wrong.length > 0 && <span class="answers-wrong rounded" style={{ flexGrow: wrong.length }} />}
            </span>
            <span>
              {right.length} right, {wrong.length} wrong
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

/** How the answers of those who gave both changed. */
function Became({ found }: { found: Tally }) {
  if (found.both === 0) return null;
  return (
    <p class="answers-became minor">
      Of {found.both === 1 ? "1 learner" : `${found.both} learners`} who answered both, {found.learned.length} went from wrong to right
      {found.lost.length > 0 && ` and ${found.lost.length} from right to wrong`}.
      {named.value && <Names learned={found.learned} wrong={found.last.wrong} />}
    </p>
  );
}

function Names({ learned, wrong }: { learned: readonly Row[]; wrong: readonly Row[] }) {
  return (
    <>
      {learned.length > 0 && <> From wrong to right: {learned.map((row) => page.nameOf(row.id)).join(", ")}.</>}
      {wrong.length > 0 && <> Wrong when asked again: {wrong.map((row) => page.nameOf(row.id)).join(", ")}.</>}
    </>
  );
}
