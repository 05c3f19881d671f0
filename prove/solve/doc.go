// Package solve asks whether assertions about terms can hold at once. The
// embedded solver works everywhere, also in the browser; solvers that speak
// SMT-LIB 2 are used where they are installed.
package solve
