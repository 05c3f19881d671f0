package trace

import (
	"strings"
	"sync"
	"unicode"

	"unbox/heap"
)

// Effect says what an operation does besides computing its result. Passes rely
// on it instead of listing operations.
type Effect uint8

const (
	// EffectPure computes its result from its arguments alone.
	EffectPure Effect = iota
	// EffectOverflow is pure and sets the overflow flag for the guard after it.
	EffectOverflow
	// EffectReadField and EffectReadArray read the heap.
	EffectReadField
	EffectReadArray
	// EffectWriteField and EffectWriteArray write the heap.
	EffectWriteField
	EffectWriteArray
	// EffectAllocate makes a new object or array.
	EffectAllocate
	// EffectGuard leaves the trace if its condition does not hold.
	EffectGuard
	// EffectControl is a label, a jump, a finish or a parameter.
	EffectControl
	// EffectVisible can be seen from outside, in order; arguments escape.
	EffectVisible
	// EffectBookkeeping marks a place in the source and does nothing.
	EffectBookkeeping
	// EffectReadRaw and EffectWriteRaw read and write memory that is outside of all
	// objects. Others may do so too at any time.
	EffectReadRaw
	EffectWriteRaw
	// EffectOpaque may do anything: nothing is known about it.
	EffectOpaque
)

var effectNames = [...]string{
	"pure", "pure", "read", "read", "write", "write", "allocate", "guard",
	"control", "visible", "bookkeeping", "read", "write", "opaque",
}

// String returns the effect's name as help shows it: "pure", "read", "write",
// "allocate", "guard", "control", "visible", "bookkeeping" or "opaque".
func (e Effect) String() string { return effectNames[e] }

// DescrKind says how Op.Descr is to be read.
type DescrKind uint8

const (
	// DescrNone: Op.Descr is -1.
	DescrNone DescrKind = iota
	// DescrClass: a heap.ClassID.
	DescrClass
	// DescrField: a heap.FieldID.
	DescrField
	// DescrArray: a heap.ArrayID.
	DescrArray
	// DescrLabel: an index in Tables.Labels; in a jump -1 is the first label.
	DescrLabel
	// DescrText: an index in Tables.Texts, -1 if the source had none.
	DescrText
	// DescrOpaque: an index in Tables.Texts of the name of an unknown operation,
	// with its descriptor after a space if it has one.
	DescrOpaque
)

// Need says which operands an operation on numbers must have: for others it has no
// meaning, and must not be computed.
type Need uint8

const (
	// NeedNothing: it has a meaning for all operands.
	NeedNothing Need = iota
	// NeedAmount: the second operand is 0 to 63, an amount to shift by.
	NeedAmount
	// NeedDivisor: the second operand is not 0.
	NeedDivisor
	// NeedWidth: the second operand is 1, 2, 4 or 8, a number of bytes.
	NeedWidth
	// NeedInRange: the double, rounded toward zero, fits into 64 bits; NaN does not.
	NeedInRange
	// NeedNumber: the double is not NaN.
	NeedNumber
)

// Spelling is one way to write an operation.
type Spelling struct {
	// Name is what comes before the parenthesis; for infix notation it is the
	// operator.
	Name string
	// Layout lists the operands in the order in which they are written:
	//
	//	i r f  an integer, reference, float     a  a value of any type
	//	*      any number of values             C  a class
	//	F      a field                          N  a toy field's number
	//	A      an array type                    D  other text
	//	L      a label
	//	;      what follows is written descr=…  ?  the next one can be left out
	//
	// "infix" is a value, the operator and a value.
	Layout string
	// Result overrides OpInfo.Result if it is not 0.
	Result byte
	// In is the set of dialects in which the printer prefers this spelling for
	// operations that a pass invents: a string of the letters p (paper),
	// y (PyPy) and t (toy).
	In string
}

// OpInfo is everything that is known about an operation.
type OpInfo struct {
	// Spellings are the ways to write it, the canonical one first.
	Spellings []Spelling
	// Result is the type of the result: i, r, f, v for none, or x if it depends:
	// on the argument (same_as), on the field or array type, or on the name.
	Result byte
	// Effect says what it does besides computing.
	Effect Effect
	// Descr says how Op.Descr is to be read.
	Descr DescrKind
	// Commuted is the operation that gives the same result with its two arguments
	// exchanged, OpNone if there is none.
	Commuted Opcode
	// Inverse is the comparison that is true exactly if this one is false,
	// OpNone if there is none. Float comparisons have none, because of NaN.
	Inverse Opcode
	// Eval is the meaning of an operation on numbers: see the function [Eval]. Nil for
	// all others.
	Eval func(a, b uint64) (uint64, EvalStatus)
	// Needs says for which operands Eval has a result.
	Needs Need
	// Group is the heading under which help lists it.
	Group string
	// Doc is one sentence of meaning.
	Doc string
	// Example is one line of a trace that uses it.
	Example string
}

// Name returns the canonical name.
func (info *OpInfo) Name() string { return info.Spellings[0].Name }

// Info returns the row of the operation table for c.
func (c Opcode) Info() *OpInfo { return &opTable[c] }

// String returns the canonical name.
func (c Opcode) String() string { return opTable[c].Spellings[0].Name }

// effects has the effect of each operation, for code that needs it for each of a
// million operations: the rows of the table are far apart in memory.
var effects = func() (list [256]Effect) {
	for code := range opTable {
		list[code] = opTable[code].Effect
	}
	return list
}()

// Effect returns what the operation does besides computing.
func (c Opcode) Effect() Effect { return effects[c] }

// Needs returns which operands the operation must have to mean something.
func (c Opcode) Needs() Need { return opTable[c].Needs }

// IsGuard reports whether c can leave the trace.
func (c Opcode) IsGuard() bool { return effects[c] == EffectGuard }

// IsPure reports whether c does nothing but compute a result from its arguments.
func (c Opcode) IsPure() bool { return effects[c] == EffectPure }

// HasResult reports whether c can have a result.
func (c Opcode) HasResult() bool { return opTable[c].Result != 'v' }

// SpellingRef names one spelling of one operation.
type SpellingRef struct {
	Code     Opcode
	Spelling uint8
}

var spellingIndex = sync.OnceValue(func() map[string]SpellingRef {
	index := make(map[string]SpellingRef)
	for code := range opTable {
		for i, s := range opTable[code].Spellings {
			if _, taken := index[s.Name]; !taken {
				index[s.Name] = SpellingRef{Opcode(code), uint8(i)}
			}
		}
	}
	return index
})

// LookupSpelling finds an operation by any of its names. Infix operators are
// found by their sign.
func LookupSpelling(name string) (SpellingRef, bool) {
	ref, ok := spellingIndex()[name]
	return ref, ok
}

// spellings has what SpellingFor returns, by operation, dialect and type of the result: whoever makes operations asks for each of them.
var spellings = func() (list [len(opTable)][Toy + 1][heap.Any + 1]uint8) {
	for code := range list {
		for d := range list[code] {
			for result := range list[code][d] {
				list[code][d][result] = findSpelling(Opcode(code), Dialect(d), Type(result))
			}
		}
	}
	return list
}()

// SpellingFor returns the index of the spelling that the printer uses in a
// dialect for an operation of a given result type.
func (c Opcode) SpellingFor(d Dialect, result Type) uint8 { return spellings[c][d][result] }

func findSpelling(c Opcode, d Dialect, result Type) uint8 {
	letter := "pyt"[d]
	for i, s := range opTable[c].Spellings {
		if !contains(s.In, letter) {
			continue
		}
		if s.Result == 0 || TypeOfLetter(s.Result) == result {
			return uint8(i)
		}
	}
	return 0
}

func contains(set string, letter byte) bool {
	for i := 0; i < len(set); i++ {
		if set[i] == letter {
			return true
		}
	}
	return false
}

// TypeOfLetter returns the type that a letter of the table stands for, Void for none.
func TypeOfLetter(letter byte) Type {
	switch letter {
	case 'i':
		return Int
	case 'r':
		return Ref
	case 'f':
		return Float
	}
	return Void
}

// Opcodes returns all operations in the order of the table, without the
// placeholder.
func Opcodes() []Opcode {
	list := make([]Opcode, 0, len(opTable)-1)
	for code := 1; code < len(opTable); code++ {
		list = append(list, Opcode(code))
	}
	return list
}

// SpellingName returns the name with which the source wrote the operation.
func (op *Op) SpellingName() string {
	spellings := op.Code.Info().Spellings
	if int(op.Spelling) >= len(spellings) {
		return spellings[0].Name
	}
	return spellings[op.Spelling].Name
}

// LastCharacter returns the largest character that an [OpStrItem] can read: of bytes, 0xff, or of text, the last code point.
func (op *Op) LastCharacter() int64 {
	if strings.HasPrefix(op.SpellingName(), "unicode") {
		return unicode.MaxRune
	}
	return 0xff
}
