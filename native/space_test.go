//go:build linux && amd64

package native

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// worldRun runs a trace as code of a space, with the interpreter as its host: what code
// asks for, and what comes after it has left, is interpreted in a copy of the world. So the
// outcome can be compared with the interpreter's own.
type worldRun struct {
	t       testing.TB
	trace   *trace.Trace
	program *backend.Program
	ground  *Ground
	world   *arena.World
	space   *Space
	slot    backend.Slot
	relay   interp.Relay
	// refs has the place in the world of each object of the interpreter's heap, which
	// is kept alive.
	refs    []uint64
	objects map[uint64]heap.Object
	// foreign means that the run has an object or array of no type, which a world cannot have.
	foreign bool
	// refused means that the space does not take the program.
	refused bool
}

var (
	errEnded  = errors.New("the run ended with an effect")
	errNoFuel = errors.New("no fuel")
)

// newWorldRun returns nil and the reason if a trace cannot be planned for a
// world.
func newWorldRun(t testing.TB, tr *trace.Trace, o Options, stress bool) (*worldRun, error) {
	ground, err := NewGround(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	r := &worldRun{t: t, trace: tr, ground: ground}
	t.Cleanup(r.close)
	r.world = arena.NewWorld(&tr.Tables.Schema, arena.WorldOptions{Stack: 8, Constants: 1 << 10, Fixed: 8, Limit: 64 << 20, Region: ground, Stress: stress, Poison: stress},
		func(visit func(*uint64)) {
			for k := range r.refs {
				visit(&r.refs[k])
			}
		})
	if r.space, err = NewSpace(r.world, ground, r, o); err != nil {
		t.Fatal(err)
	}
	r.program, err = backend.Plan(tr, backend.Options{World: r.world.Layout()})
	return r, err
}

func (r *worldRun) close() {
	if r.ground.base != nil {
		r.space.Close()
	}
}

// begin puts the inputs and constants into the world, and installs the code.
func (r *worldRun) begin(in *interp.Inputs, o interp.RunOptions) (entry []uint64, ok bool) {
	if !r.relay.Begin(r.trace, in, o) {
		return nil, false
	}
	r.refs = append(r.refs[:0], 0)
	if r.store(); r.foreign {
		return nil, false
	}
	objects := make([]uint64, len(r.trace.Consts))
	for k, c := range r.trace.Consts {
		if c.Kind == trace.ConstPtr || c.Kind == trace.ConstText {
			objects[k] = r.refs[r.relay.Bits(trace.ConstValue(k))]
		}
	}
	var err error
	if r.slot, err = r.space.Install(r.program, backend.InstallOptions{Objects: objects}); err != nil {
		r.refused = true
		return nil, false
	}
	if r.relay.Invalid() {
		r.space.Invalidate(r.slot)
	}
	r.space.SetFuel(40)
	return r.entry(in), true
}

// entry returns the values with which the code begins.
func (r *worldRun) entry(in *interp.Inputs) (entry []uint64) {
	for _, v := range r.program.Entry {
		datum := in.Params[0]
		if op := &r.trace.Ops[v]; op.Code == trace.OpParam {
			datum = in.Params[v-2]
		} else {
			datum = in.Args[r.trace.Const(r.trace.Arg(v, 0)).Bits]
		}
		bits := datum.Bits
		if datum.Type == heap.Ref {
			bits = r.refs[datum.Object()]
		}
		entry = append(entry, bits)
	}
	return entry
}

// run runs the code and returns the outcome; nil if it used up its fuel.
func (r *worldRun) run(in *interp.Inputs, o interp.RunOptions) (*interp.Outcome, error) {
	entry, ok := r.begin(in, o)
	if !ok {
		return r.relay.Outcome(), nil
	}
	e, err := r.space.Enter(r.slot, entry)
	if e == backend.NoExit {
		if errors.Is(err, errEnded) {
			return r.relay.Outcome(), nil
		}
		return nil, err
	}
	return r.leave(e), nil
}

// leave lets the interpreter do what comes after an exit.
func (r *worldRun) leave(e backend.ExitPlace) *interp.Outcome {
	left := r.space.At(e)
	p, values := left.Program, r.space.Values()
	var roots []uint64
	for k, v := range p.LiveAt(left.Exit) {
		if p.TypeOf(v) == heap.Ref {
			roots = append(roots, values[k])
		}
	}
	r.load(roots)
	for k, v := range p.LiveAt(left.Exit) {
		bits := values[k]
		if p.TypeOf(v) == heap.Ref {
			bits = uint64(r.objects[bits])
		}
		r.relay.Set(v, bits)
	}
	for k := range p.Code[:p.Exits[left.Exit].Instr] {
		if before := &p.Code[k]; before.Op == backend.OpOverflow && before.Inverted {
			r.relay.SetOverflowed(before.Dst, true)
		}
	}
	if v := p.Exits[left.Exit].Overflowed; v != trace.None {
		r.relay.SetOverflowed(v, true)
	}
	return r.relay.GoOn(left.Op, 0, 0)
}

// Fuel is not granted.
func (r *worldRun) Fuel() (uint64, error) { return 0, errNoFuel }

// Call lets the interpreter do an effect.
func (r *worldRun) Call(p *backend.Program, op trace.Value, args []uint64) (result, raised uint64, err error) {
	var roots []uint64
	for k, v := range r.trace.Args(op) {
		if p.TypeOf(v) == heap.Ref {
			roots = append(roots, args[k])
		}
	}
	r.load(roots)
	for k, v := range r.trace.Args(op) {
		if !v.IsOp() {
			continue
		}
		bits := args[k]
		if p.TypeOf(v) == heap.Ref {
			bits = uint64(r.objects[bits])
		}
		r.relay.Set(v, bits)
	}
	if !r.relay.Effect(op, 0) {
		r.load(nil)
		return 0, 0, errEnded
	}
	if r.store(); r.foreign {
		return 0, 0, errEnded
	}
	if !r.world.Collect() {
		return 0, 0, arena.ErrFull
	}
	if r.relay.Invalid() {
		r.space.Invalidate(r.slot)
	}
	if class, any := r.relay.Raised(); any {
		raised = uint64(arena.RaisedWord(class))
	}
	if t := r.trace.Ops[op].Type; t != heap.Void {
		if result = r.relay.Bits(op); t == heap.Ref {
			result = r.refs[result]
		}
	}
	return result, raised, nil
}

func (r *worldRun) word(ref uint64, k int) *uint64 { return &r.world.Words[int(ref/8)+1+k] }

// store copies the interpreter's heap to the world.
func (r *worldRun) store() {
	h := r.relay.Heap()
	for o := heap.Object(len(r.refs)); int(o) <= h.Len(); o++ {
		header, words := uint64(arena.ShapeUnknown), 1
		switch h.Kind(o) {
		case heap.KindObject:
			if h.Class(o) == heap.NoClass || !h.Schema().Classes[h.Class(o)].Declared {
				r.foreign = true // objects of such a class may have any field
				break
			}
			header, words = uint64(arena.ObjectShape(h.Class(o))), int(r.world.Layout().Class(h.Class(o)).Size)/8
		case heap.KindArray:
			if h.ArrayType(o) == heap.NoArray {
				r.foreign = true
				break
			}
			n, _ := h.Length(o, heap.NoArray)
			header, words = uint64(arena.ArrayShape(h.ArrayType(o)))|uint64(n)<<32, 1+int(n)
		}
		if !r.world.Room(words) {
			r.t.Fatal("no room")
		}
		r.refs = append(r.refs, uint64(r.world.Alloc(header, words)))
	}
	for o := heap.Object(1); int(o) <= h.Len(); o++ {
		for k := range h.Slots(o) {
			if arena.Shape(*r.word(r.refs[o], -1)).Kind() == arena.KindUnknown {
				break
			}
			place, t, bits := h.Slot(o, k)
			if _, _, interior := place.Interior(); interior && h.Kind(o) == heap.KindArray {
				r.foreign = true
				break
			}
			at, want := int(place), heap.Any
			if h.Kind(o) == heap.KindArray {
				want = r.world.Layout().Array(h.ArrayType(o)).Elem
			} else if slices.Contains(r.world.Layout().Class(h.Class(o)).Fields, heap.FieldID(place)) {
				want = r.world.Layout().Field(heap.FieldID(place)).Type
				at = int(r.world.Layout().Field(heap.FieldID(place)).Offset)/8 - 1
			}
			if t == heap.Ref {
				bits = r.refs[bits]
			}
			if t != heap.Void && t != want {
				r.foreign = true
				break
			}
			if t != heap.Void {
				*r.word(r.refs[o], at) = bits
			}
		}
	}
}

// load copies what can be reached from the world to the interpreter's heap.
func (r *worldRun) load(roots []uint64) {
	r.objects = make(map[uint64]heap.Object)
	queue := []heap.Object{}
	for o, ref := range r.refs {
		r.objects[ref] = heap.Object(o)
		if o > 0 {
			queue = append(queue, heap.Object(o))
		}
	}
	h, l := r.relay.Heap(), r.world.Layout()
	reach := func(ref uint64) uint64 {
		if o, known := r.objects[ref]; known {
			return uint64(o)
		}
		var o heap.Object
		header := r.world.Words[ref/8]
		switch shape := arena.Shape(header); shape.Kind() {
		case arena.KindObject:
			o, _ = h.New(shape.Class())
		case arena.KindArray:
			o, _ = h.NewArray(shape.Array(), int64(header>>32), true)
		default:
			r.t.Fatalf("expected an object, found a header %x", header)
		}
		r.refs = append(r.refs, ref)
		r.objects[ref] = o
		queue = append(queue, o)
		return uint64(o)
	}
	for _, ref := range roots {
		reach(ref)
	}
	for len(queue) > 0 {
		o := queue[0]
		queue = queue[1:]
		ref := r.refs[o]
		switch h.Kind(o) {
		case heap.KindObject:
			if h.Class(o) == heap.NoClass {
				break
			}
			for _, f := range l.Class(h.Class(o)).Fields {
				bits, t := *r.word(ref, int(l.Field(f).Offset)/8-1), l.Field(f).Type
				if old, _ := h.Find(o, f); old == heap.Void && bits == 0 {
					continue
				}
				if t == heap.Ref {
					bits = reach(bits)
				}
				h.Store(o, f, bits, t)
			}
		case heap.KindArray:
			if h.ArrayType(o) == heap.NoArray {
				break
			}
			t := l.Array(h.ArrayType(o)).Elem
			for k := range int(r.world.Words[ref/8] >> 32) {
				bits := *r.word(ref, k)
				if t == heap.Ref {
					bits = reach(bits)
				}
				h.StoreItem(o, heap.NoArray, int64(k), bits, t)
			}
		}
	}
}

// suits reports whether a trace mentions nothing that a world does not have, or has
// in another form: arrays whose items must not be read before they were written.
func suits(t *trace.Trace) bool {
	for k := range t.Ops {
		if t.Ops[k].Code == trace.OpNewArray || t.Ops[k].Code == trace.OpGuardOpaque {
			return false
		}
	}
	return true
}

// checkInWorld runs a trace in a space and by interpretation, and says what differs.
func checkInWorld(r *worldRun, in *interp.Inputs, o interp.RunOptions) (diff string, compared bool) {
	want := interp.Run(r.trace, in, o)
	if want.Guessed || want.Exit == interp.ExitExhausted || want.Exit == interp.ExitUndefined && strings.Contains(interp.FormatInputs(r.trace, in), "[") {
		return "", false
	}
	got, err := r.run(in, o)
	switch {
	case r.foreign || r.refused:
		return "", false
	case errors.Is(err, errNoFuel):
		if want.Exit != interp.ExitLimit {
			return "the code used up its fuel, the interpreter left: " + describe(want), false
		}
		return "", false
	case err != nil && want.Exit == interp.ExitUndefined && strings.HasPrefix(err.Error(), "BUG: "):
		return "", true
	case err != nil:
		return err.Error(), false
	case want.Exit == interp.ExitLimit:
		return "", false
	case want.Exit != got.Exit || want.Op != got.Op:
		return "expected " + describe(want) + ", found " + describe(got), true
	case want.Exit == interp.ExitOpaque || want.Exit == interp.ExitUndefined:
		return "", true
	}
	if v := interp.Compare(want, got); v.Kind != interp.VerdictAgree {
		return v.Kind.String(), true
	}
	return "", true
}

// Random traces do the same in a space as interpreted, even with a collection at each
// allocation and in each call, where old places are poisoned.
func TestRandomTracesInWorlds(t *testing.T) {
	var g fuzz.Generator
	compared, refused := 0, make(map[string]int)
	for k := range *randomTraces / 2 {
		made := g.Trace(11, k, 0)
		list := []*trace.Trace{made.Trace}
		preset, err := optimizer.PresetByName(presetsFor[k%2])
		if err != nil {
			t.Fatal(err)
		}
		if result := optimizer.Optimize(made.Trace, preset.Passes); result.Impossible == trace.None {
			list = append(list, result.Out)
		}
		for _, tr := range list {
			if !suits(tr) {
				continue
			}
			set := Features{}
			if k%3 != 0 {
				set = Host()
			}
			for n := range uint64(3) {
				r, err := newWorldRun(t, tr, Options{Features: set}, n%2 == 1)
				if err != nil {
					r.close()
					refused[err.(*backend.Refusal).Reason]++
					break
				}
				in := made.Inputs
				if n > 0 {
					in = interp.RandomInputs(tr, seeded(k+n))
				}
				o := interp.RunOptions{Jumps: 20, Imagined: (k+n)%2 == 0}
				diff, done := checkInWorld(r, in, o)
				if diff != "" {
					t.Fatalf("trace %d, run %d: inputs %s: %s\n%s", k, n, interp.FormatInputs(tr, in), diff, strings.Join(trace.Print(tr, trace.PrintOptions{}).Lines(), "\n"))
				}
				if done {
					compared++
				}
				r.close()
			}
		}
	}
	t.Logf("%d runs compared, refused: %v", compared, refused)
	if compared < int(*randomTraces)/4 {
		t.Errorf("expected many runs that are compared, found %d; refused: %v", compared, refused)
	}
}
