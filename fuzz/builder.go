package fuzz

import "unbox/trace"

// builder puts a trace together, operation by operation. It reuses its memory for
// the next trace; a trace is valid until then.
type builder struct {
	vocabulary *vocabulary
	ops        []trace.Op
	args       []trace.Value
	consts     []trace.Const
	snaps      []trace.Snapshot
	snapList   []trace.Value
	names      [3]int
}

// use makes the builder ready for another trace with a vocabulary.
func (b *builder) use(v *vocabulary) {
	b.vocabulary = v
	b.ops = append(b.ops[:0], trace.Op{})
	b.args = b.args[:0]
	b.consts = b.consts[:0]
	b.snaps = append(b.snaps[:0], trace.Snapshot{Descr: -1})
	b.snaps[0] = trace.Snapshot{}
	b.snapList = b.snapList[:0]
	b.names = [3]int{}
}

// emit appends an operation and returns its result.
func (b *builder) emit(code trace.Opcode, t trace.Type, descr int32, args ...trace.Value) trace.Value {
	v := trace.Value(len(b.ops))
	op := trace.Op{
		Code: code, Type: t, Spelling: b.vocabulary.spelling[code][t], Descr: descr,
		First: uint32(len(b.args)), Len: uint32(len(args)), Src: int32(v),
	}
	b.args = append(b.args, args...)
	if t != trace.Void {
		kind := kindOf(t)
		if n := b.names[kind]; n < maxNames {
			op.Name = b.vocabulary.names[kind][n]
		}
		b.names[kind]++
	}
	b.ops = append(b.ops, op)
	return v
}

// snapshot gives the last operation, a guard, its snapshot.
func (b *builder) snapshot(values ...trace.Value) {
	b.ops[len(b.ops)-1].Snap = int32(len(b.snaps))
	b.snaps = append(b.snaps, trace.Snapshot{
		First: uint32(len(b.snapList)), Len: uint32(len(values)), Listed: true, Descr: -1})
	b.snapList = append(b.snapList, values...)
}

// constant returns the value that names a constant.
func (b *builder) constant(c trace.Const) trace.Value {
	for k := range b.consts {
		if b.consts[k] == c {
			return trace.ConstValue(k)
		}
	}
	b.consts = append(b.consts, c)
	return trace.ConstValue(len(b.consts) - 1)
}

func (b *builder) int(bits uint64) trace.Value {
	return b.constant(trace.Const{Kind: trace.ConstInt, Bits: bits})
}

func (b *builder) null() trace.Value {
	return b.constant(trace.Const{Kind: trace.ConstNull})
}

// trace returns what was built. It is a new Trace each time, because others
// expect a trace that they have seen to stay as it is; its lists are the
// builder's.
func (b *builder) trace() *trace.Trace {
	return &trace.Trace{
		Ops: b.ops, ArgList: b.args, Consts: b.consts, Snaps: b.snaps, SnapList: b.snapList,
		Tables: b.vocabulary.tables, Dialect: b.vocabulary.dialect,
	}
}
