package vm

import (
	"fmt"
	"math"

	"unbox/lang/object"
	"unbox/trace"
)

// maxCompared bounds how many objects [VM.Difference] looks at.
const maxCompared = 1 << 16

// Difference compares two machines that run the same program and have come to the same place: their frames,
// what is still read of the registers, the global variables, and all objects that can be reached from
// there. It returns the first difference, "" if there is none. The spare capacity of a container is not a
// difference, nor is the address of an object.
func (vm *VM) Difference(other *VM) string {
	c := comparer{a: vm, b: other, pairs: make(map[Ref]Ref)}
	if vm.depth != other.depth {
		return fmt.Sprintf("expected %d frames, found %d", vm.depth, other.depth)
	}
	for k := range vm.depth {
		if d := c.frames(&vm.frames[k], &other.frames[k], k == vm.depth-1); d != "" {
			return d
		}
	}
	for k, name := range vm.program.Globals {
		if d := c.values(vm.w.Words[vm.globals+k], other.w.Words[other.globals+k]); d != "" {
			return "the global variable `" + name + "`" + d
		}
	}
	return ""
}

// comparer compares the objects of two machines; pairs are those that were compared, or will be.
type comparer struct {
	a, b  *VM
	pairs map[Ref]Ref
}

func (c *comparer) frames(f, g *frame, innermost bool) string {
	toGo := f.kind == returnGo || g.kind == returnGo // a recorder calls from Go what the interpreter enters
	if f.code.ID != g.code.ID || f.pc != g.pc || !toGo && (f.kind != g.kind || f.dest != g.dest) {
		return fmt.Sprintf("expected `%s` at %d, found `%s` at %d", f.code.QualName, f.pc, g.code.QualName, g.pc)
	}
	live := f.code.live()[f.pc]
	if !innermost {
		first, n := f.code.Instrs[f.pc-1].Writes()
		for k := range n {
			live.Remove(first + k)
		}
	}
	for _, reg := range live.List() {
		d := c.values(c.a.w.Words[f.fp+reg], c.b.w.Words[g.fp+reg])
		switch {
		case d == "":
		case reg < len(f.code.VarNames):
			return fmt.Sprintf("`%s` of `%s`%s", f.code.VarNames[reg], f.code.QualName, d)
		default:
			return fmt.Sprintf("register %d of `%s`%s", reg, f.code.QualName, d)
		}
	}
	if d := c.values(f.inst, g.inst); d != "" {
		return "the new instance" + d
	}
	return ""
}

// values compares what two places hold. It returns what follows the name of the place in the message, as do all methods that
// compare parts of objects: nearly all are equal, and then no one needs a name.
func (c *comparer) values(x, y Ref) string {
	if x == 0 || y == 0 {
		if x != y {
			return ": one of them has no value"
		}
		return ""
	}
	sx, sy := c.a.shapeOf(x), c.b.shapeOf(y)
	if sx != sy {
		return fmt.Sprintf(": expected a value of '%s', found one of '%s'", c.a.typeName(x), c.b.typeName(y))
	}
	switch sx {
	case object.HInt, object.HBool:
		return differ("", c.a.intOf(x), c.b.intOf(y))
	case object.HFloat:
		if trace.SameNaN(trace.Float, c.a.w.Slot(x, 0)) != trace.SameNaN(trace.Float, c.b.w.Slot(y, 0)) {
			return differ("", c.a.floatOf(x), c.b.floatOf(y))
		}
		return ""
	case object.BStr:
		return differ("", c.a.w.Text(x), c.b.w.Text(y))
	case object.BBig:
		return differ("", c.a.w.BigOf(x).String(), c.b.w.BigOf(y).String())
	}
	if known, ok := c.pairs[x]; ok {
		if known != y {
			return ": two places refer to one object in one machine, and to two in the other"
		}
		return ""
	}
	if len(c.pairs) >= maxCompared {
		return ""
	}
	c.pairs[x] = y
	return c.contents(sx, x, y)
}

func differ[T comparable](part string, x, y T) string {
	if x == y {
		return ""
	}
	return fmt.Sprintf("%s: expected %v, found %v", part, x, y)
}

// contents compares two objects of one kind.
func (c *comparer) contents(shape uint64, x, y Ref) string {
	switch shape {
	case object.HList, object.HArray:
		if d := differ(", its length", c.a.listLen(x), c.b.listLen(y)); d != "" {
			return d
		}
		for k := range c.a.listLen(x) {
			if d := c.values(c.a.peek(x, k), c.b.peek(y, k)); d != "" {
				return fmt.Sprintf(", item %d%s", k, d)
			}
		}
		return ""
	case object.HInstance:
		return c.instances(x, y)
	case object.HType:
		return differ("", c.a.typeName(x), c.b.typeName(y))
	case object.HTraceback:
		return ""
	}
	if shape&3 != 0 {
		return c.arrays(x, y)
	}
	refs := c.a.w.ReferencesOf(shape)
	for k := range len(refs) {
		u, v := c.a.w.Slot(x, k), c.b.w.Slot(y, k)
		d := ""
		if refs[k] {
			d = c.values(u, v)
		} else {
			d = differ("", u, v)
		}
		if d != "" {
			return fmt.Sprintf(", part %d of a '%s'%s", k, c.a.typeName(x), d)
		}
	}
	return ""
}

// peek is an item of a list; numbers get boxes beside all objects of the program, which are
// given up again.
func (vm *VM) peek(l Ref, k int) Ref {
	free := vm.w.Free
	v := vm.listItem(l, k)
	if vm.w.Free != free {
		vm.scratchBox(v)
		v = vm.scratch()
		clear(vm.w.Words[free:vm.w.Free])
		vm.w.Free = free
	}
	return v
}

// scratch is a box in the free words after the registers in use.
func (vm *VM) scratch() Ref { return Ref(vm.stack-2) << 3 }

func (vm *VM) scratchBox(v Ref) {
	copy(vm.w.Words[vm.stack-2:vm.stack], vm.w.Words[v>>3:v>>3+2])
}

func (c *comparer) instances(x, y Ref) string {
	m, n := c.a.maps[c.a.w.Slot(x, 0)], c.b.maps[c.b.w.Slot(y, 0)]
	if d := differ(", its class", m.class.qualName, n.class.qualName); d != "" {
		return d
	}
	if d := differ(", how many attributes it has", len(m.names), len(n.names)); d != "" {
		return d
	}
	for k, name := range m.names {
		if d := differ(", the name of an attribute", name, n.names[k]); d != "" {
			return d
		}
		if name == ".traceback" {
			continue
		}
		if d := c.values(c.a.w.Slot(c.a.w.Slot(x, 1), k), c.b.w.Slot(c.b.w.Slot(y, 1), k)); d != "" {
			return "." + name + d
		}
	}
	return ""
}

// arrays compares tuples and what containers are made of.
func (c *comparer) arrays(x, y Ref) string {
	hx, hy := c.a.w.Header(x), c.b.w.Header(y)
	if d := differ(", its length", hx>>32, hy>>32); d != "" {
		return d
	}
	switch hx & math.MaxUint32 {
	case object.ARefs, object.ATuple:
		for k := range int(hx >> 32) {
			if d := c.values(c.a.w.Slot(x, k), c.b.w.Slot(y, k)); d != "" {
				return fmt.Sprintf(", item %d%s", k, d)
			}
		}
	case object.BTable:
		for k, v := range c.a.w.Table(x) {
			if d := differ(", an index", v, c.b.w.Table(y)[k]); d != "" {
				return d
			}
		}
	}
	return ""
}
