package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// boundsTable says what is known of the integers of a walk.
type boundsTable struct {
	// of is the index in list of what is known of each value, 0 for nothing.
	of []int32
	// list holds the Bounds; list[0] is Top.
	list []bounds.Bounds
	// stopped tells that the last fact was not followed to its end.
	stopped bool
}

func (t *boundsTable) reset(values int) {
	t.of = trace.Zeroed(t.of, values)
	t.list = append(t.list[:0], bounds.Top())
}

// boundsOf returns what is known of an integer.
func (w *walk) boundsOf(v trace.Value) bounds.Bounds {
	if v > 0 {
		return w.bounds.list[w.bounds.of[v]]
	}
	if n, ok := w.constInt(v); ok {
		return bounds.Constant(n)
	}
	return bounds.Top()
}

// setBounds enters what is known of the result of an operation.
func (w *walk) setBounds(v trace.Value, b bounds.Bounds) {
	if b.IsTop() {
		return
	}
	if w.recording {
		w.note(Event{Kind: EventBounds, Value: v, Bounds: b, Descr: -1})
	}
	if at := w.bounds.of[v]; at != 0 {
		w.bounds.list[at] = b
		return
	}
	w.bounds.of[v] = int32(len(w.bounds.list))
	w.bounds.list = append(w.bounds.list, b)
}

// maxRefineDepth is how many operations deep a guard's fact is followed, and
// maxRefineSteps how many operations in all.
const (
	maxRefineDepth = 12
	maxRefineSteps = 32
)

// refine adds to what is known of a value behind a guard, and follows the fact
// backward through the operations that made the value: what is known of a sum
// says something of its parts. It returns false if the facts contradict each
// other: then the guard can never hold.
func (w *walk) refine(v trace.Value, b bounds.Bounds) bool {
	steps := maxRefineSteps
	w.bounds.stopped = false
	return w.refineStep(v, b, maxRefineDepth, &steps)
}

func (w *walk) refineStep(v trace.Value, b bounds.Bounds, depth int, steps *int) bool {
	v = w.find(v)
	before := w.boundsOf(v)
	now, ok := before.Intersect(b)
	if !ok {
		return false
	}
	if v <= 0 || now == before {
		return true
	}
	w.setBounds(v, now)
	if now.IsConstant() {
		value := w.constants.Int(now.Lo)
		w.becomes(v, value, PassBounds, w.position+w.copyShift)
	}
	if *steps--; depth == 0 || *steps <= 0 {
		w.bounds.stopped = true
		return true
	}
	for name, i := v, 0; name != trace.None; name, i = w.otherName(v, i), i+1 {
		if !w.refineOperands(name, now, depth-1, steps) {
			return false
		}
	}
	return true
}

// refineOperands follows a fact about a result to the arguments. Only the
// operation as it stands in the output counts.
func (w *walk) refineOperands(v trace.Value, b bounds.Bounds, depth int, steps *int) bool {
	def := w.definition(v)
	if def == nil || !isIntegerOperation(def.Code) || w.isOfIterationBefore(v) {
		return true
	}
	args := w.out.args[def.First : def.First+def.Len]
	x, y := w.find(args[0]), trace.None
	known := bounds.Top()
	if len(args) > 1 {
		y = w.find(args[1])
		known = w.boundsOf(y)
	}
	newX, newY, ok := w.backward(def.Code, b, w.boundsOf(x), known)
	if !ok || !w.refineStep(x, newX, depth, steps) {
		return false
	}
	return y == trace.None || w.refineStep(y, newY, depth, steps)
}

// isIntegerOperation tells whether an operation computes with integers alone.
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
