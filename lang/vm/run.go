package vm

import (
	"math"

	"unbox/lang/compile"
	"unbox/lang/numbers"
	"unbox/lang/object"
)

// toFloat reads the bits of a double.
func toFloat(v uint64) float64 { return math.Float64frombits(v) }

// run interprets the innermost frame and what it calls, until it returns; bottom is the
// number of frames with it. The result is 0 if it ends by an exception.
//
// The function is long because it is one switch: what belongs to the frame stays in variables of the machine only as long as
// nothing else is called. Within the switch, these variables are not written, except for pc: otherwise the compiler would store
// and load all of them for each instruction. So whatever calls a function goes on at load, with the frame's pc, which is set before.
func (vm *VM) run(bottom int) Ref {
	var (
		w           = vm.w.World
		yes, no     = vm.w.True, vm.w.False
		v, x, y     Ref
		hx, hy      uint64
		a, b        int64
		fa, fb      float64
		s           int64
		at          int
		dest        uint8
		truth, good bool
		n           int
		kind        returnKind
		callee      *code
		traced      bool
	)
load:
	fr := &vm.frames[vm.depth-1]
	mem, r := w.Words, (*[window]uint64)(w.Words[fr.fp:])
	code, pc := fr.code, fr.pc
	instrs := code.run
	i := instrs[pc]
	if traced { // a program that was in a trace continues: no EnterLoop
		i, traced = code.Instrs[pc], false
	}
	for ; ; i = instrs[pc] {
		pc++
		switch i.Op() {
		case compile.LoadK:
			r[i.A()] = code.k[i.D()]
			continue
		case compile.Move:
			r[i.A()] = r[i.B()]
			continue
		case compile.LoadGlobal:
			if v = mem[vm.globals+i.D()]; v != 0 {
				r[i.A()] = v
				continue
			}
			fr.pc = pc
			vm.unboundGlobal(i.D())
			goto raised
		case compile.StoreGlobal:
			mem[vm.globals+i.D()] = r[i.A()]
			continue
		case compile.Check:
			if r[i.A()] != 0 {
				continue
			}
			fr.pc = pc
			vm.raise(vm.types.unboundLocalError, "cannot access local variable '%s' where it is not associated with a value", code.Names[i.D()])
			goto raised
		case compile.LoadCell:
			if v = mem[r[i.B()]>>3+1]; v != 0 {
				r[i.A()] = v
				continue
			}
			fr.pc = pc
			vm.unboundCell(code.Names[i.D()], int(i.B()) >= code.FirstFree && int(i.B()) < code.FirstTemp)
			goto raised
		case compile.StoreCell:
			mem[r[i.A()]>>3+1] = r[i.B()]
			continue

		case compile.Add:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			goto add
		case compile.AddK:
			x, y, dest = r[i.B()], code.k[i.C()], i.A()
			goto add
		case compile.Sub:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			goto sub
		case compile.SubK:
			x, y, dest = r[i.B()], code.k[i.C()], i.A()
			goto sub
		case compile.Mul:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			goto mul
		case compile.MulK:
			x, y, dest = r[i.B()], code.k[i.C()], i.A()
			goto mul
		case compile.TrueDiv:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			hx, hy = mem[x>>3], mem[y>>3]
			if hx == object.HFloat && hy == object.HFloat {
				fa, fb = toFloat(mem[x>>3+1]), toFloat(mem[y>>3+1])
				if fb != 0 {
					fa /= fb
					goto boxFloat
				}
			}
			goto binary
		case compile.FloorDiv, compile.FloorDivK:
			x, dest = r[i.B()], i.A()
			if i.Op() == compile.FloorDiv {
				y = r[i.C()]
			} else {
				y = code.k[i.C()]
			}
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
				if b > 0 {
					s = numbers.FloorDiv(a, b)
					goto boxInt
				}
			}
			goto binary
		case compile.Mod, compile.ModK:
			x, dest = r[i.B()], i.A()
			if i.Op() == compile.Mod {
				y = r[i.C()]
			} else {
				y = code.k[i.C()]
			}
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
				if b > 0 {
					s = numbers.FloorMod(a, b)
					goto boxInt
				}
			}
			goto binary
		case compile.And, compile.AndK:
			x, dest = r[i.B()], i.A()
			if i.Op() == compile.And {
				y = r[i.C()]
			} else {
				y = code.k[i.C()]
			}
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				s = int64(mem[x>>3+1] & mem[y>>3+1])
				goto boxInt
			}
			goto binary
		case compile.Or:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				s = int64(mem[x>>3+1] | mem[y>>3+1])
				goto boxInt
			}
			goto binary
		case compile.Xor:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				s = int64(mem[x>>3+1] ^ mem[y>>3+1])
				goto boxInt
			}
			goto binary
		case compile.LShift, compile.LShiftK:
			x, dest = r[i.B()], i.A()
			if i.Op() == compile.LShift {
				y = r[i.C()]
			} else {
				y = code.k[i.C()]
			}
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
				if uint64(b) < 63 && a<<b>>b == a {
					s = a << b
					goto boxInt
				}
			}
			goto binary
		case compile.RShift, compile.RShiftK:
			x, dest = r[i.B()], i.A()
			if i.Op() == compile.RShift {
				y = r[i.C()]
			} else {
				y = code.k[i.C()]
			}
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
				if b >= 0 {
					s = a >> min(b, 63)
					goto boxInt
				}
			}
			goto binary
		case compile.Pow, compile.MatMul:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			goto binary
		case compile.Neg:
			x, dest = r[i.B()], i.A()
			if mem[x>>3] == object.HFloat {
				fa = -toFloat(mem[x>>3+1])
				goto boxFloat
			}
			if mem[x>>3] == object.HInt && int64(mem[x>>3+1]) != math.MinInt64 {
				s = -int64(mem[x>>3+1])
				goto boxInt
			}
			fr.pc = pc
			v = vm.unary(compile.Neg, x)
			goto result
		case compile.Pos, compile.Invert:
			fr.pc, dest = pc, i.A()
			v = vm.unary(i.Op(), r[i.B()])
			goto result
		case compile.Not:
			fr.pc, dest = pc, i.A()
			if truth, good = vm.truth(r[i.B()]); !good {
				goto raised
			}
			v = vm.w.Bool(!truth)
			goto result

		case compile.Lt, compile.Le, compile.Gt, compile.Ge, compile.Eq, compile.Ne:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				r[dest] = vm.w.Bool(holds(i.Op(), int64(mem[x>>3+1]), int64(mem[y>>3+1])))
				continue
			}
			if mem[x>>3] == object.HFloat && mem[y>>3] == object.HFloat {
				r[dest] = vm.w.Bool(holds(i.Op(), toFloat(mem[x>>3+1]), toFloat(mem[y>>3+1])))
				continue
			}
			fr.pc = pc
			v = vm.compare(i.Op(), x, y)
			goto result
		case compile.In, compile.NotIn:
			fr.pc, dest = pc, i.A()
			if truth, good = vm.contains(r[i.C()], r[i.B()]); !good {
				goto raised
			}
			v = vm.w.Bool(truth == (i.Op() == compile.In))
			goto result
		case compile.Is, compile.IsNot:
			r[i.A()] = vm.w.Bool(vm.is(r[i.B()], r[i.C()]) == (i.Op() == compile.Is))
			continue

		case compile.Jump:
			pc = i.D()
			continue
		case compile.JumpIf, compile.JumpIfNot:
			x = r[i.A()]
			switch x {
			case yes:
				truth = true
			case no:
				truth = false
			default:
				if mem[x>>3] == object.HInt {
					truth = mem[x>>3+1] != 0
					break
				}
				fr.pc = pc
				if truth, good = vm.truth(x); !good {
					goto raised
				}
				if truth == (i.Op() == compile.JumpIf) {
					goto jump
				}
				goto changed
			}
			if truth == (i.Op() == compile.JumpIf) {
				goto taken
			}
			continue
		case compile.JLt, compile.JLtK:
			x, y = r[i.A()], r[i.B()]
			if i.Op() == compile.JLtK {
				y = code.k[i.B()]
			}
			hx, hy = mem[x>>3], mem[y>>3]
			if hx == object.HInt && hy == object.HInt {
				truth = int64(mem[x>>3+1]) < int64(mem[y>>3+1])
			} else if hx == object.HFloat && hy == object.HFloat {
				truth = toFloat(mem[x>>3+1]) < toFloat(mem[y>>3+1])
			} else {
				goto compareJump
			}
			if truth == (i.C() != 0) {
				goto taken
			}
			continue
		case compile.JLe, compile.JLeK:
			x, y = r[i.A()], r[i.B()]
			if i.Op() == compile.JLeK {
				y = code.k[i.B()]
			}
			hx, hy = mem[x>>3], mem[y>>3]
			if hx == object.HInt && hy == object.HInt {
				truth = int64(mem[x>>3+1]) <= int64(mem[y>>3+1])
			} else if hx == object.HFloat && hy == object.HFloat {
				truth = toFloat(mem[x>>3+1]) <= toFloat(mem[y>>3+1])
			} else {
				goto compareJump
			}
			if truth == (i.C() != 0) {
				goto taken
			}
			continue
		case compile.JGt, compile.JGtK:
			x, y = r[i.A()], r[i.B()]
			if i.Op() == compile.JGtK {
				y = code.k[i.B()]
			}
			hx, hy = mem[x>>3], mem[y>>3]
			if hx == object.HInt && hy == object.HInt {
				truth = int64(mem[x>>3+1]) > int64(mem[y>>3+1])
			} else if hx == object.HFloat && hy == object.HFloat {
				truth = toFloat(mem[x>>3+1]) > toFloat(mem[y>>3+1])
			} else {
				goto compareJump
			}
			if truth == (i.C() != 0) {
				goto taken
			}
			continue
		case compile.JGe, compile.JGeK:
			x, y = r[i.A()], r[i.B()]
			if i.Op() == compile.JGeK {
				y = code.k[i.B()]
			}
			hx, hy = mem[x>>3], mem[y>>3]
			if hx == object.HInt && hy == object.HInt {
				truth = int64(mem[x>>3+1]) >= int64(mem[y>>3+1])
			} else if hx == object.HFloat && hy == object.HFloat {
				truth = toFloat(mem[x>>3+1]) >= toFloat(mem[y>>3+1])
			} else {
				goto compareJump
			}
			if truth == (i.C() != 0) {
				goto taken
			}
			continue
		case compile.JEq, compile.JEqK, compile.JNe, compile.JNeK:
			x, y = r[i.A()], r[i.B()]
			if i.Op() == compile.JEqK || i.Op() == compile.JNeK {
				y = code.k[i.B()]
			}
			hx, hy = mem[x>>3], mem[y>>3]
			if hx == object.HInt && hy == object.HInt {
				truth = mem[x>>3+1] == mem[y>>3+1]
			} else if hx == object.HFloat && hy == object.HFloat {
				truth = toFloat(mem[x>>3+1]) == toFloat(mem[y>>3+1])
			} else {
				goto compareJump
			}
			if i.Op() == compile.JNe || i.Op() == compile.JNeK {
				truth = !truth
			}
			if truth == (i.C() != 0) {
				goto taken
			}
			continue
		case compile.JIs:
			x, y = r[i.A()], r[i.B()]
			truth = x == y || mem[x>>3] == mem[y>>3] && vm.is(x, y)
			if truth == (i.C() != 0) {
				goto taken
			}
			continue
		case compile.Loop:
			at, pc = pc, i.D()
			n = int(uint16(i >> 8))
			code.counts[n]++
			vm.fuel -= 1 + int64(at-pc)>>6 // straight code is work, too
			if vm.fuel < 0 {
				fr.pc = at // it stops in the loop, not before it
				if !vm.refuel() {
					vm.stop(errFuel)
				}
				fr.pc = pc
				goto load
			}
			if code.counts[n] >= code.triggers[n] {
				fr.pc = pc
				goto hot
			}
			if w.Free <= w.Due {
				continue
			}
			fr.pc = at // a MemoryError is raised in the loop, not before it
			vm.collect()
			fr.pc = pc
			goto load
		case compile.EnterLoop:
			n = int(uint16(i >> 8))
			fr.pc = pc - 1
			if w.Free > w.Due {
				vm.collect()
			}
			vm.tracing++
			vm.options.Tracer.Enter(vm, LoopID{code.ID, n})
			vm.tracing--
			goto left
		case compile.ForIter:
			x = r[i.A()]
			switch mem[x>>3] {
			case object.HRangeIter:
				if mem[x>>3+3] == 0 {
					goto taken
				}
				mem[x>>3+3]--
				s, dest = int64(mem[x>>3+1]), i.B()
				mem[x>>3+1] += mem[x>>3+2]
				goto boxInt
			case object.HSeqIter:
				if y = mem[x>>3+1]; y == 0 {
					break
				}
				at = int(mem[x>>3+2])
				if hy = mem[y>>3]; hy == object.HList || hy == object.HArray {
					if at < int(mem[y>>3+1]) {
						mem[x>>3+2]++
						y, dest = mem[y>>3+2], i.B()
						switch uint64(uint32(mem[y>>3])) {
						case object.ARefs:
							r[dest] = mem[int(y>>3)+1+at]
							continue
						case object.AInts:
							s = int64(mem[int(y>>3)+1+at])
							goto boxInt
						}
						fa = toFloat(mem[int(y>>3)+1+at])
						goto boxFloat
					}
				} else if uint64(uint32(hy)) == object.ATuple && at < int(hy>>32) {
					mem[x>>3+2]++
					r[i.B()] = mem[int(y>>3)+1+at]
					continue
				}
			}
			fr.pc = pc
			if v = vm.next(x); v == 0 {
				if vm.exc != 0 {
					goto raised
				}
				goto jump
			}
			dest = i.B()
			goto result
		case compile.GetIter:
			fr.pc, dest = pc, i.A()
			v = vm.iter(r[i.B()])
			goto result

		case compile.GetAttr:
			x, dest = r[i.B()], i.A()
			if c := &code.caches[i.D()]; mem[x>>3] == object.HInstance && mem[x>>3+1] == c.key {
				if c.kind == cacheField {
					if v = mem[int(mem[x>>3+2]>>3)+1+int(c.slot)]; v != 0 {
						r[dest] = v
						continue
					}
				} else if c.kind == cacheValue && c.version == vm.version {
					r[dest] = vm.attrs[c.slot]
					continue
				}
			} else if c.kind == cacheOther && c.version == vm.version && mem[x>>3]|mem[x>>3+1]<<32 == c.key {
				r[dest] = vm.attrs[c.slot]
				continue
			}
			fr.pc = pc
			v = vm.getAttr(x, code.Names[i.D()], &code.caches[i.D()])
			goto result
		case compile.SetAttr:
			x, v = r[i.A()], r[i.B()]
			if c := &code.caches[i.D()]; mem[x>>3] == object.HInstance && mem[x>>3+1] == c.key {
				y = mem[x>>3+2]
				if c.kind == cacheField {
					mem[int(y>>3)+1+int(c.slot)] = v
					continue
				}
				if c.kind == cacheAdd && int(mem[y>>3]>>32) > int(c.slot) {
					mem[int(y>>3)+1+int(c.slot)] = v
					mem[x>>3+1] = c.next
					continue
				}
			}
			fr.pc = pc
			if !vm.setAttr(x, code.Names[i.D()], v, &code.caches[i.D()]) {
				goto raised
			}
			goto changed
		case compile.Method:
			x, at = r[i.B()], int(i.A())
			if c := &code.caches[i.D()]; c.version == vm.version {
				hx = mem[x>>3] & 0xffffffff
				if hx == object.HInstance || c.kind == cacheOther {
					hx |= mem[x>>3+1] << 32
				}
				if hx == c.key {
					if c.kind == cacheMethod {
						r[at&255], r[(at+1)&255] = vm.attrs[c.slot], x
						continue
					}
					if c.kind == cacheOther {
						r[at&255], r[(at+1)&255] = 0, vm.attrs[c.slot]
						continue
					}
				}
			}
			fr.pc = pc
			if i.C() == 1 && !vm.isContext(x) {
				goto raised
			}
			if v, y = vm.method(x, code.Names[i.D()], &code.caches[i.D()]); v == 0 && y == 0 {
				goto raised
			}
			w.Words[fr.fp+at], w.Words[fr.fp+at+1] = v, y
			goto changed
		case compile.CallMethod:
			dest, at, n = i.A(), fr.fp+int(i.B()), int(i.C())
			if mem[at] == 0 {
				at++
			} else {
				n++
			}
			goto call
		case compile.Call:
			dest, at, n = i.A(), fr.fp+int(i.B()), int(i.C())
			goto call
		case compile.CallKw:
			fr.pc, dest = pc, i.A()
			v, good = vm.enter(fr.fp+int(i.B()), int(i.C())-len(code.Keywords[i.D()]), code.Keywords[i.D()])
			goto entered
		case compile.CallStar:
			fr.pc, dest = pc, i.A()
			v, good = vm.enterStar(fr.fp+int(i.B()), int(i.C()), code.Keywords[i.D()])
			goto entered
		case compile.CallDict:
			fr.pc, dest = pc, i.A()
			v, good = vm.enterDict(fr.fp + int(i.B()))
			goto entered
		case compile.Return:
			v, kind = r[i.A()], fr.kind
			switch kind {
			case returnValue, returnNothing:
			case returnInit:
				if v != vm.w.None {
					goto returned
				}
				v = fr.inst
			case returnBinary:
				if v == vm.w.NotImplemented {
					goto returned
				}
			default:
				goto returned
			}
			vm.depth--
			if kind != returnNothing {
				mem[vm.frames[vm.depth-1].fp+int(fr.dest)] = v
			}
			w.Top = vm.frames[vm.depth-1].top
			goto load

		case compile.GetItem:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			if mem[y>>3] != object.HInt {
				goto getItem
			}
			a, hx = int64(mem[y>>3+1]), mem[x>>3]
			if hx == object.HList || hx == object.HArray {
				if b = int64(mem[x>>3+1]); a < 0 {
					a += b
				}
				if uint64(a) >= uint64(b) {
					goto getItem
				}
				x = mem[x>>3+2]
				switch uint64(uint32(mem[x>>3])) {
				case object.ARefs:
					r[dest] = mem[int64(x>>3)+1+a]
					continue
				case object.AInts:
					s = int64(mem[int64(x>>3)+1+a])
					goto boxInt
				}
				fa = toFloat(mem[int64(x>>3)+1+a])
				goto boxFloat
			}
			if uint64(uint32(hx)) == object.ATuple && a >= 0 && a < int64(hx>>32) {
				r[dest] = mem[int64(x>>3)+1+a]
				continue
			}
			goto getItem
		case compile.SetItem:
			x, y, v = r[i.A()], r[i.B()], r[i.C()]
			if mem[y>>3] == object.HInt && (mem[x>>3] == object.HList || mem[x>>3] == object.HArray && keepsAll(byte(mem[x>>3+3]))) {
				a, b = int64(mem[y>>3+1]), int64(mem[x>>3+1])
				if a < 0 {
					a += b
				}
				if uint64(a) < uint64(b) {
					y = mem[x>>3+2]
					switch uint64(uint32(mem[y>>3])) {
					case object.ARefs:
						mem[int64(y>>3)+1+a] = v
						continue
					case object.AInts:
						if mem[v>>3] == object.HInt {
							mem[int64(y>>3)+1+a] = mem[v>>3+1]
							continue
						}
					case object.AFloats:
						if mem[v>>3] == object.HFloat {
							mem[int64(y>>3)+1+a] = mem[v>>3+1]
							continue
						}
					}
					y = r[i.B()]
				}
			}
			fr.pc, dest = pc, 0
			if mem[x>>3] == object.HInstance {
				if hx = vm.specialFunction(x, specialSetItem, 3); hx != 0 {
					at, n, kind = w.Top, 3, returnNothing
					mem[at], mem[at+1], mem[at+2] = x, y, v
					x = hx
					goto begin
				}
			}
			if v, good = vm.enterSetItem(x, y, v); good {
				goto entered
			}
			if v == 0 {
				goto raised
			}
			goto changed
		case compile.DelItem:
			fr.pc = pc
			if !vm.delItem(r[i.A()], r[i.B()]) {
				goto raised
			}
			goto changed
		case compile.ListAppend:
			fr.pc = pc
			vm.listAppend(r[i.A()], r[i.B()])
			goto changed
		case compile.BuildTuple:
			at, n = w.Free, int(i.C())
			mem[at] = object.ATuple | uint64(n)<<32
			for j := range n {
				mem[at+1+j] = r[i.B()+uint8(j)]
			}
			w.Free = at + 1 + n
			r[i.A()] = uint64(at) << 3
			if w.Free <= w.Due {
				continue
			}
			fr.pc = pc
			goto changed
		case compile.Unpack:
			x, n = r[i.B()], int(i.C())
			if mem[x>>3] != object.ATuple|uint64(n)<<32 {
				goto other
			}
			for j := range n {
				r[i.A()+uint8(j)] = mem[int(x>>3)+1+j]
			}
			continue
		default:
			goto other
		}

	add:
		hx, hy = mem[x>>3], mem[y>>3]
		if hx == object.HInt && hy == object.HInt {
			a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
			s = a + b
			if (a^s)&(b^s) >= 0 {
				goto boxInt
			}
		} else if hx == object.HFloat && hy == object.HFloat {
			fa = toFloat(mem[x>>3+1]) + toFloat(mem[y>>3+1])
			goto boxFloat
		}
		goto binary
	sub:
		hx, hy = mem[x>>3], mem[y>>3]
		if hx == object.HInt && hy == object.HInt {
			a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
			s = a - b
			if (a^b)&(a^s) >= 0 {
				goto boxInt
			}
		} else if hx == object.HFloat && hy == object.HFloat {
			fa = toFloat(mem[x>>3+1]) - toFloat(mem[y>>3+1])
			goto boxFloat
		}
		goto binary
	mul:
		hx, hy = mem[x>>3], mem[y>>3]
		if hx == object.HInt && hy == object.HInt {
			a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
			if s = a * b; uint64(a+1<<31) < 1<<32 && uint64(b+1<<31) < 1<<32 || !numbers.MulOverflows(a, b) {
				goto boxInt
			}
		} else if hx == object.HFloat && hy == object.HFloat {
			fa = toFloat(mem[x>>3+1]) * toFloat(mem[y>>3+1])
			goto boxFloat
		}
		goto binary
	boxInt:
		at = w.Free
		mem[at] = object.HInt
		mem[at+1] = uint64(s)
		w.Free = at + 2
		r[dest] = uint64(at) << 3
		continue
	boxFloat:
		at = w.Free
		mem[at] = object.HFloat
		mem[at+1] = math.Float64bits(fa)
		w.Free = at + 2
		r[dest] = uint64(at) << 3
		continue
	taken:
		if code.flow != nil {
			code.flow.jumps(pc, i.D())
		}
		pc = i.D()
		continue
	}
other:
	fr.pc = pc
	switch v = vm.other(fr, i); {
	case v == 0:
		goto raised
	case v == suspended:
		vm.pop()
		return vm.given
	case v != noResult:
		dest = i.A()
		goto result
	}
	goto changed
returned: // to Go, or what the caller does not take as it is
	if fr.kind == returnGenerator {
		vm.pop()
		return v
	}
	if fr.inst != 0 {
		if v != vm.w.None {
			fr.pc = pc
			vm.raise(vm.types.typeError, "__init__() should return None, not '%s'", vm.typeName(v))
			vm.pop()
			if vm.depth < bottom {
				return 0
			}
			goto raised
		}
		v = fr.inst
	}
	dest = fr.dest
	vm.pop()
	if vm.depth < bottom {
		return v
	}
	fr = &vm.frames[vm.depth-1]
	v = vm.declined(fr)
	goto result
binary:
	fr.pc = pc
	if mem[x>>3] == object.HInstance {
		if v = vm.plainOperator(i.Op(), x, y, i.D() != 0); v != 0 {
			at, n, kind = w.Top, 2, returnBinary
			mem[at], mem[at+1] = x, y
			x = v
			goto begin
		}
	}
	v, good = vm.enterBinary(i.Op(), x, y, i.D() != 0)
	goto entered
compareJump:
	fr.pc = pc
	if truth, good = vm.compareJump(i.Op(), x, y); !good {
		goto raised
	}
	if truth != (i.C() != 0) {
		goto changed
	}
jump:
	code.flow.jumps(pc, i.D())
	fr.pc = i.D()
	goto changed
getItem:
	fr.pc = pc
	x, y = r[i.B()], r[i.C()]
	if mem[x>>3] == object.HInstance {
		if v = vm.specialFunction(x, specialGetItem, 2); v != 0 {
			at, n, kind = w.Top, 2, returnValue
			mem[at], mem[at+1] = x, y
			x = v
			goto begin
		}
	}
	v, good = vm.enterGetItem(x, y)
	goto entered
call: // of what stands at an index, with the n arguments after it
	fr.pc = pc
	if w.Free > w.Due {
		vm.collect()
		mem = w.Words
	}
	x = mem[at]
	switch mem[x>>3] {
	case object.HFunc:
		if vm.codes[mem[x>>3+1]].takes(n) {
			at, kind = at+1, returnValue
			goto begin
		}
	case object.HBuiltin:
		if f := vm.builtins[mem[x>>3+1]].float; f != nil && n == 1 && mem[mem[at+1]>>3] == object.HFloat {
			if fa = f(toFloat(mem[mem[at+1]>>3+1])); fa-fa == 0 { // which is finite
				v = vm.w.New(object.HFloat, math.Float64bits(fa))
				goto result
			}
		}
	case object.HType:
		if y = vm.plainInit(vm.classes[mem[x>>3+1]], n); y != 0 {
			v = vm.instance(vm.classes[mem[x>>3+1]])
			mem = w.Words
			mem[at] = v
			x, n, kind = y, n+1, returnInit
			goto begin
		}
	}
	v, good = vm.enter(at, n, nil)
	goto entered
begin: // a call of x, of which plainFunction is true, with n arguments from an index on
	callee = vm.codes[mem[x>>3+1]]
	vm.addDefaults(callee, x, at, n)
	if !vm.push(callee, mem[x>>3+2], at, kind) {
		goto raised
	}
	fr = &vm.frames[vm.depth-1]
	if fr.dest = dest; kind == returnInit {
		fr.inst = mem[at]
	}
	if vm.fuel < 0 {
		goto outOfFuel
	}
	goto load
entered:
	if good {
		vm.frames[vm.depth-1].dest = dest
		if vm.fuel < 0 {
			goto outOfFuel
		}
		goto load
	}
result:
	if v == 0 {
		goto raised
	}
	w.Words[fr.fp+int(dest)] = v
changed:
	if w.Free > w.Due {
		vm.collect()
	}
	goto load
raised:
	if !vm.unwind(bottom) {
		return 0
	}
	goto load
hot:
	if w.Free > w.Due {
		vm.collect()
	}
	vm.tracing++
	vm.options.Tracer.Hot(vm, LoopID{code.ID, n})
	vm.tracing--
left:
	if vm.exc != 0 {
		goto raised
	}
	traced = true
	goto load
outOfFuel:
	if !vm.refuel() {
		vm.stop(errFuel)
	}
	goto load
}
