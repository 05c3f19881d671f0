package optimizer

import "unbox/trace"

// How an object escapes, in words: the operation that lets it out, and the objects through which
// it is referred to.

// maxHolders is the maximum number of references in a chain that are named.
const maxHolders = 4

// holders returns the objects with which an object is let out: the one that refers to it, the
// one that refers to that, and so on, up to the one that the operation itself lets out, or one
// that already exists: then exists is true.
func (r *Result) holders(object trace.Value) (list []trace.Value, exists bool) {
	for len(list) <= len(r.In.Ops) {
		m := r.materialized(object)
		if m == nil {
			return list, false
		}
		if m.Facts[1] == trace.None {
			if holder := m.detailsOf(r.details).third; holder != trace.None {
				return append(list, holder), true
			}
			return list, false
		}
		object = m.Facts[1]
		list = append(list, object)
	}
	return list, false
}

// materialized is the remark that says that an object had to exist, nil if it always did.
func (r *Result) materialized(object trace.Value) *Remark {
	if i := r.materializedBy(object); i >= 0 {
		return &r.Remarks[i]
	}
	return nil
}

// materializedBy is the index of that remark, -1 if there is none.
func (r *Result) materializedBy(object trace.Value) int {
	n := trace.Value(len(r.In.Ops))
	v, copyNumber := object, uint8(0)
	if r.Peeled && v >= n && v < 2*n {
		v, copyNumber = v-n, 1
	}
	if v <= 0 || v >= n {
		return -1
	}
	if i := r.index().remark(v, copyNumber); i >= 0 {
		if m := &r.Remarks[i]; m.Reason == ReasonMaterialize || m.Reason == ReasonMaterializeBudget {
			return i
		}
	}
	return -1
}

// leaving is the object that a remark says must exist.
func (w *remarkWords) leaving() trace.Value {
	switch w.remark.Reason {
	case ReasonMaterialize, ReasonMaterializeBudget:
		return w.remark.In + trace.Value(w.remark.Copy)*trace.Value(len(w.r.In.Ops))
	case ReasonHeapDelayed, ReasonHeapFull:
		return w.remark.Facts[1]
	}
	return w.remark.Facts[0]
}

// leaves says how the object escapes: the operation, and what it does with the object or with
// one that refers to it.
func (w *remarkWords) leaves() {
	object := w.leaving()
	chain, exists := w.r.holders(object)
	out := object
	if len(chain) > 0 {
		out = chain[len(chain)-1]
	}
	inSentence := len(w.parts) > 0
	w.causeOperation(w.causes[0])
	if exists {
		w.add(PartText, " may see ")
		w.fact(out)
		w.refersTo(chain, ", which refers to ")
		return
	}
	w.letsOut(w.causes[0], out, inSentence && out == object)
	if len(chain) > 0 {
		w.add(PartText, ", and ")
		w.fact(out)
		w.refersTo(chain, " refers to ")
	}
}

// refersTo says how a chain of references leads to the object, starting from the far end, which
// the text before it has named.
func (w *remarkWords) refersTo(chain []trace.Value, link string) {
	w.add(PartText, link)
	for k := len(chain) - 2; k >= 0; k-- {
		if named := len(chain) - 1 - k; named > maxHolders {
			w.add(PartText, "others, and the last of them to ")
			break
		}
		w.fact(chain[k])
		w.add(PartText, ", which refers to ")
	}
	w.fact(w.leaving())
}

// letsOut says what an operation does that requires an object to exist. named means that the
// sentence has already named that object.
func (w *remarkWords) letsOut(c Cause, object trace.Value, named bool) {
	before, after := w.escapeWords(c, object)
	if named {
		w.add(PartText, " "+before+" it"+after)
		return
	}
	w.add(PartText, " "+before+" ")
	w.fact(object)
	w.add(PartText, after)
}

// escapeWords say what an operation does with an object: the words before its name and
// after it.
func (w *remarkWords) escapeWords(c Cause, object trace.Value) (before, after string) {
	t, v := w.operation(c)
	op := &t.Ops[v]
	switch op.Code {
	case trace.OpJump:
		return "passes", w.jumpWords(op)
	case trace.OpFinish:
		return "gives", " to the code that ran the trace"
	case trace.OpCall, trace.OpOpaque, trace.OpEscape, trace.OpEscapeValue, trace.OpDummy:
		return "gives", " to code that may do anything with it"
	case trace.OpPrint:
		return "prints", ""
	}
	if op.Code.IsGuard() {
		return "cannot describe", " if it fails"
	}
	isContainer := t.Args(v)[0] == object
	switch op.Code.Effect() {
	case trace.EffectWriteField, trace.EffectWriteArray, trace.EffectWriteRaw:
		if !isContainer {
			return "writes", " where any code can read it"
		}
		return "writes into", " at a place that is not known here"
	case trace.EffectReadField, trace.EffectReadArray, trace.EffectReadRaw:
		return "reads from", " what is not known here"
	}
	return "uses", " as an object"
}

// jumpWords say where a jump passes an object.
func (w *remarkWords) jumpWords(jump *trace.Op) string {
	switch {
	case w.r.Peeled:
		return " to the next iteration, which takes an object there"
	case jump.Descr < 0 || w.r.hasLabel(jump.Descr):
		return " to the next iteration, which may do anything with it"
	}
	return " to another trace, which may do anything with it"
}

// hasLabel reports whether the recorded trace has a label.
func (r *Result) hasLabel(label int32) bool {
	for i := range r.In.Ops {
		if r.In.Ops[i].Code == trace.OpLabel && r.In.Ops[i].Descr == label {
			return true
		}
	}
	return false
}

// left says it in a few words.
func (w *remarkWords) left() {
	chain, exists := w.r.holders(w.leaving())
	w.row(w.causes[0])
	switch {
	case exists:
		w.add(PartText, " may see ")
		w.fact(chain[len(chain)-1])
	case len(chain) > 0:
		w.add(PartText, " lets ")
		w.fact(chain[len(chain)-1])
		w.add(PartText, " escape")
	default:
		w.add(PartText, w.leftWords())
	}
}

// leftWords say what the operation does with the object itself.
func (w *remarkWords) leftWords() string {
	code := w.code(w.causes[0])
	switch code {
	case trace.OpJump:
		return " passes it on"
	case trace.OpFinish:
		return " returns it"
	case trace.OpCall, trace.OpOpaque, trace.OpEscape, trace.OpEscapeValue, trace.OpDummy:
		return " gives it away"
	}
	switch code.Effect() {
	case trace.EffectWriteField, trace.EffectWriteArray, trace.EffectWriteRaw:
		return " stores it"
	}
	return " needs it"
}
