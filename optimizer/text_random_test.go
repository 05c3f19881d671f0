package optimizer_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/heap"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

var textTraces = flag.Int("text-traces", 2000, "how many traces full of strings TestRandomStrings takes through the optimizer")

// The descriptors of the functions of PyPy's runtime library that make and compare strings.
const (
	concatCall     = "call_pure_r(ConstClass(ll_strconcat), %s, %s, descr=<Callr 8 rr EF=3 OS=22>)"
	sliceCall      = "call_pure_r(ConstClass(_ll_stringslice), %s, %s, %s, descr=<Callr 8 rii EF=3 OS=23>)"
	equalCall      = "call_pure_i(ConstClass(ll_streq), %s, %s, descr=<Calli 1 rr EF=0 OS=24>)"
	equalSliceCall = "call_pure_i(ConstClass(streq_slice), %s, %s, %s, %s, descr=<Calli 8 riir EF=0 OS=26>)"
)

// textTrace makes traces that make strings, and look at what is in them.
type textTrace struct {
	randomText
	ints, texts, boxes []string
	isLoop             bool
}

func (e *textTrace) snapshot() string {
	return "[" + strings.Join([]string{e.one(e.ints), e.one(e.texts), e.one(e.texts), e.one(e.boxes)}, ", ") + "]"
}

// aText is usually one of those that were made last.
func (e *textTrace) aText() string {
	if n := len(e.texts); e.rng.IntN(3) != 0 {
		return e.texts[max(0, n-1-e.rng.IntN(3))]
	}
	return e.one(e.texts)
}

// textOr is a string, or sometimes something else.
func (e *textTrace) textOr(other string) string {
	if e.rng.IntN(4) == 0 {
		return other
	}
	return e.aText()
}

// index is usually 0 or 1: most strings have that many characters.
func (e *textTrace) index() string {
	switch n := e.rng.IntN(12); {
	case n < 10:
		return fmt.Sprint(n % 2)
	case n == 10:
		return e.one([]string{"i0", "i1", "2"})
	}
	return e.one(e.ints)
}

// character is usually one that strings from outside have, too.
func (e *textTrace) character() string {
	if e.rng.IntN(3) != 0 {
		return fmt.Sprint('a' + e.rng.IntN(2))
	}
	return e.define("i", "int_and(%s, 127)", e.one(e.ints))
}

var textSteps = []func(e *textTrace){
	func(e *textTrace) { // a string of a few characters
		n := e.rng.IntN(3)
		v := e.define("p", "newstr(%d)", n)
		for k := range n {
			if e.rng.IntN(40) != 0 {
				e.line("strsetitem(%s, %d, %s)", v, k, e.character())
			}
			if e.rng.IntN(8) == 0 {
				e.line("guard_true(%s) %s", e.one(e.ints), e.snapshot())
			}
		}
		e.texts = append(e.texts, v)
	},
	func(e *textTrace) { // a copy of the end of another one
		from, at := e.aText(), e.index()
		n := e.define("i", "strlen(%s)", from)
		n = e.define("i", "int_sub(%s, %s)", n, at)
		v := e.define("p", "newstr(%s)", n)
		e.line("copystrcontent(%s, %s, %s, 0, %s)", from, v, at, n)
		e.texts = append(e.texts, v)
	},
	func(e *textTrace) {
		e.texts = append(e.texts, e.define("p", concatCall, e.aText(), e.aText()))
	},
	func(e *textTrace) {
		e.texts = append(e.texts, e.define("p", concatCall, e.aText(), e.aText()))
	},
	func(e *textTrace) {
		from := e.index()
		to := e.define("i", "int_add(%s, %d)", from, e.rng.IntN(3))
		e.texts = append(e.texts, e.define("p", sliceCall, e.aText(), from, to))
	},
	func(e *textTrace) { // the end of a string
		of := e.aText()
		e.texts = append(e.texts, e.define("p", sliceCall, of, e.index(), e.define("i", "strlen(%s)", of)))
	},
	func(e *textTrace) {
		e.texts = append(e.texts, e.define("p", sliceCall, e.aText(), "0", e.one([]string{"1", "1", "i0"})))
	},
	func(e *textTrace) { // a character of a string whose first part is short
		piece := e.define("p", sliceCall, e.aText(), "0", "1")
		joined := e.define("p", concatCall, piece, e.aText())
		e.texts = append(e.texts, piece, joined)
		e.ints = append(e.ints, e.define("i", "strgetitem(%s, %d)", joined, e.rng.IntN(3)))
	},
	func(e *textTrace) { e.ints = append(e.ints, e.define("i", "strlen(%s)", e.aText())) },
	func(e *textTrace) {
		e.ints = append(e.ints, e.define("i", "strgetitem(%s, %s)", e.aText(), e.index()))
	},
	func(e *textTrace) {
		v := e.define("i", equalCall, e.textOr("null"), e.aText())
		if e.ints = append(e.ints, v); e.rng.IntN(2) == 0 {
			e.line("%s(%s) %s", e.one([]string{"guard_true", "guard_false"}), v, e.snapshot())
		}
	},
	func(e *textTrace) { // what may raise keeps its guard; without the guards pass, what makes a string does, too
		call := strings.Replace(e.one([]string{concatCall, equalCall}), "EF=0", e.one([]string{"EF=3", "EF=4"}), 1)
		if strings.HasPrefix(call, "call_pure_r") {
			e.texts = append(e.texts, e.define("p", call, e.aText(), e.aText()))
		} else {
			e.ints = append(e.ints, e.define("i", call, e.aText(), e.aText()))
		}
		e.line("guard_no_exception() %s", e.snapshot())
	},
	func(e *textTrace) { // a string of more characters than are looked through one by one
		v := e.define("p", "newstr(%d)", 10)
		for k := range 10 {
			e.line("strsetitem(%s, %d, %s)", v, k, e.character())
		}
		e.texts = append(e.texts, v)
	},
	func(e *textTrace) {
		e.ints = append(e.ints, e.define("i", equalSliceCall, e.aText(), e.index(), e.index(), e.aText()))
	},
	func(e *textTrace) {
		v := e.define("i", "%s(%s, %s)", e.one([]string{"ptr_eq", "ptr_ne"}), e.aText(), e.textOr("null"))
		e.ints = append(e.ints, v)
	},
	func(e *textTrace) { e.line("guard_nonnull(%s) %s", e.aText(), e.snapshot()) },
	func(e *textTrace) {
		e.line("%s(%s) %s", e.one([]string{"guard_true", "guard_false"}), e.one(e.ints), e.snapshot())
	},
	func(e *textTrace) {
		v := e.define("p", "new_with_vtable(descr=<SizeDescr Box>)")
		e.line("setfield_gc(%s, %s, descr=<FieldP Box.text 8>)", v, e.aText())
		e.boxes = append(e.boxes, v)
	},
	func(e *textTrace) {
		e.line("setfield_gc(%s, %s, descr=<FieldP Box.text 8>)", e.one(e.boxes), e.aText())
	},
	func(e *textTrace) {
		e.line("setfield_gc(%s, %s, descr=<FieldP Box.link 16>)", e.one(e.boxes), e.one(e.boxes))
	},
	func(e *textTrace) {
		e.boxes = append(e.boxes, e.define("p", "getfield_gc_r(%s, descr=<FieldP Box.link 16>)", e.one(e.boxes)))
	},
	func(e *textTrace) {
		e.texts = append(e.texts, e.define("p", "getfield_gc_r(%s, descr=<FieldP Box.text 8>)", e.one(e.boxes)))
	},
	func(e *textTrace) { e.line("escape_n(%s)", e.one(append(e.texts, e.boxes...))) },
	func(e *textTrace) {
		e.ints = append(e.ints, e.define("i", "call_i(ConstClass(f), %s, descr=<Calli 8 r EF=5>)", e.one(append(e.texts, e.boxes...))))
		if e.rng.IntN(2) == 0 {
			e.line("guard_no_exception() %s", e.snapshot())
		}
	},
	func(e *textTrace) {
		e.ints = append(e.ints, e.define("i", "call_pure_i(ConstClass(g), %s, descr=<Calli 8 r EF=0>)", e.aText()))
	},
	func(e *textTrace) {
		e.ints = append(e.ints, e.define("i", "%s(%s, %s)", e.one([]string{"int_add", "int_sub", "int_lt", "int_and"}), e.one(e.ints), e.index()))
	},
	func(e *textTrace) {
		v := e.define("i", "int_add_ovf(%s, %s)", e.one(e.ints), e.index())
		e.line("guard_no_overflow() %s", e.snapshot())
		e.ints = append(e.ints, v)
	},
}

// build makes a trace of some steps.
func (e *textTrace) build(steps int) {
	e.ints, e.texts, e.boxes = []string{"i0", "i1"}, []string{"p2", "p3"}, []string{"p4", "p5"}
	e.line("[i0, i1, p2, p3, p4, p5]")
	for _, box := range e.boxes {
		e.line("guard_class(%s, Box) []", box)
	}
	e.line("p10 = getfield_gc_r(p4, descr=<FieldP Box.text 8>)\np11 = getfield_gc_r(p4, descr=<FieldP Box.link 16>)")
	for range steps {
		textSteps[e.rng.IntN(len(textSteps))](e)
	}
	if e.isLoop {
		e.line("jump(%s, %s, %s, %s, %s, %s)", e.one(e.ints), e.one([]string{"i1", e.one(e.ints)}), e.one(e.texts), e.one([]string{"p3", e.one(e.texts)}), e.one(e.boxes), e.one([]string{"p5", e.one(e.boxes)}))
	} else {
		e.line("finish(%s, %s, %s, %s, %s)", e.one(e.ints), e.one(e.ints), e.one(e.texts), e.one(e.texts), e.one(e.boxes))
	}
}

// newTextTrace makes the trace of a seed.
func newTextTrace(seed uint64) *textTrace {
	e := &textTrace{randomText: randomText{rng: rand.New(rand.NewPCG(seed, 29))}, isLoop: seed%2 == 0}
	e.build(6 + e.rng.IntN(24))
	return e
}

// inputs are small numbers, and strings of which two are sometimes one, and one is sometimes null: what only compares them has a meaning then.
func (e *textTrace) inputs() string {
	text := func() string { return e.one([]string{"s", "t", "s", "t", "s", "s", "null"}) }
	return fmt.Sprintf("i0=%d, i1=%d, p2=%s, p3=%s, p4=a, p5=%s, s=obj(), t=obj(), a=Box(text=%s, link=%s), b=Box(text=%s, link=a)",
		e.rng.IntN(4), e.rng.IntN(3), text(), text(), e.one([]string{"a", "b"}), text(), e.one([]string{"a", "b"}), text())
}

// TestRandomStrings: what is known of strings in recordings, and making them only where they escape, changes nothing that can
// be seen from outside.
func TestRandomStrings(t *testing.T) {
	var seen [4]int
	removed := 0
	for seed := range uint64(*textTraces) {
		e := newTextTrace(seed)
		e.judge(t, seed, e.text.String(), 8, e.inputs, func(text string, inputs []string, passes optimizer.PassSet) error {
			return textFault(text, inputs, passes, &seen, &removed)
		})
	}
	t.Logf("agree, differ, undefined, opaque: %v; strings that were not made at once: %d", seen, removed)
	if seen[interp.VerdictAgree] < *textTraces || removed < *textTraces {
		t.Errorf("expected at least as many runs that were compared, and calls and strings that are gone, as traces, found %v and %d", seen, removed)
	}
}

// TestStringsJoinedToThemselves: a string that is joined to itself again and again doubles each time, but not the work of asking
// for its length, nor what that becomes.
func TestStringsJoinedToThemselves(t *testing.T) {
	for _, passes := range []optimizer.PassSet{allPasses, 1<<optimizer.PassVirtual | 1<<optimizer.PassGuards} {
		e := textTrace{}
		e.line("[p0]")
		text := "p0"
		for range 16 { // 65,536 times p0
			text = e.define("p", concatCall, text, text)
		}
		e.line("finish(%s)", e.define("i", "strlen(%s)", text))
		in := mustParse(t, e.text.String())
		var o optimizer.Optimizer
		o.TrustRecording(true)
		if got := len(o.Run(in, passes).Out.Ops); got > 100 {
			t.Errorf("passes %b: expected at most 100 operations, found %d", passes, got)
		}
	}
}

// textFault returns what is wrong with optimizing a text, nil if nothing is, or if it is no trace. It counts what runs give, and calls and
// strings that are gone.
func textFault(text string, inputs []string, passes optimizer.PassSet, seen *[4]int, removed *int) error {
	r, a, err := optimizedText(text, inputs, passes, true)
	if r == nil || err != nil {
		return err
	}
	a.trust(r)
	for _, remark := range r.Remarks {
		if remark.Kind == optimizer.Removed && (r.In.Ops[remark.In].Code == trace.OpStrNew || r.In.Ops[remark.In].Code == trace.OpCall) {
			*removed++
		}
	}
	return a.compareStrings(r.Out, seen)
}

// compareStrings is compare in a world in which strings have contents, and the outside leaves objects alone, or does not.
func (a *agreement) compareStrings(after *trace.Trace, seen *[4]int) error {
	var before, behind interp.Interp
	for _, in := range a.inputs {
		for _, hostile := range []bool{false, true} {
			options := interp.RunOptions{
				Jumps: 8, Steps: 100_000, Heap: heap.Limits{Slots: 1 << 12}, // a string can double in each iteration
				HostileCalls: hostile, Imagined: true, Strings: interp.StringContents,
			}
			first := before.Run(a.recorded, in, options)
			if first.Exit == interp.ExitGuard && a.held[trace.Value(first.Src)] {
				continue
			}
			verdict := interp.Compare(first, behind.Run(after, in, options))
			seen[verdict.Kind]++
			if verdict.Kind == interp.VerdictDiffer {
				return fmt.Errorf("strings have contents, hostile: %t\ninputs: %s\n%s\nresult:\n%s", hostile, interp.FormatInputs(a.recorded, in), verdict.Reason(), after)
			}
		}
	}
	return nil
}
