// The test results of a presented program, in a few words: followers do not run it.

import type { LessonResponse } from "../api.gen";
import { summary } from "./results";

export interface Said {
  words: string;
  tests: { name: string; status: string }[];
  /** What the first test says that does not pass, or why nothing ran. */
  message: string;
}

/** Limits of what is told, in tests and characters. */
const mostTests = 80;
const longestName = 200;
const longestMessage = 1_000;

export function saidOf(response: LessonResponse): Said {
  const failed = response.tests.find((t) => t.status !== "pass");
  // Those that do not pass come first, so that they are seen; the others stand in their order.
  const tests = [...response.tests.filter((t) => t.status !== "pass"), ...response.tests.filter((t) => t.status === "pass")];
  return {
    words: summary(response),
    tests: tests.slice(0, mostTests).map(({ name, status }) => ({ name: name.slice(0, longestName), status })),
    message: (failed?.message ?? response.message ?? "").slice(0, longestMessage),
  };
}

/** Received data is checked before it is used; null if the tests have not run. */
export function readSaid(view: unknown): Said | null {
  const { outcome } = (view ?? {}) as { outcome?: unknown };
  if (typeof outcome !== "object" || outcome === null) return null;
  const { words, tests, test, message } = outcome as { [of: string]: unknown };
  if (typeof words !== "string" || typeof message !== "string") return null;
  const list = Array.isArray(tests) ? tests.slice(0, mostTests) : [{ name: test, status: "fail" }]; // a session of before named one test
  const isTest = (t: unknown): t is Said["tests"][number] => typeof (t as Said["tests"][number])?.name === "string" && typeof (t as Said["tests"][number]).status === "string";
  return { words, tests: list.filter(isTest).filter((t) => t.name !== ""), message };
}
