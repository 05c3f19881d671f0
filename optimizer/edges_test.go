package optimizer_test

import (
	"strings"
	"testing"

	"unbox/internal/edges"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// Every operation on numbers means the same after optimization where one of its operands
// is a constant at an edge, whatever the other is, and where both are one value. Where it has no meaning, such as a
// shift by 64, nothing may go wrong in the optimizer either.
func TestOperationsOnEdges(t *testing.T) {
	e := edgeTrial{t: t, seen: map[interp.VerdictKind]int{}}
	for _, op := range edges.Operations() {
		e.tail = "\nfinish(result)"
		if op.Overflows {
			e.tail = "\nguard_no_overflow() [$]" + e.tail
		}
		e.operation(op.Code.String(), op.Layout)
	}
	if e.seen[interp.VerdictAgree] < 50_000 || e.seen[interp.VerdictUndefined] < 1000 {
		t.Errorf("expected many runs with and without a meaning, found %v", e.seen)
	}
}

type edgeTrial struct {
	t             *testing.T
	before, after interp.Interp
	optimizer     optimizer.Optimizer
	tail          string
	seen          map[interp.VerdictKind]int
}

// operation tries one with constants on either side.
func (e *edgeTrial) operation(name, layout string) {
	if len(layout) == 1 {
		for _, bits := range edges.Bits(layout[0]) {
			e.run(name+"("+edges.Literal(layout[0], bits)+")", layout)
		}
		e.run(name+"($)", layout)
		return
	}
	for _, bits := range edges.Bits(layout[1]) {
		e.run(name+"($, "+edges.Literal(layout[1], bits)+")", layout[:1])
	}
	for _, bits := range edges.Bits(layout[0]) {
		e.run(name+"("+edges.Literal(layout[0], bits)+", $)", layout[1:])
	}
	if layout[0] == layout[1] {
		e.run(name+"($, $)", layout[:1])
	}
}

// run compares a trace of one operation with what all passes make from it, for all
// edges.
func (e *edgeTrial) run(operation, letter string) {
	text := strings.ReplaceAll("[$]\nresult = "+operation+e.tail, "$", letter+"0")
	recorded, problems := trace.Parse(text)
	if recorded == nil {
		e.t.Fatalf("expected a trace, found %v in\n%s", problems, text)
	}
	result := e.optimizer.Run(recorded, allPasses)
	for _, bits := range edges.Bits(letter[0]) {
		in := &interp.Inputs{Params: []interp.Datum{{Type: edges.Type(letter[0]), Bits: bits}}}
		verdict := interp.Compare(e.before.Run(recorded, in, interp.RunOptions{}), e.after.Run(result.Out, in, interp.RunOptions{}))
		e.seen[verdict.Kind]++
		if verdict.Kind == interp.VerdictDiffer {
			e.t.Fatalf("x = %s: %s\n%s\nbecame\n%s", edges.Literal(letter[0], bits), verdict.Reason(), text, result.Out)
		}
	}
}
