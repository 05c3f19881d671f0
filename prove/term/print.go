package term

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ScriptOptions says how [WriteScript] writes.
type ScriptOptions struct {
	Logic  string // for set-logic; empty: the smallest one that fits
	Values []Term // terms that get-value asks for
	Floats bool   // IEEE terms for the float operations instead of unknown functions
	Models bool   // set the option produce-models, even without Values
}

// WriteScript writes assertions as a script in SMT-LIB 2: declarations,
// definitions of what is used more than once, assertions, check-sat, and
// get-value if values are asked for.
func WriteScript(w io.Writer, b *Bank, assertions []Term, o ScriptOptions) error {
	p := &printer{bank: b, out: bufio.NewWriter(w), options: o, uses: map[Term]int{}, named: map[Term]string{}, funcs: map[string]bool{}}
	roots := slices.Concat(assertions, o.Values)
	p.count(roots)
	logic := o.Logic
	if logic == "" {
		logic = p.logic()
	}
	if o.Models || len(o.Values) > 0 {
		p.printf("(set-option :produce-models true)\n")
	}
	p.printf("(set-logic %s)\n", logic)
	for _, t := range p.order {
		p.define(t)
	}
	for _, t := range assertions {
		p.printf("(assert %s)\n", p.text(t))
	}
	p.printf("(check-sat)\n")
	if len(o.Values) > 0 {
		p.printf("(get-value (")
		for i, t := range o.Values {
			if i > 0 {
				p.printf(" ")
			}
			p.printf("%s", p.text(t))
		}
		p.printf("))\n")
	}
	return p.out.Flush()
}

// Format writes one term as SMT-LIB does, without sharing; terms that are used
// often can become long.
func (b *Bank) Format(t Term) string {
	p := &printer{bank: b, uses: map[Term]int{}, named: map[Term]string{}}
	return p.text(t)
}

type printer struct {
	bank    *Bank
	out     *bufio.Writer
	options ScriptOptions
	order   []Term          // all terms, arguments first
	uses    map[Term]int    // how often a term is an argument or a root
	named   map[Term]string // names of terms that were defined
	funcs   map[string]bool // functions that were declared
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.out, format, args...) }

func (p *printer) count(roots []Term) {
	for _, t := range roots {
		p.uses[t]++
	}
	p.bank.Walk(roots, func(t Term) {
		p.order = append(p.order, t)
		for _, a := range p.bank.nodes[t].args {
			p.uses[a]++
		}
	})
}

func (p *printer) logic() string {
	arrays, funcs, floats := "", "", ""
	for _, t := range p.order {
		n := &p.bank.nodes[t]
		if n.sort.Kind == KindArray {
			arrays = "A"
		}
		if n.op == OpApply {
			if _, ok := floatOp(n.name); ok && p.options.Floats {
				floats = "FP"
			} else {
				funcs = "UF"
			}
		}
	}
	if floats != "" && (arrays != "" || funcs != "") {
		return "ALL"
	}
	return "QF_" + arrays + funcs + "BV" + floats
}

// define declares variables and functions, and gives names to terms that are
// used more than once.
func (p *printer) define(t Term) {
	n := &p.bank.nodes[t]
	switch {
	case n.op == OpConst:
		return
	case n.op == OpVar:
		p.printf("(declare-const %s %v)\n", symbol(n.name), n.sort)
		return
	case n.op == OpApply:
		if f, ok := floatOp(n.name); ok && p.options.Floats {
			p.defineFloat(t, f)
			return
		}
		p.declare(n)
	}
	if p.uses[t] > 1 {
		text := p.text(t)
		name := fmt.Sprintf("t!%d", p.number())
		p.printf("(define-fun %s () %v %s)\n", name, n.sort, text)
		p.named[t] = name
	}
}

// number counts the terms that have a name. Their numbers in the bank would depend on
// what else was built, but the text must depend on the question alone.
func (p *printer) number() int { return len(p.named) }

func (p *printer) declare(n *node) {
	if p.funcs[n.name] {
		return
	}
	p.funcs[n.name] = true
	var sorts []string
	for _, a := range n.args {
		sorts = append(sorts, p.bank.Sort(a).String())
	}
	p.printf("(declare-fun %s (%s) %v)\n", symbol(n.name), strings.Join(sorts, " "), n.sort)
}

// defineFloat writes a float operation as IEEE terms. A float does not have one
// word in SMT-LIB (NaN has many), so the result is a word for which an
// assertion says which float it is.
func (p *printer) defineFloat(t Term, f floatFn) {
	var s strings.Builder
	s.WriteString("(" + f.smt)
	for _, a := range p.bank.nodes[t].args {
		fmt.Fprintf(&s, " ((_ to_fp 11 53) %s)", p.text(a))
	}
	s.WriteString(")")
	k := p.number()
	name := fmt.Sprintf("t!%d", k)
	p.named[t] = name
	if f.result == Bool {
		p.printf("(define-fun %s () Bool %s)\n", name, &s)
		return
	}
	p.printf("(declare-const %s (_ BitVec 64))\n", name)
	p.printf("(define-fun f!%d () (_ FloatingPoint 11 53) %s)\n", k, &s)
	p.printf("(assert (ite (fp.isNaN f!%d) (= %s #x%x) (= ((_ to_fp 11 53) %s) f!%d)))\n", k, name, uint64(canonicalNaN), name, k)
}

var opNames = [...]string{
	OpNot: "not", OpAnd: "and", OpXor: "xor", OpIte: "ite", OpEq: "=", OpUlt: "bvult", OpSlt: "bvslt",
	OpAdd: "bvadd", OpMul: "bvmul", OpUDiv: "bvudiv", OpURem: "bvurem", OpShl: "bvshl", OpLShr: "bvlshr", OpAShr: "bvashr",
	OpBvNot: "bvnot", OpBvAnd: "bvand", OpBvXor: "bvxor", OpConcat: "concat", OpSelect: "select", OpStore: "store",
}

// text writes a term.
func (p *printer) text(t Term) string {
	if name, ok := p.named[t]; ok {
		return name
	}
	n := &p.bank.nodes[t]
	switch n.op {
	case OpConst:
		return constant(n)
	case OpVar:
		return symbol(n.name)
	case OpNot:
		if inner := &p.bank.nodes[n.args[0]]; inner.op == OpAnd && p.named[n.args[0]] == "" {
			return p.disjunction(inner)
		}
	case OpExtract:
		return fmt.Sprintf("((_ extract %d %d) %s)", n.hi, n.lo, p.text(n.args[0]))
	case OpSignExt:
		return fmt.Sprintf("((_ sign_extend %d) %s)", int(n.sort.Width)-p.bank.Width(n.args[0]), p.text(n.args[0]))
	case OpConstArray:
		return fmt.Sprintf("((as const %v) %s)", n.sort, p.text(n.args[0]))
	case OpApply:
		if len(n.args) == 0 {
			return symbol(n.name)
		}
		return p.list(symbol(n.name), n.args)
	}
	return p.list(opNames[n.op], n.args)
}

func (p *printer) list(head string, args []Term) string {
	var s strings.Builder
	s.WriteString("(" + head)
	for _, a := range args {
		s.WriteString(" " + p.text(a))
	}
	s.WriteString(")")
	return s.String()
}

// disjunction writes the negation of a conjunction, which is how terms represent
// "or".
func (p *printer) disjunction(and *node) string {
	var s strings.Builder
	s.WriteString("(or")
	for _, a := range and.args {
		if n := &p.bank.nodes[a]; n.op == OpNot {
			s.WriteString(" " + p.text(n.args[0]))
		} else {
			s.WriteString(" (not " + p.text(a) + ")")
		}
	}
	s.WriteString(")")
	return s.String()
}

func constant(n *node) string {
	if n.sort == Bool {
		if n.val.IsZero() {
			return "false"
		}
		return "true"
	}
	w := int(n.sort.Width)
	if w%4 == 0 {
		digits := fmt.Sprintf("%016x%016x", n.val.Hi, n.val.Lo)
		return "#x" + digits[32-w/4:]
	}
	digits := fmt.Sprintf("%064b%064b", n.val.Hi, n.val.Lo)
	return "#b" + digits[128-w:]
}

// symbol quotes a name where SMT-LIB requires it.
func symbol(name string) string {
	simple := name != "" && (name[0] < '0' || name[0] > '9')
	for _, r := range name {
		if r > 126 || !strings.ContainsRune("~!@$%^&*_-+=<>.?/", r) && !isAlnum(r) {
			simple = false
		}
	}
	if simple {
		return name
	}
	return "|" + strings.NewReplacer("|", "_", `\`, "_").Replace(name) + "|"
}

func isAlnum(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}
