//go:build linux && amd64

package native

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/trace"
)

// testHost does calls with functions of a test.
type testHost struct {
	call func(args []uint64) (result, raised uint64, err error)
	fuel func() (uint64, error)
}

func (h *testHost) Call(_ *backend.Program, _ trace.Value, args []uint64) (result, raised uint64, err error) {
	return h.call(args)
}

func (h *testHost) Fuel() (uint64, error) { return h.fuel() }

// spaceOf makes a world for the classes of traces that a program reads, and its space.
func spaceOf(t testing.TB, program *trace.Program, code int, stress bool) (*arena.World, *Space, *testHost) {
	t.Helper()
	ground, err := NewGround(code)
	if err != nil {
		t.Fatal(err)
	}
	host := &testHost{fuel: func() (uint64, error) { return 0, errNoFuel }}
	w := arena.NewWorld(&program.Schema, arena.WorldOptions{Stack: 8, Fixed: 64, Constants: 256, Limit: 64 << 20, Region: ground, Stress: stress, Poison: stress}, func(func(*uint64)) {})
	s, err := NewSpace(w, ground, host, Options{Features: Host()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return w, s, host
}

// install plans and installs a trace.
func install(t testing.TB, w *arena.World, s *Space, program *trace.Program, text string, o backend.InstallOptions) backend.Slot {
	t.Helper()
	tr, list := program.Parse(text)
	if tr == nil {
		t.Fatalf("%v\n%s", list, text)
	}
	p, err := backend.Plan(tr, backend.Options{World: w.Layout()})
	if err != nil {
		t.Fatal(err)
	}
	slot, err := s.Install(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return slot
}

// newProgram returns a program that knows the classes of the tests here.
func newProgram(t testing.TB) *trace.Program {
	t.Helper()
	tr := mustParse(t, "class Box { val: int }\nclass Node { next: Node, value: int }\n[p0]\np1 = new(Box)\np2 = new(Node)\nfinish(p0)\n")
	return tr.Tables.Program
}

// A call enters the same code again, 200 deep; each activation keeps a chain of its own alive
// through collections at every allocation, and goes on with it.
func TestNestedActivations(t *testing.T) {
	program := newProgram(t)
	w, s, host := spaceOf(t, program, 1<<20, true)
	slot := install(t, w, s, program, `[i0, p1]
p2 = new(Node)
set(p2, next, p1)
set(p2, value, i0)
i3 = call_i(ConstClass(f), i0, p2, descr=<Calli 8 ir EF=7>)
guard_no_exception() [i0]
p4 = get(p2, next)
i5 = get(p2, value)
p6 = new(Box)
set(p6, val, i3)
i7 = get(p6, val)
i8 = int_add(i5, i7)
finish(i8, p2, p4)
`, backend.InstallOptions{})
	depth, deepest, calls := 0, 0, 0
	host.call = func(args []uint64) (uint64, uint64, error) {
		calls++
		if !w.Collect() {
			return 0, 0, arena.ErrFull
		}
		depth++
		deepest = max(deepest, depth)
		defer func() { depth-- }()
		if depth == 200 {
			return 7, 0, nil
		}
		e, err := s.Enter(slot, []uint64{args[1] + 1, 0})
		if err != nil {
			return 0, 0, err
		}
		return result(s, e, 0), 0, nil
	}
	e, err := s.Enter(slot, []uint64{1, 0})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := result(s, e, 0), uint64(7+200*201/2); got != want || deepest != 200 {
		t.Errorf("expected %d at a depth of 200, found %d at %d", want, got, deepest)
	}
	if node := result(s, e, 1); w.Words[node/8+2] != 1 {
		t.Errorf("expected the outermost node to hold 1, found %d", w.Words[node/8+2])
	}
	if collections, _ := w.Stats(); collections < 399 {
		t.Errorf("expected a collection for each allocation, found %d", collections)
	}
	depth, calls = -1000, 0
	if _, err := s.Enter(slot, []uint64{1, 0}); !errors.Is(err, backend.ErrNested) || calls != maxActivations {
		t.Errorf("expected an error at activation %d, found %v after %d", maxActivations+1, err, calls)
	}
	if len(s.active) != 0 || len(s.args) != 0 {
		t.Errorf("expected no activation after an error, found %d", len(s.active))
	}
}

// result returns argument k of the operation at which code was left.
func result(s *Space, e backend.ExitPlace, k int) uint64 { return jumpArgs(s, e)[k] }

// Code comes and goes: there is room for a few codes at a time, exits that led to removed
// code leave again, and code in the middle of a call ends undisturbed.
func TestCodeIsThrownAway(t *testing.T) {
	program := newProgram(t)
	w, s, host := spaceOf(t, program, 1<<16, false)
	const loop = "[i0]\nlabel(i0, descr=L1)\ni1 = int_sub(i0, 1)\nguard_true(i1) [i1]\njump(i1, descr=L1)\n"
	slot := install(t, w, s, program, loop, backend.InstallOptions{})
	s.SetFuel(1 << 40)
	e, err := s.Enter(slot, []uint64{10})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 5000 {
		bridge := install(t, w, s, program, "[i0]\ni2 = int_add(i0, 77)\nfinish(i2)\n", backend.InstallOptions{Bridge: k%2 == 0, From: e})
		if err := s.SetExit(e, bridge, nil); err != nil {
			t.Fatal(err)
		}
		at, err := s.Enter(slot, []uint64{10})
		if err != nil || s.At(at).Slot != bridge || result(s, at, 0) != 77 {
			t.Fatalf("round %d: expected 77 from the bridge, found %v, %v", k, s.Values(), err)
		}
		s.Remove(bridge)
		if at, err = s.Enter(slot, []uint64{10}); err != nil || s.At(at).Slot != slot {
			t.Fatalf("round %d: expected to leave without the bridge, found %v", k, err)
		}
	}
	var slots []backend.Slot
	for {
		tr, _ := program.Parse("[i0]\nfinish(i0)\n")
		p, _ := backend.Plan(tr, backend.Options{World: w.Layout()})
		next, err := s.Install(p, backend.InstallOptions{})
		if errors.Is(err, backend.ErrNoRoom) {
			break
		}
		if slots = append(slots, next); err != nil || len(slots) > 1<<16 {
			t.Fatalf("expected the space to be full, found %v after %d", err, len(slots))
		}
	}
	for _, slot := range slots {
		s.Remove(slot)
	}
	caller := install(t, w, s, program, "[i0]\ni1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=2>)\ni2 = int_add(i0, i1)\nfinish(i2)\n", backend.InstallOptions{})
	host.call = func([]uint64) (uint64, uint64, error) {
		s.Remove(caller)
		for range 100 {
			s.Remove(install(t, w, s, program, loop, backend.InstallOptions{}))
		}
		return 30, 0, nil
	}
	if _, err = s.Enter(caller, []uint64{12}); err != nil || s.Values()[0] != 42 {
		t.Errorf("expected 42 from code that was thrown away in a call, found %v, %v", s.Values(), err)
	}
	if _, err := s.Enter(caller, []uint64{12}); err == nil {
		t.Error("expected an error for code that was thrown away")
	}
	s.Remove(slot)
	if len(s.room.code.free) != 1 || len(s.room.exits.free) != 1 || len(s.room.constants.free) != 1 || len(s.doomed) != 0 {
		t.Errorf("expected all room to be free again, found %+v", s.room)
	}
	for k := range s.owners {
		if s.owners[k] != nil || s.places[k] != nil {
			t.Errorf("expected nothing to be kept of code that was thrown away, found what exit %d hands over", k)
		}
	}
	if s.at(e) != nil {
		t.Errorf("expected no exit %d any more, found one", e)
	}
}

// An exit that led to one code and then to another one stays with the second when the first is removed.
func TestExitStaysWithItsLatest(t *testing.T) {
	program := newProgram(t)
	w, s, _ := spaceOf(t, program, 1<<16, false)
	loop := install(t, w, s, program, "[i0]\nlabel(i0, descr=L1)\ni1 = int_sub(i0, 1)\nguard_true(i1) [i1]\njump(i1, descr=L1)\n", backend.InstallOptions{})
	s.SetFuel(1 << 40)
	e, err := s.Enter(loop, []uint64{10})
	if err != nil {
		t.Fatal(err)
	}
	first := install(t, w, s, program, "[i0]\ni2 = int_add(i0, 77)\nfinish(i2)\n", backend.InstallOptions{})
	second := install(t, w, s, program, "[i0]\ni2 = int_add(i0, 78)\nfinish(i2)\n", backend.InstallOptions{})
	for _, slot := range []backend.Slot{first, second} {
		if err := s.SetExit(e, slot, nil); err != nil {
			t.Fatal(err)
		}
	}
	s.Remove(first)
	if at, err := s.Enter(loop, []uint64{10}); err != nil || s.At(at).Slot != second || result(s, at, 0) != 78 {
		t.Errorf("expected 78 from the second code, found %v, %v", s.Values(), err)
	}
}

// Codes that go on in one another for ever are stopped by their fuel, with their references
// where a collection finds them, and can go on.
func TestCircleOfCodes(t *testing.T) {
	program := newProgram(t)
	w, s, host := spaceOf(t, program, 1<<20, true)
	first := install(t, w, s, program, "[i0, p1]\ni2 = int_add(i0, 1)\np3 = new(Node)\nset(p3, next, p1)\nset(p3, value, i2)\njump(i2, p3, p1, descr=<Loop2>)\n", backend.InstallOptions{})
	second := install(t, w, s, program, "[i0, p1, p2]\ni4 = int_lt(i0, 1000)\nguard_true(i4) [i0, p1, p2]\njump(i0, p1, descr=<Loop1>)\n", backend.InstallOptions{})
	for _, link := range [][2]backend.Slot{{first, second}, {second, first}} {
		p := s.codes[link[0]].program
		if err := s.SetExit(s.Place(link[0], p.Code[len(p.Code)-1].Source), link[1], nil); err != nil {
			t.Fatal(err)
		}
	}
	grants := 0
	host.fuel = func() (uint64, error) {
		if grants++; !w.Collect() {
			return 0, arena.ErrFull
		}
		return 7, nil
	}
	e, err := s.Enter(first, []uint64{0, 0})
	if err != nil || s.At(e).Slot != second || s.Values()[len(s.Values())-3] != 1000 && result(s, e, 0) != 0 {
		t.Fatalf("expected to leave at 1000, found %v, %v", s.Values(), err)
	}
	length := uint64(0)
	for node := s.Values()[2]; node != 0; node = w.Words[node/8+1] {
		if length++; w.Words[node/8+2] != 1001-length {
			t.Fatalf("expected %d, found %d", 1001-length, w.Words[node/8+2])
		}
	}
	if length != 1000 || grants < 2000/8 {
		t.Errorf("expected a chain of 1000 and fuel every 8 passages, found %d and %d", length, grants)
	}
	host.fuel = func() (uint64, error) { return 0, errNoFuel }
	s.SetFuel(100)
	if _, err := s.Enter(first, []uint64{0, 0}); !errors.Is(err, errNoFuel) {
		t.Errorf("expected the host's error, found %v", err)
	}
}

// A guard asks whether the code should leave; the function `shape` needs no call, and a
// guard on its result makes the check of an array unnecessary.
func TestInterruptsAndShapes(t *testing.T) {
	program := newProgram(t)
	w, s, _ := spaceOf(t, program, 1<<20, false)
	box := w.Alloc(uint64(arena.ObjectShape(0)), 2)
	slot := install(t, w, s, program, "[p0]\ni1 = call_i(ConstClass(shape), p0, descr=<Calli 8 r EF=0>)\nguard_not_invalidated() [i1]\nfinish(i1)\n", backend.InstallOptions{})
	for _, c := range []struct{ in, want uint64 }{{uint64(box), uint64(arena.ObjectShape(0))}, {0, uint64(arena.ShapeNull)}} {
		if e, err := s.Enter(slot, []uint64{c.in}); err != nil || result(s, e, 0) != c.want {
			t.Errorf("expected the shape %d, found %v, %v", c.want, s.Values(), err)
		}
	}
	s.Invalidate(slot)
	if e, err := s.Enter(slot, []uint64{uint64(box)}); err != nil || s.At(e).Program.Trace.Ops[s.At(e).Op].Code != trace.OpGuardNotInvalidated {
		t.Errorf("expected to leave at guard_not_invalidated, found %v", err)
	}
}

// An object that code mentions is the same one after collections, wherever code mentions it:
// compared in memory, guarded, stored, handed to a call and to other code. Comparing in memory
// once looked where code with a region of its own has its constants.
func TestConstantsMove(t *testing.T) {
	program := newProgram(t)
	w, s, host := spaceOf(t, program, 1<<20, true)
	var named, other uint64
	w.AddRoots(func(visit func(*uint64)) { visit(&named); visit(&other) })
	for _, place := range []*uint64{&other, &named} {
		*place = uint64(w.Alloc(uint64(arena.ObjectShape(0)), 2))
	}
	constant := func(text string) backend.InstallOptions {
		tr, _ := program.Parse(text)
		objects := make([]uint64, len(tr.Consts))
		for k := range objects {
			objects[k] = named
		}
		return backend.InstallOptions{Objects: objects}
	}
	host.call = func(args []uint64) (uint64, uint64, error) {
		same := trace.Bit(args[1] == named)
		if !w.Collect() {
			return 0, 0, arena.ErrFull
		}
		return same, 0, nil
	}
	const first = "[p0, i0]\ni1 = ptr_eq(p0, ConstPtr(x))\np2 = new(Node)\nset(p2, next, ConstPtr(x))\np3 = get(p2, next)\ni4 = ptr_eq(p3, ConstPtr(x))\n" +
		"jump(i1, i4, ConstPtr(x), p0, descr=<Loop2>)\n"
	const second = "[i0, i1, p2, p3]\ni4 = call_i(ConstClass(f), ConstPtr(x), descr=<Calli 8 r EF=7>)\ni5 = ptr_eq(p2, ConstPtr(x))\n" +
		"i6 = call_i(ConstClass(f), p2, descr=<Calli 8 r EF=7>)\nguard_value(p3, ConstPtr(x)) [i0]\nfinish(i0, i1, i4, i5, i6)\n"
	from, to := install(t, w, s, program, first, constant(first)), install(t, w, s, program, second, constant(second))
	p := s.codes[from].program
	if err := s.SetExit(s.Place(from, p.Code[len(p.Code)-1].Source), to, nil); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		s.SetFuel(10)
		e, err := s.Enter(from, []uint64{named, 0})
		if err != nil || s.At(e).Program.Trace.Ops[s.At(e).Op].Code != trace.OpFinish {
			t.Fatalf("expected the end of the second code, found %+v, %v", s.At(e), err)
		}
		for k := range 5 {
			if result(s, e, k) != 1 {
				t.Fatalf("expected every answer to be yes, found %v", s.Values())
			}
		}
		if e, err = s.Enter(from, []uint64{other, 0}); err != nil || !s.At(e).Program.Trace.Ops[s.At(e).Op].Code.IsGuard() {
			t.Fatalf("expected to leave at the guard, found %+v, %v", s.At(e), err)
		}
	}
}

// Code that is thrown away keeps no object alive, although the constants of later code stay behind its own.
func TestConstantsGoWithTheirCode(t *testing.T) {
	program := newProgram(t)
	w, s, _ := spaceOf(t, program, 1<<20, false)
	const text = "[p0]\ni1 = ptr_eq(p0, ConstPtr(x))\nfinish(i1)\n"
	object := uint64(w.Alloc(uint64(arena.ObjectShape(0)), 2))
	first := install(t, w, s, program, text, backend.InstallOptions{Objects: []uint64{object, object}})
	second := install(t, w, s, program, text, backend.InstallOptions{Objects: []uint64{object, object}})
	start, _ := w.Constants()
	at, later := start+s.codes[first].constants.at, start+s.codes[second].constants.at
	if w.Words[at] != object || w.Words[later] != object || at >= later {
		t.Fatalf("expected the object %d at %d and at %d, found %d and %d", object, at, later, w.Words[at], w.Words[later])
	}
	s.Invalidate(first)
	s.Remove(first)
	if w.Words[at] != 0 || w.Words[later-1] != 0 || w.Words[later] != object {
		t.Errorf("expected that nothing is left of the first code and the second has its object, found %d, %d and %d", w.Words[at], w.Words[later-1], w.Words[later])
	}
	s.Invalidate(first)
	if again := install(t, w, s, program, text, backend.InstallOptions{Objects: []uint64{object, object}}); w.Words[start+s.codes[again].constants.at] != object {
		t.Error("expected the object among the constants of new code, found none")
	}
	if e, err := s.Enter(second, []uint64{object}); err != nil || result(s, e, 0) != 1 {
		t.Errorf("expected the answer 1, found %v, %v", s.Values(), err)
	}
}

// What a space cannot take it refuses, with what it expected and what it found.
func TestSpaceRefuses(t *testing.T) {
	program := newProgram(t)
	w, s, _ := spaceOf(t, program, 1<<20, false)
	slot := install(t, w, s, program, "[i0, f1]\nguard_true(i0) [f1]\nfinish(i0)\n", backend.InstallOptions{})
	e := s.Place(slot, 4)
	expect := func(err error, words string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("expected an error with %q, found %v", words, err)
		}
	}
	plan := func(text string) (*backend.Program, error) {
		tr, list := program.Parse(text)
		if tr == nil {
			t.Fatal(list)
		}
		return backend.Plan(tr, backend.Options{World: w.Layout()})
	}
	for text, words := range map[string]string{
		"[p0]\np1 = alloc()\nstore(p1, 0, 5)\nfinish(p1)\n":                                                          "expected a class of the world",
		"[p0]\ni1 = getfield_gc_i(p0, descr=<FieldS other 8>)\nfinish(i1)\n":                                         "expected a field of one class",
		"[p0]\ni1 = getarrayitem_gc_i(p0, 0, descr=<ArrayS 8>)\nfinish(i1)\n":                                        "expected an array type of the world",
		"[p0]\ni1 = ptr_eq(p0, null)\nguard_true(i1) []\nguard_not_forced() []\nfinish(p0)\n":                        "does not know what this guard asks",
		"[i0]\ni1 = getinteriorfield_gc_i(ConstPtr(a), i0, descr=<InteriorFieldDescr <FieldS e.n 8>>)\nfinish(i1)\n": "neither structs",
	} {
		_, err := plan(text)
		expect(err, words)
	}
	one, _ := plan("[i0]\nfinish(i0)\n")
	two, _ := plan("[i0, i1]\nfinish(i0)\n")
	object, _ := plan("[p0]\ni1 = ptr_eq(p0, ConstPtr(x))\nfinish(i1)\n")
	_, err := s.Install(one, backend.InstallOptions{Bridge: true, From: e})
	expect(err, "an exit with 1 values, as many as the other code has inputs, found 2")
	_, err = s.Install(two, backend.InstallOptions{Bridge: true, From: e})
	expect(err, "expected a value of type int as number 2, found float")
	_, err = s.Install(two, backend.InstallOptions{Bridge: true, From: 4000})
	expect(err, "expected an exit from which the bridge goes on, found none")
	_, err = s.Install(object, backend.InstallOptions{})
	expect(err, "expected an object for constant")
	plain, err := s.Install(one, backend.InstallOptions{})
	if err != nil {
		t.Fatal(err)
	}
	expect(s.SetExit(e, plain, nil), "an exit with 1 values, as many as the other code has inputs, found 2")
	expect(s.SetExit(e, plain, []trace.Value{7}), "expected values that the exit hands over, found 7")
	if err := s.SetExit(e, plain, []trace.Value{2}); err != nil {
		t.Error(err)
	}
	_, err = s.Enter(slot, []uint64{1})
	expect(err, "with as many values as it has inputs")
	s.Remove(plain)
	expect(s.SetExit(e, plain, []trace.Value{2}), "which was removed")
	other, _ := backend.Plan(mustParse(t, "[i0]\nfinish(i0)\n"), backend.Options{})
	_, err = s.Install(other, backend.InstallOptions{})
	expect(err, "planned for the space's world")
}

// So it refuses bridges that belong to another exit and values twice, and knows no place that there is not.
func TestSpaceRefusesPlaces(t *testing.T) {
	program := newProgram(t)
	w, s, _ := spaceOf(t, program, 1<<20, false)
	slot := install(t, w, s, program, "[i0, i1]\nguard_true(i0) [i0, i1]\nguard_true(i1) [i0, i1]\nfinish(i0)\n", backend.InstallOptions{})
	first, second := s.Place(slot, 4), s.Place(slot, 5)
	bridge := install(t, w, s, program, "[i0, i1]\nfinish(i1)\n", backend.InstallOptions{Bridge: true, From: first})
	for words, err := range map[string]error{
		"each once, found 2 again or a constant":             s.SetExit(first, bridge, []trace.Value{2, 2}),
		"found -1 again or a constant":                       s.SetExit(first, bridge, []trace.Value{2, -1}),
		"a bridge that was installed for this exit":          s.SetExit(second, bridge, nil),
		"expected an exit for good of code of this space":    s.SetExit(-1, bridge, nil),
		"expected an exit for good of code of this space, f": s.SetExit(backend.ExitPlace(len(s.places)), bridge, nil),
	} {
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("expected an error with %q, found %v", words, err)
		}
	}
	if e := s.Place(slot, 3); e != backend.NoExit {
		t.Errorf("expected no exit of a parameter, found %d", e)
	}
	s.Remove(bridge)
	s.Remove(bridge)
	if e := s.Place(bridge, 4); e != backend.NoExit {
		t.Errorf("expected no exit of code that was thrown away, found %d", e)
	}
	if again := install(t, w, s, program, "[i0]\nfinish(i0)\n", backend.InstallOptions{}); again != bridge {
		t.Errorf("expected the slot %d again, found %d", bridge, again)
	}
}

// Where there is no room for code, its exits, its constants or what brings values to it, there is an error and nothing is lost.
func TestSpaceWithoutRoom(t *testing.T) {
	program := newProgram(t)
	w, s, _ := spaceOf(t, program, 1<<20, false)
	guarded := "[i0, f1]\nf2 = float_add(f1, f1)\nguard_true(i0) [f2, i0]\nfinish(i0)\n"
	slot := install(t, w, s, program, guarded, backend.InstallOptions{})
	after := install(t, w, s, program, "[i0, f1]\nfinish(i0)\n", backend.InstallOptions{})
	tr, _ := program.Parse(guarded)
	p, err := backend.Plan(tr, backend.Options{World: w.Layout()})
	if err != nil {
		t.Fatal(err)
	}
	install := func() error {
		slot, err := s.Install(p, backend.InstallOptions{})
		if err == nil {
			s.Remove(slot)
		}
		return err
	}
	e := s.Place(slot, 5)
	for name, room := range map[string]*freeList{"code": &s.room.code, "exits": &s.room.exits, "constants": &s.room.constants} {
		all := slices.Clone(room.free)
		*room = newFreeList(0)
		if err := install(); !errors.Is(err, backend.ErrNoRoom) {
			t.Errorf("no room for %s: expected `%v`, found `%v`", name, backend.ErrNoRoom, err)
		}
		if name == "code" {
			if err := s.SetExit(e, after, nil); !errors.Is(err, backend.ErrNoRoom) {
				t.Errorf("no room for what brings values: expected `%v`, found `%v`", backend.ErrNoRoom, err)
			}
			if left, err := s.Enter(slot, []uint64{0, 0}); left != e || err != nil {
				t.Errorf("expected to leave at exit %d as before, found %d, %v", e, left, err)
			}
		}
		if room.top(0) != 0 || len(room.free) != 1 {
			t.Errorf("no room for %s: expected that none is given back, found %v", name, room.free)
		}
		*room = newFreeList(0)
		room.free = slices.Clone(all)
		if err := install(); err != nil {
			t.Errorf("expected room for %s again, found `%v`", name, err)
		}
		if !slices.Equal(room.free, all) {
			t.Errorf("%s: expected %v to be free as before, found %v", name, all, room.free)
		}
	}
	if err := s.SetExit(e, after, nil); err != nil {
		t.Fatal(err)
	}
	if left, err := s.Enter(slot, []uint64{0, 0}); err != nil || s.At(left).Slot != after {
		t.Errorf("expected to leave in slot %d, found %d, %v", after, s.At(left).Slot, err)
	}
}

// A trace of which too many values are needed at once is refused: at the limit it is not.
func TestSpaceBoundsSlots(t *testing.T) {
	program := newProgram(t)
	w, s, _ := spaceOf(t, program, 1<<22, false)
	for n, fits := range map[int]bool{maxSlots: true, maxSlots + 1: false} {
		var names []string
		for k := range n {
			names = append(names, fmt.Sprintf("i%d", k))
		}
		list := strings.Join(names, ", ")
		tr, _ := program.Parse("[" + list + "]\nguard_true(i0) [" + list + "]\nfinish(i0)\n")
		p, err := backend.Plan(tr, backend.Options{World: w.Layout()})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Install(p, backend.InstallOptions{}); (err == nil) != fits {
			t.Errorf("%d values: expected that they fit: %v, found `%v`", n, fits, err)
		}
	}
}

// The ground is fenced: code is never writable, the table of exits and what can be written of
// the region stand between addresses that cannot be accessed.
func TestGroundIsFenced(t *testing.T) {
	program := newProgram(t)
	w, s, _ := spaceOf(t, program, 1<<20, false)
	slot := install(t, w, s, program, "[i0]\nfinish(i0)\n", backend.InstallOptions{})
	if _, err := s.Enter(slot, []uint64{0}); err != nil { // code is sealed when it first runs
		t.Fatal(err)
	}
	base := s.ground.heapAddress()
	if base&(1<<32-1) != 0 {
		t.Errorf("expected a region at a multiple of 2**32, found %#x", base)
	}
	end, open := base+uint64(s.ground.mapped), uint64(0)
	for _, have := range mappings(t) {
		if strings.Contains(have.access, "w") && strings.Contains(have.access, "x") {
			t.Errorf("expected no memory that is writable and executable, found %+v", have)
		}
		if code := s.ground.address(0); have.from <= code && code < have.to && have.access != "r-xp" {
			t.Errorf("expected code that can be read and executed, found %s", have.access)
		}
		from, to := max(have.from, base-tableSize), min(have.to, base+2<<32)
		if from >= to {
			continue
		}
		if have.access != "---p" {
			open += to - from
			if to > end {
				t.Errorf("expected nothing that can be accessed after the region, found %+v", have)
			}
		}
	}
	if want := uint64(s.ground.mapped) + tableSize; open != want {
		t.Errorf("expected %d bytes of table and region, found %d", want, open)
	}
}
