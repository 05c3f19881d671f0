package optimizer

import (
	"slices"
	"strconv"

	"unbox/trace"
)

// What happens to each object of a recorded trace: its lifeline.
//
// The papers draw it as a bar beside the trace, from the row that allocates an object to the
// last one that touches it, and ask at each row: does the object have to exist by now? The
// whole answer is known at the end of a walk. The union-find forest has which names are the
// same object, the remark about its allocation says from where on it exists, and the recorded
// operations show what touches it.
//
//	p5 = new(Box)         made      ┆   known only: the remark says that it is gone
//	set(p5, n, i4)        written   ┆
//	i7 = get(p5, n)       read      ┆   and never again
//
// For a peeled trace, lifelines are those of an iteration of the loop. What a jump passes comes
// in again at the top: the object that was p10 is then what the label calls p1.

// FateKind says what happened to a recorded operation.
type FateKind uint8

const (
	// FateKept: it is in the result, with the same or equal arguments.
	FateKept FateKind = iota
	// FateReplaced: another operation computes its value.
	FateReplaced
	// FateMoved: it is in the result, further down.
	FateMoved
	// FateRemoved: it is not in the result.
	FateRemoved
)

// Fate is what happened to a recorded operation in the iteration that the lifelines are
// about.
type Fate struct {
	Kind FateKind
	// Out is the operation of the result, None for FateRemoved.
	Out trace.Value
	// Remark is the index of the reason in Result.Remarks, -1 if there is none.
	Remark int32
	// Once means that a removed one is loop-invariant: what the first iteration found there holds in
	// every iteration.
	Once bool
}

// MarkKind says what an operation does with an object.
type MarkKind uint8

const (
	// MarkMade allocates it.
	MarkMade MarkKind = iota
	// MarkComes: it comes in as a parameter of a label.
	MarkComes
	// MarkFound: it existed before, and was read, returned by a call, or made equal.
	MarkFound
	// MarkWritten, MarkRead and MarkChecked access its fields, or ask a question about it.
	MarkWritten
	MarkRead
	MarkChecked
	// MarkCompared: it is compared with a reference, or only passed on.
	MarkCompared
	// MarkStored: it is put into a field of an object, Mark.Into.
	MarkStored
	// MarkKeptForExit: it is in a guard's snapshot.
	MarkKeptForExit
	// MarkPassed: a jump passes it to a label, usually that of the next iteration.
	MarkPassed
	// MarkLeaves: it goes where it is not known what is done with it, for example to a
	// call or out at the end of the trace.
	MarkLeaves
)

var markNames = [...]string{"made", "comes", "found", "written", "read", "checked", "compared", "stored", "exit", "passed", "leaves"}

// String returns "made", "comes", "found", "written", "read", "checked", "compared", "stored", "exit",
// "passed" or "leaves".
func (k MarkKind) String() string { return markNames[k] }

// LifeMark is an operation that touches an object.
type LifeMark struct {
	Kind MarkKind
	// At is the recorded operation; for MarkComes the parameter.
	At trace.Value
	// Value is what is written or read, as recorded, and the result for MarkFound; None for other
	// marks.
	Value trace.Value
	// Into is the index of the object that it is put into, -1 for other marks.
	Into int32
}

// Life is what happens to one object in an iteration.
type Life struct {
	// Value is the first recorded operation that names it; its allocation, if that is in the
	// iteration.
	Value trace.Value
	// Allocated means that Value allocates it.
	Allocated bool
	// Exists is the recorded operation from which on it is in memory: Value or a later
	// one, None if it never is. For something that existed before, it is the first
	// mention.
	Exists trace.Value
	// Before means that it exists before the first mention, and Known that it is then only
	// known: an object of the previous iteration that was not allocated either.
	Before, Known bool
	// Marks are the operations that touch it, in their order.
	Marks []LifeMark
	// Comes is the parameter as which this object comes in again in the next iteration,
	// None if it is not passed to the label at the beginning.
	Comes trace.Value
}

// First and Last are the first and the last recorded operation that touch it.
func (l *Life) First() trace.Value { return l.Marks[0].At }

// Last is the last recorded operation that touches it.
func (l *Life) Last() trace.Value { return l.Marks[len(l.Marks)-1].At }

// LoopParam is a parameter of the peeled loop's label, and what it means.
type LoopParam struct {
	// Param is the parameter in the result.
	Param trace.Value
	// Arg is the number of the recorded jump's argument that it comes from, from 0; -1 if
	// it comes from none because the loop needs another value of the previous iteration.
	Arg int
	// Fields lead from that argument to the value: names of fields, or "item 3". Empty if
	// it is the argument itself.
	Fields []string
	// Box is the recorded allocation of the object that has the last of Fields.
	Box trace.Value
	// From is the recorded operation that computes it in the first iteration, None if a pass
	// invented that operation.
	From trace.Value
}

// Lives are the lifelines of a trace.
type Lives struct {
	// Copy is 1 if they are those of an iteration of the peeled loop, 0 if they are those of
	// the whole trace.
	Copy uint8
	// Fates has one entry for each recorded operation; those of labels and parameters
	// have no meaning.
	Fates []Fate
	// Objects are in the order of their first mention.
	Objects []Life
	// Label is the label of the peeled loop in the result, None if there is none, and Params are
	// its parameters.
	Label  trace.Value
	Params []LoopParam
}

// Lives is [Optimizer.Run] that also returns what happened to each object.
func (o *Optimizer) Lives(in *trace.Trace, passes PassSet) (*Result, *Lives) {
	r := o.Run(in, passes)
	b := &lifeBuilder{w: &o.walk, r: r, of: make(map[trace.Value]int32), allocations: make(map[trace.Value]trace.Value)}
	if r.Peeled {
		b.Copy, b.shift = 1, trace.Value(len(in.Ops))
	}
	b.findOut()
	b.findFates()
	for v := trace.Value(1); int(v) < len(in.Ops); v++ {
		b.visit(v)
	}
	for i := range b.Objects {
		b.place(&b.Objects[i])
	}
	b.params()
	return r, &b.Lives
}

// lifeBuilder makes Lives from a walk that is over.
type lifeBuilder struct {
	Lives
	w *walk
	r *Result
	// shift is the amount by which a recorded value's number is shifted in the
	// iteration.
	shift trace.Value
	// out has the operations of the result by the walk's numbers.
	out []trace.Value
	// remarks has the remark about each of them, +1.
	remarks []int32
	// of finds the object of a representative; allocations has the allocation of each.
	of          map[trace.Value]int32
	allocations map[trace.Value]trace.Value
}

// findOut finds operations of the result, and remarks, by the walk's numbers.
func (b *lifeBuilder) findOut() {
	n := len(b.r.In.Ops)
	b.out = make([]trace.Value, 2*n)
	b.remarks = make([]int32, 2*n)
	for v := range b.r.Out.Ops {
		if op := &b.r.Out.Ops[v]; op.Src != 0 {
			b.out[int(op.Src)+int(op.Copy)*n] = trace.Value(v)
		}
	}
	for i := range b.r.Remarks {
		r := &b.r.Remarks[i]
		if r.In != trace.None && r.Kind != Learned && r.Kind != Stopped {
			b.remarks[int(r.In)+int(r.Copy)*n] = int32(i + 1)
		}
	}
}

// findFates finds what happened to each operation of the iteration.
func (b *lifeBuilder) findFates() {
	b.Fates = make([]Fate, len(b.r.In.Ops))
	for v := range b.Fates {
		number := trace.Value(v) + b.shift
		f := Fate{Out: b.out[number], Remark: b.remarks[number] - 1}
		switch {
		case f.Out == trace.None:
			f.Kind, f.Once = FateRemoved, b.isInvariant(trace.Value(v), f.Remark)
		case f.Remark < 0:
		case b.r.Remarks[f.Remark].Kind == Replaced:
			f.Kind = FateReplaced
		case b.r.Remarks[f.Remark].Kind == Moved:
			f.Kind = FateMoved
		}
		b.Fates[v] = f
	}
}

// isInvariant reports whether what the first iteration finds at a recorded operation holds in every iteration: the
// value is the same one, or the check is not needed because it was passed once.
func (b *lifeBuilder) isInvariant(v trace.Value, remark int32) bool {
	if b.Copy == 0 || v == trace.None {
		return false
	}
	if b.r.In.Ops[v].Type != trace.Void {
		root := b.w.find(v + b.shift)
		return root.IsOp() && root == b.w.find(v)
	}
	return remark >= 0 && slices.ContainsFunc(b.r.Causes(int(remark)), func(c Cause) bool { return c.In == v && c.Copy == 0 })
}

// doneFor is the walk's number of the operation for which something was done according to
// a remark, None if it does not say so.
func (b *lifeBuilder) doneFor(remark int32) trace.Value {
	for _, c := range b.r.Causes(int(remark)) {
		if c.Kind == CauseEscape || c.Kind == CauseJump {
			return c.In + trace.Value(c.Copy)*trace.Value(len(b.r.In.Ops))
		}
	}
	return trace.None
}

// inIteration is the recorded operation in the iteration for a walk's number, None if the number is of
// another iteration.
func (b *lifeBuilder) inIteration(number trace.Value) trace.Value {
	if number > b.shift && number < b.shift+trace.Value(len(b.r.In.Ops)) {
		return number - b.shift
	}
	return trace.None
}

// object returns the index of the object that a recorded reference is in the iteration, -1 if it
// is a constant. It adds the object if it is new.
func (b *lifeBuilder) object(v trace.Value) int32 {
	if !v.IsOp() || b.r.In.Ops[v].Type != trace.Ref {
		return -1
	}
	number := v + b.shift
	root := b.w.find(number)
	if root.IsConst() {
		return -1
	}
	allocates := b.r.In.Ops[v].Code.Effect() == trace.EffectAllocate
	if allocates && b.allocations[root] != trace.None && b.allocations[root] != v {
		root = number // two allocations are never one object
	}
	at, known := b.of[root]
	if !known {
		at = int32(len(b.Objects))
		b.of[root] = at
		b.Objects = append(b.Objects, Life{Value: v, Allocated: allocates})
	}
	if allocates {
		b.allocations[root] = v
		b.Objects[at].Value, b.Objects[at].Allocated = v, true
	}
	return at
}

func (b *lifeBuilder) mark(object int32, kind MarkKind, at, value trace.Value, into int32) {
	if object < 0 {
		return
	}
	o := &b.Objects[object]
	if n := len(o.Marks); n > 0 && o.Marks[n-1].At == at && (o.Marks[n-1].Kind == kind || kind == MarkFound) {
		return
	}
	o.Marks = append(o.Marks, LifeMark{kind, at, value, into})
}

// visit notes what recorded operation v does with objects.
func (b *lifeBuilder) visit(v trace.Value) {
	in := b.r.In
	op := &in.Ops[v]
	args := in.Args(v)
	switch op.Code {
	case trace.OpParam:
		b.mark(b.object(v), MarkComes, v, trace.None, -1)
		return
	case trace.OpJump:
		b.visitJump(v)
		return
	}
	switch op.Code.Effect() {
	case trace.EffectAllocate:
		b.each(args, MarkCompared, v) // of a virtual_ref, through which the object does not escape
		b.mark(b.object(v), MarkMade, v, trace.None, -1)
		return
	case trace.EffectReadField, trace.EffectReadArray, trace.EffectReadRaw:
		b.mark(b.object(args[0]), MarkRead, v, v, -1)
	case trace.EffectWriteField, trace.EffectWriteArray, trace.EffectWriteRaw:
		b.visitWrite(v, args)
	case trace.EffectGuard:
		b.each(args, MarkChecked, v)
		b.visitExit(v, op.Snap)
	case trace.EffectBookkeeping:
	case trace.EffectPure, trace.EffectOverflow:
		kind := MarkCompared
		if op.Code == trace.OpArrayLen || op.Code.Info().Group == "string" {
			kind = MarkRead
		}
		b.each(args, kind, v)
	case trace.EffectControl: // labels whose parameters follow, and finish
		kind := MarkLeaves
		if op.Code == trace.OpLabel {
			kind = MarkPassed
		}
		b.each(args, kind, v)
	default:
		b.each(args, MarkLeaves, v)
	}
	b.mark(b.object(v), MarkFound, v, v, -1)
}

func (b *lifeBuilder) each(values []trace.Value, kind MarkKind, at trace.Value) {
	for _, v := range values {
		b.mark(b.object(v), kind, at, trace.None, -1)
	}
}

// visitWrite is for a write: the last argument is put into the first.
func (b *lifeBuilder) visitWrite(v trace.Value, args []trace.Value) {
	into, value := b.object(args[0]), args[len(args)-1]
	b.mark(into, MarkWritten, v, value, -1)
	if stored := b.object(value); stored >= 0 {
		b.mark(stored, MarkStored, v, trace.None, into)
	}
}

// visitExit is for the objects in a guard's snapshot: only for those that are allocated in
// the iteration.
func (b *lifeBuilder) visitExit(v trace.Value, snap int32) {
	for _, value := range b.r.In.SnapValues(snap) {
		if value.IsVirtual() {
			continue
		}
		if object := b.object(value); object >= 0 && b.Objects[object].Allocated {
			b.mark(object, MarkKeptForExit, v, trace.None, -1)
		} else if object >= 0 && len(b.Objects[object].Marks) == 0 {
			b.mark(object, MarkFound, v, trace.None, -1)
		}
	}
}

// visitJump notes the parameters as which the objects that a jump passes to the
// beginning come in again.
func (b *lifeBuilder) visitJump(v trace.Value) {
	in := b.r.In
	toFront := in.Ops[1].Code == trace.OpLabel && (in.Ops[v].Descr < 0 || in.Ops[v].Descr == in.Ops[1].Descr)
	for k, arg := range in.Args(v) {
		object := b.object(arg)
		b.mark(object, MarkPassed, v, trace.None, -1)
		if param := trace.Value(2 + k); object >= 0 && toFront && k < in.ParamCount(1) && b.Objects[object].Comes == trace.None {
			b.Objects[object].Comes = param
		}
	}
}

// place finds the operation from which on an object exists.
func (b *lifeBuilder) place(o *Life) {
	n := trace.Value(len(b.r.In.Ops))
	first := o.First()
	root := b.w.find(o.Value + b.shift)
	if o.Allocated {
		root = o.Value + b.shift
	}
	if root >= 2*n || root >= n && b.shift == 0 || b.r.In.Ops[root%n].Code.Effect() != trace.EffectAllocate {
		o.Exists, o.Before = first, !o.Allocated
		return
	}
	ofBefore := root < b.shift
	o.Before = ofBefore
	remark := b.remarks[root] - 1
	switch {
	case b.out[root] == trace.None:
		o.Known = ofBefore
	case remark >= 0 && b.r.Remarks[remark].Kind != Added && b.doneFor(remark) != trace.None:
		o.Exists = b.inIteration(b.doneFor(remark))
		o.Known = ofBefore && o.Exists != trace.None
		if o.Exists == trace.None {
			o.Exists = first
		}
	default:
		o.Exists = first
	}
}

// params finds what the parameters of the peeled loop mean.
func (b *lifeBuilder) params() {
	if !b.r.Peeled {
		return
	}
	p := b.w.peel
	label := trace.Value(1)
	for b.r.Out.Ops[label].Code != trace.OpLabel || b.r.Out.Ops[label].Descr != p.labelID {
		label++
	}
	b.Label = label
	paths := p.leafPaths()
	for k := range b.r.Out.ParamCount(label) {
		param := LoopParam{Param: label + 1 + trace.Value(k), Arg: -1}
		value := trace.None
		if k < len(p.entry.leaves) {
			value = p.entry.leaves[k].value
			param.Arg, param.Fields, param.Box = paths[k].arg, paths[k].fields, paths[k].box
		} else {
			value = p.carried[k-len(p.entry.leaves)]
		}
		if value.IsOp() && int(value) < len(b.r.In.Ops) {
			param.From = value
		}
		b.Params = append(b.Params, param)
	}
}

// leafPath leads from an argument of the jump to a leaf.
type leafPath struct {
	arg    int
	fields []string
	box    trace.Value
}

// longestPath is the maximum number of fields of a path that are named: the
// last ones.
const longestPath = 6

// shapeStep is a field on the way to a part of the entry; up is the step before, -1 for an
// argument of the jump.
type shapeStep struct {
	ref   shapeRef
	node  int32
	field int32
	up    int32
}

// leafPaths finds a way to each leaf of the entry: that of the first argument that has it, with
// the fewest fields.
func (p *peelPass) leafPaths() []leafPath {
	s := &p.entry
	paths := make([]leafPath, len(s.leaves))
	reached := make([]bool, len(s.leaves))
	seen := make([]bool, len(s.nodes))
	var steps []shapeStep
	for arg, root := range s.roots {
		steps = append(steps[:0], shapeStep{ref: root, up: -1})
		for k := 0; k < len(steps); k++ {
			switch ref := steps[k].ref; {
			case ref.kind == shapeOfLeaf && !reached[ref.index]:
				reached[ref.index] = true
				paths[ref.index] = p.pathTo(steps, k, arg)
			case ref.kind == shapeOfNode && !seen[ref.index]:
				seen[ref.index] = true
				for _, f := range s.fields[s.nodes[ref.index].from:s.nodes[ref.index].to] {
					steps = append(steps, shapeStep{f.ref, ref.index, f.field, int32(k)})
				}
			}
		}
	}
	return paths
}

// pathTo returns the way to a step.
func (p *peelPass) pathTo(steps []shapeStep, k, arg int) leafPath {
	path := leafPath{arg: arg}
	if steps[k].up >= 0 {
		path.box = trace.Value(p.entry.nodes[steps[k].node].allocation.Src)
	}
	for ; steps[k].up >= 0; k = int(steps[k].up) {
		if len(path.fields) == longestPath {
			path.fields = append(path.fields, "…")
			break
		}
		path.fields = append(path.fields, p.fieldName(&p.entry.nodes[steps[k].node], steps[k].field))
	}
	slices.Reverse(path.fields)
	return path
}

// fieldName is the name of a field of a virtual object.
func (p *peelPass) fieldName(node *shapeNode, field int32) string {
	fields := p.in.Tables.Schema.Fields
	switch index, inner, isStruct := p.virtual.structPlace(field).Interior(); {
	case node.kind == kindStructs && isStruct:
		return "item " + strconv.Itoa(int(index)) + ", " + fields[inner].Name
	case node.kind == kindStructs, node.kind == kindArray:
		return "item " + strconv.Itoa(int(field))
	}
	return fields[field].Name
}
