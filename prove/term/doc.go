// Package term keeps terms of SMT: truth values, words of 1 to 128 bits, arrays
// of words, and functions known only by their name, all with the meaning that
// SMT-LIB 2 gives them (theories Core, FixedSizeBitVectors and ArraysEx: shifting
// by the width or more leaves zeros or copies of the sign, dividing by 0 gives
// all ones and leaves the dividend).
//
// Terms live in a [Bank] that keeps each of them once, so equal terms are
// equal numbers, and simplifies them as they are built. If two traces compute
// the same, that is then often one term already, and nothing is left to prove:
//
//   - Sums, differences, negatives, inverses, and products and left shifts with
//     constants are linear forms modulo 2^width (linear.go). Two of them are
//     equal if their difference is empty, and never equal if it is a constant
//     that is not 0: that distinguishes the indexes i and i+1 of an array.
//   - "And" and "xor" are flat lists, each part once, masks folded into one
//     (bits.go, bool.go). An "or" is written with "and" and "not", a signed division with an unsigned one, so there are fewer shapes.
//   - Comparisons look through extensions, choices between constants and
//     limits of the range (compare.go).
//   - Reading from an array looks through the writes, as far as indexes are
//     known to be equal or different, and writes at different indexes are sorted
//     (array.go).
//
// The inverse of a sum is kept as the inverse, and a sum whose first factor is
// negative as the inverse of one whose first factor is positive: so x+1, its
// inverse and its negative become the same adder when they are turned into bits.
//
// Operations on floats are functions with known names ([FloatOps]). A solver
// without floats knows that equal arguments give equal results and no more;
// [WriteScript] can write them as IEEE terms. There is one NaN: its bits are
// 0x7ff8000000000000.
//
// [Bank.Eval] computes terms under a [Model]. The tests compare it, and through
// it each constructor, with the single operations.
package term
