package learn

import (
	"crypto/sha256"
	"slices"
	"strconv"

	"go.starlark.net/starlark"
)

// Judging a random trace is most of the work of a run: the trace that the pass gave is read, and
// both are interpreted a dozen times. Most right passes give the very text that the step's
// solution gives. So whoever runs a solution gets hashes of the pairs that the judge has seen to
// do the same, and hands them on with the programs of learners; a pair that is among them is not
// judged again. They say nothing about who asks: a pair that was judged once does the same
// whoever made it. What a run counts does not depend on them either, so that it stops at the
// same place with them and without.

// judgedSize is how many bytes of the hash of a pair are kept.
const judgedSize = 12

type judgedPair [judgedSize]byte

// trials is what all calls of assert_random in the runs of one suite have in common.
type trials struct {
	// left is how many steps they may take, spent how many they took. They do not count as steps
	// of the tests that call.
	left, spent uint64
	// known are the pairs that need not be judged, judged those that were.
	known  map[judgedPair]bool
	judged []byte
}

func newTrials(s *Suite) *trials {
	r := &trials{left: s.Limits.withDefaults().TotalSteps, known: make(map[judgedPair]bool, len(s.Judged)/judgedSize)}
	for pair := range slices.Chunk(s.Judged, judgedSize) {
		if len(pair) == judgedSize {
			r.known[judgedPair(pair)] = true
		}
	}
	return r
}

// charge counts work of the random traces.
//
// Errors: there are no steps left; then the test is over.
func (r *trials) charge(t *starlark.Thread, steps uint64) error {
	if steps > r.left {
		err := meterOf(t).exceed("steps", "expected a pass that takes at most "+grouped(r.spent+r.left)+" steps for all random traces together, found one that takes more")
		t.Cancel(err.Error())
		return err
	}
	r.left, r.spent = r.left-steps, r.spent+steps
	return nil
}

// hash is that of a pair: how it is judged, and on what.
func (r *trial) hash(example randomExample, after string) [sha256.Size]byte {
	text := make([]byte, 0, 64+len(example.text)+len(after))
	for _, n := range append([]uint64{uint64(r.iterations), uint64(len(example.text)), uint64(len(example.numbers))}, example.numbers...) {
		text = append(strconv.AppendUint(text, n, 16), ' ')
	}
	return sha256.Sum256(append(append(text, example.text...), after...))
}

// same reports whether a pair is known to do the same: others have said so, or it was judged in
// an earlier run of this process, which counts as judged now.
func (r *trial) same(hash [sha256.Size]byte) bool {
	if r.shared.known[judgedPair(hash[:judgedSize])] {
		return true
	}
	if _, ok := recalled.find("judged " + string(hash[:])); ok {
		r.agreed(hash)
		return true
	}
	return false
}

// agreed notes a pair that was judged to do the same.
func (r *trial) agreed(hash [sha256.Size]byte) {
	recalled.keep("judged "+string(hash[:]), recollection{})
	r.shared.judged = append(r.shared.judged, hash[:judgedSize]...)
}
