// Package interp says what a trace means. [Run] interprets it on [Inputs]: which exit
// it takes, with which values, effects and heap. [Compare] is the judge of two such
// outcomes: whether anybody outside could tell them apart. Every optimization, proof
// and piece of machine code is held against it, so a pass that makes them differ is
// wrong.
//
// Where the outside world has a choice (whether a call raises, whether it invalidates
// what the trace relies on), that choice is a part of the inputs: [Outside].
package interp
