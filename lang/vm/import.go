package vm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/library"
	"unbox/lang/object"
)

// module is a module of the language.
type module struct {
	name  string
	attrs map[string]int
	ref   int
}

func (vm *VM) setModule(m *module, name string, v Ref) {
	m.attrs[name] = len(vm.attrs)
	vm.attrs = append(vm.attrs, v)
	if has("math sys time", m.name) && vm.w.Header(v) == object.HBuiltin {
		vm.builtins[vm.w.Slot(v, 0)].module = m.name
	}
}

// moduleMakers make the modules that are written in Go, by their names; the others are in lang/library.
var moduleMakers map[string]func(vm *VM, m *module)

func init() {
	moduleMakers = map[string]func(vm *VM, m *module){
		"_bytes_bases": (*VM).bytesModule, "abc": (*VM).abcModule, "array": (*VM).arrayModule, "collections": (*VM).collectionsModule, "copy": (*VM).copyModule,
		"dataclasses": (*VM).dataclassesModule, "enum": (*VM).enumModule, "functools": (*VM).functoolsModule, "math": (*VM).mathModule,
		"random": (*VM).randomModule, "csv": (*VM).lackingModule, "decimal": (*VM).lackingModule, "io": (*VM).lackingModule, "re": (*VM).lackingModule, "string": (*VM).lackingModule, "datetime": (*VM).lackingModule, "sys": (*VM).sysModule, "time": (*VM).timeModule, "traceback": (*VM).tracebackModule, "typing": (*VM).typingModule,
	}
}

// insteadOf has replacements for frequently imported modules.
var insteadOf = map[string]string{
	"dataclasses": "a class with `__init__`, `__repr__` and `__eq__` does what it writes",
}

// importModule is `import`.
func (vm *VM) importModule(name string) Ref {
	for _, m := range vm.modules {
		if m.name == name {
			return vm.attrs[m.ref]
		}
	}
	make, native := moduleMakers[name]
	written := slices.IndexFunc(vm.program.Modules, func(m compile.Module) bool { return m.Name == name })
	if !native && written < 0 {
		var names []string
		for _, n := range slices.DeleteFunc(append(slices.Collect(maps.Keys(moduleMakers)), library.Names()...), library.Hidden) {
			names = append(names, "`"+n+"`")
		}
		slices.Sort(names)
		names = slices.Compact(names)
		if top, _, _ := strings.Cut(name, "."); has(moduleNames, top) {
			instead := insteadOf[name]
			if instead != "" {
				instead = "; " + instead
			}
			vm.stop(fmt.Errorf("expected one of the modules %s, found `%s`%s", strings.Join(names, ", "), name, instead))
		}
		return vm.raise(vm.types.moduleNotFoundError, "No module named '%s'; Unbox's Python has %s", name, strings.Join(names, ", "))
	}
	m := &module{name: name, attrs: map[string]int{}, ref: len(vm.attrs)}
	vm.modules = append(vm.modules, m)
	vm.attrs = append(vm.attrs, vm.w.New(object.HModule, uint64(len(vm.modules)-1)))
	if native {
		make(vm, m)
	}
	if written >= 0 && !vm.runModule(m, vm.program.Modules[written]) {
		return 0
	}
	for _, other := range vm.modules {
		if last, ok := strings.CutPrefix(other.name, name+"."); ok {
			m.attrs[last] = other.ref
		}
		if last, ok := strings.CutPrefix(name, other.name+"."); ok {
			other.attrs[last] = m.ref
			vm.version++ // what is known of attributes
		}
	}
	return vm.attrs[m.ref]
}

// runModule runs the code of a module of the library, which has what is left in its global variables then.
func (vm *VM) runModule(m *module, source compile.Module) bool {
	if vm.call(vm.w.New(object.HFunc, uint64(source.Code.ID), 0, 0, 0, 0)) == 0 {
		vm.modules = slices.DeleteFunc(vm.modules, func(other *module) bool { return other == m })
		return false
	}
	for _, e := range source.Exports {
		if v := vm.w.Words[vm.globals+e.Global]; v != 0 {
			vm.setModule(m, e.Name, v)
		}
	}
	return true
}
