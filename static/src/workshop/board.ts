// What everyone sees in a workshop, and how a step changes it.

import { type Change, applied } from "../live/change";

/** One step of a board; one of the fields is set. */
export interface Step {
  open?: { owner: string; when: number };
  change?: Change;
  view?: unknown;
  checkpoint?: string;
  ask?: Question;
  reveal?: { id: number; truth: string };
  done?: number;
  present?: string;
  second?: { member: string; may: boolean };
  /** Puts a draft that a member offers over what is presented; the server fills in what it is. `offered` is when the one was offered that is meant. */
  show?: { member: string; offered?: number; text?: string; view?: unknown };
  /** Takes it away. */
  back?: boolean;
}

export interface Question {
  id: number;
  text: string;
  kind: "number" | "choice" | "line";
  choices?: string[];
  truth?: string;
  revealed?: boolean;
}

export interface Checkpoint {
  title: string;
  text: string;
  view?: unknown;
}

export interface Board {
  owner: string;
  presenter: string;
  /** Those who may take over the workshop at any time, besides the owner. */
  seconds?: string[];
  text: string;
  view?: unknown;
  checkpoints?: Checkpoint[];
  question?: Question | null;
  /** The member whose draft is shown; left out for nobody's. */
  shown?: string;
  /** What is presented under a draft that is shown. */
  under?: { text: string; view?: unknown };
}

/** A board after a step. */
export function after(board: Board, step: Step): Board {
  const { question } = board;
  if (step.open) return { owner: step.open.owner, presenter: step.open.owner, text: "" };
  if (step.change) return { ...board, text: applied(board.text, step.change) };
  if (step.view !== undefined) return { ...board, view: step.view };
  if (step.checkpoint) {
    const { text, view } = board;
    return { ...board, checkpoints: [...(board.checkpoints ?? []), { title: step.checkpoint, text, view }] };
  }
  if (step.ask) return { ...board, question: step.ask };
  if (step.reveal && question) return { ...board, question: { ...question, revealed: true, truth: step.reveal.truth } };
  if (step.done) return { ...board, question: null };
  if (step.present) return { ...board, presenter: step.present };
  if (step.show) {
    const { member, text = "", view } = step.show;
    return { ...board, text, view, shown: member, under: board.under ?? { text: board.text, view: board.view } };
  }
  if (step.back) return board.under ? { ...board, ...board.under, view: board.under.view, shown: "", under: undefined } : board;
  if (step.second) {
    const { member, may } = step.second;
    return { ...board, seconds: [...(board.seconds ?? []).filter((m) => m !== member), ...(may ? [member] : [])] };
  }
  return board;
}
