// Search over all lessons: every word of the question has to begin a word of the
// page; words in titles weigh more.

import type { CoursePage } from "./data";

/** A page that was found, with the words around the first hit. */
export interface Hit {
  page: CoursePage;
  before: string;
  match: string;
  after: string;
}

/** How many characters of an excerpt stand on either side of the hit. */
const around = 60;
const maxHits = 20;

/** The pages that have all words, the best first. An empty question finds nothing. */
export function findPages(pages: readonly CoursePage[], question: string): Hit[] {
  const words = question.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  const found: { hit: Hit; score: number }[] = [];
  for (const page of pages) {
    let score = 0;
    for (const word of words) {
      const weight = weigh(page, word);
      if (weight === 0) score = -Infinity;
      score += weight;
    }
    if (score > 0) found.push({ hit: excerpt(page, words), score });
  }
  // Pages that weigh the same stay in the order of reading.
  return found.sort((a, b) => b.score - a.score).slice(0, maxHits).map((f) => f.hit);
}

function weigh(page: CoursePage, word: string): number {
  if (starts(page.title.toLowerCase(), word) >= 0) return 10;
  if (starts(page.chapter.toLowerCase(), word) >= 0) return 4;
  return starts(page.text.toLowerCase(), word) >= 0 ? 1 : 0;
}

/** Where a word of the text begins with these letters, -1 if nowhere. */
function starts(text: string, letters: string): number {
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}_]/u.test(text[at - 1]!)) return at;
  }
  return -1;
}

function excerpt(page: CoursePage, words: readonly string[]): Hit {
  const lower = page.text.toLowerCase();
  const places = words.map((word) => ({ at: starts(lower, word), length: word.length })).filter((p) => p.at >= 0);
  places.sort((a, b) => a.at - b.at);
  const { at, length } = places[0] ?? { at: 0, length: 0 };
  const from = at <= around ? 0 : page.text.indexOf(" ", at - around) + 1;
  const until = page.text.lastIndexOf(" ", at + length + around);
  const to = page.text.length <= at + length + around ? page.text.length : Math.max(until, at + length);
  return {
    page,
    before: (from > 0 ? "… " : "") + page.text.slice(from, at),
    match: page.text.slice(at, at + length),
    after: page.text.slice(at + length, to) + (to < page.text.length ? " …" : ""),
  };
}
