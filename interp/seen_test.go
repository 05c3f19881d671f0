package interp

import (
	"fmt"
	"strings"
	"testing"

	"unbox/heap"
	"unbox/trace"
)

// What the outside sees at an effect ends at its bounds, for each number of objects and of items around them: after so many
// objects, after so many slots, and after what all effects may show together.
func TestWhatIsSeenIsBounded(t *testing.T) {
	const head = "class Pair { left: Pair, right: Pair, value: int }\n[p0, p1, i0]\n"
	for _, c := range []struct {
		name, body string
		inputs     string
		seen       []int // slots of each effect
	}{
		// Each object has a slot of its own, one for being an input, and two for what it holds.
		{"a chain that fits", "escape(p0)\nfinish()\n", "p0=" + chain(20), []int{4*20 - 1}},
		{"a chain of as many objects as are looked at", "escape(p0)\nfinish()\n", "p0=" + chain(maxSeenObjects), []int{4*maxSeenObjects - 1}},
		{"a chain of one more", "escape(p0)\nfinish()\n", "p0=" + chain(maxSeenObjects+1), []int{4 * maxSeenObjects}},
		{"numbers that fit", "escape(p0)\nfinish()\n", "p0=" + numbers(maxSeenSlots-2), []int{maxSeenSlots}},
		{"one number too many", "escape(p0)\nfinish()\n", "p0=" + numbers(maxSeenSlots-1), []int{maxSeenSlots}},
		{"no room for the second object", "escape(p0, p1)\nfinish()\n", "p0=" + numbers(maxSeenSlots-2) + ", p1=Pair(value=1)", []int{maxSeenSlots}},
		// The place of the second object is the last one: it is looked at, but its origin and what it holds are not.
		{"room for a part of the second object", "escape(p0, p1)\nfinish()\n", "p0=" + numbers(maxSeenSlots-3) + ", p1=Pair(value=1)", []int{maxSeenSlots + 1}},
		{"numbers only", "escape(i0)\nfinish()\n", "p0=Pair(value=1)", []int{0}},
		{"null only", "escape(p0)\nfinish()\n", "p0=null", []int{0}},
		{"each effect for itself", "escape(p0)\nescape(p0)\nfinish()\n", "p0=" + numbers(maxSeenSlots), []int{maxSeenSlots, maxSeenSlots}},
	} {
		tr, diagnostics := trace.Parse(head + c.body)
		if tr == nil {
			t.Fatal(c.name, diagnostics)
		}
		in, diagnostics := ParseInputs(tr, strings.TrimSuffix(c.inputs+others(c.inputs), ", "))
		if in == nil {
			t.Fatal(c.name, diagnostics)
		}
		out := Run(tr, in, RunOptions{})
		var seen []int
		for k := range out.Effects {
			seen = append(seen, len(out.seenBy(k)))
		}
		if fmt.Sprint(seen) != fmt.Sprint(c.seen) {
			t.Errorf("%s: expected that the effects show %d slots, found %d", c.name, c.seen, seen)
		}
	}
}

// others gives values to the inputs that a case does not mention.
func others(inputs string) string {
	text := ", i0=7"
	if !strings.Contains(inputs, "p1=") {
		text += ", p1=null"
	}
	return text
}

// chain is a list of n objects.
func chain(n int) string {
	return strings.Repeat("Pair(value=1, left=", n-1) + "Pair(value=1)" + strings.Repeat(")", n-1)
}

// numbers is an array of n numbers.
func numbers(n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat("3, ", n), ", ") + "]"
}

// All effects together show so much and no more, and the last one is cut off where that is.
func TestWhatIsSeenIsBoundedTogether(t *testing.T) {
	tr, _ := trace.Parse("[p0]\nescape(p0)\njump(p0)\n")
	in, diagnostics := ParseInputs(tr, "p0="+numbers(98))
	if in == nil {
		t.Fatal(diagnostics)
	}
	out := Run(tr, in, RunOptions{Jumps: maxSeenTotal/100 + 2})
	if len(out.seen) != maxSeenTotal {
		t.Errorf("expected %d slots of all effects, found %d", maxSeenTotal, len(out.seen))
	}
	for k, want := range map[int]int{0: 100, maxSeenTotal/100 - 1: 100, maxSeenTotal / 100: maxSeenTotal % 100, maxSeenTotal/100 + 1: 0} {
		if got := len(out.seenBy(k)); got != want {
			t.Errorf("effect %d: expected %d slots, found %d", k, want, got)
		}
	}
}

// A hostile call changes so many objects and so many items of an array.
func TestWhatIsRewrittenIsBounded(t *testing.T) {
	tr, _ := trace.Parse("class Pair { left: Pair, right: Pair, value: int }\n[p0]\nescape(p0)\nfinish()\n")
	for _, c := range []struct {
		inputs string
		want   int // numbers that are changed
	}{
		{numbers(maxRewrittenItems - 1), maxRewrittenItems - 1},
		{numbers(maxRewrittenItems), maxRewrittenItems},
		{numbers(maxRewrittenItems + 1), maxRewrittenItems},
		{chains(maxRewritten - 2), maxRewritten - 2},
		{chains(maxRewritten - 1), maxRewritten - 1},
		{chains(maxRewritten), maxRewritten - 1}, // the array itself is one of the objects
	} {
		in, diagnostics := ParseInputs(tr, "p0="+c.inputs)
		if in == nil {
			t.Fatal(diagnostics)
		}
		out := Run(tr, in, RunOptions{HostileCalls: true})
		changed := 0
		for o := range out.Heap.Len() {
			for k := range out.Heap.Slots(heap.Object(o + 1)) {
				if _, typ, bits := out.Heap.Slot(heap.Object(o+1), k); typ == trace.Int && bits != 3 {
					changed++
				}
			}
		}
		if changed != c.want {
			t.Errorf("expected %d numbers that are changed, found %d", c.want, changed)
		}
	}
}

// chains is an array of n objects.
func chains(n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat("Pair(value=3), ", n), ", ") + "]"
}
