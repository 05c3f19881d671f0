// Questions in the text: a choice is answered with its explanation, a prediction
// with what the program really prints. Without this script the answers stand in an
// element that opens.

import { messageOf } from "../server";
import type { LessonRequest } from "../api.gen";
import { messageParts } from "../ui/words";
import { render, type VNode } from "preact";
import { runProgram } from "./engine";
import { sameOutput } from "./results";

/** Makes the questions of a page answerable. `suites` has the program of each, null for choices. */
export function startQuizzes(suites: readonly (LessonRequest | null)[]): void {
  document.querySelectorAll<HTMLFormElement>("form.quiz").forEach((form) => {
    const suite = suites[Number(form.dataset.quiz)];
    form.addEventListener("submit", (e) => e.preventDefault());
    if (suite) predict(form, suite);
    else if (form.querySelector("input[type=radio]")) choose(form);
  });
}

/** Makes questions with choices answerable on pages without programs. */
export function startChoices(): void {
  startQuizzes([]);
}

/** The answers, hidden, and the place for what is said about one's own. */
function prepare(form: HTMLFormElement): { answer: HTMLElement; said: HTMLElement } {
  const answer = form.querySelector<HTMLElement>(".answer")!;
  answer.hidden = true;
  const said = document.createElement("div");
  said.className = "said";
  said.setAttribute("role", "status");
  answer.before(said);
  return { answer, said };
}

function choose(form: HTMLFormElement): void {
  const { answer, said } = prepare(form);
  const reasons = answer.querySelectorAll("li");
  const why = answer.querySelector("p");
  form.addEventListener("change", (e) => {
    const input = e.target as HTMLInputElement;
    const reason = reasons[Number(input.value)];
    if (!reason) return;
    const right = reason.classList.contains("right");
    const words = document.createElement("p");
    words.className = right ? "right" : "wrong";
    words.append(...[...reason.childNodes].map((node) => node.cloneNode(true)));
    said.replaceChildren(words);
    if (right && why) said.append(why.cloneNode(true));
    form.querySelectorAll(".choice").forEach((label) => label.classList.toggle("chosen-right", right && label.contains(input)));
  });
}

function predict(form: HTMLFormElement, suite: LessonRequest): void {
  const { answer, said } = prepare(form);
  const guess = form.querySelector<HTMLTextAreaElement>("textarea[name=prediction]")!;
  const button = document.createElement("button");
  button.type = "submit";
  button.className = "button";
  button.textContent = "Run and compare";
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
  say(
    said,
    <>
      <p class={right ? "right" : "wrong"}>
        <strong>{right ? "Yes:" : "Not quite:"}</strong> it prints
      </p>
      <pre class="code">{printed}</pre>
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
