// Package interp says what a trace means. [Run] interprets it on [Inputs]: which exit
// it takes, with which values, effects and heap. [Compare] is the judge of two such
// outcomes: whether anybody outside could tell them apart. Every optimization, proof
// and piece of machine code is held against it, so a pass that makes them differ is
// wrong.
//
// Where the outside world has a choice (whether a call raises, whether it invalidates
// what the trace relies on), that choice is a part of the inputs: [Outside].
//
// Where to look:
//
//   - program.go turns a trace into instructions, malformed.go finds operations that break
//     the rules of the IR
//   - run.go runs them; object.go does what reads and writes the heap, guard.go asks guards and
//     collects the values with which a run leaves, call.go does calls and other effects,
//     frame.go does force_token and virtual references
//   - environment.go is what the outside sees of an effect, and changes
//   - unknown.go is what a log tells only numbers of
//   - trouble.go says why a run cannot go on
//   - inputs*.go read, check, make up and print inputs; outside.go is the choice of the
//     outside
//   - outcome*.go describe a run for people
//   - judge*.go compare two outcomes and say where they part
//   - relay.go lets an engine run the straight parts, lowering.go tells compilers what the
//     instructions are
package interp
