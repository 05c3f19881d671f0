// What figures of a step ask of its exercise: the program that the learner has written, as it is now. The script that draws figures is one of its
// own, so it asks by an event of the document.

import type { LessonRequest } from "../api.gen";

const name = "unbox:learner";

/** Asks; null where there is no exercise. */
export function askLearner(): LessonRequest | null {
  const question = new CustomEvent<{ answer: LessonRequest | null }>(name, { detail: { answer: null } });
  document.dispatchEvent(question);
  return question.detail.answer;
}

/** Answers requests from now on. */
export function answerAsLearner(answer: () => LessonRequest): void {
  document.addEventListener(name, (e) => ((e as CustomEvent<{ answer: LessonRequest | null }>).detail.answer = answer()));
}
