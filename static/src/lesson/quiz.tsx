// Questions in the text: a choice, a line or a number is answered with its explanation, a prediction
// with what the program really prints. Without this script the answers stand in an
// element that opens.

import { messageOf } from "../server";
import type { LessonRequest } from "../api.gen";
import { messageParts } from "../ui/words";
import { render, type VNode } from "preact";
import { runProgram } from "./engine";
import { near, readNumber } from "./number";
import { sameOutput } from "./results";
import { base } from "./state";

/** An answer that was given. */
export interface Answer {
  /** The question's address, "chapter/step#id" of where it is asked first; "" if it has no name. */
  question: string;
  right: boolean;
  /** What was answered, as far as that can be said in a few words. */
  answer: string;
}

/** Answers that have not been reported yet: a class connects a moment after the questions
 * appear. */
const unheard: Answer[] = [];
/** Is called with every answer, for a class. */
let heard = (answer: Answer): unknown => unheard.push(answer);

/** Has each answer told. */
export function onAnswer(hear: (answer: Answer) => void): void {
  heard = hear;
  unheard.splice(0).forEach(hear);
}

/** The address of a question, "" for one without a name. */
function addressOf(form: HTMLFormElement): string {
  if (form.dataset.first) return form.dataset.first;
  const name = /^quiz-(.+)$/.exec(form.id)?.[1];
  return name ? `${location.pathname.slice(base().length)}#${name}` : "";
}

function tell(form: HTMLFormElement, right: boolean, answer: string): void {
  heard({ question: addressOf(form), right, answer });
}

/** Makes the questions of a page answerable. `suites` has the program of each, null for the other kinds. */
export function startQuizzes(suites: readonly (LessonRequest | null)[]): void {
  document.querySelectorAll<HTMLFormElement>("form.quiz").forEach((form) => {
    const suite = suites[Number(form.dataset.quiz)];
    form.addEventListener("submit", (e) => e.preventDefault());
    if (suite) predict(form, suite);
    else if (form.querySelector("input[type=radio]")) choose(form);
    else if (form.querySelector("input[name=number]")) enter(form);
  });
}

/** Makes questions answerable on pages without programs. */
export function startChoices(): void {
  startQuizzes([]);
}

/** The answers, hidden, and the place for what is said about one's own. */
function prepare(form: HTMLFormElement): { answer: HTMLElement; said: HTMLElement } {
  const answer = form.querySelector<HTMLElement>(".answer")!;
  answer.hidden = true;
  const said = document.createElement("div");
  said.className = "said space-3 text-l spaced";
  said.setAttribute("role", "status");
  answer.before(said);
  return { answer, said };
}

/** A choice among texts, or among the lines of a trace. With the arrow keys one moves through them, and answers with Enter or the space
 * bar. */
function choose(form: HTMLFormElement): void {
  const { answer, said } = prepare(form);
  const why = answer.querySelector(":scope > p");
  const lines = form.querySelector(".pick-lines") !== null;
  let byArrows = false;
  const settle = () => {
    const input = form.querySelector<HTMLInputElement>("input[type=radio]:checked");
    if (!input) return;
    const reason = [...answer.querySelectorAll<HTMLElement>("li")].find((li) => li.dataset.answer === input.value);
    const right = reason?.classList.contains("right") ?? false;
    explain(said, reason, lines ? `line ${input.value} is not the one.` : "");
    if (right && why) said.append(why.cloneNode(true));
    form.querySelectorAll(".choice, .pick-line").forEach((label) => {
      label.classList.toggle("chosen-right", right && label.contains(input));
      label.classList.toggle("chosen-wrong", !right && label.contains(input));
    });
    tell(form, right, lines ? `line ${input.value}` : (input.closest("label")?.textContent ?? "").trim());
  };
  form.addEventListener("keydown", (e) => {
    byArrows = e.key.startsWith("Arrow");
    if ((e.key === "Enter" || e.key === " ") && !e.ctrlKey && !e.metaKey && !e.shiftKey) settle();
  });
  form.addEventListener("pointerdown", () => (byArrows = false));
  form.addEventListener("change", () => {
    if (byArrows) say(said, <p class="soft">Enter answers.</p>);
    else settle();
  });
}

/** Shows the response to an answer: its reason, or that it is not the right one. */
function explain(said: HTMLElement, reason: HTMLElement | undefined, otherwise: string): void {
  const words = document.createElement("p");
  words.className = reason?.classList.contains("right") ? "right" : "wrong";
  if (reason) words.append(...[...reason.childNodes].map((node) => node.cloneNode(true)));
  else {
    const no = document.createElement("strong");
    no.textContent = "No:";
    words.append(no, ` ${otherwise}`);
  }
  said.replaceChildren(words);
}

/** The button that sends a question's form. */
function submits(words: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "submit";
  button.className = "button space-3 sans";
  button.textContent = words;
  return button;
}

/** A number, which is compared exactly, or as near as the question says. */
function enter(form: HTMLFormElement): void {
  const { answer, said } = prepare(form);
  const field = form.querySelector<HTMLInputElement>("input[name=number]")!;
  field.closest("label")!.after(submits("Answer"));
  form.addEventListener("submit", () => {
    const found = readNumber(field.value);
    if (!found) {
      say(said, <p>{field.value.trim() === "" ? "First write a number." : "That is no number: 12, −3, 0.5 and 2^63 − 1 are."}</p>);
      field.focus();
      return;
    }
    const reasons = [...answer.querySelectorAll<HTMLElement>("li")];
    const reason = reasons.find((li) => near(found, readNumber(li.dataset.answer!)!, readNumber(li.dataset.within ?? "0")!));
    explain(said, reason, `it is not ${field.value.trim()}.`);
    tell(form, reason?.classList.contains("right") ?? false, field.value.trim());
  });
}

function predict(form: HTMLFormElement, suite: LessonRequest): void {
  const { answer, said } = prepare(form);
  const guess = form.querySelector<HTMLTextAreaElement>("textarea[name=prediction]")!;
  const button = submits("Run and compare");
  said.before(button);
  form.addEventListener("submit", () => {
    if (guess.value.trim() === "") {
      say(said, <p>First write what you expect; then it runs.</p>);
      guess.focus();
      return;
    }
    button.disabled = true;
    void compare(guess.value, suite, answer, said).finally(() => (button.disabled = false));
  });
}

async function compare(guess: string, suite: LessonRequest, answer: HTMLElement, said: HTMLElement): Promise<void> {
  let printed: string;
  try {
    const response = await runProgram("quiz", { ...suite, limits: suite.limits ?? {} });
    printed = response.output ?? "";
  } catch (error) {
    say(said, <p class="wrong">{messageParts(messageOf(error))}</p>);
    return;
  }
  const right = sameOutput(guess, printed);
  tell(answer.closest("form")!, right, guess.trim());
  say(
    said,
    <>
      <p class={right ? "right" : "wrong"}>
        <strong>{right ? "Yes:" : "Not quite:"}</strong> it prints
      </p>
      <pre class="code" tabIndex={0} role="group" aria-label="What it prints">{printed}</pre>
    </>,
  );
  answer.querySelectorAll("p").forEach((why) => said.append(why.cloneNode(true)));
}

function say(to: HTMLElement, what: VNode): void {
  to.replaceChildren();
  const holder = document.createElement("div");
  to.append(holder);
  render(what, holder);
}
