// The program page as the stage of a workshop: the program, its settings and the view. Each browser's own engine runs the program.

import { batch } from "@preact/signals";
import { toast } from "../ui/toasts";
import type { Stage } from "../workshop/session";
import { openBeside } from "./control";
import { examples } from "./examples";
import { type Choice, type ProgramDoc, readChoice, readKnobs } from "./link";
import { choice, chosenLine, doc, firstIteration, guest, pointed, predicting, setDoc, shownPart } from "./state";

const page = "/program";

/** What is looked at. */
interface View extends Omit<ProgramDoc, "text"> {
  page: string;
  choice: Choice;
  line: number;
  first: boolean;
}

function view(): View {
  const { jit, bridges, threshold, passes } = doc.value;
  return { page, jit, bridges, threshold, passes, choice: choice.value, line: chosenLine.value, first: firstIteration.value };
}

/** Received data is checked before it is used. */
function fields(found: unknown): Partial<Record<string, unknown>> {
  return typeof found === "object" && found !== null ? found : {};
}

function show(found: unknown): void {
  const it = fields(found);
  const next = { ...doc.peek(), ...readKnobs(it) };
  batch(() => {
    // Unchanged parts stay the same object: a new object would run the program again.
    if (JSON.stringify(next) !== JSON.stringify(doc.peek())) doc.value = next;
    choice.value = readChoice(fields(it.choice));
    chosenLine.value = lineIn(it.line);
    firstIteration.value = it.first === true;
  });
}

function lineIn(found: unknown): number {
  return Number.isSafeInteger(found) && (found as number) > 0 ? (found as number) : 0;
}

export const programStage: Stage = {
  page,
  text: () => doc.value.text,
  view,
  pointer: () => pointed.value,
  open(text, found) {
    const own = doc.peek();
    const isOwn = own.text !== text && !examples.some((e) => e.text === own.text);
    if (isOwn) {
      openBeside({ ...own, text });
      toast("Your own program is in this tab’s history: the browser’s Back button opens it.");
    } else setDoc({ text });
    show(found);
  },
  follow(text) {
    if (text !== doc.peek().text) setDoc({ text });
  },
  show,
  point(at) {
    const { line, step } = fields(at);
    guest.value = { line: lineIn(line), step: Number.isSafeInteger(step) ? (step as number) : -1 };
  },
  say: (words) => toast(words),
  presents(yes) {
    if (yes) guest.value = { line: 0, step: -1 };
  },
  truth(kind) {
    if (kind === "number" && shownPart.peek()) return String(shownPart.peek()!.optimized);
    if (kind === "line") return String(chosenLine.peek() || "");
    return "";
  },
  line: () => chosenLine.value,
  predicts: (yes) => void (predicting.value = yes),
  usual: () => [
    { words: "How many operations are left?", text: "How many operations of the loop are left?", kind: "number" },
    { words: "Does it become hot? Yes or no", text: "Is a trace made of this loop?", kind: "choice", choices: ["Yes", "No"] },
    { words: "Point at a line", text: "Which line runs most often?", kind: "line" },
  ],
};
