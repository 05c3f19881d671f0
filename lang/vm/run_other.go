package vm

import (
	"cmp"
	"slices"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/library"
	"unbox/lang/object"
)

// noResult is returned by an instruction without a result and without an
// exception.
const noResult = ^Ref(0)

// done is the result of an instruction without one.
func done(ok bool) Ref {
	if ok {
		return noResult
	}
	return 0
}

// other executes the instructions without a fast path. A jump changes the frame's pc.
func (vm *VM) other(f *frame, i compile.Instr) Ref {
	r := vm.w.Words[f.fp : f.fp+window]
	a, b, c := int(i.A()), int(i.B()), int(i.C())
	switch i.Op() {
	case compile.DelGlobal:
		return vm.delGlobal(i.D())
	case compile.LoadClass:
		if r[b] != 0 {
			return r[b]
		}
		if v := vm.w.Words[vm.globals+i.D()]; v != 0 {
			return v
		}
		return vm.unboundGlobal(i.D())
	case compile.MakeCell:
		return vm.w.New(object.HCell, r[a])
	case compile.DelLocal:
		if r[a] == 0 && c == 0 && b == 0 {
			return vm.raise(vm.types.unboundLocalError, "cannot access local variable '%s' where it is not associated with a value", f.code.VarNames[a])
		}
		r[a] = 0
		return noResult
	case compile.DelCell:
		vm.w.SetSlot(r[a], 0, 0)
		return noResult
	case compile.DelAttr:
		return done(vm.delAttr(r[a], f.code.Names[i.D()]))
	case compile.BuildSlice:
		return vm.w.New(object.HSlice, r[b], r[b+1], r[b+2])
	case compile.BuildTuple:
		return vm.newTuple(r[b : b+c]...)
	case compile.BuildList:
		return vm.newList(append(make([]Ref, 0, 32), r[b:b+c]...))
	case compile.BuildSet:
		return vm.buildSet(f, b, c)
	case compile.BuildDict:
		return vm.newDict()
	case compile.ListExtend:
		function := Ref(0)
		if c == 1 {
			function = r[a-1]
		}
		return done(vm.extendStar(r[a], r[b], function))
	case compile.DictMerge:
		switch c {
		case 1:
			return done(vm.mergeArguments(r[a], r[b], r[a-2]))
		case 2:
			return done(vm.dictPair(r[a], r[b], int(vm.intOf(r[a+1]))))
		}
		return done(vm.mergeDisplay(r[a], r[b]))
	case compile.SetAdd:
		return done(vm.setAdd(r[a], r[b]))
	case compile.SetUpdate:
		return done(vm.setUpdate(r[a], r[b]))
	case compile.Consumer:
		if i.B() == 1 && r[a] == 0 { // a function of a module stands where the object of a method does
			a++
		}
		vm.mustConsume(r[a], vm.w.Text(f.code.k[i.D()]))
		return noResult
	case compile.SetConst:
		return vm.constantSet(r[b], c == 1)
	case compile.ListToTuple:
		return vm.newTuple(vm.listItems(r[b])...)
	case compile.Unpack:
		return done(vm.unpack(f, a, r[b], c, -1))
	case compile.UnpackStar:
		return done(vm.unpack(f, a, r[b], c, i.D()))
	case compile.Format:
		return vm.formatValue(r[b], byte(c), f.fp+b+1, i.D() == 1)
	case compile.BuildString:
		size := 0
		for _, part := range r[b : b+c] {
			size += len(vm.w.View(part))
		}
		vm.textWork(size)
		var text strings.Builder
		text.Grow(size)
		for _, part := range r[b : b+c] {
			text.WriteString(vm.w.View(part))
		}
		return vm.w.Str(text.String())
	case compile.MakeFunction:
		return vm.makeFunction(f, i)
	case compile.MakeClass:
		return vm.makeClass(f)
	case compile.Super:
		return vm.w.New(object.HSuper, vm.w.Slot(r[b], 0), r[c])
	case compile.Import:
		name := f.code.Names[i.D()]
		if library.Hidden(name) && f.code.Module == "" {
			return vm.raise(vm.types.moduleNotFoundError, "No module named '%s'", name)
		}
		return vm.importModule(name)
	case compile.ImportFrom:
		if v, found := vm.findAttr(r[b], f.code.Names[i.D()], nil); found {
			return v
		}
		vm.outsideAttribute(r[b], f.code.Names[i.D()])
		return vm.raise(vm.types.importError, "cannot import name '%s' from '%s' (unknown location)", f.code.Names[i.D()], vm.modules[vm.w.Slot(r[b], 0)].name)
	}
	return vm.exceptional(f, i)
}

// exceptional executes the instructions about exceptions.
func (vm *VM) exceptional(f *frame, i compile.Instr) Ref {
	r := vm.w.Words[f.fp : f.fp+window]
	a, b, c := int(i.A()), int(i.B()), int(i.C())
	switch i.Op() {
	case compile.Raise:
		return vm.raiseValue(f, i)
	case compile.Reraise:
		vm.exc = r[a]
		return 0
	case compile.Generate:
		return vm.newGenerator(f)
	case compile.Yield:
		return vm.suspend(f, r[a], generatorWaits)
	case compile.YieldFrom:
		return vm.yieldFrom(f, a, b)
	case compile.AssertFail:
		if c == 1 {
			return vm.raiseArgs(vm.types.assertionError, r[a])
		}
		return vm.raise(vm.types.assertionError, "")
	case compile.Catch:
		v := vm.exc
		vm.exc = 0
		return v
	case compile.Match:
		yes, ok := vm.matches(r[a], r[b])
		if !ok {
			return 0
		}
		if !yes {
			f.code.flow.jumps(f.pc, i.D())
			f.pc = i.D()
		}
		return noResult
	case compile.WithExit:
		m, ok := vm.lookup(r[b], "__exit__")
		if !ok {
			return vm.noAttribute(r[b], "__exit__")
		}
		v := vm.call(m, r[b], vm.attrs[vm.classOf(r[c]).ref], r[c], cmp.Or(vm.excSlot(r[c], excTraceback), vm.w.None))
		if v == 0 {
			return 0
		}
		yes, ok := vm.truth(v)
		return vm.okOr0(ok, vm.w.Bool(yes))
	}
	panic("BUG: an unknown instruction")
}

func (vm *VM) unboundGlobal(k int) Ref {
	vm.outsideName(vm.program.Globals[k])
	return vm.raise(vm.types.nameError, "name '%s' is not defined", vm.program.Globals[k])
}

func (vm *VM) unboundCell(name string, free bool) Ref {
	if free {
		return vm.raise(vm.types.nameError, "cannot access free variable '%s' where it is not associated with a value in enclosing scope", name)
	}
	return vm.raise(vm.types.unboundLocalError, "cannot access local variable '%s' where it is not associated with a value", name)
}

// delGlobal deletes a global variable; a name of the language that it hid can be seen again.
func (vm *VM) delGlobal(k int) Ref {
	name := vm.program.Globals[k]
	at := vm.globals + k
	if def := vm.builtinValue(name); vm.w.Words[at] == 0 || vm.w.Words[at] == def {
		return vm.unboundGlobal(k)
	}
	vm.w.Words[at] = vm.builtinValue(name)
	return noResult
}

func (vm *VM) buildSet(f *frame, b, n int) Ref {
	mark := vm.keep(vm.newSet())
	defer vm.release(mark)
	for k := range n {
		if !vm.setAdd(vm.kept[mark], vm.w.Words[f.fp+b+k]) {
			return 0
		}
	}
	return vm.kept[mark]
}

// extendStar appends the items after a star; a function is what they are given to, and nothing else.
func (vm *VM) extendStar(l, v, function Ref) bool {
	if !vm.isIterable(v) {
		what := "Value"
		if function != 0 {
			mark := vm.keep(v, function)
			name, ok := vm.calleeName(function)
			v = vm.kept[mark]
			vm.release(mark)
			if !ok {
				return false
			}
			what = name + " argument"
		}
		vm.raise(vm.types.typeError, "%s after * must be an iterable, not %s", what, vm.typeName(v))
		return false
	}
	return vm.extend(l, v) != 0
}

// mergeDisplay adds what is after `**` in a dictionary.
func (vm *VM) mergeDisplay(d, from Ref) bool {
	mark := vm.keep(d, from)
	defer vm.release(mark)
	from, ok := vm.mappingAsDict(from)
	if from == 0 && ok {
		vm.raise(vm.types.typeError, "'%s' object is not a mapping", vm.typeName(vm.kept[mark+1]))
	}
	return from != 0 && ok && vm.dictUpdate(vm.kept[mark], from)
}

// calleeName is CPython's name for the callee of a call with a star.
func (vm *VM) calleeName(f Ref) (string, bool) {
	if vm.w.Header(f) == object.HBound {
		f = vm.w.Slot(f, boundFunc)
	}
	switch vm.w.Header(f) {
	case object.HFunc:
		return "__main__." + vm.codes[vm.w.Slot(f, funcCode)].QualName + "()", true
	case object.HType:
		return strings.TrimPrefix(vm.typeOf(f).qualName, "builtins.") + "()", true
	case object.HBuiltin:
		b := vm.builtins[vm.w.Slot(f, 0)]
		if b.owner != "" {
			return b.owner + "." + b.name + "()", true
		}
		return b.name + "()", true
	}
	return vm.str(f)
}

// itemsToUnpack are those of which unpack takes n: without a star it wants to know of one more whether it is there. With a star, CPython makes
// a list of what the iterator has after these, so it asks for an iterator again.
func (vm *VM) itemsToUnpack(v Ref, n, rest int) ([]Ref, bool) {
	if !vm.isLazy(v) {
		return vm.collectItems(v)
	}
	it := vm.iter(v)
	if it == 0 {
		return nil, false
	}
	if rest < 0 {
		return vm.remaining(it, n+1)
	}
	mark := vm.keep(it)
	defer vm.release(mark)
	first, ok := vm.remaining(it, n)
	if !ok || len(first) < n {
		return first, ok
	}
	at := vm.keep(first...)
	more, ok := vm.hintedItems(vm.kept[mark])
	return append(slices.Clone(vm.kept[at:at+n]), more...), ok
}

// unpack puts n items into registers; with a star the items after these are a list,
// and after it come as many as rest says.
func (vm *VM) unpack(f *frame, first int, v Ref, n, rest int) bool {
	if h := vm.w.Shape(v); !isSequence(h) && h != object.HInstance && h != object.HDict && !vm.isSet(v) && h != object.HRange && h != object.HDictView && !vm.isIterator(v) {
		vm.raise(vm.types.typeError, "cannot unpack non-iterable %s object", vm.typeName(v))
		return false
	}
	items, ok := vm.itemsToUnpack(v, n, rest)
	if !ok {
		return false
	}
	if rest < 0 {
		if len(items) > n {
			vm.raise(vm.types.valueError, "too many values to unpack (expected %d)", n)
			return false
		}
		if len(items) < n {
			vm.raise(vm.types.valueError, "not enough values to unpack (expected %d, got %d)", n, len(items))
			return false
		}
		copy(vm.w.Words[f.fp+first:], items)
		return true
	}
	if len(items) < n+rest {
		vm.raise(vm.types.valueError, "not enough values to unpack (expected at least %d, got %d)", n+rest, len(items))
		return false
	}
	middle := vm.newList(items[n : len(items)-rest])
	to := vm.w.Words[f.fp+first:]
	copy(to, items[:n])
	to[n] = middle
	copy(to[n+1:], items[len(items)-rest:])
	return true
}

func (vm *VM) makeFunction(f *frame, i compile.Instr) Ref {
	proto := f.code.Functions[i.D()]
	r := vm.w.Words[f.fp : f.fp+window]
	var closure, defaults Ref
	if len(proto.Captures) > 0 {
		closure = vm.w.Array(object.ATuple, len(proto.Captures))
		r = vm.w.Words[f.fp : f.fp+window]
		for k, reg := range proto.Captures {
			vm.w.SetSlot(closure, k, r[reg])
		}
	}
	if n := int(i.C()); n > 0 {
		defaults = vm.newTuple(r[i.B() : int(i.B())+n]...)
	}
	return vm.w.New(object.HFunc, uint64(proto.Code.ID), closure, defaults, 0, 0)
}
