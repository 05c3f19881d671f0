// A text is told to be a log, a program or neither before the engine reads it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { looksLikeLog, looksLikeProgram } from "./recognise";

test("a program has a statement that no trace has", () => {
  for (const program of ["def f(n):\n    return n\n", "x = 1\r\nwhile x:  # until then\r\n    x = 0\r\n", "import math\n", "class A:\n    pass\n"]) {
    assert.ok(looksLikeProgram(program), program);
  }
});

test("a trace is no program", () => {
  for (const trace of [
    "class Box { value: int }\n[p0]\ni1 = get(p0, value)\nfinish(i1)\n",
    "# def f(x):\n[i0]\nL1(i0):\njump(L1, i0)\n",
    "[p0]\ndebug_merge_point(0, 0, 'for;x.py:1-2~#0 LOAD_FAST')\njump(p0)\n",
    "from_int = int_add(1, 2)\n",
  ]) {
    assert.ok(!looksLikeProgram(trace) && !looksLikeLog(trace), trace);
  }
});
