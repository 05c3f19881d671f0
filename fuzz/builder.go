package fuzz

import "unbox/optimizer"

// builder puts a trace together, operation by operation. Its memory is used again
// for the next trace; a trace is valid until then.
type builder struct {
	vocabulary *vocabulary
	ops        []optimizer.Op
	args       []optimizer.Value
	consts     []optimizer.Const
	snaps      []optimizer.Snapshot
	snapList   []optimizer.Value
	names      [3]int
}

// use makes the builder ready for another trace with a vocabulary.
func (b *builder) use(v *vocabulary) {
	b.vocabulary = v
	b.ops = append(b.ops[:0], optimizer.Op{})
	b.args = b.args[:0]
	b.consts = b.consts[:0]
	b.snaps = append(b.snaps[:0], optimizer.Snapshot{Descr: -1})
	b.snaps[0] = optimizer.Snapshot{}
	b.snapList = b.snapList[:0]
	b.names = [3]int{}
}

// emit appends an operation and returns its result.
func (b *builder) emit(code optimizer.Opcode, t optimizer.Type, descr int32, args ...optimizer.Value) optimizer.Value {
	v := optimizer.Value(len(b.ops))
	op := optimizer.Op{
		Code: code, Type: t, Spelling: b.vocabulary.spelling[code][t], Descr: descr,
		First: uint32(len(b.args)), Len: uint32(len(args)), Src: int32(v),
	}
	b.args = append(b.args, args...)
	if t != optimizer.Void {
		kind := kindOf(t)
		if n := b.names[kind]; n < maxNames {
			op.Name = b.vocabulary.names[kind][n]
		}
		b.names[kind]++
	}
	b.ops = append(b.ops, op)
	return v
}

// snapshot gives the last operation, a guard, what it needs to leave.
func (b *builder) snapshot(values ...optimizer.Value) {
	b.ops[len(b.ops)-1].Snap = int32(len(b.snaps))
	b.snaps = append(b.snaps, optimizer.Snapshot{
		First: uint32(len(b.snapList)), Len: uint32(len(values)), Listed: true, Descr: -1})
	b.snapList = append(b.snapList, values...)
}

// constant returns the value that names a constant.
func (b *builder) constant(c optimizer.Const) optimizer.Value {
	for k := range b.consts {
		if b.consts[k] == c {
			return optimizer.ConstValue(k)
		}
	}
	b.consts = append(b.consts, c)
	return optimizer.ConstValue(len(b.consts) - 1)
}

func (b *builder) int(bits uint64) optimizer.Value {
	return b.constant(optimizer.Const{Kind: optimizer.ConstInt, Bits: bits})
}

func (b *builder) null() optimizer.Value {
	return b.constant(optimizer.Const{Kind: optimizer.ConstNull})
}

// trace returns what was built. The trace is a new one each time, because who has
// seen a trace takes it to stay as it is; its lists are the builder's.
func (b *builder) trace() *optimizer.Trace {
	return &optimizer.Trace{
		Ops: b.ops, ArgList: b.args, Consts: b.consts, Snaps: b.snaps, SnapList: b.snapList,
		Tables: b.vocabulary.tables, Dialect: b.vocabulary.dialect,
	}
}
