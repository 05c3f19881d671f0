import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import type { FindResponse } from "../api.gen";
import type { Listing } from "./listing";
import { Search } from "./search";

interface Asked {
  query: string;
  from: number;
  most: number;
  answer(found: FindResponse | null): void;
}

/** A search whose questions wait, as those to the engine do: a newer one ends the one before it with nothing. */
function searched() {
  const listing = signal<Listing | null>({ view: {} } as Listing);
  const waiting: Asked[] = [];
  const shown: number[] = [];
  const search = new Search({
    listing,
    find: (request) =>
      new Promise((answer) => {
        waiting.pop()?.answer(null);
        waiting.push({ ...(request as Asked), answer });
      }),
    goTo: async (row) => void shown.push(row),
  });
  search.start(() => 0);
  /** Answers questions as they come: a query is in as many rows as it has letters, first in that row. */
  const answerAll = async () => {
    for (let quiet = 0; quiet < 20; quiet++) {
      await Promise.resolve();
      const asked = waiting.pop();
      if (!asked) continue;
      quiet = 0;
      const total = asked.query.length;
      const matches = asked.most > 0 ? [[100 * total + asked.from, asked.from]] : [];
      asked.answer({ total, first: 0, matches } as unknown as FindResponse);
    }
  };
  const again = () => void (listing.value = { ...listing.peek() } as Listing);
  return { search, waiting, shown, answerAll, again };
}

/** Lets all continue that waits for no answer. */
async function tick(): Promise<void> {
  for (let k = 0; k < 10; k++) await Promise.resolve();
}

test("the first match is shown, and steps go round", async () => {
  const { search, shown, answerAll } = searched();
  search.query.value = "abc";
  await answerAll();
  assert.deepEqual([search.total.value, search.at.value, shown], [3, 0, [300]]);
  void search.step(-1);
  await answerAll();
  assert.deepEqual([search.at.value, shown], [2, [300, 302]]);
});

test("rows that change before the answer do not lose the first match", async () => {
  const { search, waiting, shown, answerAll, again } = searched();
  search.query.value = "abc";
  await tick();
  assert.equal(waiting.length, 1);
  again(); // as when a fold is opened for the query before
  await answerAll();
  assert.deepEqual([search.total.value, search.at.value, shown], [3, 0, [300]]);
});

test("an answer for the query before neither counts nor is shown", async () => {
  const { search, shown, answerAll } = searched();
  for (const typed of ["a", "ab", "abc", "abcd"]) {
    search.query.value = typed;
    await tick();
  }
  await answerAll();
  assert.deepEqual([search.total.value, search.at.value, shown], [4, 0, [400]]);
});

test("Enter before the answer steps to the match after the first", async () => {
  const { search, answerAll } = searched();
  search.query.value = "abc";
  void search.step(1);
  await answerAll();
  assert.deepEqual([search.total.value, search.at.value], [3, 1]);
});

test("another result counts again, and a query that is taken away counts nothing", async () => {
  const { search, answerAll, again } = searched();
  search.query.value = "abc";
  await answerAll();
  again();
  await answerAll();
  assert.deepEqual([search.total.value, search.at.value], [3, 0]);
  search.query.value = "";
  await answerAll();
  assert.deepEqual([search.total.value, search.at.value, search.match.value], [0, -1, null]);
});
