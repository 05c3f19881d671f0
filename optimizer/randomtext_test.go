package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// randomText is a random trace that is written line by line.
type randomText struct {
	rng  *rand.Rand
	text strings.Builder
	next int
}

func (r *randomText) one(of []string) string { return of[r.rng.IntN(len(of))] }

func (r *randomText) line(format string, args ...any) { fmt.Fprintf(&r.text, format+"\n", args...) }

// define adds a line that computes a value, and returns its name.
func (r *randomText) define(letter, format string, args ...any) string {
	r.next++
	name := fmt.Sprintf("%s%d", letter, 100+r.next)
	r.line("%s = "+format, append([]any{name}, args...)...)
	return name
}

// judge looks for a fault in optimizing a text with all passes or most of them, on random inputs, and shows the fewest lines that have one.
func (r *randomText) judge(t *testing.T, seed uint64, text string, n int, input func() string, fault func(text string, inputs []string, passes optimizer.PassSet) error) {
	t.Helper()
	passes := allPasses
	if r.rng.IntN(3) == 0 {
		passes &= allPasses &^ (1 << r.rng.IntN(9)) &^ (1 << r.rng.IntN(9))
	}
	var inputs []string
	for range n {
		inputs = append(inputs, input())
	}
	if fault(text, inputs, passes) != nil {
		small := shrinkLines(text, func(text string) bool { return fault(text, inputs, passes) != nil })
		t.Fatalf("seed %d: %v\n%s", seed, fault(small, inputs, passes), small)
	}
}

// optimizedText optimizes a text, in which recorded strings are trusted if asked for; the result is nil if it is no trace. An agreement
// compares it with the text, on those inputs that fit.
func optimizedText(text string, inputs []string, passes optimizer.PassSet, trust bool) (*optimizer.Result, *agreement, error) {
	in, _ := trace.Parse(text)
	if in == nil {
		return nil, nil, nil
	}
	var o optimizer.Optimizer
	o.TrustRecording(trust)
	r := o.Run(in, passes)
	a := newAgreement(in)
	for _, input := range inputs {
		_ = a.add(input) // they do not fit every shrunk trace
	}
	return r, a, faultOfResult(r)
}
