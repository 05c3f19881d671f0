package interp

import (
	"fmt"

	"unbox/heap"
	"unbox/trace"
)

// The interpreter judges optimized traces, so it must survive wrong ones: what
// breaks the rules of the IR in a way that could confuse a run is found when the
// trace is decoded, and reported if a run gets there.

// layoutOf describes the arguments of an operation. The promise of a value has one name
// for integers and another for references, and conditional calls begin with the condition.
func layoutOf(op *trace.Op) string {
	spellings := op.Code.Info().Spellings
	switch op.Code {
	case trace.OpAssertValue, trace.OpCall, trace.OpRawRead, trace.OpRawWrite, trace.OpStrSet:
		if int(op.Spelling) < len(spellings) {
			return spellings[op.Spelling].Layout
		}
	}
	return spellings[0].Layout
}

// malformed returns what is wrong with an operation, "" if nothing is.
func (p *program) malformed(v trace.Value) string {
	op := &p.trace.Ops[v]
	info := op.Code.Info()
	args := p.trace.Args(v)
	if note := p.malformedArgs(v, args, layoutOf(op)); note != "" {
		return note
	}
	if !fitsResult(op.Code, op.Type) {
		return "expected a result of the operation's type"
	}
	if p.trace.LacksCall(v) {
		return "expected a call right before `" + op.Code.String() + "`"
	}
	switch info.Descr {
	case trace.DescrClass:
		return p.malformedClass(op)
	case trace.DescrField:
		return p.malformedField(op, args)
	case trace.DescrArray:
		return p.malformedArray(op, args)
	case trace.DescrText, trace.DescrOpaque:
		if op.Descr < -1 || int(op.Descr) >= len(p.trace.Tables.Texts) {
			return "expected a descriptor"
		}
	}
	return p.malformedTypes(v, op, args)
}

// fitsResult reports whether an operation can have a result of a type.
func fitsResult(code trace.Opcode, t trace.Type) bool {
	switch letter := code.Info().Result; {
	case letter != 'x':
		return t == trace.TypeOfLetter(letter)
	case t == trace.Void:
		return code == trace.OpEscape || code == trace.OpGuardOpaque || code == trace.OpGuardException || code.Info().Effect == trace.EffectOpaque
	}
	return t == trace.Int || t == trace.Ref || t == trace.Float
}

// malformedArgs compares arguments with the layout in which they are written.
func (p *program) malformedArgs(v trace.Value, args []trace.Value, layout string) string {
	k := 0
	for _, letter := range []byte(layout) {
		if letter == ';' || letter == '?' {
			break
		}
		if letter == '*' {
			for ; k < len(args); k++ {
				if note := p.malformedArg(v, args, k, trace.Void); note != "" {
					return note
				}
			}
			return ""
		}
		want := trace.TypeOfLetter(letter)
		if want == trace.Void && letter != 'a' {
			continue // a class, a field or a number: not an argument
		}
		if k == len(args) {
			return fmt.Sprintf("expected more than %d arguments", k)
		}
		if note := p.malformedArg(v, args, k, want); note != "" {
			return note
		}
		k++
	}
	if k < len(args) {
		return fmt.Sprintf("expected %d arguments, found %d", k, len(args))
	}
	return ""
}

// malformedArg looks at argument k, of type want unless that is Void.
func (p *program) malformedArg(v trace.Value, args []trace.Value, k int, want trace.Type) string {
	t, arg := p.trace, args[k]
	switch {
	case arg.IsConst() && arg.ConstIndex() < len(t.Consts):
	case arg.IsOp() && arg < v && arg > p.block && t.Ops[arg].Type != trace.Void:
	default:
		return fmt.Sprintf("expected a value that is defined here as argument %d", k+1)
	}
	if have := t.TypeOf(arg); want != trace.Void && have != want {
		return fmt.Sprintf("expected %s as argument %d, found %s", typePhrase(want), k+1, typePhrase(have))
	}
	return ""
}

func (p *program) malformedClass(op *trace.Op) string {
	if op.Descr < -1 || int(op.Descr) >= len(p.trace.Tables.Schema.Classes) ||
		op.Descr == -1 && op.Code != trace.OpNew {
		return "expected a class"
	}
	return ""
}

func (p *program) malformedField(op *trace.Op, args []trace.Value) string {
	fields := p.trace.Tables.Schema.Fields
	if op.Descr < 0 || int(op.Descr) >= len(fields) {
		return "expected a field"
	}
	have := op.Type
	if op.Code == trace.OpSet || op.Code == trace.OpSetInterior {
		have = p.trace.TypeOf(args[len(args)-1])
	}
	return malformedSlot("field", fields[op.Descr].Type, have)
}

func (p *program) malformedArray(op *trace.Op, args []trace.Value) string {
	arrays := p.trace.Tables.Schema.Arrays
	if op.Descr < -1 || int(op.Descr) >= len(arrays) {
		return "expected an array type"
	}
	if op.Descr == -1 {
		return ""
	}
	switch op.Code {
	case trace.OpGetItem:
		return malformedSlot("item", arrays[op.Descr].Elem, op.Type)
	case trace.OpSetItem:
		return malformedSlot("item", arrays[op.Descr].Elem, p.trace.TypeOf(args[2]))
	}
	return ""
}

func malformedSlot(what string, slot, have trace.Type) string {
	if slot == trace.Any || slot == have {
		return ""
	}
	return fmt.Sprintf("expected %s for the %s, found %s", typePhrase(slot), what, typePhrase(have))
}

// malformedTypes checks what the layout leaves open.
func (p *program) malformedTypes(v trace.Value, op *trace.Op, args []trace.Value) string {
	t := p.trace
	switch op.Code {
	case trace.OpSameAs:
		if have := t.TypeOf(args[0]); have != op.Type {
			return fmt.Sprintf("expected %s as argument 1, found %s", typePhrase(op.Type), typePhrase(have))
		}
	case trace.OpGuardValue:
		want, have := t.TypeOf(args[0]), t.TypeOf(args[1])
		if want != have {
			return fmt.Sprintf("expected %s as argument 2, found %s", typePhrase(want), typePhrase(have))
		}
	case trace.OpGetarg:
		if _, ok := getargNumber(t, v); !ok {
			return fmt.Sprintf("expected the number of an input, from 0 to %d", maxArgs-1)
		}
	}
	return ""
}

// typePhrase is a type as a part of a message.
func typePhrase(t heap.Type) string {
	switch t {
	case trace.Int:
		return "an integer"
	case trace.Ref:
		return "a reference"
	case trace.Float:
		return "a float"
	case trace.Any:
		return "a value of a known type"
	}
	return "no value"
}
