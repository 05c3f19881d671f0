// The lessons of a class: those of the server, or its own from a ZIP file.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, sentenceOf } from "../classroom/ask";
import type { Course, Step } from "../classroom/protocol";
import { at } from "../site";
import { Modal } from "../ui/modal";
import { Wrong } from "../ui/wrong";
import { Changes, Decide, type Line } from "./preview";
import * as page from "./state";
import { plural } from "../ui/counts";

/** What a new course would change. */
interface Plan {
  added: Step[];
  same: number;
  changed: Step[];
  gone: Step[];
  /** Results in steps with different tests, and in steps that are gone. */
  done: number;
  hidden: number;
}

interface Answer {
  wrong?: string;
  steps: number;
  plan: Plan;
}

/** A file that was checked but not applied yet; without contents it stands for the server's lessons. */
interface Brought {
  name: string;
  file: string;
  answer: Answer;
}

const brought = signal<Brought | null>(null);
const again = signal(false);
const busy = signal(false);
const wrong = signal("");

function clear(): void {
  brought.value = null;
  again.value = busy.value = false;
  wrong.value = "";
}

async function send(name: string, file: string, isTry: boolean): Promise<Answer | null> {
  wrong.value = "";
  busy.value = true;
  try {
    const answer = await ask<Answer>(`/teach/classes/${page.classId.peek()}/course`, { name, file, again: again.peek(), try: isTry });
    if (!answer.wrong) return answer;
    wrong.value = answer.wrong;
  } catch (error) {
    wrong.value = sentenceOf(error);
  } finally {
    busy.value = false;
  }
  return null;
}

/** Lets the server check a file, which changes nothing. */
async function tryOut(name: string, file: string): Promise<void> {
  brought.value = null;
  const answer = await send(name, file, true);
  if (answer) brought.value = { name, file, answer };
}

async function tryFile(chosen: File): Promise<void> {
  const url = await new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(new Error("expected a file that can be read, found none"));
    reader.readAsDataURL(chosen);
  }).catch((error: unknown) => {
    wrong.value = sentenceOf(error);
    return "";
  });
  if (url) await tryOut(chosen.name, url.slice(url.indexOf(",") + 1));
}

async function takeOver({ name, file }: Brought): Promise<void> {
  if (await send(name, file, false)) clear();
}

export function CourseDialog({ onClose }: { onClose(): void }) {
  useEffect(clear, []);
  const now = brought.value;
  return (
    <Modal id="course" title="Lessons" class="teach-dialog teach-course spaced" onClose={onClose}>
      {now ? <Preview brought={now} /> : <Standing course={page.general.value!.course} />}
      {wrong.value.includes("\n") ? <Problems words={wrong.value} /> : <Wrong words={wrong.value} />}
    </Modal>
  );
}

/** What is wrong with lessons, by file and line. */
function Problems({ words }: { words: string }) {
  return (
    <section aria-label="What is wrong with the lessons" role="alert">
      <p>
        <strong>These lessons cannot be used yet.</strong> <code>unbox lesson lint</code> says the same:
      </p>
      <ul class="teach-list height-32vh pad-y-2 pad-x-3 boxed corners scroll mono text-s anywhere" tabIndex={0} aria-label="Problems">
        {words.split("\n").map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function Standing({ course }: { course: Course | undefined }) {
  return (
    <>
      <p role="status">
        {course ? (
          <>
            This class has lessons of its own: <strong>{course.name}</strong>, version {course.version}, {plural(course.steps.length, "step")}, brought on{" "}
            {new Date(course.at * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" })}.
          </>
        ) : (
          <>This class uses the server’s lessons.</>
        )}
      </p>
      <form class="class-form form" onSubmit={(e) => e.preventDefault()}>
        <label>
          {course ? "A new version, or other lessons (ZIP file)" : "Lessons of your own (ZIP file)"}
          <input
            type="file"
            accept=".zip,application/zip"
            data-first
            disabled={busy.value}
            onChange={(e) => {
              const chosen = e.currentTarget.files?.[0];
              e.currentTarget.value = ""; // the same file can be chosen again after it was corrected
              if (chosen) void tryFile(chosen);
            }}
          />
        </label>
      </form>
      <p class="faint">
        {busy.value ? (
          "Looking at the file…"
        ) : (
          <>
            The folder of a course, packed: chapters with their steps, as <code>unbox lesson new</code> makes them. You see what would change before it does. Other classes keep their lessons.
          </>
        )}
      </p>
      {course && (
        <p class="class-buttons flex wrap gap-2 space-4">
          <a class="button" href={at(`/own/${page.classId.value}/`)}>
            Read them
          </a>
          <a class="button" href={at(`/teach/classes/${page.classId.value}/course.zip`)} download>
            Save them (ZIP)
          </a>
          <button type="button" class="button" disabled={busy.value} onClick={() => void tryOut("", "")}>
            Back to the server’s lessons…
          </button>
        </p>
      )}
    </>
  );
}

function Preview({ brought: now }: { brought: Brought }) {
  const { plan, steps } = now.answer;
  return (
    <section aria-label="What would change" class="teach-plan spaced">
      <p role="status">
        <strong>{now.file ? `${now.name}: ${plural(steps, "step")}` : "The server’s lessons"}</strong>: {plan.added.length} new, {plan.changed.length} with other tests, {plan.same} as before, {plan.gone.length} gone.
      </p>
      <ul class="short-list pad-y-2 pad-x-3 boxed mono" tabIndex={0} aria-label="Steps">
        <Changes mark="+" words="new" lines={plan.added.map(lineOf)} />
        <Changes mark="~" words="other tests" lines={plan.changed.map(lineOf)} />
        <Changes mark="−" words="gone" lines={plan.gone.map(lineOf)} />
      </ul>
      <p>
        What learners typed stays. {plan.hidden > 0 && `${plural(plan.hidden, "result")} of steps that are gone ${plan.hidden === 1 ? "is" : "are"} kept, and ${plan.hidden === 1 ? "comes" : "come"} back with the step.`}
      </p>
      {plan.done > 0 && (
        <label class="row">
          <input type="checkbox" checked={again.value} onChange={(e) => (again.value = e.currentTarget.checked)} /> What passed in steps with other tests ({plural(plan.done, "result")}) counts no more, and has to pass again
        </label>
      )}
      <Decide label="Use these lessons" disabled={busy.value} onTake={() => void takeOver(now)} onBack={clear} />
    </section>
  );
}

/** The line of a step in what would change. */
const lineOf = (s: Step): Line => ({ id: s.id, text: `${s.label} ${s.title}` });
