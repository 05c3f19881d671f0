package solve

import (
	"fmt"
	"math/big"
	"strings"

	"unbox/prove/term"
)

// sexpr is a parsed answer: an atom, or a list.
type sexpr struct {
	atom string
	list []sexpr
}

// parseSexpr reads one expression and returns what is left of the text.
func parseSexpr(s string) (sexpr, string, error) {
	s = strings.TrimLeft(s, " \t\r\n")
	switch {
	case s == "":
		return sexpr{}, "", fmt.Errorf("expected a value, found the end of the answer")
	case s[0] == '(':
		e := sexpr{list: []sexpr{}}
		s = strings.TrimLeft(s[1:], " \t\r\n")
		for !strings.HasPrefix(s, ")") {
			item, rest, err := parseSexpr(s)
			if err != nil {
				return e, "", err
			}
			e.list = append(e.list, item)
			s = strings.TrimLeft(rest, " \t\r\n")
		}
		return e, s[1:], nil
	case s[0] == '|':
		if end := strings.IndexByte(s[1:], '|'); end >= 0 {
			return sexpr{atom: s[:end+2]}, s[end+2:], nil
		}
	}
	end := strings.IndexAny(s, " \t\r\n()")
	if end < 0 {
		end = len(s)
	}
	return sexpr{atom: s[:end]}, s[end:], nil
}

// parseModel reads the answer to get-value for the given terms, in their order.
func parseModel(b *term.Bank, asked []term.Term, text string) (term.Model, error) {
	m := term.NewModel()
	if len(asked) == 0 {
		return m, nil
	}
	answer, _, err := parseSexpr(text)
	if err != nil {
		return m, err
	}
	if len(answer.list) != len(asked) {
		return m, fmt.Errorf("expected %d values, found %d in `%s`", len(asked), len(answer.list), shorten(text))
	}
	words := map[term.Term]term.Value{}
	for i, t := range asked {
		pair := answer.list[i].list
		if len(pair) != 2 {
			return m, fmt.Errorf("expected a term and its value, found %d items", len(pair))
		}
		if b.Sort(t).Kind == term.KindArray {
			if m.Arrays[b.Name(t)], err = arrayOf(pair[1], nil); err != nil {
				return m, err
			}
			continue
		}
		if words[t], err = wordOf(pair[1]); err != nil {
			return m, err
		}
		if b.Op(t) == term.OpVar {
			m.Words[b.Name(t)] = words[t]
		}
	}
	addFuncs(b, asked, words, m)
	return m, nil
}

// addFuncs enters what the unknown functions give for the arguments that occur.
func addFuncs(b *term.Bank, asked []term.Term, words map[term.Term]term.Value, m term.Model) {
	for _, t := range asked {
		if b.Op(t) != term.OpApply {
			continue
		}
		var args []term.Value
		for _, a := range b.Args(t) {
			args = append(args, words[a])
		}
		f := m.Funcs[b.Name(t)]
		if f.Table == nil {
			f.Table = map[string]term.Value{}
		}
		f.Table[term.FuncKey(b.Name(t), args)] = words[t]
		m.Funcs[b.Name(t)] = f
	}
}

// wordOf reads true, false, #x…, #b… or (_ bv5 64).
func wordOf(e sexpr) (term.Value, error) {
	a, base := e.atom, 0
	switch {
	case a == "true":
		return term.Word(1), nil
	case a == "false":
		return term.Value{}, nil
	case strings.HasPrefix(a, "#x"):
		a, base = a[2:], 16
	case strings.HasPrefix(a, "#b"):
		a, base = a[2:], 2
	case len(e.list) == 3 && e.list[0].atom == "_" && strings.HasPrefix(e.list[1].atom, "bv"):
		a, base = e.list[1].atom[2:], 10
	}
	n, ok := new(big.Int), false
	if base != 0 {
		n, ok = n.SetString(a, base)
	}
	if !ok || n.BitLen() > 128 {
		return term.Value{}, fmt.Errorf("expected a word or a truth value, found `%s`", e)
	}
	hi := new(big.Int).Rsh(n, 64)
	return term.Value{Hi: hi.Uint64(), Lo: n.Uint64()}, nil
}

// arrayOf reads (store a i v), ((as const sort) v) and (let ((x a)) …).
func arrayOf(e sexpr, names map[string]sexpr) (term.ArrayValue, error) {
	if e.list == nil && names[e.atom].list != nil {
		return arrayOf(names[e.atom], names)
	}
	switch {
	case len(e.list) == 4 && e.list[0].atom == "store":
		a, err := arrayOf(e.list[1], names)
		if err != nil {
			return a, err
		}
		i, err := wordOf(e.list[2])
		if err != nil {
			return a, err
		}
		v, err := wordOf(e.list[3])
		if a.Elems == nil {
			a.Elems = map[term.Value]term.Value{}
		}
		a.Elems[i] = v
		return a, err
	case len(e.list) == 2 && len(e.list[0].list) == 3 && e.list[0].list[1].atom == "const":
		v, err := wordOf(e.list[1])
		return term.ArrayValue{Default: v}, err
	case len(e.list) == 3 && e.list[0].atom == "let":
		inner := map[string]sexpr{}
		for k, v := range names {
			inner[k] = v
		}
		for _, binding := range e.list[1].list {
			if len(binding.list) == 2 {
				inner[binding.list[0].atom] = binding.list[1]
			}
		}
		return arrayOf(e.list[2], inner)
	}
	return term.ArrayValue{}, fmt.Errorf("expected an array made of stores, found `%s`", e)
}

// String writes the expression as it was read, shortened.
func (e sexpr) String() string {
	if e.list == nil {
		return e.atom
	}
	var parts []string
	for _, item := range e.list {
		parts = append(parts, item.String())
	}
	s := "(" + strings.Join(parts, " ") + ")"
	if len(s) > 200 {
		s = s[:200] + "…"
	}
	return s
}

func shorten(s string) string {
	if len(s) > 200 {
		return s[:200] + "…"
	}
	return s
}
