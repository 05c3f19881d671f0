package object_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"unbox/heap/arena"
	"unbox/lang/object"
)

func world(memory int) *object.World {
	return object.New(arena.WorldOptions{Stack: 64, Fixed: 4096, Limit: memory}, func(func(*uint64)) {})
}

// TestLayout: a header is the shape of the class with its number, whose fields stand in their order after
// it, so that a trace and the interpreter mean the same place.
func TestLayout(t *testing.T) {
	s := object.Schema()
	for header, want := range map[uint64]struct {
		name   string
		fields int
	}{
		object.HInt: {"int", 1}, object.HList: {"list", 2}, object.HInstance: {"instance", 2}, object.HFunc: {"function", 5},
		object.HDict: {"dict", 7}, object.HRangeIter: {"range_iterator", 3}, object.HCell: {"cell", 1}, object.HObject: {"object", 0},
	} {
		shape := arena.Shape(header)
		if shape.Kind() != arena.KindObject {
			t.Fatalf("expected the header of `%s` to be that of an object, found kind %v", want.name, shape.Kind())
		}
		c := s.Classes[shape.Class()]
		if c.Name != want.name || len(c.Fields) != want.fields {
			t.Errorf("expected `%s` with %d fields, found `%s` with %d", want.name, want.fields, c.Name, len(c.Fields))
		}
	}
	if n := int(arena.Shape(object.HStrictZip).Class()) + 1; n != len(s.Classes) {
		t.Errorf("expected a header for each of %d classes, found %d", len(s.Classes), n)
	}
}

// TestConstants: what ConstantSize says is what Constant takes.
func TestConstants(t *testing.T) {
	for _, v := range []any{int64(7), 1.5, "", "a", "1234567", "12345678", "ä", strings.Repeat("x", 1000), new(big.Int).Lsh(big.NewInt(1), 63), new(big.Int).Lsh(big.NewInt(-3), 6400)} {
		used := object.ConstantSize(v)
		w := object.New(arena.WorldOptions{Stack: 64, Fixed: 16 + used, Limit: 1 << 20}, func(func(*uint64)) {})
		o := w.Constant(v, math.Float64bits)
		switch v := v.(type) {
		case string:
			if w.Text(o) != v || w.View(o) != v {
				t.Errorf("expected %q, found %q", v, w.Text(o))
			}
		case *big.Int:
			if w.BigOf(o).Cmp(v) != 0 {
				t.Errorf("expected %v, found %v", v, w.BigOf(o))
			}
		}
	}
}

// TestMemory: what does not fit panics with ErrMemory, what just fits does not.
func TestMemory(t *testing.T) {
	full := func(do func(w *object.World)) (found any) {
		defer func() { found = recover() }()
		do(world(4 << 20))
		return nil
	}
	const room = 4<<20/8 - arena.Slack - 8 - 64 - 4096
	if e := full(func(w *object.World) { w.Array(object.ARefs, room-1) }); e != nil {
		t.Errorf("expected the array to fit, found %v", e)
	}
	for name, do := range map[string]func(w *object.World){
		"array":  func(w *object.World) { w.Array(object.ARefs, room) },
		"huge":   func(w *object.World) { w.Array(object.ARefs, math.MaxInt32) },
		"bytes":  func(w *object.World) { w.Bytes(object.BStr, 8*room) },
		"text":   func(w *object.World) { w.Str(strings.Repeat("x", 8*room)) },
		"number": func(w *object.World) { w.Big(new(big.Int).Lsh(big.NewInt(1), 64*room)) },
		"many": func(w *object.World) {
			for {
				w.Int(1)
			}
		},
	} {
		if e := full(do); e != object.ErrMemory {
			t.Errorf("%s: expected ErrMemory, found %v", name, e)
		}
	}
}

// TestNumbersBecomeSmall: an integer of 64 bits has one form only.
func TestNumbersBecomeSmall(t *testing.T) {
	w := world(4 << 20)
	for _, v := range []int64{0, -1, math.MaxInt64, math.MinInt64} {
		if o := w.Big(big.NewInt(v)); w.Header(o) != object.HInt || int64(w.Slot(o, 0)) != v {
			t.Errorf("expected a box of %d, found a header %x", v, w.Header(o))
		}
	}
	above := new(big.Int).Add(big.NewInt(math.MaxInt64), big.NewInt(1))
	if o := w.Big(above); w.Shape(o) != object.BBig || w.BigOf(o).Cmp(above) != 0 {
		t.Error("expected 2**63 to be a large integer")
	}
}

// TestSchemaIsMadeOnce: a program asks for the classes when it begins and when its first trace is recorded, which waits for them.
func TestSchemaIsMadeOnce(t *testing.T) {
	object.Schema()
	if n := testing.AllocsPerRun(10, func() { object.Schema() }); n > 0 {
		t.Errorf("expected the same classes without new memory, found %v allocations", n)
	}
}
