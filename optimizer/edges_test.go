package optimizer_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// edgeInts are integers at which some operation changes what it does: amounts of shifts,
// numbers of bytes, powers of two and their neighbours, the ends.
var edgeInts = []int64{
	0, 1, -1, 2, -2, 3, 4, 7, -7, 8, 9, 10, 62, 63, 64, 65, -63, 127, 128, -128, -129, 255, 256, 1<<15 - 1, -1 << 15, 1<<31 - 1, 1 << 31, -1 << 31,
	1 << 32, -1<<32 - 1, 1 << 62, -1 << 62, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1,
}

var edgeFloats = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, 2, -2, -2.5, 1e18, -1e19, math.MaxFloat64, math.SmallestNonzeroFloat64,
	math.Inf(1), math.Inf(-1), math.NaN(), -(1 << 63), 1 << 63, math.Nextafter(1<<63, 0),
}

// edgesOf lists values of a type, "i" or "f".
func edgesOf(letter string) (list []interp.Datum) {
	if letter == "f" {
		for _, x := range edgeFloats {
			list = append(list, interp.Datum{Type: trace.Float, Bits: math.Float64bits(x)})
		}
		return list
	}
	for _, x := range edgeInts {
		list = append(list, interp.Datum{Type: trace.Int, Bits: uint64(x)})
	}
	return list
}

// written is a value as a constant of a trace.
func written(d interp.Datum) string {
	if d.Type == trace.Int {
		return strconv.FormatInt(int64(d.Bits), 10)
	}
	x := math.Float64frombits(d.Bits)
	text := strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+")
	if math.IsInf(x, 0) || x != x || strings.ContainsAny(text, ".e") {
		return text
	}
	return text + ".0"
}

// Every operation on numbers means the same after optimization where one of its operands
// is a constant at an edge, whatever the other is, and where both are one value. Where it has no meaning, as a shift
// by 64, nothing may go wrong in the optimizer either.
func TestOperationsOnEdges(t *testing.T) {
	e := edgeTrial{t: t, seen: map[interp.VerdictKind]int{}}
	for _, code := range trace.Opcodes() {
		info := code.Info()
		layout := info.Spellings[0].Layout
		overflows := info.Effect == trace.EffectOverflow
		if info.Effect != trace.EffectPure && !overflows || layout == "" || strings.Trim(layout, "if") != "" {
			continue
		}
		e.tail = "\nfinish(result)"
		if overflows {
			e.tail = "\nguard_no_overflow() [$]" + e.tail
		}
		e.operation(code.String(), layout)
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
		for _, d := range edgesOf(layout) {
			e.run(name+"("+written(d)+")", layout)
		}
		e.run(name+"($)", layout)
		return
	}
	for _, d := range edgesOf(layout[1:]) {
		e.run(name+"($, "+written(d)+")", layout[:1])
	}
	for _, d := range edgesOf(layout[:1]) {
		e.run(name+"("+written(d)+", $)", layout[1:])
	}
	if layout[0] == layout[1] {
		e.run(name+"($, $)", layout[:1])
	}
}

// run compares a trace of one operation with what all passes make of it, for all edges.
func (e *edgeTrial) run(operation, letter string) {
	text := strings.ReplaceAll("[$]\nresult = "+operation+e.tail, "$", letter+"0")
	recorded, problems := trace.Parse(text)
	if recorded == nil {
		e.t.Fatalf("expected a trace, found %v in\n%s", problems, text)
	}
	result := e.optimizer.Run(recorded, allPasses)
	for _, d := range edgesOf(letter) {
		in := &interp.Inputs{Params: []interp.Datum{d}}
		verdict := interp.Compare(e.before.Run(recorded, in, interp.RunOptions{}), e.after.Run(result.Out, in, interp.RunOptions{}))
		e.seen[verdict.Kind]++
		if verdict.Kind == interp.VerdictDiffer {
			e.t.Fatalf("x = %s: %s\n%s\nbecame\n%s", written(d), verdict.Reason(), text, result.Out)
		}
	}
}
