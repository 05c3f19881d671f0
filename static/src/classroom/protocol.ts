// The messages between page and server in a class; classroom/school is the
// server's side.

export interface Note {
  id: number;
  /** Seconds since 1970. */
  at: number;
  step?: string;
  line?: number;
  text: string;
  /** The name of who wrote it; missing in what earlier versions kept. */
  by?: string;
}

/** What a learner sees of the class. */
export interface ClassFrame {
  kind: "class";
  name: string;
  nick: string;
  rejoin: string;
  steps: string[];
  hints: boolean;
  solutions: boolean;
  /** The version of the class's own course; left out where it does the server's. */
  lessons?: number;
  deadline?: number;
  words?: string;
  look?: string;
  /** Its number and title; left out for a step that the course no longer has. */
  lookAt?: string;
  notes?: Note[];
  green?: string[];
  /** The steps in which suggestions wait. */
  suggested?: string[];
}

export interface DraftFrame {
  kind: "draft";
  seat?: string;
  step: string;
  version: number;
  text: string;
  /** The number of earlier moments that teachers can look at; left out for
   * none. */
  past?: number;
  /** How many suggestions wait, which follow then; left out for none. */
  waiting?: number;
}

/** A change of a draft that somebody who teaches proposes; times in seconds since 1970. */
export interface Suggestion {
  id: number;
  at: number;
  /** The name of who proposes it. */
  by: string;
  words?: string;
  /** What became of it; left out while it waits. */
  how?: "accepted" | "declined" | "withdrawn";
  settled?: number;
  /** The text of which it was made, and the one that it proposes. */
  base: string;
  text: string;
}

export interface SuggestionsFrame {
  kind: "suggestions";
  seat?: string;
  step: string;
  suggestions: Suggestion[];
}

/** A draft as it was; seconds since 1970. */
export interface Moment {
  at: number;
  text: string;
}

export type LearnerHears =
  | { kind: "entered" | "pong" }
  | ClassFrame
  | DraftFrame
  | SuggestionsFrame
  | { kind: "kept"; kept: Record<string, number> }
  | { kind: "told"; run: string }
  | { kind: "stale"; step: string }
  | { kind: "out" | "error" | "busy"; words?: string };

/** A learner's state in a step; times in seconds since 1970. */
export interface Cell {
  tries?: number;
  status?: "" | "pass" | "fail" | "error";
  at?: number;
  test?: string;
  words?: string;
  same?: number;
  passed?: number;
  total?: number;
  begun?: number;
  hints?: number;
  green?: number;
  /** Whether a page of the learner had the step open, and whether something was typed there. */
  opened?: boolean;
  draft?: boolean;
  /** How many suggestions wait in the draft. */
  waiting?: number;
}

/** A stored answer; its time in seconds since 1970. */
export interface Given {
  at: number;
  place: string;
  right: boolean;
  answer?: string;
}

/** A learner's first answer to a question where it is first asked, and on the last page that asks it again.
 * */
export interface Answers {
  first?: Given;
  last?: Given;
}

/** A question that the course asks twice. */
export interface Question {
  /** "chapter/step#id" */
  id: string;
  label: string;
  words: string;
}

export interface Row {
  id: string;
  nick: string;
  here?: boolean;
  blocked?: boolean;
  joined: number;
  step?: string;
  rejoin: string;
  cells?: Record<string, Cell>;
  notes?: Note[];
  answers?: Record<string, Answers>;
  /** The name on the roster. */
  person?: string;
}

export interface Step {
  id: string;
  label: string;
  title: string;
  chapter: string;
}

export interface Settings {
  name: string;
  zone: string;
  steps?: string[];
  hints: string;
  solutions: string;
  deadline?: string;
}

/** A class's own course. */
export interface Course {
  version: number;
  name: string;
  bytes: number;
  at: number;
  steps: Step[];
}

/** What concerns the whole class, for teachers. */
export interface General {
  settings: Settings;
  code: string;
  until: number;
  deadline: number;
  steps: Step[];
  /** The class's own course; left out where it does the server's. */
  course?: Course;
  questions: Question[];
  look: string;
  notes: Note[] | null;
  /** The number of people on the roster. */
  roster: number;
  /** When the class will be deleted if nothing happens in it, in seconds since 1970. */
  ends?: number;
  full: boolean;
}

export interface GridFrame {
  kind: "grid";
  now: number;
  general?: General;
  whole?: boolean;
  rows?: Row[];
  gone?: string[];
}

export type TeacherHears = { kind: "entered" | "pong" } | GridFrame | DraftFrame | SuggestionsFrame | { kind: "out" | "error" | "busy"; words?: string };
