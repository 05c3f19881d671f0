package compile

import (
	"fmt"

	"unbox/lang/library"
	"unbox/lang/syntax"
)

// Module is a module of the library that the program imports, and that is compiled with it: its Code makes what it has, in the
// global variables that Exports names. Their names in [Program.Globals] have the module's name and a dot before them, so no
// variable of the program is one of them, and names of the language mean in the module what they mean at the start.
type Module struct {
	Name    string
	Code    *Code
	Exports []Export
}

// Export is a global variable of a module, by its name there and its number.
type Export struct {
	Name   string
	Global int
}

// library compiles the modules that the unit imports, and those that they import.
func (u *unit) library(done map[string]bool) {
	for _, name := range u.analysis.imports {
		source, ok := library.Source(name)
		if !ok || done[name] {
			continue
		}
		done[name] = true
		body, err := syntax.Parse(source)
		if err != nil {
			panic(fmt.Sprintf("BUG: the module %s: %v", name, err))
		}
		m := &unit{analysis: analyse(body), program: u.program, consts: u.consts, globals: u.globals, lineStarts: startsOf(source), module: name, instrs: u.instrs}
		module := Module{Name: name, Code: m.compile(body)}
		for _, bound := range m.analysis.scopes[nil].bound {
			module.Exports = append(module.Exports, Export{bound, m.global(bound)})
		}
		u.program.Modules = append(u.program.Modules, module)
		u.instrs = m.instrs
		m.library(done)
	}
}

// FullName is the function's name in lists: that of a module of the library is before it.
func (c *Code) FullName() string {
	if c.Module == "" {
		return c.QualName
	}
	return c.Module + "." + c.QualName
}
