// What the server sends the script of a lesson's page.

import type { LessonRequest } from "../api.gen";
import { fetchJSON } from "../server";

/** GET …/step.json; the fields are explained in tutorials/pages and playground. */
export interface StepData {
  chapter: string;
  step: string;
  /** Counts the chapter's steps from 1; the task of this step's tests. */
  number: number;
  title: string;
  library: string;
  starter: string;
  /** "chapter/step" of the step whose solution is the starter. */
  follows?: string;
  tests: string;
  earlier: string[];
  /** HTML that the server made of the lesson's Markdown. */
  hints: string[];
  quizzes: string[];
  /** The function that a program in another language may replace, left out if there is none. */
  pass?: string;
  /** The steps of the suite's parts, in order; left out if it has none. */
  parts?: PartOf[];
  /** The version of a class's own course, left out for the server's. */
  lessons?: number;
  /** Path of the next page, "" at the end. */
  next: string;
  /** The request for the tests, with an empty program. */
  suite: LessonRequest;
  /** The programs of quizzes; null for those with choices. */
  quizSuites: (LessonRequest | null)[];
}

/** The step of a part. */
export interface PartOf {
  /** "chapter/step" */
  step: string;
  title: string;
  path: string;
}

/** A page of the course in search.json. */
export interface CoursePage {
  path: string;
  title: string;
  chapter: string;
  /** "chapter/step", left out for the page of a chapter. */
  step?: string;
  /** "name" for a name of the learner's language, "term" for a word of the glossary. */
  kind?: string;
  /** The page's prose in plain words. */
  text: string;
}

let pages: Promise<CoursePage[]> | undefined;

/** All pages of the course that lies at `base`, in the order of reading. They are fetched once. */
export function coursePages(base: string): Promise<CoursePage[]> {
  pages ??= fetchJSON<CoursePage[]>(`${base}search.json`).catch((error: unknown) => {
    pages = undefined; // the next one tries again
    throw error;
  });
  return pages;
}
