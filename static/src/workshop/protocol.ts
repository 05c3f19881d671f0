// The messages between page and server in a workshop; classroom/workshop is the
// server's side.

import type { Board, Step } from "./board";

export interface Entry {
  client: string;
  counter: number;
  step: Step;
}

/** State that is not stored. */
export interface Soft {
  people: number;
  /** The presenter is not there. */
  away?: boolean;
  /** The second presenters who are there. */
  seconds?: { id: string; name: string }[];
  hands?: { id: string; name: string }[];
  /** The drafts that are offered to be shown; `about` is the first line of each, `at` when it was offered, in microseconds since 1970. */
  offers?: Offered[];
  question?: number;
  tally?: Record<string, number>;
  pointer?: unknown;
}

export interface Offered {
  id: string;
  name: string;
  about: string;
  at: number;
}

/** A whole draft that is offered, for whoever may show it. */
export interface OfferedDraft {
  member: string;
  text: string;
  view?: unknown;
  at: number;
}

export interface Welcome {
  kind: "welcome";
  you: string;
  epoch: string;
  version: number;
  safe: number;
  counter: number;
  /** The counts of this page's loads before. */
  were?: Record<string, number>;
  board?: Board;
  steps?: Entry[];
  from?: number;
  soft: Soft;
  mine?: string;
}

export type Heard =
  | { kind: "admitted"; word: string }
  | Welcome
  | { kind: "steps"; from: number; steps: Entry[] }
  | { kind: "safe"; version: number }
  | ({ kind: "soft" } & Soft)
  | ({ kind: "draft" } & OfferedDraft)
  | { kind: "answered"; question: number; value: string }
  | { kind: "refused" | "busy" | "error" | "ended"; words?: string; version?: number; again?: boolean }
  | { kind: "pong" | "may offer" };
