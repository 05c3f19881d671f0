package term

import "fmt"

// Kind says which sort it is.
type Kind uint8

// The kinds of sorts.
const (
	KindBool  Kind = iota
	KindBV         // a word of Width bits
	KindArray      // from words of Index bits to words of Width bits
)

// Sort is the type of a term: a truth value, a word, or an array of words.
// Sorts are comparable with ==.
type Sort struct {
	Kind  Kind
	Width uint8 // of a word, or of an array's elements; 1..128
	Index uint8 // of an array's indexes; 1..128
}

// Bool is the sort of truth values.
var Bool = Sort{Kind: KindBool}

// BV returns the sort of words of width bits, 1..128.
func BV(width int) Sort {
	checkWidth(width)
	return Sort{Kind: KindBV, Width: uint8(width)}
}

// Array returns the sort of arrays from words of index bits to words of elem
// bits.
func Array(index, elem int) Sort {
	checkWidth(index)
	checkWidth(elem)
	return Sort{Kind: KindArray, Width: uint8(elem), Index: uint8(index)}
}

func checkWidth(width int) {
	if width < 1 || width > 128 {
		panic(fmt.Sprintf("BUG: expected a width from 1 to 128, found %d", width))
	}
}

// String writes the sort as SMT-LIB does.
func (s Sort) String() string {
	switch s.Kind {
	case KindBool:
		return "Bool"
	case KindBV:
		return fmt.Sprintf("(_ BitVec %d)", s.Width)
	}
	return fmt.Sprintf("(Array (_ BitVec %d) (_ BitVec %d))", s.Index, s.Width)
}
