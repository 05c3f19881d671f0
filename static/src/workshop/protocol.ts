// What is spoken with the server in a workshop; classroom/workshop is its side.

import type { Change } from "../live/change";

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
  text: string;
  view?: unknown;
  checkpoints?: Checkpoint[];
  question?: Question | null;
}

export interface Entry {
  client: string;
  counter: number;
  step: Step;
}

/** What belongs to the moment only. */
export interface Soft {
  people: number;
  hands?: { id: string; name: string }[];
  question?: number;
  tally?: Record<string, number>;
  pointer?: unknown;
}

export interface Welcome {
  kind: "welcome";
  you: string;
  epoch: string;
  version: number;
  safe: number;
  counter: number;
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
  | { kind: "refused" | "busy" | "error" | "ended"; words?: string; version?: number }
  | { kind: "pong" };
