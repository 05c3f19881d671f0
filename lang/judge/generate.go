package judge

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes a random program line by line.
type generator struct {
	r     *rand.Rand
	b     strings.Builder
	depth int // of indentation
	vars  []string
	loops int
	next  int
	funcs []string
	// modules means that the program uses the library.
	modules bool
}

// Program makes the random program of a seed. It terminates: loops and calls are
// bounded. Exceptions in it are caught and printed.
func Program(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 15)), modules: seed%4 == 2}
	g.line("import math")
	g.b.WriteString(generatedClasses + "\n\n")
	if g.modules {
		g.b.WriteString(moduleHelpers)
	}
	for k := range 1 + g.r.IntN(3) {
		g.function(k)
	}
	g.vars = nil
	for range 4 + g.r.IntN(8) {
		g.guarded()
	}
	for _, v := range g.vars {
		g.line("print('%s', show(%s))", v, v)
	}
	return imported(g.b.String())
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("    ", g.depth))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

// block writes indented lines.
func (g *generator) block(head string, do func()) {
	g.line("%s", head)
	g.depth++
	do()
	g.depth--
}

// generatedClasses are the classes that random programs work with: one derived from the other, with operators, and one without.
//
//go:embed generated_classes.py
var generatedClasses string

// function defines a function of two parameters.
func (g *generator) function(k int) {
	name := fmt.Sprintf("f%d", k)
	outer := g.vars
	g.vars = []string{"a", "b"}
	head := g.pick("def %s(a, b):", "def %s(a, b=3):", "def %s(a, b, *rest, c=1):")
	g.block(fmt.Sprintf(head, name), func() {
		for range 1 + g.r.IntN(4) {
			g.statement(2)
		}
		g.line("return %s", g.expr(2))
	})
	g.vars = outer
	g.funcs = append(g.funcs, name)
	g.line("")
}

// guarded is a statement whose exceptions are printed.
func (g *generator) guarded() {
	known := len(g.vars)
	g.block("try:", func() { g.statement(3) })
	g.block("except Exception as e:", func() { g.line("print(type(e).__name__, e)") })
	fresh := append([]string{}, g.vars[known:]...)
	g.vars = g.vars[:known]
	for _, v := range fresh {
		g.block("try:", func() { g.line("%s", v) })
		g.block("except NameError:", func() { g.line("%s = %s", v, g.literal()) })
		g.vars = append(g.vars, v)
	}
}

func (g *generator) fresh() string {
	g.next++
	v := fmt.Sprintf("v%d", g.next)
	return v
}

func (g *generator) variable() string {
	if len(g.vars) == 0 {
		return g.literal()
	}
	return g.vars[g.r.IntN(len(g.vars))]
}

func (g *generator) statement(depth int) {
	switch n := g.r.IntN(14); {
	case n < 4:
		g.assign(depth)
	case n < 6:
		g.line("print(show(%s))", g.expr(depth))
	case n == 6 && len(g.vars) > 0:
		v := g.variable()
		g.line("%s %s= %s", v, g.pick("+", "-", "//", "%", "&", "|", "^"), g.expr(1))
		g.line("%s = cap(%s)", v, v)
	case n == 7 && depth > 0:
		g.condition(depth)
	case n < 10 && depth > 0 && g.loops < 2:
		g.loop(depth)
	case n == 10 && depth > 0:
		g.tryBlock(depth)
	case n == 11 && len(g.vars) > 0:
		v := g.variable()
		g.line("%s", g.pick(
			fmt.Sprintf("%s.append(%s)", v, g.expr(1)), fmt.Sprintf("%s[%s] = %s", v, g.small(), g.expr(1)),
			fmt.Sprintf("%s.a = %s", v, g.expr(1)), fmt.Sprintf("del %s[%s]", v, g.small()), fmt.Sprintf("%s.extend(%s)", v, g.expr(1)),
			fmt.Sprintf("%s.sort()", v), fmt.Sprintf("%s.v = %s", v, g.expr(1)), fmt.Sprintf("%s[%s:%s] = %s", v, g.small(), g.small(), g.expr(1))))
		g.line("%s = cap(%s)", v, v)
	case n == 12:
		g.line("assert %s, %s", g.expr(1), g.expr(1))
	default:
		g.assign(depth)
	}
}

func (g *generator) assign(depth int) {
	e := g.expr(depth)
	if g.r.IntN(8) == 0 {
		a, b := g.fresh(), g.fresh()
		g.line("%s, %s = cap(%s), cap(%s)", a, b, e, g.expr(1))
		g.vars = append(g.vars, a, b)
		return
	}
	v := ""
	if len(g.vars) > 0 {
		v = g.variable()
	}
	if len(g.vars) == 0 || g.r.IntN(2) == 0 {
		v = g.fresh()
	}
	g.line("%s = cap(%s)", v, e)
	if !contains(g.vars, v) {
		g.vars = append(g.vars, v)
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// inner writes statements of a block; what they bind is not known after it.
func (g *generator) inner(depth, n int) {
	known := len(g.vars)
	for range n {
		g.statement(depth - 1)
	}
	g.vars = g.vars[:known]
}

func (g *generator) condition(depth int) {
	g.block("if "+g.expr(1)+":", func() { g.inner(depth, 1+g.r.IntN(2)) })
	if g.r.IntN(2) == 0 {
		g.block("else:", func() { g.inner(depth, 1) })
	}
}

// loop is bounded; in the middle a variable may become something of another type.
func (g *generator) loop(depth int) {
	g.loops++
	g.next++
	i, n := fmt.Sprintf("i%d", g.next), 2+g.r.IntN(30)
	known := len(g.vars)
	body := func() {
		g.vars = append(g.vars, i)
		for range 1 + g.r.IntN(3) {
			g.statement(depth - 1)
		}
		if g.r.IntN(3) == 0 && known > 0 {
			g.block(fmt.Sprintf("if %s == %d:", i, n/2), func() { g.line("%s = %s", g.vars[g.r.IntN(known)], g.literal()) })
		}
		if g.r.IntN(5) == 0 {
			g.block(fmt.Sprintf("if %s == %d:", i, n*2/3), func() { g.line("%s", g.pick("break", "continue")) })
		}
	}
	switch g.r.IntN(3) {
	case 0:
		// The counter is none of the variables that the body may change.
		g.line("count_%s = 0", i)
		g.block(fmt.Sprintf("while count_%s < %d:", i, n), func() {
			g.line("count_%s += 1", i)
			g.line("%s = count_%s", i, i)
			body()
			g.vars = g.vars[:known]
		})
	case 1:
		g.block(fmt.Sprintf("for %s in range(%d):", i, n), body)
	default:
		g.block(fmt.Sprintf("for %s in %s:", i, g.pick(g.list(), "range(5, -3, -2)", "'héllo'", "(1, 2.5, 'x', None)", "{3: 1, 'k': 2}")), body)
	}
	g.vars = g.vars[:known]
	g.loops--
}

func (g *generator) tryBlock(depth int) {
	g.block("try:", func() { g.inner(depth, 1+g.r.IntN(2)) })
	if g.r.IntN(3) > 0 {
		g.block(g.pick("except TypeError as e:", "except (ValueError, IndexError) as e:", "except ZeroDivisionError as e:", "except Exception as e:"), func() {
			g.line("print('caught', type(e).__name__, e)")
			g.inner(depth, g.r.IntN(2))
		})
		if g.r.IntN(3) > 0 {
			return
		}
	}
	g.block("finally:", func() { g.line("print('finally', show(%s))", g.expr(1)) })
}

func (g *generator) small() string { return g.pick("0", "1", "-1", "2", "3", "-2", "7") }

// literal is a value of any type, at the edges more often than not.
func (g *generator) literal() string {
	return g.pick("0", "1", "-1", "2", "7", "255", "-3", "2 ** 31", "2 ** 62", "-2 ** 62", "2 ** 63 - 1", "2 ** 63", "-2 ** 63", "-2 ** 63 - 1", "10 ** 20",
		"3 ** 50", "0.0", "-0.0", "1.5", "-2.25", "1e16", "1e-7", "1e308", "float('inf')", "float('nan')", "0.1", "True", "False", "None", "''", "'a'", "'héé'",
		"'1.5'", "'12'", "[]", "[1, 2, 3]", "[1.5, 2.5]", "['x', 1, None]", "(1, 2)", "()", "{}", "{'a': 1, 2: 'b'}", "{1, 2, 3}", "Num(3)", "Num(2 ** 63 - 1)",
		"Num(1.5)", "Mod(5)", "Pair(1, 2)", "range(4)")
}

func (g *generator) list() string {
	return g.pick("[1, 2, 3, 4]", "[0.5, 1.5, -0.0]", "[1, 2.5, 'a', None]", "[x * x for x in range(6)]", "[Num(k) for k in range(3)]", "list('abc')", "[Num(1), Mod(2), Num(3.5)]", "[[1], [2, 3]]")
}

func (g *generator) expr(depth int) string {
	if depth <= 0 {
		if g.r.IntN(3) == 0 {
			return g.literal()
		}
		return g.variable()
	}
	a, b := func() string { return g.expr(depth - 1) }, func() string { return g.expr(depth - 1) }
	if g.modules && g.r.IntN(4) == 0 {
		return g.library(a(), b())
	}
	switch g.r.IntN(15) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("+", "-", "/", "//", "%", "+", "-"), b())
	case 2:
		return fmt.Sprintf("mul(%s, %s)", a(), b())
	case 3:
		if g.r.IntN(2) == 0 {
			return fmt.Sprintf("((%s) %s %s)", a(), g.pick("<<", ">>", "**"), g.small()) // 2 ** 31 ** 7 would fill 3 GB
		}
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("&", "|", "^"), b())
	case 4:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("<", "<=", ">", ">=", "==", "!=", "in", "not in"), b())
	case 5:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("and", "or"), b())
	case 6:
		return fmt.Sprintf("(%s(%s))", g.pick("-", "not ", "~", "abs", "len", "str", "repr", "int", "float", "bool", "list", "tuple", "sum", "sorted", "type", "round", "bool"), a())
	case 7:
		return fmt.Sprintf("(%s)[%s]", a(), g.pick(g.small(), g.small()+":"+g.small(), "::"+g.pick("2", "-1", "-2"), b()))
	case 8:
		return fmt.Sprintf("(%s).%s", a(), g.pick("v", "twice()", "a", "b", "swap()", "pop()", "upper()", "copy()", "count(1)", "items()", "index(2)", "get(1)", "split()", "bit_length()"))
	case 9:
		if len(g.funcs) > 0 {
			return fmt.Sprintf("%s(%s, %s)", g.funcs[g.r.IntN(len(g.funcs))], a(), b())
		}
		return a()
	case 10:
		return fmt.Sprintf("(%s if %s else %s)", a(), g.expr(0), b())
	case 11:
		return fmt.Sprintf("[%s for z in %s]", g.pick("z", "mul(z, 2)", "(z, "+g.expr(0)+")", "str(z)", "z + 1"), g.pick(g.list(), g.variable()))
	case 12:
		return fmt.Sprintf("(%s %% (%s,))", g.pick("'%d'", "'%s'", "'%r'", "'%5.2f'", "'%x'", "'%08d'", "'%-6s|'", "'%+.3e'", "'%g'"), a())
	case 13:
		return fmt.Sprintf("format(%s, %s)", a(), g.pick("''", "'>8'", "'^7'", "'05d'", "'.2f'", "','", "'x'", "'+'", "'e'", "'10.3g'", "'<4s'", "'%'"))
	}
	return fmt.Sprintf("%s(%s, %s)", g.pick("max", "min", "divmod", "Pair", "isinstance", "list"), a(), g.pick(b(), "int", "(int, str)"))
}
