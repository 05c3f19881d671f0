// What is said of a moment, and where its numbers are on the circle.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MomentResponse } from "../api.gen";
import { PartRow, PartText } from "../api.gen";
import { arcOf, headline, isAnything, sentence, shortNumber, whereWords } from "./words";

const by = (did: string) => [
  { name: "fold", did: "keeps" },
  { name: "virtual", did },
];

const plain: MomentResponse = {
  at: 3,
  found: true,
  key: 5,
  number: 4,
  loop: false,
  reached: true,
  fate: "kept",
  operation: [],
  passes: by("keeps"),
  lines: [],
  left: 0,
  boxes: [],
  kept: [],
  sets: [],
  numbers: [],
  output: [],
  outputs: 0,
};

test("a moment in one sentence", () => {
  const box = { id: 5, key: 5, loop: false, name: [], names: [], class: "Box", state: "now", why: [], near: true, slots: [] };
  const cases: [Partial<MomentResponse>, string][] = [
    [{}, "Row 4 stays."],
    [{ number: 0 }, "The label stays."],
    [{ passes: by("removes"), fate: "removed" }, "Row 4 goes: virtual takes it out."],
    [{ passes: by("removes"), fate: "moved" }, "Row 4 waits."],
    [{ passes: by("rewrites"), fate: "replaced" }, "Row 4 becomes another operation, by virtual."],
    [{ fate: "removed" }, "Row 4 stays for now. Nothing will use it."],
    [{ boxes: [box] }, "Row 4 needs a box. It is made now."],
    [{ boxes: [box, box] }, "Row 4 needs 2 boxes. They are made now."],
    [{ reached: false }, "Row 4 is never reached."],
  ];
  for (const [change, expected] of cases) assert.equal(headline({ ...plain, ...change }), expected);
});

test("the slider says which iteration a moment is of", () => {
  assert.equal(whereWords(plain, 31, 31), "Moment 4 of 31, row 4. Row 4 stays.");
  assert.equal(whereWords({ ...plain, loop: true }, 61, 31), "Moment 4 of 61, row 4, around the loop. Row 4 stays.");
  assert.equal(whereWords(plain, 61, 31), "Moment 4 of 61, row 4, first iteration. Row 4 stays.");
});

test("ranges are where they belong on the circle", () => {
  const most = "9223372036854775807";
  const least = "-9223372036854775808";
  assert.deepEqual(arcOf({ low: "1", high: most }), { from: 0, to: 0.499999 });
  assert.deepEqual(arcOf({ low: least, high: "-1" }), { from: -0.5, to: 0 });
  assert.deepEqual(arcOf({ low: least, high: most }), { from: -0.5, to: 0.499999 });
  assert.equal(arcOf({ low: "0", high: "10" }), null);
  assert.ok(isAnything({ low: least, high: most, bits: "?".repeat(64) }));
  assert.ok(!isAnything({ low: least, high: most, bits: `${"?".repeat(63)}0` }));
});

test("long numbers can be read", () => {
  assert.equal(shortNumber("9223372036854775807"), "2⁶³−1");
  assert.equal(shortNumber("-9223372036854775808"), "−2⁶³");
  assert.equal(shortNumber("-1234567"), "−1\u202f234\u202f567");
  assert.equal(shortNumber("100"), "100");
});

test("a reason is a sentence", () => {
  const said = (...texts: string[]) => sentence(texts.map((t) => [PartText, t, 0, 0])).map(([, text]) => text).join("");
  assert.equal(said("the field", " of it is known"), "The field of it is known.");
  assert.equal(said("It goes."), "It goes.");
  assert.equal(sentence([[PartRow, "p10", 0, 0], [PartText, " escapes", 0, 0]])[0]![1], "p10");
});
