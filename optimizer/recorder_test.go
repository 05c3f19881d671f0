package optimizer_test

import (
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// replay rebuilds from events alone what the walk knew: which operations are in the
// output, which objects are virtual, and what they hold.
type replay struct {
	emitted int
	virtual map[trace.Value]map[int32]trace.Value
	equal   map[trace.Value]trace.Value
	looks   int
}

func replayed(events []optimizer.Event) *replay {
	var p *replay
	for _, e := range events {
		switch e.Kind {
		case optimizer.EventBegin:
			p = &replay{virtual: map[trace.Value]map[int32]trace.Value{}, equal: map[trace.Value]trace.Value{}}
		case optimizer.EventLook:
			p.looks++
		case optimizer.EventEmit:
			p.emitted++
		case optimizer.EventVirtual:
			p.virtual[e.Value] = map[int32]trace.Value{}
		case optimizer.EventField:
			p.virtual[e.Value][e.Descr] = e.With
		case optimizer.EventMaterialize:
			delete(p.virtual, e.Value)
		case optimizer.EventEqual:
			p.equal[e.Value] = e.With
		}
	}
	return p
}

// The steps of the walk are enough to know what was virtual at the end, what it
// held, and which values were replaced; and recording them changes nothing.
func TestRecord(t *testing.T) {
	in := mustParse(t, `
[p0, i1]
p2 = new(Box)
set(p2, val, i1)
i3 = get(p2, val)
p4 = new(Box)
set(p4, val, 7)
i5 = int_and(i3, 15)
i6 = int_lt(i5, 16)
guard_true(i6) [p2]
escape(p4)
jump(p0, i5)
`)
	p, _ := optimizer.PresetByName("straight")
	var o optimizer.Optimizer
	r, events := o.Record(in, p.Passes)
	if plain := o.Run(in, p.Passes); plain.Out.String() != r.Out.String() {
		t.Errorf("expected the same result with and without recording, found\n%s\nand\n%s", plain.Out, r.Out)
	}
	seen := map[optimizer.EventKind]bool{}
	for _, e := range events {
		seen[e.Kind] = true
	}
	for _, kind := range []optimizer.EventKind{optimizer.EventLook, optimizer.EventKeep, optimizer.EventRemove, optimizer.EventEmit,
		optimizer.EventEqual, optimizer.EventVirtual, optimizer.EventField, optimizer.EventMaterialize, optimizer.EventBounds} {
		if !seen[kind] {
			t.Errorf("expected an event %q, found none", kind)
		}
	}
	end := replayed(events)
	val := int32(0)
	if got := end.virtual[4][val]; len(end.virtual) != 1 || got != 3 {
		t.Errorf("expected p2 alone to be virtual, holding i1, found %v", end.virtual)
	}
	if end.equal[6] != 3 {
		t.Errorf("expected i3 to be i1, found %v", end.equal)
	}
	if got := len(r.Out.Ops) - 1; end.emitted < got {
		t.Errorf("expected at least %d operations to go into the output, found %d", got, end.emitted)
	}
}

// In a loop the recording says where the second iteration begins.
func TestRecordLoop(t *testing.T) {
	in := mustParse(t, "[i0]\ni1 = int_add(i0, 1)\njump(i1)\n")
	p, _ := optimizer.PresetByName("loop")
	_, events := new(optimizer.Optimizer).Record(in, p.Passes)
	peels, copies := 0, 0
	for _, e := range events {
		if e.Kind == optimizer.EventPeel {
			peels++
		}
		if e.Kind == optimizer.EventEmit && e.Copy == 1 {
			copies++
		}
	}
	if peels != 1 || copies == 0 {
		t.Errorf("expected one event where the loop begins and operations after it, found %d and %d", peels, copies)
	}
}

// Every step of every text test can be replayed.
func TestRecordReplays(t *testing.T) {
	all := optimizer.PassSet(1<<len(optimizer.Passes()) - 1)
	var o optimizer.Optimizer
	for seed := range uint64(100) {
		text, _ := generateTrace(randomBytes(seed, 200))
		in := mustParse(t, text)
		r, events := o.Record(in, all)
		p := replayed(events)
		if p.looks < 1 || p.emitted < 1 {
			t.Fatalf("seed %d: expected steps, found none in\n%s", seed, r.Out)
		}
		for object, fields := range p.virtual {
			for field, v := range fields {
				if v == trace.None {
					t.Errorf("seed %d: virtual %d holds nothing in field %d", seed, object, field)
				}
			}
		}
	}
}
