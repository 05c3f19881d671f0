package compile

import (
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strings"

	"unbox/lang/syntax"
)

// maxRegs is the number of registers of a function. The last ones are reserved for
// calls.
const maxRegs = 250

// File compiles a program. The error is a *syntax.Error.
func File(file, source string) (program *Program, err error) {
	body, err := syntax.Parse(source)
	if err != nil {
		return nil, err
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *syntax.Error:
			program, err = nil, e
		default:
			panic(e)
		}
	}()
	u := &unit{analysis: analyse(body), program: &Program{File: file, Lines: strings.Split(source, "\n")},
		consts: make(map[any]int), globals: make(map[string]int), lineStarts: startsOf(source)}
	u.compile(body)
	u.library(make(map[string]bool))
	return u.program, nil
}

// compile compiles the body of a module.
func (u *unit) compile(body []syntax.Stmt) *Code {
	f := u.function(u.analysis.scopes[nil], "<module>")
	f.module(body)
	return f.code
}

// startsOf returns where the lines after the first one begin.
func startsOf(source string) []int {
	var starts []int
	for at := range len(source) {
		if source[at] == '\n' {
			starts = append(starts, at+1)
		}
	}
	return starts
}

// unit is the state that all functions of a program share.
type unit struct {
	// allowed are the expressions whose attributes, as a dictionary, are read at once.
	allowed    map[syntax.Expr]bool
	analysis   *analysis
	program    *Program
	consts     map[any]int
	globals    map[string]int
	lineStarts []int
	module     string      // the name, if it is one of the library
	instrs     int         // of all functions so far
	place      syntax.Span // of what is being compiled
}

func (u *unit) line(at int) int32 {
	return int32(sort.SearchInts(u.lineStarts, at+1) + 1)
}

// fn compiles one function.
type fn struct {
	*unit
	code  *Code
	scope *scope // the innermost one, which may be a comprehension
	top   int    // the next free register
	line_ int32
	// defined are the registers of variables that are definitely bound.
	defined [4]uint64
	loops   []*loop
	exits   []exit
	ks      map[int]int
}

// loop is a loop around the statement.
type loop struct {
	number, head int
	breaks       []int
	exits        int // the number of exits around the loop
}

// exit is the code that has to run before leaving a `try` or `with`.
type exit struct {
	do func()
	// skip are the instructions to which its handler does not apply.
	skip *[]span
}

type span struct{ from, to int }

func (u *unit) function(s *scope, qualName string) *fn {
	if len(u.program.Codes) == maxFunctions {
		panic(&syntax.Error{From: u.place.From, To: u.place.To, Message: fmt.Sprintf("expected at most %d functions and classes in a program, found more", maxFunctions)})
	}
	code := &Code{ID: len(u.program.Codes), Module: u.module, Name: s.name, QualName: qualName, Doc: -1, ClassCell: -1}
	u.program.Codes = append(u.program.Codes, code)
	return &fn{unit: u, code: code, scope: s, ks: make(map[int]int), line_: 1}
}

func (f *fn) fail(s syntax.Span, format string, args ...any) {
	panic(&syntax.Error{From: s.From, To: s.To, Message: fmt.Sprintf(format, args...)})
}

func (f *fn) at(s syntax.Span) { f.line_, f.place = f.line(s.From), s }

// The maximum number of instructions of a function, of instructions of a program, and of
// functions. A program of few lines can have many: the code of `finally` is copied to each way
// out.
const (
	maxInstrs    = 1 << 16
	maxTotal     = 1 << 21
	maxFunctions = 1 << 15
)

// emit appends an instruction and returns its index.
func (f *fn) emit(op Op, a, b, c, d int) int {
	f.code.Instrs = append(f.code.Instrs, Instr(op)|Instr(uint8(a))<<8|Instr(uint8(b))<<16|Instr(uint8(c))<<24|Instr(uint32(d))<<32)
	f.code.Lines = append(f.code.Lines, f.line_)
	if len(f.code.Instrs) > maxInstrs {
		f.fail(f.place, "expected at most %d instructions in `%s`, found more", maxInstrs, f.code.Name)
	}
	if f.unit.instrs++; f.unit.instrs > maxTotal {
		f.fail(f.place, "expected at most %d instructions in a program, found more", maxTotal)
	}
	return len(f.code.Instrs) - 1
}

func (f *fn) here() int { return len(f.code.Instrs) }

// patch makes a jump lead to the next instruction.
func (f *fn) patch(jumps ...int) {
	for _, at := range jumps {
		f.patchTo(at, f.here())
	}
}

func (f *fn) patchTo(at, target int) {
	f.code.Instrs[at] = f.code.Instrs[at]&0xffffffff | Instr(uint32(target))<<32
}

// temp takes the next register.
func (f *fn) temp(s syntax.Span) int { return f.temps(1, s) }

func (f *fn) temps(n int, s syntax.Span) int {
	first := f.top
	f.top += n
	if f.top > maxRegs {
		f.fail(s, "expected an expression with at most %d variables and values at the same time, found a larger one", maxRegs)
	}
	f.code.NumRegs = max(f.code.NumRegs, f.top)
	return first
}

// constant returns the number of a constant among those of the program.
func (u *unit) constant(v any) int {
	key := v
	switch x := v.(type) {
	case *big.Int:
		key = "big:" + x.String()
	case float64:
		key = fmt.Sprintf("float:%x", x)
	case string:
		key = "text:" + x
	}
	n, ok := u.consts[key]
	if !ok {
		n = len(u.program.Consts)
		u.consts[key] = n
		u.program.Consts = append(u.program.Consts, v)
	}
	return n
}

// k returns the number of a constant among those of the function.
func (f *fn) k(v any) int {
	c := f.constant(v)
	n, ok := f.ks[c]
	if !ok {
		n = len(f.code.K)
		f.ks[c] = n
		f.code.K = append(f.code.K, c)
	}
	return n
}

func (u *unit) global(name string) int {
	if u.module != "" {
		name = u.module + "." + name
	}
	n, ok := u.globals[name]
	if !ok {
		n = len(u.program.Globals)
		u.globals[name] = n
		u.program.Globals = append(u.program.Globals, name)
	}
	return n
}

func (f *fn) cache(name string) int {
	f.code.Names = append(f.code.Names, name)
	return len(f.code.Names) - 1
}

// bits of registers that are bound.

func (f *fn) isDefined(reg int) bool { return f.defined[reg>>6]>>(reg&63)&1 != 0 }
func (f *fn) define(reg int)         { f.defined[reg>>6] |= 1 << (reg & 63) }

// unreachable says that this code is never reached, so that everything counts
// as bound.
func (f *fn) unreachable() { f.defined = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)} }

func both(a, b [4]uint64) [4]uint64 {
	for k := range a {
		a[k] &= b[k]
	}
	return a
}

// place says where the value of a name is.
type place struct {
	kind byte // 'r' register, 'c' cell in a register, 'g' global, 'k' variable of a class
	reg  int
}

func (f *fn) lookup(name string) place {
	s := f.scope
	for ; ; s = s.parent {
		if s.elsewhere[name] == 'g' {
			return place{'g', f.global(name)}
		}
		if s.has(name) && (s == f.scope || s.kind != 'c' || name == "__class__") { // a comprehension sees no variables of a class
			if s.cells[name] {
				return place{'c', s.regs[name]}
			}
			if s.kind == 'm' {
				return place{'g', f.global(name)}
			}
			if s.kind == 'c' {
				return place{'k', s.regs[name]}
			}
			return place{'r', s.regs[name]}
		}
		if s.kind != 'l' {
			break
		}
	}
	if slices.Contains(s.free, name) {
		return place{'c', f.code.FirstFree + slices.Index(s.free, name)}
	}
	return place{'g', f.global(name)}
}

// deleted reports whether a name may lose its value.
func (f *fn) deleted(name string) bool {
	return f.some(func(s *scope) bool { return s.deleted[name] })
}

// midway reports whether an expression may assign a name.
func (f *fn) midway(name string) bool {
	return f.some(func(s *scope) bool { return s.midway[name] })
}

// some reports whether something holds for the function's scope, or for that of a comprehension around the
// expression.
func (f *fn) some(holds func(*scope) bool) bool {
	for s := f.scope; s != nil; s = s.parent {
		if holds(s) {
			return true
		}
		if s.kind != 'l' {
			break
		}
	}
	return false
}

func (f *fn) module(body []syntax.Stmt) {
	f.code.FirstTemp = 0
	f.describe(body)
	f.block(body)
	f.returnNone()
	f.finish()
}

func (f *fn) returnNone() {
	t := f.temp(syntax.Span{})
	f.emit(LoadK, t, 0, 0, f.k(nil))
	f.emit(Return, t, 0, 0, 0)
	f.top--
}

// describe takes the text that describes a function, a class or a program: a string that its body begins with.
func (f *fn) describe(body []syntax.Stmt) {
	if len(body) == 0 {
		return
	}
	if first, ok := body[0].(*syntax.ExprStmt); ok {
		if text, ok := first.X.(*syntax.Str); ok {
			f.code.Doc = f.k(text.Value)
		}
	}
}

func (f *fn) finish() { f.code.NumRegs = max(f.code.NumRegs, 1) }

// locals assigns registers to the variables of a function.
func (f *fn) locals(s syntax.Span) {
	sc := f.scope
	for _, name := range sc.bound {
		if sc.elsewhere[name] != 0 {
			continue
		}
		if _, ok := sc.regs[name]; !ok {
			sc.regs[name] = f.temp(s)
			f.code.VarNames = append(f.code.VarNames, name)
		}
	}
	f.code.FirstFree = f.temps(len(sc.free), s)
	f.code.Frees = sc.free
	f.code.VarNames = append(f.code.VarNames, sc.free...)
	f.code.FirstTemp = f.top
	for _, name := range sc.bound {
		if sc.cells[name] {
			f.emit(MakeCell, sc.regs[name], 0, 0, 0)
		}
	}
}

// def compiles a function of its own and returns it.
func (f *fn) def(node any, name string, params []syntax.Param, s syntax.Span, body func(inner *fn)) *fn {
	inner := f.unit.function(f.analysis.scopes[node], f.qualify(name))
	inner.at(s)
	c := inner.code
	order := append(filter(params, func(p syntax.Param) bool { return !p.KeywordOnly && p.Star == 0 }),
		filter(params, func(p syntax.Param) bool { return p.KeywordOnly && p.Star == 0 })...)
	order = append(order, filter(params, func(p syntax.Param) bool { return p.Star == 1 })...)
	order = append(order, filter(params, func(p syntax.Param) bool { return p.Star == 2 })...)
	for k, p := range order {
		inner.scope.regs[p.Name] = inner.temp(p.Span)
		inner.define(k)
		c.Params = append(c.Params, p.Name)
		c.VarNames = append(c.VarNames, p.Name)
		if p.PositionOnly {
			c.Nameless++
		}
		switch {
		case p.Star == 1:
			c.Star = true
		case p.Star == 2:
			c.Rest = true
		case p.KeywordOnly:
			c.KwOnly++
			if p.Default != nil {
				c.KeywordDefaults = append(c.KeywordDefaults, p.Name)
			}
		default:
			c.Positional++
			if p.Default != nil {
				c.PositionalDefaults++
			}
		}
	}
	inner.locals(s)
	inner.begin(s)
	body(inner)
	inner.finish()
	return inner
}

func filter(list []syntax.Param, keep func(syntax.Param) bool) []syntax.Param {
	var kept []syntax.Param
	for _, p := range list {
		if keep(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

func (f *fn) qualify(name string) string {
	s := f.scope
	for s.kind == 'l' {
		s = s.parent
	}
	switch s.kind {
	case 'f':
		return f.code.QualName + ".<locals>." + name
	case 'c':
		return f.code.QualName + "." + name
	}
	return name
}

// makeFunction emits the instruction that makes a function, with its defaults.
func (f *fn) makeFunction(inner *fn, params []syntax.Param, dest int, s syntax.Span) {
	mark := f.top
	base, n := f.top, 0
	for _, keywordOnly := range []bool{false, true} {
		for _, p := range params {
			if p.Default != nil && p.KeywordOnly == keywordOnly {
				f.expr(p.Default, f.temp(s))
				n++
			}
		}
	}
	f.at(s)
	f.emit(MakeFunction, dest, base, n, f.functionNumber(inner))
	f.top = mark
}

func (f *fn) functionNumber(inner *fn) int {
	fun := Function{Code: inner.code}
	for _, name := range inner.scope.free {
		fun.Captures = append(fun.Captures, f.cellOf(name))
	}
	f.code.Functions = append(f.code.Functions, fun)
	return len(f.code.Functions) - 1
}

// cellOf returns the register of the cell of a name that an inner function uses.
func (f *fn) cellOf(name string) int {
	for s := f.scope; s != nil; s = s.parent {
		if s.has(name) && s.cells[name] {
			return s.regs[name]
		}
		if s.kind != 'l' {
			return f.code.FirstFree + slices.Index(s.free, name)
		}
	}
	panic("BUG: no cell for " + name)
}
