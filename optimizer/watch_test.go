package optimizer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"unbox/trace"
)

// What is known at a place is what the steps up to there made known: the virtual objects
// with their fields, which values were replaced, and what integers can be.
func TestWatchAgreesWithRecording(t *testing.T) {
	in, list := trace.Parse(`
[p0, i1, i2]
p3 = new(Box)
set(p3, val, i1)
i4 = get(p3, val)
i5 = int_and(i4, 15)
p6 = new(Box)
set(p6, val, i5)
set(p0, link, p6)
i7 = get(p0, size)
i8 = int_lt(i1, i2)
guard_true(i8) [p3]
guard_not_invalidated() []
i9 = int_add(i1, i2)
escape(p6)
guard_nonnull(p0) []
set(p3, val, i9)
jump(p0, i5, i9)
`)
	if in == nil {
		t.Fatal(list)
	}
	seen := map[EventKind]bool{}
	for _, passes := range []PassSet{1<<len(passTable) - 1, 1<<len(passTable) - 2} {
		var o Optimizer
		o.walk.recording = true
		places := 0
		watched := o.Watch(in, passes, func(trace.Value, uint8, Knowledge) {
			places++
			said := map[string]bool{}
			Knowledge{&o.walk}.Each(func(e Event) {
				seen[e.Kind] = true
				if fact := factOf(&o.walk, e); fact != "" {
					said[fact] = true
				}
			})
			if want := factsUntilNow(&o.walk); !maps.Equal(said, want) {
				t.Fatalf("place %d: expected\n%v\nfound\n%v", places, want, said)
			}
		})
		if plain := Optimize(in, passes); plain.Out.String() != watched.Out.String() || places < len(in.Ops)-4 {
			t.Errorf("expected the same result as without watching, and every operation, found %d places and\n%s", places, watched.Out)
		}
	}
	for _, kind := range []EventKind{EventEqual, EventShared, EventBounds, EventNonnull, EventCompare, EventValid, EventVirtual, EventField, EventHolds, EventWait} {
		if !seen[kind] {
			t.Errorf("expected a fact of the kind `%s`, found none", kind)
		}
	}
}

// factOf puts the facts into words that the steps of the walk give as well.
func factOf(w *walk, e Event) string {
	switch e.Kind {
	case EventVirtual:
		return fmt.Sprint("virtual ", e.Value)
	case EventField:
		return fmt.Sprint("field ", e.Value, e.Descr, e.With)
	case EventBounds:
		return fmt.Sprint("bounds ", e.Value, e.Bounds)
	case EventEqual:
		return fmt.Sprint("equal ", e.Value, w.find(e.With))
	}
	return ""
}

// factsUntilNow replays the steps of the walk.
func factsUntilNow(w *walk) map[string]bool {
	virtual, fields := map[trace.Value]bool{}, map[trace.Value]map[int32]trace.Value{}
	ranges, equal := map[trace.Value]Event{}, map[trace.Value]trace.Value{}
	for _, e := range w.events {
		switch e.Kind {
		case EventBegin:
			clear(virtual)
			clear(fields)
			clear(ranges)
			clear(equal)
		case EventVirtual:
			virtual[e.Value], fields[e.Value] = true, map[int32]trace.Value{}
		case EventField:
			fields[e.Value][e.Descr] = e.With
		case EventMaterialize:
			delete(virtual, e.Value)
		case EventBounds:
			ranges[e.Value] = e
		case EventEqual:
			equal[e.Value] = e.With
		}
	}
	facts := map[string]bool{}
	for v := range virtual {
		facts[factOf(w, Event{Kind: EventVirtual, Value: v})] = true
		for field, value := range fields[v] {
			facts[factOf(w, Event{Kind: EventField, Value: v, Descr: field, With: value})] = true
		}
	}
	for v, e := range ranges {
		if _, replaced := equal[v]; !replaced {
			facts[factOf(w, e)] = true
		}
	}
	for v, with := range equal {
		facts[factOf(w, Event{Kind: EventEqual, Value: v, With: with})] = true
	}
	return facts
}

// TestWatchSaysEveryFact asks after operations that make something known, at the end of the
// trace: of constants, of how values compare, and of places in arrays.
func TestWatchSaysEveryFact(t *testing.T) {
	in, list := trace.Parse(`
[p0, i1, i2, p3]
guard_class(ConstPtr(x), Box) []
guard_value(p0, ConstPtr(ptr1)) []
guard_value(p0, ConstPtr(ptr2)) []
i4 = int_lt(i1, i2)
guard_true(i4) []
i5 = getarrayitem_gc_i(p3, 2, descr=<ArrayS 8>)
i6 = getinteriorfield_gc_i(p3, 1, descr=<InteriorFieldDescr <FieldS entry.num 8>>)
finish(i5, i6)
`)
	if in == nil {
		t.Fatal(list)
	}
	var o Optimizer
	said := map[string]bool{}
	o.Watch(in, 1<<len(passTable)-1, func(position trace.Value, _ uint8, k Knowledge) {
		if int(position) == len(in.Ops)-1 {
			k.Each(func(e Event) { said[fmt.Sprintln(e.Kind, e.Code, e.Value, e.With, e.Descr, e.Args)] = true })
		}
	})
	constant := func(name string) trace.Value {
		for k, c := range in.Consts {
			if in.Tables.Syms[c.Name] == name {
				return trace.ConstValue(k)
			}
		}
		return trace.None
	}
	number := func(n uint64) trace.Value {
		for k, c := range in.Consts {
			if c.Kind == trace.ConstInt && c.Bits == n {
				return trace.ConstValue(k)
			}
		}
		return trace.None
	}
	for _, want := range []Event{
		{Kind: EventClass, Value: constant("ConstPtr(x)")},
		{Kind: EventEqual, Value: constant("ConstPtr(ptr2)"), With: constant("ConstPtr(ptr1)"), Descr: -1},
		{Kind: EventCompare, Value: 3, With: 4, Descr: int32(relLessBelow | relLessAbove)},
		{Kind: EventHolds, Code: trace.OpGetItem, Value: 5, With: in.Arg(trace.Value(len(in.Ops)-1), 0), Args: []trace.Value{number(2)}},
		{Kind: EventHolds, Code: trace.OpGetInterior, Value: 5, With: in.Arg(trace.Value(len(in.Ops)-1), 1), Args: []trace.Value{number(1)}},
	} {
		if text := fmt.Sprintln(want.Kind, want.Code, want.Value, want.With, want.Descr, want.Args); !said[text] {
			t.Errorf("expected the fact %sfound %v", text, slices.Sorted(maps.Keys(said)))
		}
	}
}

// TestKnowledgeIsInOrder asks repeatedly what is known at one place, where much is known of constants: it is always the same,
// in the same order.
func TestKnowledgeIsInOrder(t *testing.T) {
	var text strings.Builder
	text.WriteString("[p0]\n")
	for k := range 8 {
		fmt.Fprintf(&text, "guard_class(ConstPtr(ptr%d), Box) []\nguard_value(p0, ConstPtr(ptr%d)) []\n", k, 10+k)
	}
	in, list := trace.Parse(text.String() + "finish(p0)\n")
	if in == nil {
		t.Fatal(list)
	}
	var first []string
	for range 20 {
		var known []string
		kinds := map[EventKind]int{}
		new(Optimizer).Watch(in, 1<<len(passTable)-1, func(position trace.Value, _ uint8, k Knowledge) {
			if int(position) == len(in.Ops)-1 {
				k.Each(func(e Event) {
					known = append(known, fmt.Sprint(e.Kind, e.Value, e.With, e.Descr))
					kinds[e.Kind]++
				})
			}
		})
		if kinds[EventClass] < 8 || kinds[EventEqual] < 7 {
			t.Fatalf("expected 8 classes and 7 equal objects to be known, found %v", kinds)
		}
		if first == nil {
			first = known
		}
		if !slices.Equal(known, first) {
			t.Fatalf("expected the same order each time, found\n%v and\n%v", first, known)
		}
	}
}

// A watcher that has said that the walk need not go on is not called again, wherever it says so.
func TestWatcherIsNotCalledAgain(t *testing.T) {
	in, list := trace.Parse("[p0, i1]\ni2 = get(p0, size)\ni3 = int_sub(i1, i2)\nguard_true(i3) []\njump(p0, i3)\n")
	if in == nil {
		t.Fatal(list)
	}
	for _, passes := range []PassSet{1<<len(passTable) - 1, 1<<len(passTable) - 2} {
		var o Optimizer
		all := 0
		o.Watch(in, passes, func(trace.Value, uint8, Knowledge) { all++ })
		for stop := 1; stop <= all; stop++ {
			calls := 0
			o.walk.watch = func(trace.Value, uint8, Knowledge) bool {
				calls++
				return calls < stop
			}
			o.Run(in, passes)
			if calls != stop {
				t.Errorf("passes %b: expected no call after number %d of %d, found %d calls", passes, stop, all, calls)
			}
		}
	}
}
