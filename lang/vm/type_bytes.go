package vm

import (
	"fmt"
	"slices"
	"strings"

	"unbox/lang/library"
	"unbox/lang/object"
)

// bytes and bytearray are classes of a module of the library, with which a program is compiled that has a literal of bytes, or a name or an
// attribute that has to do with them (library.Bytes).

// bytesModule gives that module a function that ends the program, where it asks for something that CPython has.
func (vm *VM) bytesModule(m *module) {
	vm.setModule(m, "_lacks", vm.newBuiltin(builtin{name: "_lacks", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		vm.stop(fmt.Errorf("expected what bytes of Unbox's Python have, found %s", vm.w.Text(vm.arg(a, 0))))
		return 0
	}}))
}

// addBytes makes names of the language of the module's classes, before a program runs that is compiled with it, and gives str, int and bool the methods
// that make bytes or take them.
func (vm *VM) addBytes() {
	m := vm.importWritten(library.Bytes)
	if m == nil {
		return
	}
	for _, name := range strings.Fields(library.BytesNames) {
		at := m.attrs[name]
		vm.typeOf(vm.attrs[at]).qualName = "builtins." + name
		vm.strings[name] = at
		for k, global := range vm.program.Globals {
			if w := &vm.w.Words[vm.globals+k]; *w == 0 && global[strings.LastIndexByte(global, '.')+1:] == name {
				*w = vm.attrs[at]
			}
		}
	}
	vm.types.bytes = vm.typeOf(vm.attrs[m.attrs["bytes"]]).bases[0]
	str, integer := vm.types.byShape[object.BStr], vm.types.byShape[object.HInt]
	for _, method := range []struct {
		class *class
		b     builtin
	}{
		{str, builtin{name: "encode", min: 1, max: 3, names: []string{"encoding", "errors"}, self: []uint64{object.BStr}}},
		{integer, builtin{name: "to_bytes", min: 1, max: 3, names: []string{"length", "byteorder", "signed"}, self: []uint64{object.HInt, object.BBig, object.HBool}}},
	} {
		b := method.b
		b.owner, b.method, b.run = method.class.name, true, vm.written(m.attrs["_"+b.name])
		method.class.attrs[b.name] = len(vm.attrs)
		vm.attrs = append(vm.attrs, vm.newBuiltin(b))
	}
	fromBytes, fromBytesNames := vm.written(m.attrs["_from_bytes"]), []string{"bytes", "byteorder", "signed"}
	vm.addStatic(integer, builtin{name: "from_bytes", owner: "int", max: 2, names: fromBytesNames, run: fromBytes})
	vm.addStatic(vm.types.byShape[object.HBool], builtin{name: "from_bytes", owner: "bool", max: 2, names: fromBytesNames, run: func(vm *VM, a args) Ref {
		n := fromBytes(vm, a)
		if n == 0 {
			return 0
		}
		yes, ok := vm.truth(n)
		return vm.okOr0(ok, vm.w.Bool(yes))
	}})
	vm.version++
}

// written is what a function of the language does that is written in Unbox's Python.
func (vm *VM) written(at int) func(vm *VM, a args) Ref {
	return func(vm *VM, a args) Ref {
		given := append([]Ref{}, vm.w.Words[a.base:a.base+a.n+len(a.names)]...)
		return vm.callNamed(vm.attrs[at], a.names, given...)
	}
}

// octetsOf is the list of the numbers of an object with bytes; 0 of other objects.
func (vm *VM) octetsOf(o Ref) Ref {
	if vm.types.bytes == nil || vm.w.Header(o) != object.HInstance || !vm.classOf(o).is(vm.types.bytes) {
		return 0
	}
	return vm.w.Slot(vm.w.Slot(o, 1), 0)
}

// noBytes ends the program if an object has bytes, where CPython takes such a one.
func (vm *VM) noBytes(o Ref, where string) {
	if vm.octetsOf(o) != 0 {
		vm.stop(fmt.Errorf("expected another object in %s, found '%s'; Unbox's Python has no %s of bytes", where, vm.typeName(o), where))
	}
}

// decoded is str() of bytes with an encoding.
func (vm *VM) decoded(x Ref, a args) Ref {
	if vm.octetsOf(x) == 0 {
		if vm.isStr(x) {
			return vm.raise(vm.types.typeError, "decoding str is not supported")
		}
		return vm.raise(vm.types.typeError, "decoding to str: need a bytes-like object, %s found", vm.typeName(x))
	}
	decode, _ := vm.lookup(x, "decode")
	given, names := slices.Clone(vm.w.Words[a.base:a.base+a.n+len(a.names)]), a.names
	if k := slices.Index(names, "object"); k >= 0 {
		given, names = slices.Insert(slices.Delete(given, k, k+1), 0, x), slices.Delete(slices.Clone(names), k, k+1)
	}
	return vm.callNamed(decode, names, given...)
}

// ordOfByte is ord() of an object with one byte; 0 after an exception.
func (vm *VM) ordOfByte(octets Ref) Ref {
	items := vm.listItems(octets)
	if len(items) != 1 {
		return vm.raise(vm.types.typeError, "ord() expected a character, but string of length %d found", len(items))
	}
	return items[0]
}
