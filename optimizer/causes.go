package optimizer

import (
	"slices"

	"unbox/trace"
)

// CauseKind says what role a cause has for the remark that rests on it.
type CauseKind uint8

const (
	// CauseOperation computes a value.
	CauseOperation CauseKind = iota
	// CauseInput is the label whose parameter a value is.
	CauseInput
	// CauseGuard was passed.
	CauseGuard
	// CauseAllocation made the object.
	CauseAllocation
	// CauseWrite and CauseRead say what a field or an item holds.
	CauseWrite
	CauseRead
	// CauseEscape lets an object out, or sees the heap, so that something must be done.
	CauseEscape
	// CauseJump passes an object to the next iteration.
	CauseJump
	// CauseLater is a later operation that takes the place of this one.
	CauseLater
	// CauseUse uses the value, without letting an object out.
	CauseUse
)

var causeKindNames = [...]string{"operation", "input", "guard", "allocation", "write", "read", "escape", "jump", "later", "use"}

// String returns "operation", "input", "guard", "allocation", "write", "read", "escape", "jump",
// "later" or "use".
func (k CauseKind) String() string { return causeKindNames[k] }

// Cause is an operation that a decision rests on. That operation has its own remark.
type Cause struct {
	Kind CauseKind
	// In and Copy are the recorded operation, or the copy of it in the peeled loop. Out is one
	// of the result that a pass invented; then In is None.
	In   trace.Value
	Copy uint8
	Out  trace.Value
}

// rests says what decisions for a reason rest on.
type rests uint8

const (
	// restsA and restsB: on the operations of facts {a} and {b}.
	restsA rests = 1 << iota
	restsB
	// restsValue: on what made {a} the constant that it is.
	restsValue
	// restsArgs: on what made the arguments of the operation constants.
	restsArgs
	// restsPass: on what the pass says where it decides.
	restsPass
	// restsLater: on what the pass says, which is an operation after this one.
	restsLater
	// restsUses: on what uses the result.
	restsUses
	// restsMaybe: it may rest on nothing but the operation itself.
	restsMaybe
)

// restsOn says it for each reason. Those that are left out rest on the operation itself:
// on a descriptor, or on the lack of uses.
var restsOn = [len(reasonTable)]rests{
	ReasonFoldConstant:       restsArgs | restsMaybe,
	ReasonFoldOverflow:       restsA,
	ReasonFoldOverflows:      restsArgs | restsMaybe,
	ReasonFoldGuardOverflow:  restsA,
	ReasonSameAs:             restsA | restsMaybe,
	ReasonCSE:                restsA,
	ReasonCSEOverflow:        restsA,
	ReasonCSECall:            restsA,
	ReasonCSECallGuard:       restsA,
	ReasonCSEImpure:          restsA,
	ReasonRule:               restsPass | restsMaybe,
	ReasonRuleValue:          restsPass | restsMaybe,
	ReasonRuleOverflow:       restsA,
	ReasonBoundsConstant:     restsPass | restsMaybe,
	ReasonBoundsSame:         restsPass | restsMaybe,
	ReasonBoundsPlain:        restsPass | restsMaybe,
	ReasonBoundsNoOverflow:   restsA,
	ReasonCallMade:           restsPass | restsValue | restsMaybe,
	ReasonCallSkipped:        restsPass | restsValue | restsMaybe,
	ReasonCallSkippedGuard:   restsA,
	ReasonGuardConstant:      restsValue | restsMaybe,
	ReasonGuardClass:         restsPass,
	ReasonGuardNull:          restsPass | restsMaybe,
	ReasonGuardWeaker:        restsPass,
	ReasonGuardStronger:      restsPass | restsLater,
	ReasonGuardTaken:         restsPass,
	ReasonGuardNotZero:       restsPass,
	ReasonGuardRepeated:      restsPass,
	ReasonGuardLearned:       restsB,
	ReasonGuardNumbered:      restsPass,
	ReasonGuardNeverRaises:   restsA,
	ReasonCompareNull:        restsPass | restsMaybe,
	ReasonCompareClasses:     restsPass | restsMaybe,
	ReasonCompareGuarded:     restsPass | restsMaybe,
	ReasonVirtualNew:         restsUses | restsMaybe,
	ReasonVirtualSet:         restsA,
	ReasonVirtualOverwritten: restsA | restsPass | restsLater,
	ReasonVirtualGet:         restsA | restsPass,
	ReasonVirtualGetGuard:    restsA,
	ReasonVirtualGetDefault:  restsA,
	ReasonVirtualGuard:       restsA,
	ReasonVirtualNonnull:     restsA,
	ReasonVirtualCompare:     restsPass,
	ReasonVirtualLen:         restsA,
	ReasonVirtualCopy:        restsA | restsB,
	ReasonVirtualLength:      restsA | restsMaybe,
	ReasonMaterialize:        restsA | restsB | restsLater,
	ReasonMaterializeBudget:  restsA | restsLater,
	ReasonMaterializeField:   restsA | restsPass | restsLater,
	ReasonMaterializeDefault: restsA,
	ReasonHeapRead:           restsPass,
	ReasonHeapWritten:        restsPass,
	ReasonHeapSame:           restsPass,
	ReasonHeapDead:           restsPass | restsLater,
	ReasonHeapPending:        restsB,
	ReasonHeapDelayed:        restsB | restsPass | restsLater,
	ReasonHeapFull:           restsB | restsPass | restsLater,
	ReasonUnreachable:        restsA,
	ReasonDeadWrite:          restsA,
	ReasonDead:               restsUses | restsMaybe,
}

// HasCause reports whether every remark with the reason rests on another operation.
func (r Reason) HasCause() bool { return restsOn[r] != 0 && restsOn[r]&restsMaybe == 0 }

// Causes returns what remark i rests on, the most important cause first; nil if it rests on
// the operation itself. The list belongs to the result.
func (r *Result) Causes(i int) []Cause {
	if restsOn[r.Remarks[i].Reason]&restsUses == 0 {
		return r.findCauses(i)
	}
	// As many as there are uses, which are asked for in the row of each of them.
	x := r.index()
	if x.causesOf != i+1 {
		x.causesOf, x.causes = i+1, r.findCauses(i)
	}
	return x.causes
}

func (r *Result) findCauses(i int) []Cause {
	remark := &r.Remarks[i]
	c := causeList{r: r, remark: remark}
	on := restsOn[remark.Reason]
	if on&restsPass != 0 {
		for _, v := range remark.detailsOf(r.details).because {
			c.add(v)
		}
	}
	if on&restsA != 0 {
		c.add(remark.Facts[0])
	}
	if on&restsB != 0 {
		c.add(remark.Facts[1])
	}
	if on&restsValue != 0 {
		c.add(c.source(remark.Facts[0]))
	}
	if on&restsArgs != 0 && remark.In != trace.None {
		for _, v := range r.In.Args(remark.In) {
			if v.IsOp() && remark.Copy != 0 {
				v += trace.Value(len(r.In.Ops))
			}
			c.add(c.source(v))
		}
	}
	if on&restsUses != 0 && remark.In != trace.None {
		for _, v := range r.index().uses(remark.In) {
			c.add(v + trace.Value(remark.Copy)*trace.Value(len(r.In.Ops)))
		}
	}
	return c.list
}

// causeList collects the causes of a remark.
type causeList struct {
	r      *Result
	remark *Remark
	list   []Cause
	// seen are those in the list, without what they are for the remark, once there are many: an object may have as many uses as
	// there are operations.
	seen map[Cause]bool
}

// manyCauses is the length from which on the list is not searched.
const manyCauses = 16

// has reports whether an operation is in the list, and notes that it will be.
func (c *causeList) has(cause Cause) bool {
	if len(c.list) < manyCauses {
		return slices.ContainsFunc(c.list, func(have Cause) bool { return have.operation() == cause })
	}
	if c.seen == nil {
		c.seen = map[Cause]bool{}
		for _, have := range c.list {
			c.seen[have.operation()] = true
		}
	}
	have := c.seen[cause]
	c.seen[cause] = true
	return have
}

// operation is the cause without what it is for the remark.
func (c Cause) operation() Cause {
	c.Kind = 0
	return c
}

// add adds the operation that computes a value of the walk, if there is one.
func (c *causeList) add(v trace.Value) {
	n := trace.Value(len(c.r.In.Ops))
	cause := Cause{}
	switch {
	case v <= 0:
		return
	case v < n:
		cause.In = v
	case c.r.Peeled && v < 2*n:
		cause.In, cause.Copy = v-n, 1
	default:
		if cause.Out = c.r.Invented[v-n]; !cause.Out.IsOp() {
			return
		}
	}
	if cause.In != trace.None && cause.In == c.remark.In && cause.Copy == c.remark.Copy {
		return
	}
	if c.has(cause) {
		return
	}
	cause.Kind = c.kind(c.operation(cause))
	c.list = append(c.list, cause)
}

// operation is the operation of a cause, as it was recorded or as it was invented.
func (c *causeList) operation(cause Cause) *trace.Op {
	if cause.In != trace.None {
		return &c.r.In.Ops[cause.In]
	}
	return &c.r.Out.Ops[cause.Out]
}

// kind says what role an operation has for the remark.
func (c *causeList) kind(op *trace.Op) CauseKind {
	switch c.remark.Reason {
	case ReasonMaterialize, ReasonMaterializeField, ReasonMaterializeBudget, ReasonHeapDelayed, ReasonHeapFull:
		if len(c.list) == 0 {
			if op.Code == trace.OpJump {
				return CauseJump
			}
			return CauseEscape
		}
	case ReasonVirtualNew, ReasonDead:
		return CauseUse
	case ReasonHeapDead, ReasonVirtualOverwritten, ReasonGuardStronger:
		if len(c.list) == 0 {
			return CauseLater
		}
	}
	return kindOfCause(op)
}

// kindOfCause is the role that an operation has by itself.
func kindOfCause(op *trace.Op) CauseKind {
	switch {
	case op.Code == trace.OpParam, op.Code == trace.OpLabel:
		return CauseInput
	case op.Code == trace.OpJump:
		return CauseJump
	case op.Code.IsGuard():
		return CauseGuard
	}
	switch op.Code.Effect() {
	case trace.EffectAllocate:
		return CauseAllocation
	case trace.EffectWriteField, trace.EffectWriteArray, trace.EffectWriteRaw:
		return CauseWrite
	case trace.EffectReadField, trace.EffectReadArray, trace.EffectReadRaw:
		return CauseRead
	}
	return CauseOperation
}

// source is what made a value a constant: an earlier guard after which it is one, or the
// operation that computes it. A parameter of the peeled loop comes with one from the first iteration, which passes it.
func (c *causeList) source(v trace.Value) trace.Value {
	n := trace.Value(len(c.r.In.Ops))
	if by, found := c.learnedFrom(v); found {
		return by
	}
	if c.r.Peeled && v > n && v < 2*n && c.r.In.Ops[v-n].Code == trace.OpParam {
		const firstParam = 2
		if passed := c.r.In.Arg(n-1, int(v-n)-firstParam); passed.IsOp() {
			return c.source(passed)
		}
	}
	return v
}

// learnedFrom is the guard before the remark after which a value is known to be another, None if the world says so.
func (c *causeList) learnedFrom(v trace.Value) (by trace.Value, found bool) {
	n := trace.Value(len(c.r.In.Ops))
	for k := len(c.r.Remarks) - 1; k >= 0; k-- {
		switch learned := &c.r.Remarks[k]; {
		case learned.Kind == Stopped:
		case learned.Kind != Learned:
			return trace.None, false
		case learned.In+trace.Value(learned.Copy)*n == v && learned.Facts[1] < c.remark.In+trace.Value(c.remark.Copy)*n:
			return learned.Facts[1], true
		}
	}
	return trace.None, false
}
