// Package learn is the language of the lessons: Python as the posts on the toy
// optimizer write it, near enough that their code runs almost as it stands, with
// their types Block, Operation and Constant, and a runner for tests.
//
// # From text to result
//
// The language is Starlark (go.starlark.net), with `while`, recursion and
// reassignment. What Python has and Starlark has not is translated character for
// character (dialect.go), so that every error still points at what the learner
// wrote. Then the syntax tree is rewritten (rewrite.go): operators, slices and the
// methods of texts and lists become calls of functions that count.
//
// # Nothing escapes the limits
//
// Starlark counts the steps of its interpreter, but not what happens within one:
// max(range(10**13)) is one step, and so is squaring a number of a million
// digits. So every function and operator here whose work depends on its arguments
// says before it begins how much that will be (limits.go, weigh.go, operators.go,
// builtins.go, methods.go), also where it depends on how the keys of a dict are
// spread (keys.go); a test has a row for each of them (work_test.go). The count is part of the result's meaning: a program
// stops at the same place in a browser, on a server and in a native test. Whatever
// finds a hole in this is ended by the clock of its host: unbox/tutorials/run on
// the server, the page in the browser.
//
// # The posts' types
//
// An Operation is a result and a line at once; `find` follows what it was made
// equal to (value.go, block.go). Names of classes, fields and labels are constants
// among the arguments, in the order in which the notation writes them:
// `op.arg(1).value` of get(p1, intval) is "intval". Guards have a `snapshot`, labels
// have `params`. A block becomes text and text a block (print.go, parse.go), and
// everything that has to be judged, run or optimized goes through that text to
// the optimizer, whose word alone counts (interpret.go, equivalence.go). Its integers have 64 bits:
// `wrap(n)` cuts one of Starlark's to them, and `evaluate("add", a, b)` computes as
// the machine does.
//
// # Tests
//
// [Run] starts the program anew for each function whose name begins with "test_",
// and returns results in the shape of Exercism's results.json, version 3
// (results.go). Assertions that fail compare traces by operation (asserts.go,
// diff.go), and a pass is tried on random traces (chance.go). [Apply] takes a learner's pass to a trace of one's own. A host adds
// functions by an [Environment].
package learn
