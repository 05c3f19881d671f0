import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../classroom/protocol";
import { tally } from "./tally";

const given = (right: boolean) => ({ at: 1, place: "a/", right });
const row = (id: string, first?: boolean, last?: boolean): Row => ({
  id,
  nick: id,
  joined: 0,
  rejoin: "",
  answers: { q: { ...(first !== undefined && { first: given(first) }), ...(last !== undefined && { last: given(last) }) } },
});

test("answers are counted at first and at last, and what became of them", () => {
  const found = tally([row("a", false, true), row("b", true, false), row("c", true, true), row("d", false), row("e", undefined, true), { ...row("f"), answers: undefined } as never], "q");
  const ids = (rows: readonly Row[]) => rows.map((r) => r.id).join("");
  assert.deepEqual(
    [ids(found.first.right), ids(found.first.wrong), ids(found.last.right), ids(found.last.wrong), ids(found.learned), ids(found.lost), found.both],
    ["bc", "ad", "ace", "b", "a", "b", 3],
  );
});
