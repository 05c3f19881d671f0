// Package learn is the language of the lessons: Python so close to that of the
// posts on the toy optimizer that their code runs almost unchanged, with their
// types Block, Operation and Constant, and a test runner.
//
// # From text to result
//
// The language is Starlark (go.starlark.net), with `while`, recursion and
// reassignment. What Python has and Starlark lacks is translated character for
// character (dialect.go), so every error still points at what the learner wrote.
// Then the syntax tree is rewritten (rewrite.go): operators, slices and the
// methods of texts and lists become calls of functions that count.
//
// # Nothing escapes the limits
//
// Starlark counts the steps of its interpreter, but not the work within one: max(range(10**13)) is one step, and so is
// squaring a number of a million digits. So every function and operator here whose work depends on its arguments declares
// the cost before it begins (limits.go, weigh.go, operators.go, builtins.go, methods.go), even if it depends on how the
// keys of a dict are distributed (keys.go); a test has a row for each of them (work_test.go). The count is part of the
// result: a program stops at the same place in a browser, on a server and in a native test. A program that finds a hole in
// this is ended by the clock of its host: unbox/tutorials/run on the server, the page in the browser.
//
// # The posts' types
//
// An Operation is both a result and a line; `find` follows what it was made equal to (value.go,
// block.go). Names of classes, fields and labels are constants among the arguments, in the order in
// which the notation writes them: `op.arg(1).value` of get(p1, intval) is "intval". Guards have a
// `snapshot`, labels have `params`. Blocks are printed as text and parsed from text (print.go,
// parse.go), and everything that must be judged, run or optimized goes as text to the real
// optimizer and judge (interpret.go, equivalence.go). Its integers have 64 bits: `wrap(n)`
// truncates one of Starlark's to them, and `evaluate("add", a, b)` computes as the machine does.
//
// # Tests
//
// [Run] starts the program again for each function whose name begins with "test_", and returns results in the shape of Exercism's
// results.json, version 3 (results.go). Assertions that fail compare traces by operation (asserts.go, diff.go), and a pass is
// tried on random traces (chance.go). [Apply] applies a learner's pass to any trace. A host adds functions with an [Environment].
package learn
