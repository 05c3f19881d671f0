package codegen

import (
	"slices"

	"unbox/backend"
	"unbox/heap"
	"unbox/trace"
)

// Locals that every function has, before those of values.
const (
	localFree  = iota // i32: the words Free and Limit
	localLimit        // i32
	localExit         // i32: the exit to leave through
	localA32          // i32: for one instruction
	localB32          // i32
	localFuel         // i64
	localA64          // i64: for one instruction
	localB64          // i64
	localC64          // i64
	localF64          // f64
	fixedLocals
)

var fixedTypes = [fixedLocals]byte{
	typeI32, typeI32, typeI32, typeI32, typeI32, typeI64, typeI64, typeI64, typeI64, typeF64,
}

// wasmType returns the type of the local for a value.
func wasmType(t heap.Type) byte {
	switch t {
	case heap.Float:
		return typeF64
	case heap.Ref:
		return typeI32
	}
	return typeI64
}

// locals gives values their locals. A value has one from its definition to its last
// use, and values that are there when the loop is entered have theirs to its end.
type locals struct {
	program *backend.Program
	// of is the local of each value, plus 1; last the last instruction that uses
	// it, -1 if none does.
	of   []uint32
	last []int32
	// ends has the values whose last use is an instruction, linked: next[v].
	ends []trace.Value
	next []trace.Value
	// defined are the values that have a local now, in the order in which they got it, and some of those that had one: gone
	// of them, whose last use is released or before.
	defined  []trace.Value
	gone     int
	released int
	// types are the types of all locals, free those that are not in use.
	types []byte
	free  [wasmTypes][]uint32
	// marked has room for a mark of each value, nil before the first one; after each use it is empty.
	marked []bool
}

// wasmTypes is the number of different results of typeMinus, which numbers the types of values.
const wasmTypes = 4

func typeMinus(t byte) int { return typeI32 - int(t) }

// mark marks values, or takes their marks away.
func (l *locals) mark(list []trace.Value, yes bool) {
	if l.marked == nil {
		l.marked = make([]bool, l.program.Values)
	}
	for _, v := range list {
		if v.IsOp() {
			l.marked[v] = yes
		}
	}
}

func newLocals(p *backend.Program, fused []bool) *locals {
	l := &locals{
		program: p, of: make([]uint32, p.Values), last: make([]int32, p.Values),
		ends: make([]trace.Value, len(p.Code)), next: make([]trace.Value, p.Values), released: -1,
		types: append([]byte(nil), fixedTypes[:]...),
	}
	l.findLast(fused)
	for v, k := range l.last {
		if k >= 0 {
			l.next[v] = l.ends[k]
			l.ends[k] = trace.Value(v)
		}
	}
	return l
}

// findLast finds the last use of each value. What a fused comparison uses is used
// by the guard after it.
func (l *locals) findLast(fused []bool) {
	p := l.program
	early := make([]bool, p.Values) // defined before the loop
	for v := range l.last {
		l.last[v] = -1
	}
	for _, v := range p.Entry {
		early[v] = true
	}
	for k := range p.Code {
		in := &p.Code[k]
		at := int32(k)
		if fused[k] {
			at++
		}
		p.EachUse(in, func(v trace.Value) {
			l.last[v] = max(l.last[v], at)
			if p.Loop >= 0 && k >= p.Loop && early[v] {
				l.last[v] = int32(len(p.Code) - 1)
			}
		})
		if k < p.Loop {
			if in.Op == backend.OpMoves {
				for _, m := range p.MovesOf(in) {
					early[m.Dst] = true
				}
			}
		}
	}
}

// used reports whether a value is used at all.
func (l *locals) used(v trace.Value) bool { return l.last[v] >= 0 }

// define gives a value a local.
func (l *locals) define(v trace.Value) uint32 {
	if l.of[v] != 0 {
		return l.of[v] - 1
	}
	l.defined = append(l.defined, v)
	t := wasmType(l.program.TypeOf(v))
	list := l.free[typeMinus(t)]
	if n := len(list); n > 0 {
		l.of[v] = list[n-1] + 1
		l.free[typeMinus(t)] = list[:n-1]
	} else {
		l.types = append(l.types, t)
		l.of[v] = uint32(len(l.types))
	}
	return l.of[v] - 1
}

// release frees the locals of values that are not used after instruction k.
func (l *locals) release(k int) {
	if l.ends[k] == trace.None {
		return
	}
	l.released = k
	for v := l.ends[k]; v != trace.None; v = l.next[v] {
		if local := l.of[v]; local != 0 {
			t := typeMinus(l.types[local-1])
			l.free[t] = append(l.free[t], local-1)
			l.gone++
		}
	}
	if 2*l.gone > len(l.defined) { // not each time: there may be 50,000 of them
		l.defined = slices.DeleteFunc(l.defined, func(v trace.Value) bool { return int(l.last[v]) <= k })
		l.gone = 0
	}
}

// alive lists the values that have a local now and are needed after an instruction.
func (l *locals) alive(after int) []trace.Value {
	var list []trace.Value
	for _, v := range l.defined {
		if int(l.last[v]) > max(after, l.released) {
			list = append(list, v)
		}
	}
	return list
}

// declare writes the declaration of a function's locals after its parameters: runs of equal types.
func (g *generator) declare(b *buffer, parameters int) {
	types := g.types[parameters:]
	var runs []int
	for k := range types {
		if k == 0 || types[k] != types[k-1] {
			runs = append(runs, k)
		}
	}
	b.unsigned(uint64(len(runs)))
	for i, from := range runs {
		to := len(types)
		if i+1 < len(runs) {
			to = runs[i+1]
		}
		b.unsigned(uint64(to - from))
		b.byte(types[from])
	}
}
