// Package syntax reads programs in Unbox's Python: a strict subset of Python 3.9, so
// that whatever it accepts means the same to CPython and PyPy. What is outside the
// subset is an error at its place that names it.
//
// The scanner and the parser are written by hand: a parser with messages of our own is
// a fifth of the size of the grammars for parser generators that were looked at, in a
// module that browsers load.
package syntax
