package learn

import (
	"crypto/sha256"
	"slices"
	"strconv"

	"go.starlark.net/starlark"
)

// Judging a random trace is most of the work of a run: the pass's result is parsed, and both
// traces are interpreted a dozen times. Most correct passes return exactly the text that the
// step's solution returns. So a run of a solution returns hashes of the pairs that were judged
// the same, and the caller passes them on with the programs of learners; a pair among them is
// not judged again. A pair that was judged once behaves the same regardless of the program. The
// hashes do not affect the counted steps either, so a run stops at the same place with them and
// without.

// judgedSize is the number of bytes of the hash of a pair that are kept.
const judgedSize = 12

type judgedPair [judgedSize]byte

// trials is the state that all calls of assert_random in one suite share.
type trials struct {
	// left is the number of steps that they may still take, spent the number that they took.
	// They do not count as steps of the calling tests.
	left, spent uint64
	// known are the pairs that need not be judged, judged the pairs that were.
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

// charge counts work on random traces.
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

// hash returns the hash of a pair and of how it is judged.
func (r *trial) hash(example randomExample, after string) [sha256.Size]byte {
	text := make([]byte, 0, 64+len(example.text)+len(after))
	for _, n := range append([]uint64{uint64(r.iterations), uint64(len(example.text)), uint64(len(example.numbers))}, example.numbers...) {
		text = append(strconv.AppendUint(text, n, 16), ' ')
	}
	return sha256.Sum256(append(append(text, example.text...), after...))
}

// same reports whether a pair is known to behave the same: the caller said so, or it was judged
// in an earlier run of this process, which counts as judged now.
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

// agreed records a pair that was judged to behave the same.
func (r *trial) agreed(hash [sha256.Size]byte) {
	recalled.keep("judged "+string(hash[:]), recollection{})
	r.shared.judged = append(r.shared.judged, hash[:judgedSize]...)
}
