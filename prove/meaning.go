package prove

import (
	"errors"
	"fmt"
	"strconv"

	"unbox/interp"
	"unbox/prove/term"
	"unbox/trace"
)

// Words says what single operations on numbers compute, as terms, for proofs
// about something other than traces. The meaning is the one that traces are
// proved with, so TestTermsAgreeWithEval covers both.
type Words struct{ e *encoder }

// NewWords returns the meaning of operations on integers of a width in bits, 2 to
// 64. Terms are built in [Words.Bank].
func NewWords(width int) *Words {
	if width < 2 || width > 64 {
		panic(fmt.Sprintf("BUG: expected a width from 2 to 64, found %d", width))
	}
	return &Words{newEncoder(&trace.Tables{Program: new(trace.Program)}, width, 8)}
}

// Bank returns the bank of the terms.
func (w *Words) Bank() *term.Bank { return w.e.b }

// Meaning is what an operation computes.
type Meaning struct {
	Value term.Term
	// Defined says for which operands the operation has a meaning, Fits whether the
	// result of an overflow operation fits.
	Defined, Fits term.Term
}

// Operation returns what a pure or an overflow operation on integers computes,
// and what a comparison of floats does; y is ignored if it has one argument. An
// error says what has no encoding: arithmetic with floats, an int_signext of a
// number of bytes that is no constant.
func (w *Words) Operation(code trace.Opcode, x, y term.Term) (m Meaning, err error) {
	defer refused(&err)
	n := w.e.numeric(code, x, y, "`"+code.String()+"`")
	if len(w.e.facts) > 0 {
		// The facts about a float's bits would have to be assumed as well.
		refuse("`%s`: arithmetic with floats has no encoding of its own", code)
	}
	return Meaning{n.value, n.defined, n.fits}, nil
}

// refused turns a refusal of the encoder into an error.
func refused(err *error) {
	bug := recover()
	if no, ok := bug.(unsupported); ok {
		*err = errors.New(no.reason)
	} else if bug != nil {
		panic(bug)
	}
}

// Integer returns the word for a 64-bit constant: the constant itself where it
// fits, and the smallest and the largest integer for those of 64 bits. An error
// says that it does not fit.
func (w *Words) Integer(bits uint64) (t term.Term, err error) {
	defer refused(&err)
	return w.e.integer(bits, "a number"), nil
}

// IsNaN returns whether a double is NaN.
func (w *Words) IsNaN(x term.Term) term.Term { return w.e.isNaN(x) }

// CanonicalNaN returns the one NaN.
func (w *Words) CanonicalNaN() term.Term { return w.e.canonNaN }

// DescribeWord describes 64 bits in the way of the inputs of counterexamples; a
// reference has only its name.
func DescribeWord(name string, typ trace.Type, bits uint64) InputValue {
	v := InputValue{Name: name, Type: typ.String()}
	if typ == trace.Int || typ == trace.Float {
		v.Value = shownDatum(interp.Datum{Type: typ, Bits: bits}, nil)
		v.Unsigned, v.Hex, v.Binary = strconv.FormatUint(bits, 10), fmt.Sprintf("0x%016x", bits), binary(bits, 64)
	}
	return v
}
