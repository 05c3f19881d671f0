package examples

import _ "embed" // the examples are part of the program

// file is an example's file, and PyPy's result for the trace, as in its log; "" if there is none.
type file struct{ name, text, pypy string }

// Each file is a variable of its own. An embedded folder would be one line, but its way of opening files knows times, and brings all
// formats of package time into the page's first module.
var (
	//go:embed 010-boxed-integers.trace
	boxedIntegers string
	//go:embed 020-lifting.trace
	lifting string
	//go:embed 030-lifting-part.trace
	liftingPart string
	//go:embed 040-step-loop.trace
	stepLoop string
	//go:embed 050-print-loop.trace
	printLoop string
	//go:embed 060-peeled-loop.trace
	peeledLoop string
	//go:embed 070-category-two.trace
	categoryTwo string
	//go:embed 080-no-boxes.trace
	noBoxes string
	//go:embed 110-constant-folding.trace
	constantFolding string
	//go:embed 120-common-subexpressions.trace
	commonSubexpressions string
	//go:embed 130-strength-reduction.trace
	strengthReduction string
	//go:embed 140-single-pass.trace
	singlePass string
	//go:embed 210-first-allocation.trace
	firstAllocation string
	//go:embed 220-materialize.trace
	materialize string
	//go:embed 230-chained-objects.trace
	chainedObjects string
	//go:embed 240-object-cycle.trace
	objectCycle string
	//go:embed 250-sinking.trace
	sinking string
	//go:embed 310-virtuals-in-guards.trace
	virtualsInGuards string
	//go:embed 320-frame-array.trace
	frameArray string
	//go:embed 410-wraparound.trace
	wraparound string
	//go:embed 420-overflow.trace
	overflow string
	//go:embed 430-floats.trace
	floats string
	//go:embed 510-pypy-init.trace
	pypyInit string
	//go:embed 510-pypy-init.pypy
	pypyInitResult string
	//go:embed 520-pypy-add.trace
	pypyAdd string
	//go:embed 520-pypy-add.pypy
	pypyAddResult string
	//go:embed 530-pypy-nbody.trace
	pypyNbody string
	//go:embed 530-pypy-nbody.pypy
	pypyNbodyResult string
	//go:embed 540-pypy-count.trace
	pypyCount string
	//go:embed 540-pypy-count.pypy
	pypyCountResult string
)

// files are all examples, in the order in which they are offered.
var files = []file{
	{"010-boxed-integers.trace", boxedIntegers, ""},
	{"020-lifting.trace", lifting, ""},
	{"030-lifting-part.trace", liftingPart, ""},
	{"040-step-loop.trace", stepLoop, ""},
	{"050-print-loop.trace", printLoop, ""},
	{"060-peeled-loop.trace", peeledLoop, ""},
	{"070-category-two.trace", categoryTwo, ""},
	{"080-no-boxes.trace", noBoxes, ""},
	{"110-constant-folding.trace", constantFolding, ""},
	{"120-common-subexpressions.trace", commonSubexpressions, ""},
	{"130-strength-reduction.trace", strengthReduction, ""},
	{"140-single-pass.trace", singlePass, ""},
	{"210-first-allocation.trace", firstAllocation, ""},
	{"220-materialize.trace", materialize, ""},
	{"230-chained-objects.trace", chainedObjects, ""},
	{"240-object-cycle.trace", objectCycle, ""},
	{"250-sinking.trace", sinking, ""},
	{"310-virtuals-in-guards.trace", virtualsInGuards, ""},
	{"320-frame-array.trace", frameArray, ""},
	{"410-wraparound.trace", wraparound, ""},
	{"420-overflow.trace", overflow, ""},
	{"430-floats.trace", floats, ""},
	{"510-pypy-init.trace", pypyInit, pypyInitResult},
	{"520-pypy-add.trace", pypyAdd, pypyAddResult},
	{"530-pypy-nbody.trace", pypyNbody, pypyNbodyResult},
	{"540-pypy-count.trace", pypyCount, pypyCountResult},
}
