package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// of returns what is known of an integer.
func (p *boundsPass) of(v trace.Value) bounds.Bounds {
	if v.IsOp() {
		return p.list[p.known.of(v)]
	}
	if n, ok := p.constInt(v); ok {
		return bounds.Constant(n)
	}
	return bounds.Top()
}

// source is the operation that what is known of an integer comes from, None if nothing is
// known or it is a constant.
func (p *boundsPass) source(v trace.Value) trace.Value {
	if v.IsOp() {
		return p.from[p.known.of(v)]
	}
	return trace.None
}

// setBounds enters what is known of the result of an operation.
func (p *boundsPass) setBounds(v trace.Value, b bounds.Bounds) {
	if b.IsTop() {
		return
	}
	if p.recording {
		p.note(Event{Kind: EventBounds, Value: v, Bounds: b, Descr: -1})
	}
	if at := p.known.of(v); at != 0 {
		p.list[at], p.from[at] = b, p.here()
		return
	}
	p.known.set(v, int32(len(p.list)))
	p.list, p.from = append(p.list, b), append(p.from, p.here())
}

// maxRefineDepth bounds how many operations deep a guard's fact is followed,
// maxRefineSteps how many operations in total.
const (
	maxRefineDepth = 12
	maxRefineSteps = 32
)

// refine adds to what is known of a value after a guard, and follows the fact
// backward through the operations that made the value: what is known of a sum
// says something about its parts. It returns false if the facts contradict each
// other: then the guard can never hold.
func (p *boundsPass) refine(v trace.Value, b bounds.Bounds) bool {
	steps := maxRefineSteps
	p.stopped = false
	return p.refineStep(v, b, maxRefineDepth, &steps)
}

func (p *boundsPass) refineStep(v trace.Value, b bounds.Bounds, depth int, steps *int) bool {
	v = p.find(v)
	before := p.of(v)
	now, ok := before.Intersect(b)
	if !ok {
		return false
	}
	if !v.IsOp() || now == before {
		return true
	}
	p.setBounds(v, now)
	if now.IsConstant() {
		value := p.constants.Int(now.Lo)
		p.guards.becomes(v, value, PassBounds, p.position+p.copyShift)
	}
	if *steps--; depth == 0 || *steps <= 0 {
		p.stopped = true
		return true
	}
	for name := range p.namesOf(v) {
		if !p.refineOperands(name, now, depth-1, steps) {
			return false
		}
	}
	return true
}

// refineOperands follows a fact about a result to the arguments. Only the
// operation as it is in the output counts.
func (p *boundsPass) refineOperands(v trace.Value, b bounds.Bounds, depth int, steps *int) bool {
	def := p.definition(v)
	if !isIntegerOperation(def.Code) || p.peel.isOfIterationBefore(v) {
		return true
	}
	args := p.out.args[def.First : def.First+def.Len]
	x, y := p.find(args[0]), trace.None
	known := bounds.Top()
	if len(args) > 1 {
		y = p.find(args[1])
		known = p.of(y)
	}
	newX, newY, ok := p.backward(def.Code, b, p.of(x), known)
	if !ok || !p.refineStep(x, newX, depth, steps) {
		return false
	}
	return y == trace.None || p.refineStep(y, newY, depth, steps)
}

// isIntegerOperation reports whether an operation computes with integers alone.
func isIntegerOperation(code trace.Opcode) bool { return boundsKind[code] != boundsNothing }

// boundsKind says what the pass does with each operation.
var boundsKind = func() (kinds [256]boundsAction) {
	for _, code := range trace.Opcodes() {
		info := code.Info()
		layout := info.Spellings[0].Layout
		switch {
		case layout != "i" && layout != "ii", info.Result != 'i':
		case info.Effect == trace.EffectOverflow:
			kinds[code] = boundsOverflow
		case info.Effect == trace.EffectPure && info.Group == "comparison":
			kinds[code] = boundsCompare
		case info.Effect == trace.EffectPure:
			kinds[code] = boundsForward
		}
	}
	return kinds
}()

type boundsAction uint8

const (
	boundsNothing boundsAction = iota
	boundsForward
	boundsCompare
	boundsOverflow
)
