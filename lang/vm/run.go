package vm

import (
	"math"
	"math/bits"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// toFloat reads the bits of a double.
func toFloat(v uint64) float64 { return math.Float64frombits(v) }

// floorDiv and floorMod are Python's `//` and `%`; y is neither 0 nor -1.
func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func floorMod(x, y int64) int64 {
	m := x % y
	if m != 0 && (m < 0) != (y < 0) {
		m += y
	}
	return m
}

// run interprets the innermost frame and what it calls, until it returns; bottom is the
// number of frames with it. The result is 0 if it ends by an exception.
//
// The function is long because it is one switch: registers, constants and program
// counter stay in variables of the machine only as long as nothing else is called.
func (vm *VM) run(bottom int) Ref {
	var (
		w           = vm.w
		mem         []uint64
		r           *[window]uint64
		fr          *frame
		instrs      []compile.Instr
		caches      []cache
		k           []Ref
		pc          int
		i           compile.Instr
		v, x, y     Ref
		hx, hy      uint64
		a, b        int64
		fa, fb      float64
		s           int64
		at          int
		dest        uint8
		truth, good bool
		n           int
	)
load:
	fr = &vm.frames[vm.depth-1]
	mem = w.Words
	r = (*[window]uint64)(mem[fr.fp:])
	instrs, caches, k, pc = fr.code.run, fr.code.caches, fr.code.k, fr.pc
	for {
		i = instrs[pc]
	execute:
		pc++
		switch i.Op() {
		case compile.LoadK:
			r[i.A()] = k[i.D()]
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
			vm.raise(vm.types.unboundLocalError, "cannot access local variable '%s' where it is not associated with a value", fr.code.Names[i.D()])
			goto raised
		case compile.LoadCell:
			if v = mem[r[i.B()]>>3+1]; v != 0 {
				r[i.A()] = v
				continue
			}
			fr.pc = pc
			vm.unboundCell(fr.code.Names[i.D()], int(i.B()) >= fr.code.FirstFree && int(i.B()) < fr.code.FirstTemp)
			goto raised
		case compile.StoreCell:
			mem[r[i.A()]>>3+1] = r[i.B()]
			continue

		case compile.Add:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			goto add
		case compile.AddK:
			x, y, dest = r[i.B()], k[i.C()], i.A()
			goto add
		case compile.Sub:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			goto sub
		case compile.SubK:
			x, y, dest = r[i.B()], k[i.C()], i.A()
			goto sub
		case compile.Mul:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			goto mul
		case compile.MulK:
			x, y, dest = r[i.B()], k[i.C()], i.A()
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
				y = k[i.C()]
			}
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
				if b > 0 {
					s = floorDiv(a, b)
					goto boxInt
				}
			}
			goto binary
		case compile.Mod, compile.ModK:
			x, dest = r[i.B()], i.A()
			if i.Op() == compile.Mod {
				y = r[i.C()]
			} else {
				y = k[i.C()]
			}
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				a, b = int64(mem[x>>3+1]), int64(mem[y>>3+1])
				if b > 0 {
					s = floorMod(a, b)
					goto boxInt
				}
			}
			goto binary
		case compile.And, compile.AndK:
			x, dest = r[i.B()], i.A()
			if i.Op() == compile.And {
				y = r[i.C()]
			} else {
				y = k[i.C()]
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
				y = k[i.C()]
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
				y = k[i.C()]
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
			v = w.Bool(!truth)
			goto result

		case compile.Lt, compile.Le, compile.Gt, compile.Ge, compile.Eq, compile.Ne:
			x, y, dest = r[i.B()], r[i.C()], i.A()
			if mem[x>>3] == object.HInt && mem[y>>3] == object.HInt {
				r[dest] = w.Bool(compareInts(i.Op(), int64(mem[x>>3+1]), int64(mem[y>>3+1])))
				continue
			}
			if mem[x>>3] == object.HFloat && mem[y>>3] == object.HFloat {
				r[dest] = w.Bool(compareFloats(i.Op(), toFloat(mem[x>>3+1]), toFloat(mem[y>>3+1])))
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
			v = w.Bool(truth == (i.Op() == compile.In))
			goto result
		case compile.Is, compile.IsNot:
			r[i.A()] = w.Bool(vm.is(r[i.B()], r[i.C()]) == (i.Op() == compile.Is))
			continue

		case compile.Jump:
			pc = i.D()
			continue
		case compile.JumpIf, compile.JumpIfNot:
			x = r[i.A()]
			switch x {
			case w.True:
				truth = true
			case w.False:
				truth = false
			default:
				fr.pc = pc
				if truth, good = vm.truth(x); !good {
					goto raised
				}
				mem = w.Words
				r = (*[window]uint64)(mem[fr.fp:])
			}
			if truth == (i.Op() == compile.JumpIf) {
				goto taken
			}
			continue
		case compile.JLt, compile.JLtK:
			x, y = r[i.A()], r[i.B()]
			if i.Op() == compile.JLtK {
				y = k[i.B()]
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
				y = k[i.B()]
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
				y = k[i.B()]
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
				y = k[i.B()]
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
				y = k[i.B()]
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
			if vm.is(r[i.A()], r[i.B()]) == (i.C() != 0) {
				goto taken
			}
			continue
		case compile.Loop:
			at, pc = pc, i.D()
			n = int(uint16(i >> 8))
			fr.code.counts[n]++
			vm.fuel -= 1 + int64(at-pc)>>6 // straight code is work, too
			if vm.fuel < 0 {
				goto outOfFuel
			}
			if fr.code.counts[n] >= fr.code.triggers[n] {
				goto hot
			}
			if w.Free <= w.Due {
				continue
			}
			goto safe
		case compile.EnterLoop:
			n = int(uint16(i >> 8))
			fr.pc = pc - 1
			if w.Free > w.Due {
				vm.collect()
			}
			vm.tracing++
			vm.options.Tracer.Enter(vm, LoopID{fr.code.ID, n})
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
				if hy = mem[y>>3]; hy == object.HList {
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
			v = vm.next(x)
			if v == 0 {
				if vm.exc != 0 {
					goto raised
				}
				mem = w.Words
				r = (*[window]uint64)(mem[fr.fp:])
				goto taken
			}
			dest = i.B()
			goto result
		case compile.GetIter:
			fr.pc, dest = pc, i.A()
			v = vm.iter(r[i.B()])
			goto result

		case compile.GetAttr:
			x, dest = r[i.B()], i.A()
			if c := &caches[i.D()]; mem[x>>3] == object.HInstance && c.kind == cacheField && mem[x>>3+1] == c.key {
				if v = mem[int(mem[x>>3+2]>>3)+1+c.slot]; v != 0 {
					r[dest] = v
					continue
				}
			}
			fr.pc = pc
			v = vm.getAttr(x, fr.code.Names[i.D()], &caches[i.D()])
			goto result
		case compile.SetAttr:
			x, v = r[i.A()], r[i.B()]
			if c := &caches[i.D()]; mem[x>>3] == object.HInstance && mem[x>>3+1] == c.key {
				y = mem[x>>3+2]
				if c.kind == cacheField {
					mem[int(y>>3)+1+c.slot] = v
					continue
				}
				if c.kind == cacheAdd && int(mem[y>>3]>>32) > c.slot {
					mem[int(y>>3)+1+c.slot] = v
					mem[x>>3+1] = c.next
					continue
				}
			}
			fr.pc = pc
			if !vm.setAttr(x, fr.code.Names[i.D()], v, &caches[i.D()]) {
				goto raised
			}
			goto changed
		case compile.Method:
			x, at = r[i.B()], int(i.A())
			if c := &caches[i.D()]; c.kind == cacheMethod && c.version == vm.version {
				hx = mem[x>>3] & 0xffffffff
				if hx == object.HInstance {
					hx |= mem[x>>3+1] << 32
				}
				if hx == c.key {
					r[at&255], r[(at+1)&255] = vm.attrs[c.slot], x
					continue
				}
			}
			fr.pc = pc
			if i.C() == 1 && !vm.isContext(x) {
				goto raised
			}
			if v, y = vm.method(x, fr.code.Names[i.D()], &caches[i.D()]); v == 0 && y == 0 {
				goto raised
			}
			mem = w.Words
			r = (*[window]uint64)(mem[fr.fp:])
			r[at&255], r[(at+1)&255] = v, y
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
			v, good = vm.enter(fr.fp+int(i.B()), int(i.C())-len(fr.code.Keywords[i.D()]), fr.code.Keywords[i.D()])
			goto entered
		case compile.CallStar:
			fr.pc, dest = pc, i.A()
			v, good = vm.enterStar(fr.fp+int(i.B()), int(i.C()), fr.code.Keywords[i.D()])
			goto entered
		case compile.CallDict:
			fr.pc, dest = pc, i.A()
			v, good = vm.enterDict(fr.fp + int(i.B()))
			goto entered
		case compile.Return:
			v = r[i.A()]
			if fr.kind == returnValue || fr.kind == returnBinary && v != w.NotImplemented {
				dest = fr.dest
				vm.depth--
				fr = &vm.frames[vm.depth-1]
				w.Top = fr.top
				r = (*[window]uint64)(mem[fr.fp:])
				instrs, caches, k, pc = fr.code.run, fr.code.caches, fr.code.k, fr.pc
				r[dest] = v
				continue
			}
			if fr.inst != 0 {
				if v != w.None {
					fr.pc = pc
					vm.raise(vm.types.typeError, "__init__() should return None, not '%s'", vm.typeName(v))
					vm.pop()
					if vm.depth < bottom {
						return 0
					}
					fr = &vm.frames[vm.depth-1]
					goto raised
				}
				v = fr.inst
			}
			dest = fr.dest
			n = int(fr.kind)
			vm.pop()
			if vm.depth < bottom {
				return v
			}
			fr = &vm.frames[vm.depth-1]
			instrs, caches, k, pc = fr.code.run, fr.code.caches, fr.code.k, fr.pc
			if n == int(returnNothing) {
				goto changed
			}
			if n == int(returnBinary) {
				v = vm.declined(fr)
			}
			goto result

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
			if mem[y>>3] == object.HInt && mem[x>>3] == object.HList {
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
		default:
			fr.pc = pc
			switch v = vm.other(fr, i); {
			case v == 0:
				goto raised
			case v != noResult:
				dest = i.A()
				goto result
			}
			pc = fr.pc
			goto changed
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
			if s = a * b; uint64(a+1<<31) < 1<<32 && uint64(b+1<<31) < 1<<32 || !mulOverflows(a, b) {
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
		if fr.code.flow != nil {
			fr.code.flow.jumps(pc, i.D())
		}
		pc = i.D()
		continue
	binary:
		fr.pc = pc
		v, good = vm.enterBinary(i.Op(), x, y, i.D() != 0)
		goto entered
	compareJump:
		fr.pc = pc
		if truth, good = vm.compareJump(i.Op(), x, y); !good {
			goto raised
		}
		if truth == (i.C() != 0) {
			fr.code.flow.jumps(pc, i.D())
			pc = i.D()
		}
		goto changed
	getItem:
		fr.pc = pc
		v, good = vm.enterGetItem(r[i.B()], r[i.C()])
		goto entered
	call:
		fr.pc = pc
		x = mem[at]
		if w.Free > w.Due {
			vm.collect()
			mem = w.Words
			x = mem[at]
		}
		if mem[x>>3] == object.HFunc {
			c := vm.codes[mem[x>>3+1]]
			if c.simple && n == c.Positional {
				if !vm.push(c, mem[x>>3+2], at+1, returnValue) {
					goto raised
				}
				fr = &vm.frames[vm.depth-1]
				fr.dest = dest
				if vm.fuel < 0 {
					pc = 0
					goto outOfFuel
				}
				r = (*[window]uint64)(mem[fr.fp:])
				instrs, caches, k, pc = c.run, c.caches, c.k, 0
				continue
			}
		}
		v, good = vm.enter(at, n, nil)
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
		mem = w.Words
		r = (*[window]uint64)(mem[fr.fp:])
		r[dest] = v
		if w.Free <= w.Due {
			continue
		}
		goto safe
	changed:
		mem = w.Words
		r = (*[window]uint64)(mem[fr.fp:])
		if w.Free <= w.Due {
			continue
		}
	safe:
		fr.pc = pc
		vm.collect()
		mem = w.Words
		r = (*[window]uint64)(mem[fr.fp:])
		continue
	raised:
		fr.pc = pc
		if !vm.unwind(bottom) {
			return 0
		}
		goto load
	hot:
		fr.pc = pc
		if w.Free > w.Due {
			vm.collect()
		}
		vm.tracing++
		vm.options.Tracer.Hot(vm, LoopID{fr.code.ID, n})
		vm.tracing--
	left:
		fr = &vm.frames[vm.depth-1]
		if pc = fr.pc; vm.exc != 0 {
			goto raised
		}
		mem = w.Words
		r = (*[window]uint64)(mem[fr.fp:])
		instrs, caches, k = fr.code.run, fr.code.caches, fr.code.k
		i = fr.code.Instrs[pc] // no EnterLoop: whoever has been in a trace goes on
		goto execute
	outOfFuel:
		fr.pc = pc
		if !vm.refuel() {
			vm.stop(errFuel)
		}
		goto load
	}
}

// mulOverflows tells whether a product does not fit into 64 bits.
func mulOverflows(a, b int64) bool {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 {
		return true
	}
	if (a < 0) != (b < 0) {
		return lo > 1<<63
	}
	return lo > math.MaxInt64
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func compareInts(op compile.Op, a, b int64) bool {
	switch op {
	case compile.Lt:
		return a < b
	case compile.Le:
		return a <= b
	case compile.Gt:
		return a > b
	case compile.Ge:
		return a >= b
	case compile.Eq:
		return a == b
	}
	return a != b
}

func compareFloats(op compile.Op, a, b float64) bool {
	switch op {
	case compile.Lt:
		return a < b
	case compile.Le:
		return a <= b
	case compile.Gt:
		return a > b
	case compile.Ge:
		return a >= b
	case compile.Eq:
		return a == b
	}
	return a != b
}
