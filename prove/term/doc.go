// Package term keeps terms of SMT: truth values, words of 1 to 128 bits, arrays
// of words, and functions of which only the name is known, all with the meaning
// that SMT-LIB 2 gives them (theories Core, FixedSizeBitVectors, ArraysEx and
// the logic QF_AUFBV). Terms live in a [Bank] that keeps each of them once, so
// that equal terms are equal numbers, and that simplifies them as they are
// built.
package term
