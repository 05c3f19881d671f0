package backend

import (
	"fmt"
	"maps"
	"slices"

	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/trace"
)

// Options say how to plan a program.
type Options struct {
	// Tags gives every item of all arrays a tag, for comparisons in tests. Items of arrays without a type always have one.
	Tags bool
	// AllChecks makes every check, whatever is known, for comparisons in tests and
	// measurements.
	AllChecks bool
	// World, if it is not nil, is the layout of the world on whose objects the program
	// works; without it the program gets a layout of its own. See [Space].
	World *arena.Layout
}

// Refusal says why a trace cannot be run as code.
type Refusal struct {
	// Op is the operation, and Line its line in the source, 0 if there is none.
	Op   trace.Value
	Line int
	// Reason is one sentence.
	Reason string
}

// Error returns "line 3: the reason".
func (r *Refusal) Error() string {
	if r.Line > 0 {
		return fmt.Sprintf("line %d: %s", r.Line, r.Reason)
	}
	return r.Reason
}

// Plan lowers a trace. The error is a *Refusal: a trace with an operation that asks
// what a constant is that is known only by a number cannot be run, nor one that breaks
// the rules of the IR. Calls and unknown operations are effects, which the interpreter
// does where it can: in a run that is interp.RunOptions.Imagined.
func Plan(t *trace.Trace, o Options) (*Program, error) { return new(Planner).Plan(t, o) }

// Planner lowers traces one after the other and keeps its memory from one to the next. The zero
// Planner is ready to use. Two goroutines must not use it at the same time; programs stay
// valid.
type Planner struct{ p planner }

// Plan is [Plan].
func (l *Planner) Plan(t *trace.Trace, o Options) (*Program, error) {
	p := &l.p
	loop := p.begin(t, o)
	if o.World != nil {
		p.checkWorld()
	} else {
		p.usage.Untyped = o.Tags || p.usesUntyped()
	}
	p.placeConsts()
	p.enter()
	if p.failed != nil && o.World != nil {
		return nil, p.failed
	}
	if err := p.lower(loop); err != nil {
		return nil, err
	}
	p.finish()
	if p.failed != nil {
		return nil, p.failed
	}
	return p.Program, nil
}

// maxRounds bounds how often the loop is lowered with weaker assumptions.
const maxRounds = 6

type planner struct {
	*Program
	options Options
	counter counter
	failed  *Refusal
	// lowering is what the interpreter says of the trace.
	lowering *interp.Lowering
	plannerMemory
}

// plannerMemory is what a planner uses again for the next trace.
type plannerMemory struct {
	steps []step
	// entered is that of walk.
	entered map[trace.Value]int
	facts   facts
	assumed assumption
	passing passing
	live    live
	usage   arena.Usage
	// getargs has the value that exists at the start for each number.
	getargs map[uint64]trace.Value
	// there are the calls that are known not to have raised an exception, thereBefore those
	// before the loop.
	there, thereBefore map[trace.Value]bool
	// exits, moves and handed are those of the program, counted its counts.
	exits   []Exit
	moves   []Move
	handed  []trace.Value
	counted []count
	// own is a lowering for programs of a world, which do not need it any more when they are planned.
	own interp.Lowering
	// owners are the classes of a world that have its fields; they belong to ownersOf. fitting is a schema that
	// begins with that of the world.
	owners   []heap.ClassID
	ownersOf *heap.Schema
	fitting  *heap.Schema
}

// begin prepares for a trace, and returns the index of the step after which its loop begins.
func (p *planner) begin(t *trace.Trace, o Options) (loop int) {
	if p.there == nil {
		p.entered, p.getargs = make(map[trace.Value]int), make(map[uint64]trace.Value)
		p.there, p.thereBefore = make(map[trace.Value]bool), make(map[trace.Value]bool)
	}
	clear(p.entered)
	clear(p.getargs)
	clear(p.there)
	*p = planner{options: o, lowering: &p.own, plannerMemory: p.plannerMemory}
	if o.World == nil {
		p.lowering = new(interp.Lowering) // the program keeps it
	}
	p.lowering.Decode(t)
	p.counter = counter{trace: t, lowering: p.lowering}
	p.steps, loop = walk(t, p.lowering, p.steps[:0], p.entered)
	n := len(p.steps) // of instructions, or a few more
	p.Program = &Program{Trace: t, Code: make([]Instr, 0, n), Loop: -1, Values: len(t.Ops),
		Exits: p.exits[:0], Moves: p.moves[:0], Live: p.handed[:0], counts: counts{at: p.counted[:0], token: -1}}
	p.facts.begin(t)
	p.usage = arena.Usage{Accesses: p.usage.Accesses[:0], Interior: p.usage.Interior[:0], Uncleared: p.usage.Uncleared[:0]}
	return loop
}

// keep gives the program slices of its own, as long as they have to be.
func (p *planner) keep() {
	p.exits, p.moves, p.handed, p.counted = p.Exits, p.Moves, p.Live, p.counts.at
	p.Exits, p.Moves, p.Live = slices.Clone(p.exits), slices.Clone(p.moves), slices.Clone(p.handed)
	if p.options.World != nil { // what a judge counts matters only where there is one
		p.counts = counts{}
		return
	}
	p.counts.at = slices.Clone(p.counted)
	p.Program.lowering = p.lowering
}

func (p *planner) refuse(v trace.Value, reason string) {
	if p.failed == nil {
		p.failed = &Refusal{Op: v, Reason: reason}
		if int(v) < len(p.Trace.Ops) {
			p.failed.Line = int(p.Trace.Ops[v].Line)
		}
	}
}

// usesUntyped reports whether some operation works on arrays of unknown type.
func (p *planner) usesUntyped() bool {
	for _, s := range p.steps {
		op := &p.Trace.Ops[min(int(s.op), len(p.Trace.Ops)-1)]
		switch op.Code {
		case trace.OpGetInterior, trace.OpSetInterior:
			return true
		case trace.OpNewArray, trace.OpNewArrayClear, trace.OpGetItem, trace.OpSetItem:
			if op.Descr < 0 {
				return true
			}
		}
	}
	return false
}

// placeConsts gives constants that are objects a place in the region.
func (p *planner) placeConsts() {
	t := p.Trace
	p.constSlots = make([]int32, len(t.Consts)+1)
	for k, c := range t.Consts {
		switch c.Kind {
		case trace.ConstPtr, trace.ConstText, trace.ConstUnknown:
			p.objects = append(p.objects, int32(k))
			p.constSlots[k] = int32(len(p.objects))
		}
	}
	for _, s := range p.steps {
		if int(s.op) < len(t.Ops) && (t.Ops[s.op].Code == trace.OpForceToken || t.Ops[s.op].Code == trace.OpVirtualRef) {
			p.objects = append(p.objects, int32(len(t.Consts)))
			p.constSlots[len(t.Consts)] = int32(len(p.objects))
			p.facts.of(p.token()).nonnull = true
			return
		}
	}
}

// enter lists the values that exist at the start.
func (p *planner) enter() {
	t := p.Trace
	if len(t.Ops) > 1 && t.Ops[1].Code == trace.OpLabel {
		for v := 2; v < len(t.Ops) && t.Ops[v].Code == trace.OpParam; v++ {
			p.Entry = append(p.Entry, trace.Value(v))
		}
	}
	for _, s := range p.steps {
		if s.kind != stepRun || t.Ops[s.op].Code != trace.OpGetarg || p.lowering.Refused(s.op) != "" {
			continue
		}
		number := t.Const(t.Arg(s.op, 0)).Bits
		first, known := p.getargs[number]
		switch {
		case !known:
			p.getargs[number] = s.op
			p.Entry = append(p.Entry, s.op)
		case t.Ops[first].Type != t.Ops[s.op].Type:
			p.refuse(s.op, "expected one type for each input, found getarg with two")
		}
	}
}

// mark is a state of the program to which the lowering of a loop returns.
type mark struct {
	code, exits, moves            int
	accesses, interior, uncleared int
}

func (p *planner) mark() mark {
	return mark{len(p.Code), len(p.Exits), len(p.Moves), len(p.usage.Accesses), len(p.usage.Interior), len(p.usage.Uncleared)}
}

func (p *planner) rewind(m mark) {
	p.Code, p.Exits, p.Moves = p.Code[:m.code], p.Exits[:m.exits], p.Moves[:m.moves]
	p.usage.Accesses, p.usage.Interior = p.usage.Accesses[:m.accesses], p.usage.Interior[:m.interior]
	p.usage.Uncleared = p.usage.Uncleared[:m.uncleared]
	p.counts.at = p.counts.at[:m.code]
	if p.counts.token >= m.code {
		p.counts.token = -1
	}
}

// lower lowers all steps. What holds for the parameters when the loop is entered is
// assumed to hold in every iteration, and what the back edge does not preserve is
// dropped until the rest holds: then the assumption was correct.
func (p *planner) lower(loop int) error {
	if loop < 0 {
		loop = len(p.steps)
	}
	for _, s := range p.steps[:loop] {
		p.step(s)
	}
	if loop < len(p.steps) && p.failed == nil {
		p.lowerLoop(p.steps[loop:])
	}
	if p.failed != nil {
		return p.failed
	}
	return nil
}

func (p *planner) lowerLoop(body []step) {
	p.Loop = len(p.Code)
	back := body[len(body)-1]
	at, head, counter := p.mark(), p.assume(back.label), p.counter
	clear(p.thereBefore)
	maps.Copy(p.thereBefore, p.there)
	for round := 1; ; round++ {
		p.install(head)
		if round > 1 {
			clear(p.there)
			maps.Copy(p.there, p.thereBefore)
		}
		for _, s := range body {
			p.step(s)
		}
		if p.failed != nil || p.keeps(head, back, round >= maxRounds) {
			p.counts.iteration = p.counter.before(back.label).plus(counter.before(back.label), -1)
			return
		}
		p.rewind(at)
		p.counter = counter
	}
}

// finish does what needs the whole program.
func (p *planner) finish() {
	p.findLive()
	slots := len(p.Entry)
	for k := range p.Exits {
		slots = max(slots, int(p.Exits[k].Len))
	}
	if p.options.World != nil {
		p.Layout = p.options.World
	} else {
		p.usage.Consts, p.usage.FrameSlots = len(p.objects), slots
		p.Layout = arena.NewLayout(&p.Trace.Tables.Schema, p.usage)
	}
	for k := range p.Code {
		p.place(&p.Code[k])
	}
	p.keep()
}

// place fills in what the layout decides.
func (p *planner) place(in *Instr) {
	l := p.Layout
	switch in.Op {
	case OpGet, OpSet, OpSetNonnull:
		in.Offset, in.Tagged = l.Fields[in.Field].Offset, l.Fields[in.Field].Tagged
		if in.Checks&CheckField != 0 {
			in.Table = l.TableOf(in.Field)
		}
	case OpNew:
		in.Size = l.Class(in.Shape.Class()).Size
	case OpNewArray:
		in.Tagged = l.Array(in.Shape.Array()).Tagged
		in.Slow = in.Slow && in.Tagged
	case OpGetItem, OpSetItem:
		in.Tagged = l.Array(in.Shape.Array()).Tagged
		if in.Field >= 0 {
			in.Offset = l.Interior[in.Field]
		}
	}
	if !in.Tagged && in.Checks&CheckTag != 0 {
		if in.Checks &^= CheckTag; in.Checks == 0 { // then it cannot leave
			in.Exit = -1
		}
	}
}
