// Questions: asked before the page shows what happens, answered by everyone, then
// resolved.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Modal } from "../ui/modal";
import type { Question } from "./board";
import type { Session } from "./session";

export function AskDialog({ session, onClose }: { session: Session; onClose(): void }) {
  const kind = useSignal(0);
  const usual = useMemo(() => session.stage.usual(), []);
  const chosen = usual[kind.value]!;
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget as HTMLFormElement);
    const choices = String(form.get("choices") ?? "").split("\n").map((c) => c.trim()).filter((c) => c !== "");
    session.push({ ask: { id: 0, text: String(form.get("text")).trim(), kind: chosen.kind, ...(chosen.kind === "choice" ? { choices: [...new Set(choices)] } : {}) } });
    onClose();
  };
  return (
    <Modal id="workshop-ask" title="Ask before it is shown" onClose={onClose}>
      <form class="workshop-form space-3 form" onSubmit={submit}>
        <fieldset class="workshop-kinds gap-2 column">
          <legend class="off-screen">Kind of question</legend>
          {usual.map((u, i) => (
            <label key={u.words} class="row">
              <input type="radio" name="kind" checked={kind.value === i} onChange={() => (kind.value = i)} {...(i === 0 ? { "data-first": true } : {})} />
              {u.words}
            </label>
          ))}
        </fieldset>
        <label key={chosen.text}>
          Question
          <input name="text" maxLength={300} defaultValue={chosen.text} required />
        </label>
        {chosen.kind === "choice" && (
          <label>
            Answers, one on each line
            <textarea name="choices" rows={3} defaultValue={chosen.choices!.join("\n")} required />
          </label>
        )}
        <p class="soft">Until you reveal the answer, the page’s results are hidden from everybody.</p>
        <button type="submit" class="button primary">
          Ask
        </button>
      </form>
    </Modal>
  );
}

export function QuestionCard({ session }: { session: Session }) {
  const question = session.question.value;
  if (!question || session.own.value || session.past.value) return null;
  const answered = Object.values(tally(session)).reduce((a, b) => a + b, 0);
  return (
    <section class="workshop-question bar toolbar" aria-label="Question">
      <h2 class="flex-1-1-100% title-m">{question.text}</h2>
      {!session.presents.value && !question.revealed && <Answer session={session} question={question} />}
      {(session.presents.value || question.revealed) && <Histogram session={session} question={question} />}
      <p class="soft">
        {answered === 1 ? "One answer" : `${answered} answers`}
        {question.revealed && question.truth ? `. It is ${question.truth}.` : ""}
      </p>
      {session.presents.value && <Truth key={question.id} session={session} question={question} />}
    </section>
  );
}

/** What a screen reader says of the question: that it is asked, and what is right once that is told; "" for none. */
export function questionWords(session: Session): string {
  const question = session.question.value;
  if (!question || session.own.value || session.past.value) return "";
  if (!question.revealed) return `Question: ${question.text}`;
  return question.truth ? `It is ${question.truth}.` : "The answers are shown.";
}

function tally(session: Session): Record<string, number> {
  const { question, tally: counts } = session.soft.value;
  return question === session.question.value?.id ? (counts ?? {}) : {};
}

function Answer({ session, question }: { session: Session; question: Question }) {
  if (question.kind === "choice") {
    return (
      <div class="workshop-buttons gap-2 toolbar" role="group" aria-label="Your answer">
        {question.choices?.map((c) => (
          <button type="button" class="button" key={c} aria-pressed={session.mine.value === c} onClick={() => session.answer(c)}>
            {c}
          </button>
        ))}
        <Waits session={session} />
      </div>
    );
  }
  const line = question.kind === "line";
  const chosen = line ? session.stage.line() : 0;
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    session.answer(String(Number(new FormData(e.currentTarget as HTMLFormElement).get("value"))));
  };
  return (
    <form class="workshop-buttons gap-2 toolbar" onSubmit={submit}>
      <label class="row">
        {line ? "Line" : "Number"}
        <input key={chosen} name="value" class="workshop-number short-field" type="number" inputMode="numeric" min={line ? 1 : 0} max={999999} defaultValue={session.mine.value || (chosen > 0 ? String(chosen) : "")} required />
      </label>
      <button type="submit" class="button primary">
        {session.mine.value ? "Change it" : "Answer"}
      </button>
      <span class="workshop-mine right toned" role="status">
        {session.mine.value && `Your answer is ${session.mine.value}`}
      </span>
      <Waits session={session} />
    </form>
  );
}

/** Says that an answer is kept here until the connection is restored. */
function Waits({ session }: { session: Session }) {
  return session.given.value && session.line.value === "lost" ? <span class="soft">It is sent when the connection is back.</span> : null;
}

/** The answers as bars; those of a choice in its order, others by their number. */
function Histogram({ session, question }: { session: Session; question: Question }) {
  const counts = tally(session);
  const values = question.choices ?? Object.keys(counts).sort((a, b) => Number(a) - Number(b));
  const most = Math.max(1, ...Object.values(counts));
  return (
    <ul class="workshop-bars flex-1-1-280px short-list">
      {values.map((value) => (
        <li key={value} class={`grid centred gap-3 pad-y-half ${question.revealed && question.truth === value ? "right toned strong" : ""}`}>
          <span class="workshop-value">
            {question.kind === "line" ? `line ${value}` : value}
            {question.revealed && question.truth === value && <span class="text-s"> right</span>}
          </span>
          <meter class="rounded full" min={0} max={most} value={counts[value] ?? 0} aria-label={`${value}: ${counts[value] ?? 0}`} />
          <span class="workshop-count digits to-right">{counts[value] ?? 0}</span>
        </li>
      ))}
    </ul>
  );
}

function Truth({ session, question }: { session: Session; question: Question }) {
  if (question.revealed) {
    return (
      <button type="button" class="button primary" onClick={() => session.push({ done: question.id })}>
        Done
      </button>
    );
  }
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const told = String(new FormData(e.currentTarget as HTMLFormElement).get("truth")).trim();
    session.push({ reveal: { id: question.id, truth: told || session.stage.truth(question.kind) } });
  };
  return (
    <form class="workshop-buttons gap-2 toolbar" onSubmit={submit}>
      <label class="row">
        Right is
        {question.kind === "choice" ? (
          // None is chosen at first: the wrong one would be told to everybody by one press.
          <select name="truth" required>
            <option value="">Choose…</option>
            {question.choices?.map((c) => (
              <option key={c}>{c}</option>
            ))}
          </select>
        ) : (
          // Left empty, since the projector shows it: then the page's own answer is used.
          <input name="truth" class="workshop-truth" maxLength={80} placeholder={question.kind === "line" ? "the marked line" : "what the page says"} />
        )}
      </label>
      <button type="submit" class="button primary">
        Tell it
      </button>
    </form>
  );
}
