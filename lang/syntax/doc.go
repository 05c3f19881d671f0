// Package syntax reads programs in Unbox's Python: a strict subset of Python 3.9, so
// that everything it accepts means the same in CPython and PyPy. What is outside of
// the subset is an error at its position that names it.
//
// The scanner and the parser are written by hand: a parser with our own messages has a
// fifth of the size of those from the parser generators that we examined, in a module
// that browsers load.
package syntax
