// Package terms explains the words that a reader of a trace has to know. There is one table: the page explains a term where it occurs,
// the glossary lists all terms, and so does the documentation.
package terms

import (
	"slices"
	"strings"
)

// Term is a word of the field.
type Term struct {
	// ID names it in addresses: small letters and hyphens.
	ID string `json:"id"`
	// Name is its name, Words are all its spellings in texts of the optimizer, in lower case.
	Name  string   `json:"name"`
	Words []string `json:"words"`
	// Prose is the same for texts of lessons, if the words also have other meanings there, or if only lessons have them; if it is empty, Words
	// are used. What comes before `|` has to be there but is no part of the word ("the |pass"); a word between asterisks is a term only where
	// it is emphasized.
	Prose []string `json:"-"`
	// Text says what it means, in two or three sentences; names of a trace are in backticks.
	Text string `json:"text"`
	// Picture shows it in about five lines of text, at most 46 characters wide.
	Picture string `json:"picture"`
	// Lesson is the step that teaches it, "chapter/step"; "" if there is none.
	Lesson string `json:"lesson,omitempty"`
	// Source is where it was described.
	Source Source `json:"source"`
}

// Source is a text on which Unbox is built.
type Source struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

var (
	partial = Source{"Allocation Removal by Partial Evaluation in a Tracing JIT", "https://doi.org/10.1145/1929501.1929508"}
	loops   = Source{"Loop-Aware Optimizations in PyPy's Tracing JIT", "https://doi.org/10.1145/2384577.2384586"}
	toy     = Source{"Allocation Removal in the Toy Optimizer", "https://pypy.org/posts/2022/10/toy-optimizer-allocation-removal.html"}
	simple  = Source{"Implementing a Toy Optimizer", "https://pypy.org/posts/2022/07/toy-optimizer.html"}
	known   = Source{"Sound, Precise, and Fast Abstract Interpretation with Tristate Numbers", "https://doi.org/10.1109/CGO53902.2022.9741267"}
)

// All returns the terms: first those of the optimizer, then those that only lessons use, each in the order in which a reader meets
// them.
func All() []Term {
	return slices.Concat(table, course)
}

// InProse are all spellings of a term in texts of lessons, as Prose has them.
func (t *Term) InProse() []string {
	if t.Prose != nil {
		return t.Prose
	}
	return t.Words
}

// lines joins the lines of a picture.
func lines(list ...string) string { return strings.Join(list, "\n") }

// The table is never changed.
var table = []Term{
	{
		ID: "trace", Name: "trace", Words: []string{"trace", "traces"},
		Text: "What a program did in one iteration of a loop, operation by operation, through all functions that it called. There are no branches in it: where the program could have gone " +
			"another way, there is a guard.",
		Picture: lines("while y.is_positive():     [p0, p1]", "    res = res.add(y)   →   i2 = get(p1, intval)", "    …                      …", "                           jump(p15, p10)"),
		Lesson:  "boxes-in-a-real-trace/read-a-trace", Source: partial,
	},
	{
		ID: "box", Name: "box", Words: []string{"box", "boxes", "boxed"},
		Text: "An object around a number, as in Python: `intval` is the number, and everything that is done with it checks the class first. Most boxes are read once and " +
			"thrown away.",
		Picture: lines("p5 ──▶ ┌ BoxedInteger ┐", "       │ intval    7  │", "       └──────────────┘"),
		Lesson:  "boxes-in-a-real-trace/read-a-trace", Source: partial,
	},
	{
		ID: "guard", Name: "guard", Words: []string{"guard", "guards"},
		Text: "A condition that held when the trace was recorded, and that has to hold whenever it runs. If it does not, the trace is left there, and the interpreter continues. What is known after a guard " +
			"makes later ones needless.",
		Picture: lines("guard_true(i17)", "   │        └─ no: leave, with the snapshot", "   yes", "   ▼", "the next operation"),
		Lesson:  "boxes-in-a-real-trace/asked-before", Source: partial,
	},
	{
		ID: "snapshot", Name: "snapshot", Words: []string{"snapshot", "snapshots"},
		Text: "What a guard hands to the interpreter if it fails: the values of the program's variables at that place. An object that was never made is described in it, and is made " +
			"only then.",
		Picture: lines("guard_true(i17) [i9, v1=BoxedInteger(…)]", "                 │    └─ made if it fails", "                 └─ the variable's value"),
		Lesson:  "boxes-in-a-real-trace/described-at-the-exit", Source: partial,
	},
	{
		ID: "virtual", Name: "virtual", Words: []string{"virtual"},
		Text: "An object is virtual as long as it need not exist: what is in it is known, and nothing else can see it. The optimizer notes what is written into it, and answers each read " +
			"from its notes.",
		Picture: lines("p5 = new(BoxedInteger)     ┌╌ p5 ╌╌╌╌╌╌┐", "set(p5, intval, i4)        ╎ intval i4 ╎", "i7 = get(p5, intval)       └╌╌╌╌╌╌╌╌╌╌╌┘", "                           i7 is i4"),
		Lesson:  "objects-that-never-were/an-optimistic-guess", Source: partial,
	},
	{
		ID: "escape", Name: "escape", Words: []string{"escape", "escapes", "escaped", "escaping"},
		Text: "An object escapes through the operation that shows it to code of which the optimizer knows nothing: a call, a write into an object that exists, the next iteration. From then on it has to " +
			"exist.",
		Picture: lines("p5 = new(BoxedInteger)    only known", "set(p5, intval, i4)         ╎", "call(f, p5)               ──▶ other code"),
		Lesson:  "objects-that-never-were/it-escapes", Source: partial,
	},
	{
		ID: "materialize", Name: "materialize", Words: []string{"materialize", "materialized", "materializes", "materializing"},
		Text:    "To make a virtual object after all, just before the operation through which it escapes, with everything that was noted about it.",
		Picture: lines("p5 = new(BoxedInteger)  ↓", "set(p5, intval, i4)     ↓", "…                       │ waits", "call(f, p5)         p5 = new(BoxedInteger)", "                    set(p5, intval, i4)"),
		Lesson:  "objects-that-never-were/with-all-its-fields", Source: toy,
	},
	{
		ID: "alias", Name: "alias", Words: []string{"alias", "aliases", "aliasing"},
		Prose:   []string{"may alias", "alias", "aliases", "aliasing"},
		Text:    "Two names alias if they may be the same object: a write through one may change what the other one reads. Two objects that the trace itself made, or of different classes, never do.",
		Picture: lines("set(p0, value, 1)", "set(p1, value, 2)     p0 ─┐", "i2 = get(p0, value)       ├─▶ the same object?", "i2 is 1, or 2?        p1 ─┘"),
		Lesson:  "further/two-names-one-place", Source: partial,
	},
	{
		ID: "forward", Name: "forward", Words: []string{"forward", "forwards", "forwarded", "forwarding"},
		Prose:   []string{"forwarded to"},
		Text:    "A read need not be done if an earlier write or read tells what is in the field: it gets that value. The word is also used for an operation whose place another value takes.",
		Picture: lines("set(p0, value, i1)", "      └──────────────┐", "i2 = get(p0, value)  ▼", "i3 = int_add(i2, 1)  i3 = int_add(i1, 1)"),
		Lesson:  "equal-things/follow-the-arrows", Source: simple,
	},
	{
		ID: "fold", Name: "fold", Words: []string{"folded", "constant folding"},
		Prose:   []string{"constant folding", "folding", "folded", "folds"},
		Text:    "To compute an operation while optimizing, because all its arguments are constants.",
		Picture: lines("i1 = int_add(5, 4)", "i2 = int_add(i1, i0)", "        ▼", "i2 = int_add(9, i0)"),
		Lesson:  "equal-things/computed-once-and-for-all", Source: simple,
	},
	{
		ID: "cse", Name: "common subexpression", Words: []string{"common subexpression", "common subexpressions"},
		Prose:   []string{"common subexpression elimination", "common subexpression", "common subexpressions", "cse"},
		Text:    "A computation that was done before, with the same values. Its result is known, so it need not be done again.",
		Picture: lines("i2 = int_mul(i0, i1)", "i3 = int_mul(i0, i1)   i3 is i2", "i4 = int_add(i2, i3)   i4 = int_add(i2, i2)"),
		Lesson:  "equal-things/the-same-again", Source: simple,
	},
	{
		ID: "bounds", Name: "bounds", Words: []string{"bounds", "range", "ranges"},
		Prose:   []string{"bounds", "*range*", "its |range", "the |range", "a |range", "ranges"},
		Text:    "The smallest and the largest value that an integer can have at a place. They follow from guards and operations; a comparison whose answer follows from them need not be made.",
		Picture: lines("i1 = int_lt(i0, 10)", "guard_true(i1)          i0 ≤ 9", "i2 = int_lt(i0, 20)     always true", "…──────────┤ 9"),
		Lesson:  "being-right/ranges", Source: known,
	},
	{
		ID: "known-bits", Name: "known bits", Words: []string{"known bits", "known bit"},
		Text:    "For each of the 64 bits of an integer: it is 0, it is 1, or it is not known. A multiple of 8 has three known bits.",
		Picture: lines("i1 = int_lshift(i0, 3)", "bits  ? ? … ? ? 0 0 0", "i2 = int_and(i1, 7)     i2 is 0"),
		Lesson:  "further/single-bits", Source: known,
	},
	{
		ID: "peel", Name: "peel", Words: []string{"peel", "peeled", "peels", "peeling", "peeled loop"},
		Text: "To put one iteration in front of the loop. What it finds out holds in all that follow, so their guards and boxes can go. In a single iteration, seen alone, they have to stay: nothing is known about " +
			"the iteration before it.",
		Picture: lines("[p0, p1]         the first iteration", "…                makes no boxes,", "jump(L1, …)      checks each class once", "L1(i14, i9):     every iteration after it:", "…  jump(L1, …)   only numbers go around"),
		Lesson:  "across-the-jump/peel", Source: loops,
	},
	{
		ID: "label", Name: "label", Words: []string{"label", "labels"},
		Text:    "The top of the loop, to which the jump goes. It names what one iteration takes over from the one before.",
		Picture: lines("   ┌▶ L1(i14, i9):", "   │  …", "   └─ jump(L1, i20, i19)"),
		Lesson:  "across-the-jump/what-the-loop-needs", Source: loops,
	},
	{
		ID: "invariant", Name: "loop-invariant", Words: []string{"loop-invariant", "invariant"},
		Text:    "The same in every iteration: it is computed in the first one, and the loop uses the result.",
		Picture: lines("first iteration   i5 = int_mul(i0, i1)", "L1(…, i5):", "every iteration   i5 = int_mul(i0, i1)   −", "                  i7 = int_add(i6, i5)"),
		Lesson:  "across-the-jump/two-rounds-in-a-row", Source: loops,
	},
	{
		ID: "bridge", Name: "bridge", Words: []string{"bridge", "bridges"},
		Text:    "A trace that begins where a guard of another one fails often. It starts with what that one knew there, and ends with a jump to a loop.",
		Picture: lines("L1(…):", "guard_true(i17) ──▶ the bridge:", "…                   …", "jump(L1, …)         jump(L1, …)"),
		Lesson:  "being-fast/exits-know-everything", Source: loops,
	},
	{
		// In texts of the optimizer, "passes" is what a jump does with a value.
		ID: "pass", Name: "pass", Words: []string{"pass"},
		Prose:   []string{"a |pass", "the |pass", "each |pass", "every |pass", "this |pass", "your |pass", "our |pass", "one |pass", "the |passes", "all |passes", "same |passes", "more |passes", "your |passes"},
		Text:    "One kind of improvement. Every operation goes through all passes, one after the other, so that what one finds out is known to the next at the same operation.",
		Picture: lines("operation ─▶ fold ─▶ cse ─▶ … ─▶ virtual ─▶ kept", "               │      │            │", "               ▼      ▼            ▼", "             removed, with a reason"),
		Lesson:  "equal-things/one-pass-instead-of-three", Source: simple,
	},
}
