package compile

import "math/bits"

// Registers is a set of registers of a function.
type Registers [4]uint64

// Has reports whether a register is in the set.
func (s *Registers) Has(reg int) bool { return s[reg>>6]>>(reg&63)&1 != 0 }

// Add puts a register into the set.
func (s *Registers) Add(reg int) { s[reg>>6] |= 1 << (reg & 63) }

// Remove takes a register out of the set.
func (s *Registers) Remove(reg int) { s[reg>>6] &^= 1 << (reg & 63) }

// Union puts all registers of another set into this one.
func (s *Registers) Union(other Registers) {
	for k := range s {
		s[k] |= other[k]
	}
}

// List returns the registers of the set in ascending order.
func (s *Registers) List() []int {
	var list []int
	for k, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, 64*k+bits.TrailingZeros64(word))
		}
	}
	return list
}

func (s *Registers) addRange(first, n int) {
	for k := range n {
		s.Add(first + k)
	}
}

// Reads returns the registers that an instruction of the function reads.
func (c *Code) Reads(i Instr) (reads Registers) {
	a, b, n := int(i.A()), int(i.B()), int(i.C())
	switch op := i.Op(); {
	case op >= Add && op <= Xor, op >= Lt && op <= IsNot, op == GetItem:
		reads.Add(b)
		reads.Add(n)
	case op >= AddK && op <= Not, op == Move, op == LoadClass, op == LoadCell, op == GetIter, op == GetAttr, op == Method,
		op == ListToTuple, op == SetConst, op == Unpack, op == UnpackStar, op == ImportFrom:
		reads.Add(b)
	case op >= JLt && op <= JNe, op == JIs, op == StoreCell, op == SetAttr, op == DelItem, op == ListAppend,
		op == SetAdd, op == SetUpdate, op == Match, op == YieldFrom:
		reads.Add(a)
		reads.Add(b)
	case op == DelLocal: // of a variable that has no value yet, it only makes sure of that
		if b == 0 && n == 0 {
			reads.Add(a)
		}
	case op == Check, op == StoreGlobal, op == MakeCell, op == DelCell, op == JumpIf, op == JumpIfNot,
		op >= JLtK && op <= JNeK, op == ForIter, op == Consumer, op == DelAttr, op == Return, op == Reraise, op == Yield:
		reads.Add(a)
	case op == SetItem:
		reads.Add(a)
		reads.Add(b)
		reads.Add(n)
	case op == Super, op == WithExit:
		reads.Add(b)
		reads.Add(n)
	default:
		c.readsMany(i, &reads)
	}
	return reads
}

// readsMany is Reads for what reads registers next to each other, or depends on more than its
// operation.
func (c *Code) readsMany(i Instr, reads *Registers) {
	a, b, n := int(i.A()), int(i.B()), int(i.C())
	switch i.Op() {
	case ListExtend:
		reads.Add(a)
		reads.Add(b)
		if n == 1 {
			reads.Add(a - 1)
		}
	case DictMerge:
		reads.Add(a)
		reads.Add(b)
		switch n {
		case 1:
			reads.Add(a - 2)
		case 2:
			reads.Add(a + 1)
		}
	case CallMethod, CallStar:
		reads.addRange(b, n+2)
	case CallDict:
		reads.addRange(b, 3)
	case Call, CallKw:
		reads.addRange(b, n+1)
	case BuildSlice:
		reads.addRange(b, 3)
	case BuildTuple, BuildList, BuildSet, BuildString:
		reads.addRange(b, n)
	case BuildDict:
		reads.addRange(b, 2*n)
	case Format:
		reads.addRange(b, 1+i.D())
	case MakeFunction:
		reads.addRange(b, n)
		for _, reg := range c.Functions[i.D()].Captures {
			reads.Add(reg)
		}
	case MakeClass: // the class's variables
		reads.addRange(0, c.NumRegs)
	case Raise:
		if n != 2 {
			reads.Add(a)
		}
		if n == 1 {
			reads.Add(b)
		}
	case AssertFail:
		if n == 1 {
			reads.Add(a)
		}
	}
}

// Writes returns the registers that an instruction writes if it raises no exception: n from
// first on. That of [ForIter] is written unless it jumps.
func (i Instr) Writes() (first, n int) {
	switch op := i.Op(); op {
	case StoreGlobal, DelGlobal, Check, Consumer, StoreCell, DelCell, Jump, JumpIf, JumpIfNot, Loop, SetAttr, DelAttr, SetItem, DelItem, ListAppend,
		ListExtend, DictMerge, SetAdd, SetUpdate, Return, Raise, Reraise, AssertFail, Match:
		return 0, 0
	case ForIter, Yield, YieldFrom:
		return int(i.B()), 1
	case Method:
		return int(i.A()), 2
	case Unpack:
		return int(i.A()), int(i.C())
	case UnpackStar:
		return int(i.A()), int(i.C()) + 1 + i.D()
	default:
		if op >= JLt && op <= JIs {
			return 0, 0
		}
		return int(i.A()), 1
	}
}

// Successors returns where the program continues after an instruction at pc that raises no
// exception: at the next one, and elsewhere. A missing one is -1.
func (i Instr) Successors(pc int) (next, other int) {
	switch op := i.Op(); op {
	case Jump, Loop:
		return -1, i.D()
	case Return, Raise, Reraise, AssertFail:
		return -1, -1
	case JumpIf, JumpIfNot, ForIter, Match:
		return pc + 1, i.D()
	default:
		if op >= JLt && op <= JIs {
			return pc + 1, i.D()
		}
		return pc + 1, -1
	}
}

// Live says, for each instruction, which registers are still read from there on before they are
// written: by the instruction itself, by those after it, or by the handler of an exception that
// it raises. What tracebacks read counts, too.
func (c *Code) Live() []Registers {
	n := len(c.Instrs)
	live := make([]Registers, n+1)
	always := make([]Registers, n)
	for pc, i := range c.Instrs {
		always[pc] = c.Reads(i)
	}
	for _, r := range c.Regions {
		for pc := r.From + 1; pc < min(r.To, n); pc++ { // the first one puts the exception there
			always[pc].Add(r.Reg)
		}
	}
	handlers := make([][]int, n)
	for _, h := range c.Handlers {
		for pc := h.From; pc < min(h.To, n); pc++ {
			handlers[pc] = append(handlers[pc], h.Target)
		}
	}
	for changed := true; changed; {
		changed = false
		for pc := n - 1; pc >= 0; pc-- {
			in := c.liveBefore(pc, live)
			in.Union(always[pc])
			for _, target := range handlers[pc] {
				in.Union(live[target])
			}
			if in != live[pc] {
				live[pc], changed = in, true
			}
		}
	}
	return live[:n]
}

// liveBefore is what the instructions after one need of what was there before it.
func (c *Code) liveBefore(pc int, live []Registers) (in Registers) {
	i := c.Instrs[pc]
	next, other := i.Successors(pc)
	first, n := i.Writes()
	if next >= 0 {
		in = live[next]
		for k := range n {
			in.Remove(first + k)
		}
	}
	if other >= 0 {
		in.Union(live[other])
	}
	return in
}
