// The past of a workshop: every step with its time, and the board at each of
// them.

import { type Board, type Step, after } from "./board";

/** A line of a past: a step, or a board where the steps before it are not kept. */
export interface Then {
  version: number;
  /** In milliseconds since 1970; left out if that was not recorded. */
  at?: number;
  step?: Step;
  board?: Board;
}

/** A moment that is looked for by name. */
export interface Mark {
  index: number;
  title: string;
}

/** The interval of steps at which boards are kept: a board in between is computed from the
 * one before. */
const between = 256;
/** The maximum length of a played pause in milliseconds. */
const longestPause = 2_000;

const empty: Board = { owner: "", presenter: "", text: "" };

export class Past {
  private readonly boards: Board[] = [];
  readonly marks: Mark[] = [];
  /** The first moment with a text: until the presenter's arrives, a workshop has none. */
  readonly first: number;

  /** `lines` has at least one line. Throws if a step does not fit what was before it. */
  constructor(readonly lines: readonly Then[]) {
    let board = empty;
    let first = -1;
    lines.forEach((line, index) => {
      board = line.board ?? after(board, line.step ?? {});
      if (index % between === 0) this.boards.push(board);
      const title = markOf(line, index);
      if (title) this.marks.push({ index, title });
      if (first < 0 && board.text !== "") first = index;
    });
    this.first = Math.max(0, first);
  }

  /** How many moments there are. */
  get count(): number {
    return this.lines.length;
  }

  /** The board at a moment. */
  board(index: number): Board {
    const first = Math.floor(index / between);
    let board = this.boards[first]!;
    for (let i = first * between + 1; i <= index; i++) board = this.lines[i]!.board ?? after(board, this.lines[i]!.step ?? {});
    return board;
  }

  /** When a moment was, in milliseconds since 1970; 0 if that was not noted. */
  when(index: number): number {
    return this.lines[index]!.at ?? 0;
  }

  /** The time for which everyone saw a moment, in milliseconds; 0 for the last one. */
  rest(index: number): number {
    return index + 1 < this.count ? Math.max(0, this.when(index + 1) - this.when(index)) : 0;
  }

  /** How long the next moment is waited for when it is played, in milliseconds. */
  pause(index: number): number {
    return Math.min(longestPause, this.rest(index));
  }
}

function markOf({ step, board }: Then, index: number): string {
  if (board && index > 0) return "A part is missing before this";
  if (!step) return "";
  if (step.checkpoint) return step.checkpoint;
  if (step.ask) return `Question: ${step.ask.text}`;
  if (step.reveal) return `Answer: ${step.reveal.truth}`;
  if (step.present) return "Somebody else presents";
  if (step.show) return "A draft is shown";
  if (step.back) return "Back to what was presented";
  return "";
}
