package backend

import (
	"errors"
	"fmt"

	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/trace"
)

// RunOptions say how a driver runs a program. The zero value is ready to use.
type RunOptions struct {
	interp.RunOptions
	// Arena bounds the region.
	Arena arena.Options
	// CollectFreely does not count objects that were collected against the limit on
	// objects: the run may allocate for as long as what is live fits. The interpreter,
	// which never collects, would have stopped.
	CollectFreely bool
	// Slice is the number of iterations of the loop after which Cancelled is asked; 0
	// means a million.
	Slice int
	// Cancelled means that the run has to be given up, with ErrCancelled.
	Cancelled func() bool
	// Enter, if it is not nil, is called to run the code, which it must do by calling
	// code once. Measurements are done here.
	Enter func(code func() error) error
}

// ErrCancelled is the error of a run that was cancelled.
var ErrCancelled = errors.New("the run was cancelled")

// ErrGuessed is the error of an imagined run that came to a guard that only the
// interpreter can decide, by a guess: whether two constants that are known only by
// numbers are the same object, or which class an object has of which only the size is
// known.
var ErrGuessed = errors.New("whether a guard holds depends on a guess about objects of which a log tells only numbers or sizes")

// Stats are counted during a run.
type Stats struct {
	arena.Stats
	// Iterations is the number of times that the loop's back edge was taken, Exits the
	// number of times that the code was left.
	Iterations, Exits int
	// Allocations is the number of objects allocated.
	Allocations int
}

// Driver runs a compiled program on inputs. It keeps its memory from run to run, and
// serves one goroutine; outcomes are valid until the next run.
type Driver struct {
	program *Program
	code    Code
	memory  arena.Memory
	options RunOptions
	relay   interp.Relay
	mirror  arena.Mirror
	arena   *arena.Arena
	// granted is the number of iterations granted so far, iteration the number that had
	// begun when the code left.
	granted uint64
	stats   Stats
	// fresh counts objects that visible effects made.
	fresh int
	token heap.Object
	frame []int32
	err   error
	ended bool
}

// NewDriver makes a driver for code that was compiled from a program.
func NewDriver(p *Program, code Code) *Driver { return &Driver{program: p, code: code} }

// Stats returns what was counted during the last run.
func (d *Driver) Stats() Stats { return d.stats }

// memoryOf lets the arena grow the memory of the code.
type memoryOf struct {
	code Code
	now  arena.Memory
}

func (m *memoryOf) Bytes() []byte { return m.now.Bytes() }

func (m *memoryOf) Grow(size int) bool {
	now, err := m.code.Memory(size)
	if err != nil {
		return false
	}
	m.now = now
	return true
}

// Run runs the program and returns the outcome, which is that of the interpreter:
// interp.Run with the same options. Where the interpreter runs out of memory and
// collecting helps, the run continues.
func (d *Driver) Run(in *interp.Inputs, o RunOptions) (*interp.Outcome, error) {
	if o.LeaveAt != trace.None {
		return nil, errors.New("expected a run in which guards ask their own questions, found one that leaves at a guard of its choice")
	}
	d.options, d.err, d.ended = o, nil, false
	d.stats, d.fresh, d.granted = Stats{}, 0, 0
	if !d.relay.Begin(d.program.Trace, in, o.RunOptions) {
		return d.relay.Outcome(), nil
	}
	if d.iterations(0) == 0 {
		return d.relay.GoOn(1, 0, 0), nil // budgets for less than one iteration
	}
	if err := d.begin(in); err != nil {
		return nil, err
	}
	d.grant()
	enter := func() error { return d.code.Enter(d.leave) }
	var err error
	if o.Enter != nil {
		err = o.Enter(enter)
	} else {
		err = enter()
	}
	d.stats.Stats = d.arena.Stats()
	switch {
	case d.err != nil:
		return nil, d.err
	case err != nil:
		return nil, err
	case !d.ended:
		return nil, errors.New("BUG: the code ended without leaving")
	}
	return d.relay.Outcome(), nil
}

// begin puts heap, constants and inputs into the region.
func (d *Driver) begin(in *interp.Inputs) error {
	p := d.program
	if d.memory == nil {
		d.memory = &memoryOf{code: d.code, now: new(arena.Buffer)}
	}
	if d.arena == nil {
		d.arena = arena.New(p.Layout, d.memory)
	}
	if err := d.arena.Reset(d.options.Arena); err != nil {
		return err
	}
	d.mirror.Arena, d.mirror.Heap = d.arena, d.relay.Heap()
	d.token = heap.Null
	if p.constSlots[len(p.Trace.Consts)] > 0 {
		token, status := d.relay.Heap().New(heap.NoClass)
		if status != heap.OK {
			return arena.ErrFull
		}
		d.token = token
		d.relay.UseToken(token)
	}
	if err := d.mirror.Begin(); err != nil {
		return err
	}
	d.tellOutside()
	for slot, k := range p.objects {
		o := d.token
		if int(k) < len(p.Trace.Consts) {
			o = heap.Object(d.relay.Bits(trace.ConstValue(int(k))))
		}
		d.arena.SetConst(slot, d.mirror.Ref(o))
	}
	return d.enterValues(in)
}

// enterValues puts the values that exist at the start into the frame.
func (d *Driver) enterValues(in *interp.Inputs) error {
	p := d.program
	for k, v := range p.Entry {
		var datum interp.Datum
		if op := &p.Trace.Ops[v]; op.Code == trace.OpParam {
			datum = in.Params[v-2]
		} else if n := p.Trace.Const(p.Trace.Arg(v, 0)).Bits; n < uint64(len(in.Args)) {
			datum = in.Args[n]
		}
		if datum.Type != p.TypeOf(v) {
			return fmt.Errorf("expected a value of type %s as input %d, found %s", p.TypeOf(v), k, datum.Type)
		}
		if datum.Type == heap.Ref {
			datum.Bits = uint64(d.mirror.Ref(datum.Object()))
		}
		d.arena.SetFrame(k, datum.Bits)
	}
	return nil
}

// iterations returns how many more iterations may run without reaching a limit, given the
// number that already ran. The last one before a limit is left to the interpreter, which
// then reaches the limit as it always does.
func (d *Driver) iterations(done uint64) uint64 {
	p, o := d.program, d.relay.Options()
	if p.Loop < 0 {
		now := p.countAt(len(p.Code)-1, 0)
		return boolCount(now.jumps <= o.Jumps && now.steps <= o.Steps && d.fits(now, d.effects()))
	}
	now := p.countAt(len(p.Code)-1, int(done))
	left := uint64(1) << 40
	limit := func(used, each, most int) {
		if each > 0 {
			left = min(left, uint64(max(0, most-used)/each))
		} else if used > most {
			left = 0
		}
	}
	limit(now.jumps, p.counts.iteration.jumps, o.Jumps)
	limit(now.steps+1, p.counts.iteration.steps, o.Steps)
	if !d.options.CollectFreely {
		effects, used := d.effects(), d.objects(now)
		if done == 0 {
			used += effects // the first iteration's, which has not run
		}
		limit(used, p.counts.iteration.allocs+effects, d.relay.Heap().Limits().Objects)
	}
	return left
}

func boolCount(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// objects returns how many objects the interpreter's heap would have.
func (d *Driver) objects(now count) int {
	h := d.relay.Heap()
	return h.Len() + h.ElsewhereCount() - h.Allocations() + now.allocs + d.fresh
}

func (d *Driver) fits(now count, more int) bool {
	return d.options.CollectFreely || d.objects(now)+more <= d.relay.Heap().Limits().Objects
}

// effects returns the maximum number of objects that the visible effects of one
// iteration make.
func (d *Driver) effects() int {
	n := 0
	for k := range d.program.Code {
		if in := &d.program.Code[k]; in.Op == OpEffect && in.Type == heap.Ref {
			n++
		}
	}
	return n
}

// grant gives fuel for the next iterations, and returns false if there are none.
func (d *Driver) grant() bool {
	n := d.iterations(d.granted)
	if n == 0 {
		return false
	}
	if d.program.Loop >= 0 {
		slice := uint64(d.options.Slice)
		if slice == 0 {
			slice = 1_000_000
		}
		n = min(n, slice)
	}
	d.granted += n
	d.arena.SetFuel(n)
	return true
}
