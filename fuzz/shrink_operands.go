package fuzz

import (
	"unbox/interp"
	"unbox/trace"
)

// replaceOps replaces results by something that already exists: any argument, a value
// that is earlier, the number that the operation computes, or a new input that is
// this number.
func (s *shrinker) replaceOps() (progress bool) {
	for at := len(s.best.order) - 1; at >= 0; at-- {
		if at >= len(s.best.order) {
			continue
		}
		op := s.best.op(at)
		if op.op.Type == trace.Void || op.op.Code == trace.OpParam {
			continue
		}
		progress = s.replaceOp(at) || progress
	}
	return progress
}

func (s *shrinker) replaceOp(at int) bool {
	t := s.best.op(at).op.Type
	for _, with := range s.standIns(at) {
		d := s.best.clone()
		for _, k := range d.unit(at) {
			if k != at {
				d.drop(k, trace.None)
			}
		}
		d.drop(at, with)
		if s.accept(d) {
			return true
		}
	}
	if t == trace.Ref {
		return false
	}
	bits, ok := s.valueAt(at)
	if !ok {
		return false
	}
	for _, input := range [...]bool{false, true} {
		d := s.best.clone()
		with := d.number(t, bits)
		v := d.order[at]
		if input {
			if with, ok = d.addInput(t, bits); !ok {
				return false
			}
		}
		place := d.placeOf(v)
		for _, k := range d.unit(place) {
			if k != place {
				d.drop(k, trace.None)
			}
		}
		d.drop(place, with)
		if s.accept(d) {
			return true
		}
	}
	return false
}

// standIns lists values of the type of a result that exist before it.
func (s *shrinker) standIns(at int) []trace.Value {
	d := s.best
	t := d.op(at).op.Type
	var list []trace.Value
	for k := at - 1; k >= 0 && len(list) < 12; k-- {
		if d.op(k).op.Code == trace.OpLabel {
			break
		}
		if d.op(k).op.Type == t {
			list = append(list, d.order[k])
		}
	}
	return list
}

func (d *draft) placeOf(v trace.Value) int {
	for k, have := range d.order {
		if have == v {
			return k
		}
	}
	panic("BUG: an operation that is not in its draft")
}

// addInput adds a parameter to the first label. Jumps to the label pass it on.
func (d *draft) addInput(t trace.Type, bits uint64) (trace.Value, bool) {
	if d.inputs == nil || len(d.order) == 0 || d.op(0).op.Code != trace.OpLabel {
		return trace.None, false
	}
	for k := 1; k < len(d.order); k++ {
		if d.op(k).op.Code == trace.OpLabel {
			return trace.None, false // it would not be visible after that one
		}
	}
	at := 1
	for at < len(d.order) && d.op(at).op.Code == trace.OpParam {
		at++
	}
	v := d.insert(at, draftOp{
		op:    trace.Op{Code: trace.OpParam, Type: t, Descr: -1},
		input: interp.Datum{Type: t, Bits: bits},
	})
	if last := d.op(len(d.order) - 1); last.op.Code == trace.OpJump {
		last.args = append(append([]trace.Value(nil), last.args...), v)
	}
	return v, true
}

// valueAt returns what the operation at a place computes in the first iteration on the
// failing inputs.
func (s *shrinker) valueAt(at int) (uint64, bool) {
	d := s.best.clone()
	for k := at + 1; k < len(d.order); k++ {
		d.op(k).gone = true
	}
	if d.op(at).op.Code.Info().Effect == trace.EffectOverflow && at+1 < len(d.order) {
		d.op(at + 1).gone = false
	}
	v := d.order[at]
	d.compact()
	d.insert(len(d.order), draftOp{op: trace.Op{Code: trace.OpFinish, Descr: -1}, args: []trace.Value{v}})
	t, in := d.build()
	if trace.Check(t) != nil {
		return 0, false
	}
	o := s.examiner.before.Run(t, in, s.found.World)
	if o.Exit != interp.ExitFinish || len(o.Values) != 1 {
		return 0, false
	}
	return o.Values[0].Bits, true
}

// shortenLists removes values from snapshots, finishes and effects.
func (s *shrinker) shortenLists() (progress bool) {
	for at := len(s.best.order) - 1; at >= 0; at-- {
		code := s.best.op(at).op.Code
		if len(s.best.op(at).snap) > 0 || s.best.op(at).op.Snap != 0 {
			progress = s.shortenSnapshot(at) || progress
		}
		switch code {
		case trace.OpFinish, trace.OpEscape, trace.OpEscapeValue, trace.OpCall, trace.OpOpaque:
			progress = s.shorten(at, func(op *draftOp) *[]trace.Value { return &op.args }) || progress
		}
	}
	return progress
}

func (s *shrinker) shortenSnapshot(at int) bool {
	d := s.best.clone()
	d.op(at).op.Snap, d.op(at).snap, d.op(at).pending = 0, nil, nil
	if s.accept(d) {
		return true
	}
	return s.shorten(at, func(op *draftOp) *[]trace.Value { return &op.snap })
}

// shorten removes values from a list, at first all but one, then one at a time.
func (s *shrinker) shorten(at int, list func(op *draftOp) *[]trace.Value) (progress bool) {
	n := len(*list(s.best.op(at)))
	for k := 0; k < n && n > 1; k++ {
		d := s.best.clone()
		all := list(d.op(at))
		*all = []trace.Value{(*all)[k]}
		if s.accept(d) {
			return true
		}
	}
	for k := n - 1; k >= 0; k-- {
		d := s.best.clone()
		all := list(d.op(at))
		fewer := append([]trace.Value(nil), (*all)[:k]...)
		*all = append(fewer, (*all)[k+1:]...)
		progress = s.accept(d) || progress
	}
	return progress
}

// dropParams removes parameters of labels with what jumps pass for them; a number
// or another parameter replaces the parameter.
func (s *shrinker) dropParams() (progress bool) {
	for at := len(s.best.order) - 1; at > 0; at-- {
		if at < len(s.best.order) && s.best.op(at).op.Code == trace.OpParam {
			progress = s.dropParam(at) || progress
		}
	}
	return progress
}

func (s *shrinker) dropParam(at int) bool {
	label := at
	for s.best.op(label).op.Code != trace.OpLabel {
		label--
	}
	t := s.best.op(at).op.Type
	for other := label + 1; other <= len(s.best.order); other++ {
		d := s.best.clone()
		var with trace.Value
		switch {
		case other < len(d.order) && d.op(other).op.Code == trace.OpParam:
			if other == at || d.op(other).op.Type != t || other > at {
				continue
			}
			with = d.order[other]
		default:
			bits := d.op(at).input.Bits
			if t == trace.Ref || label > 0 {
				bits = 0
			}
			with, other = d.number(t, bits), len(d.order)
		}
		d.unpass(label, at-label-1)
		d.drop(at, with)
		if s.accept(d) {
			return true
		}
	}
	return false
}

// unpass removes parameter k from what is passed to a label.
func (d *draft) unpass(label, k int) {
	id := d.op(label).op.Descr
	for at := range d.order {
		op := d.op(at)
		passes := op.op.Code == trace.OpJump && (op.op.Descr == id || op.op.Descr < 0 && label == 0) ||
			at == label && len(op.args) > 0
		if passes && k < len(op.args) {
			fewer := append([]trace.Value(nil), op.args[:k]...)
			op.args = append(fewer, op.args[k+1:]...)
		}
	}
}

// earlierOperands replaces operands by the earliest values that work.
func (s *shrinker) earlierOperands() (progress bool) {
	for at := range s.best.order {
		for k := range s.best.op(at).args {
			progress = s.earlierOperand(at, k) || progress
		}
	}
	return progress
}

func (s *shrinker) earlierOperand(at, k int) bool {
	arg := s.best.resolve(s.best.op(at).args[k])
	if !arg.IsOp() {
		return false
	}
	t := s.best.typeOf(arg)
	for earlier := range at {
		v := s.best.order[earlier]
		if v == arg {
			return false
		}
		if s.best.op(earlier).op.Type != t {
			continue
		}
		d := s.best.clone()
		op := d.op(at)
		op.args = append([]trace.Value(nil), op.args...)
		op.args[k] = v
		if s.accept(d) {
			return true
		}
	}
	return false
}
