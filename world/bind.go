package world

import (
	"slices"
	"strings"

	"unbox/trace"
)

// Bind returns the trace as the world sees it: a call of a known function has its effect,
// and constants that can be read from known objects have names. The text is the same, and
// so is the trace if the world says nothing that concerns it.
func (w *World) Bind(t *trace.Trace) *trace.Trace {
	if w.IsZero() {
		return t
	}
	b := &binding{w: w, from: t, tables: *t.Tables}
	b.nameConstants()
	b.bindCalls()
	if len(b.tables.Syms) == len(t.Tables.Syms) && b.ops == nil {
		return t
	}
	bound := *t
	bound.Tables = &b.tables
	if b.ops != nil {
		bound.Ops = b.ops
	}
	return &bound
}

// binding is a trace that is being bound to a world.
type binding struct {
	w      *World
	from   *trace.Trace
	tables trace.Tables
	// ops are the operations with the effects of calls, nil as long as they are those of from.
	ops []trace.Op
}

// nameConstants adds the names of objects that reads of known fields lead to, but only for
// fields that the trace reads.
func (b *binding) nameConstants() {
	if len(b.w.Objects) == 0 {
		return
	}
	have := make(map[string]bool, len(b.tables.Syms))
	for _, name := range b.tables.Syms {
		have[name] = true
	}
	b.tables.Syms = slices.Clip(b.tables.Syms)
	for _, name := range b.w.reachable(b.from) {
		if !have[name] {
			b.tables.Syms = append(b.tables.Syms, name)
		}
	}
}

// reachable returns the constants with known objects that a trace mentions or can read from
// those, by name, in the order in which they are reached.
func (w *World) reachable(t *trace.Trace) []string {
	read := make(map[int32]bool)
	for k := range t.Ops {
		if t.Ops[k].Code == trace.OpGet {
			read[t.Ops[k].Descr] = true
		}
	}
	var names []string
	seen := make(map[string]bool)
	visit := func(name string) {
		if _, known := w.Objects[name]; name != "" && !seen[name] && known {
			seen[name] = true
			names = append(names, name)
		}
	}
	for k := range t.Consts {
		if w.ObjectOf(t.Tables, t.Consts[k]) != nil {
			visit(t.Tables.Syms[t.Consts[k].Name])
		}
	}
	for _, list := range w.factLists(t) {
		for k := range list {
			visit(list[k].Value.Object)
		}
	}
	for k := 0; k < len(names); k++ {
		o := w.Objects[names[k]]
		for i := range o.Fields {
			if read[int32(o.Fields[i].Field)] {
				visit(o.Fields[i].Value.Object)
			}
		}
	}
	return names
}

// factLists returns the lists of facts about labels of a trace.
func (w *World) factLists(t *trace.Trace) [][]Fact {
	lists := [][]Fact{w.Inputs}
	for _, l := range t.Tables.Labels {
		if list := w.Labels[l.Name]; len(list) > 0 {
			lists = append(lists, list)
		}
	}
	return lists
}

// bindCalls gives calls the effects of their functions. The descriptor keeps its text and
// gets another effect.
func (b *binding) bindCalls() {
	if len(b.w.Calls) == 0 {
		return
	}
	made := make(map[trace.Descr]int32)
	for v := range b.from.Ops {
		op := &b.from.Ops[v]
		effect, known := b.w.effectOf(b.from, trace.Value(v))
		if !known || op.Descr < 0 || b.from.Tables.Texts[op.Descr].Effect == int8(effect) {
			continue
		}
		descr := b.from.Tables.Texts[op.Descr]
		descr.Effect = int8(effect)
		k, there := made[descr]
		if !there {
			k = int32(len(b.tables.Texts))
			b.tables.Texts = append(slices.Clip(b.tables.Texts), descr)
			made[descr] = k
		}
		if b.ops == nil {
			b.ops = slices.Clone(b.from.Ops)
		}
		b.ops[v].Descr = k
	}
}

// effectOf returns what is known of the function that an operation calls.
func (w *World) effectOf(t *trace.Trace, v trace.Value) (Effect, bool) {
	if t.Ops[v].Code != trace.OpCall || t.Ops[v].Len == 0 {
		return 0, false
	}
	at := 0
	if t.Ops[v].Condition() != trace.CallsAlways {
		at = 1
	}
	function := t.Arg(v, at)
	if !function.IsConst() || t.Const(function).Kind != trace.ConstAddress {
		return 0, false
	}
	effect, known := w.Calls[t.Tables.Syms[t.Const(function).Name]]
	return effect, known
}

// isPointer reports whether the name of a constant means a particular object: ConstPtr(name), but
// not a number from a log.
func isPointer(name string) bool {
	inside, ok := strings.CutPrefix(name, "ConstPtr(")
	inside, closed := strings.CutSuffix(inside, ")")
	if !ok || !closed || inside == "" || inside == "null" || inside == "NULL" || strings.ContainsAny(inside, "()\n") {
		return false
	}
	number, isLog := strings.CutPrefix(inside, "ptr")
	return !isLog || number == "" || strings.Trim(number, "0123456789") != ""
}
