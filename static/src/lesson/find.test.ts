import assert from "node:assert/strict";
import { test } from "node:test";
import { findPages } from "./find";

const page = (title: string, text: string) => ({ path: `/${title}`, title, chapter: "Equal things", text });
const pages = [page("Folding", "Two numbers are added before the loop."), page("Guards", "A guard checks. Folding helps."), page("Boxes", "Nothing here.")];

test("a title weighs more than the text", () => {
  assert.deepEqual(findPages(pages, "fold").map((h) => h.page.title), ["Folding", "Guards"]);
});

test("all words have to be there, at the beginning of words", () => {
  assert.deepEqual(findPages(pages, "guard HELPS").map((h) => h.page.title), ["Guards"]);
  assert.deepEqual(findPages(pages, "uards"), []);
  assert.deepEqual(findPages(pages, "  "), []);
});

test("the excerpt shows the first hit", () => {
  assert.deepEqual(findPages(pages, "added")[0], { page: pages[0], before: "Two numbers are ", match: "added", after: " before the loop." });
  const long = [page("L", `${"word ".repeat(100)}needle${" word".repeat(100)}`)];
  const [hit] = findPages(long, "needle");
  assert.equal(hit!.match, "needle");
  assert.ok(hit!.before.startsWith("… word") && hit!.before.length < 80 && hit!.after.endsWith("word …") && hit!.after.length < 80);
});
