// The words of the picture: its headline, its signs, its passes.

import type { LabelParam, Picture } from "../api.gen";

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "five"; "13". */
function numberWord(n: number): string {
  return numbers[n] ?? String(n);
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Which of the three ways to look at a loop is shown: as recorded, one iteration at a time, or around the loop. */
export type Way = "recorded" | "one" | "around";

export function wayShown(whole: Picture, to: number): Way {
  if (to === 0) return "recorded";
  return whole.peeled ? "around" : "one";
}

/** The answer in one sentence: about the loop, never about peeled code twice. */
export function headline(whole: Picture, way: Way): string {
  const { boxes, operations } = whole.recorded;
  const isLoop = whole.around !== null;
  const iteration = isLoop ? " per iteration" : "";
  const things = boxes === 1 ? "box" : "boxes";
  const now = way === "recorded" ? whole.recorded : (way === "around" ? whole.around : whole.one);
  if (way === "recorded" || !now) return boxes > 0 ? `${capital(numberWord(boxes))} ${things}${iteration}. Who needs them?` : `${capital(count(operations, "operation"))}${iteration}.`;
  if (boxes > 0) {
    const first = `${capital(numberWord(boxes))} ${things}${iteration}. `;
    if (now.boxes === 0) return first + (boxes === 1 ? "It is not needed." : "None is needed.");
    if (now.boxes === boxes) return first + (boxes === 1 ? "It must be made." : "All of them must be made.");
    return `${first}${capital(numberWord(now.boxes))} must be made.`;
  }
  const replaced = whole.shares.reduce((n, s) => n + s.replaced, 0);
  if (now.operations >= operations && replaced > 0) return `${capital(count(operations, "operation"))}${iteration}. ${capital(numberWord(replaced))} ${replaced === 1 ? "becomes another one" : "become others"}.`;
  if (now.operations < operations) return `${capital(count(operations, "operation"))}${iteration}. ${capital(numberWord(now.operations))} ${now.operations === 1 ? "is" : "are"} enough.`;
  return `${capital(count(operations, "operation"))}${iteration}. None can be left out.`;
}

/** What is said below the headline of a trace without boxes. */
export function belowOperations(whole: Picture, way: Way): string {
  const now = way === "around" ? whole.around : whole.one;
  if (way === "recorded") return "A tracing JIT recorded this. No pass has seen it yet.";
  const isShorter = !now || now.operations < whole.recorded.operations;
  return `A tracing JIT recorded this. Its optimizer ${isShorter ? "removes the pale rows" : "keeps every row, and says why"}.`;
}

/** What the lines of a trace with boxes show: what lets boxes go, or, if none of them can go, where they go to. */
export function belowBoxes(whole: Picture, way: Way): string {
  const now = way === "around" ? whole.around : whole.one;
  if (way !== "recorded" && now && now.boxes >= whole.recorded.boxes) return "they show where each box goes.";
  return "a box that nobody else can see need not be made.";
}

/** What each iteration of a peeled loop hands to the next: "two numbers go around", "one number and one object go around". */
export function carried(params: readonly LabelParam[]): string {
  const objects = params.filter((p) => p.ref).length;
  const numbers = params.length - objects;
  const things = [numbers > 0 && count(numbers, "number"), objects > 0 && count(objects, "object")].filter(Boolean);
  return `${things.join(" and ") || "nothing"} ${params.length > 1 ? "go" : "goes"} around`;
}

function count(n: number, noun: string): string {
  return `${numberWord(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** What the engine says of a row that lies one iteration back. Where there is little room, it is shortened, or the heading says it of all rows. */
export const ofThePrevious = " of the previous iteration";

/** The signs of rows; what stays has none. */
export const signs: Record<string, { sign: string; words: string }> = {
  kept: { sign: "", words: "stays" },
  args: { sign: "", words: "stays" },
  replaced: { sign: "~", words: "replaced" },
  moved: { sign: "↓", words: "waits" },
  removed: { sign: "−", words: "removed" },
  added: { sign: "+", words: "added" },
};

/** What the passes do, in plain words; a pass that is not named here has its title. */
export const passWords: Record<string, string> = {
  peel: "runs one iteration first",
  fold: "computes constants",
  cse: "shares equal results",
  rules: "simplifies arithmetic",
  bounds: "tracks ranges and bits",
  guards: "drops needless checks",
  virtual: "leaves out boxes",
  heap: "forwards reads and writes",
  dce: "drops what is not used",
};
