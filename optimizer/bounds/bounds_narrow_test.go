package bounds

import (
	"flag"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"unbox/trace"
)

// The proof of the bounds: at a small width of the machine word every Bounds,
// every member and every result can be enumerated. The tests check for all of
// them that nothing is excluded that occurs, and count how often nothing is
// included that does not.

//
//	go test -run Narrow -v ./optimizer                      shows the counts
//	go test -run Narrow -v ./optimizer -bounds.width 5      takes minutes
//	go test -run Narrow -v ./optimizer -bounds.every 1      all triples backward

var (
	narrowWidth = flag.Int("bounds.width", 4, "try all bounds of words of so many `bits`, at most 5")
	narrowEvery = flag.Int("bounds.every", 128, "of the results to go backward from, try every `n`th at that width")
)

// widths returns the widths at which to try everything.
func widths() []width {
	if testing.Short() {
		return []width{3}
	}
	return []width{2, 3, width(*narrowWidth)}
}

// set is a set of words of a small width: bit i means the word min + i.
type set uint64

func (w width) setOf(b Bounds) set {
	var s set
	for n := b.Lo; n <= b.Hi; n++ {
		if b.Contains(n) {
			s |= w.bitOf(n)
		}
	}
	return s
}

func (w width) bitOf(n int64) set { return 1 << uint(n-w.min()) }

// best returns the smallest Bounds that include a set, which is not empty.
func (w width) best(s set) Bounds {
	first := true
	var b Bounds
	for ; s != 0; s &= s - 1 {
		n := int64(bits.TrailingZeros64(uint64(s))) + w.min()
		if first {
			b, first = Constant(n), false
		}
		unknown := b.Unknown | (b.Ones^uint64(n))&^b.Unknown
		b = Bounds{min(b.Lo, n), max(b.Hi, n), b.Ones &^ unknown, unknown}
	}
	return b
}

// narrow is the enumeration of a width.
type narrow struct {
	width width
	// all are the different Bounds, members the sets that they stand for.
	all     []Bounds
	members []set
	// smallest remembers the smallest Bounds of sets that were asked for.
	smallest []remembered
}

type remembered struct {
	set  set
	best Bounds
}

func newNarrow(w width) *narrow {
	e := &narrow{width: w, smallest: make([]remembered, 1<<16)}
	seen := map[Bounds]bool{}
	for unknown := range w.mask() + 1 {
		for ones := range w.mask() + 1 {
			if ones&unknown == 0 {
				e.addRanges(w.wrapBits(ones), w.wrapBits(unknown), seen)
			}
		}
	}
	return e
}

func (e *narrow) addRanges(ones, unknown uint64, seen map[Bounds]bool) {
	for lo := e.width.min(); lo <= e.width.max(); lo++ {
		for hi := lo; hi <= e.width.max(); hi++ {
			b, ok := normal(lo, hi, ones, unknown)
			if ok && !seen[b] {
				seen[b] = true
				e.all = append(e.all, b)
				e.members = append(e.members, e.width.setOf(b))
			}
		}
	}
}

// best returns the smallest Bounds that include a set, which is not empty.
func (e *narrow) best(s set) Bounds {
	place := &e.smallest[uint32(s)*0x9e3779b1>>16]
	if place.set != s {
		*place = remembered{s, e.width.best(s)}
	}
	return place.best
}

// keptScores are the scores in testdata/scores.txt, by name.
var keptScores = sync.OnceValue(func() map[string]score {
	kept := make(map[string]score)
	text, err := os.ReadFile(filepath.Join("testdata", "scores.txt"))
	if err != nil {
		return kept // then every score is reported as missing
	}
	for line := range strings.Lines(string(text)) {
		what, numbers, _ := strings.Cut(line, ": ")
		var s score
		if _, err := fmt.Sscanf(numbers, "%d cases, %d best, extent %d", &s.cases, &s.best, &s.extent); err == nil {
			kept[what] = s
		}
	}
	return kept
})

// isKept reports a score that has changed: Bounds that became larger are still correct, so no other
// test would notice. After making them smaller, put the lines that -v shows into
// testdata/scores.txt.
func (w width) isKept(t *testing.T, op *operation, direction string, found score) {
	t.Helper()
	what := fmt.Sprintf("%d bits, %s, %s", w, direction, op.name)
	t.Logf("%s: %v", what, found)
	if sampled := direction == "backward" && !op.unary; sampled && (testing.Short() || w > 3 && *narrowEvery != 128) || w > 4 {
		return // these cases are not the ones that were counted
	}
	if want := keptScores()[what]; found != want {
		t.Errorf("%s: expected %v, found %v", what, want, found)
	}
}

// score counts the cases in which the smallest Bounds were found. extent is the sum of the
// distances between the ends of all Bounds, plus one for each unknown bit.
type score struct {
	cases, best int
	extent      int64
}

func (s score) String() string {
	return fmt.Sprintf("%d cases, %d best, extent %d", s.cases, s.best, s.extent)
}

func (s *score) count(best bool, found ...Bounds) {
	s.cases++
	if best {
		s.best++
	}
	for _, b := range found {
		s.extent += b.Hi - b.Lo + int64(bits.OnesCount64(b.Unknown))
	}
}

// operation is something to test: what it computes at a small width, and what the
// bounds know of it.
type operation struct {
	name     string
	unary    bool
	eval     func(x, y int64) (result int64, defined bool)
	forward  func(a, b Bounds) Bounds
	backward func(r, a, b Bounds) (Bounds, Bounds, bool)
}

// operations returns everything that Forward and Backward know something about.
// int_signext counts in bytes, which a small word does not have; its parts,
// which count in bits, are tested instead.
func (w width) operations() []operation {
	var list []operation
	codes := []trace.Opcode{trace.OpSameAs}
	for code := trace.OpIntAdd; code <= trace.OpIntMulOvf; code++ {
		if code != trace.OpIntSignext {
			codes = append(codes, code)
		}
	}
	for _, code := range codes {
		list = append(list, operation{
			name:     code.String(),
			unary:    len(code.Info().Spellings[0].Layout) == 1,
			eval:     func(x, y int64) (int64, bool) { return w.eval(code, x, y) },
			forward:  func(a, b Bounds) Bounds { return w.forward(code, a, b) },
			backward: func(r, a, b Bounds) (Bounds, Bounds, bool) { return w.backward(code, r, a, b) },
		})
	}
	for part := width(1); part <= w; part++ {
		list = append(list, w.signextOperation(part))
	}
	return list
}

func (w width) signextOperation(part width) operation {
	return operation{
		name:    "int_signext " + string('0'+rune(part)) + " bits",
		unary:   true,
		eval:    func(x, _ int64) (int64, bool) { return part.wrap(uint64(x)), true },
		forward: func(a, _ Bounds) Bounds { return part.signext(a) },
		backward: func(r, a, b Bounds) (Bounds, Bounds, bool) {
			r, ok := r.Intersect(part.signext(a))
			if !ok {
				return a, b, false
			}
			a, ok = part.unsignext(r, a)
			return a, b, ok
		},
	}
}

// eval is Eval at a small width: operands are sign-extended, and what does not
// fit is cut off or has overflowed.
func (w width) eval(code trace.Opcode, x, y int64) (result int64, defined bool) {
	low := func(n int64) uint64 { return uint64(n) & w.mask() }
	switch code {
	case trace.OpSameAs:
		return x, true
	case trace.OpUintMulHigh:
		return w.wrap(low(x) * low(y) >> w), true
	case trace.OpIntLshift, trace.OpIntRshift, trace.OpUintRshift:
		if y < 0 || y >= int64(w) {
			return 0, false
		}
		if code == trace.OpUintRshift {
			return w.wrap(low(x) >> uint(y)), true
		}
	}
	bits, status := trace.Eval(code, uint64(x), uint64(y))
	result = w.wrap(bits)
	if IsOverflow(code) && result != int64(bits) {
		return 0, false
	}
	return result, status == trace.EvalOK
}

// images returns, for every word x and every Bounds b, the results of the
// operation on x and the members of b; if second is set, x is the second
// argument.
func (e *narrow) images(op *operation, second bool) [][]set {
	w := e.width
	table := make([][]set, w.mask()+1)
	for i := range table {
		x := w.min() + int64(i)
		single := make([]set, w.mask()+1)
		for j := range single {
			y := w.min() + int64(j)
			first, other := x, y
			if second {
				first, other = y, x
			}
			if result, defined := op.eval(first, other); defined {
				single[j] = w.bitOf(result)
			}
		}
		table[i] = e.gather(single)
	}
	return table
}

// gather joins the sets of the members of every Bounds.
func (e *narrow) gather(single []set) []set {
	row := make([]set, len(e.all))
	for i, members := range e.members {
		for ; members != 0; members &= members - 1 {
			row[i] |= single[bits.TrailingZeros64(uint64(members))]
		}
	}
	return row
}

// seconds returns the indexes of the Bounds to be tried as second argument.
func (e *narrow) seconds(op *operation) []int {
	list := make([]int, 0, len(e.all))
	for i, b := range e.all {
		if !op.unary || b == (Bounds{}) {
			list = append(list, i)
		}
	}
	return list
}
