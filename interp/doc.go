// Package interp defines what a trace means. [Run] interprets it on [Inputs]: which
// exit it takes, with which values, effects and heap. [Compare] judges two such
// outcomes: whether anyone outside could tell them apart. Every optimization, proof
// and piece of machine code is compared with it: a pass that makes the outcomes
// differ is wrong.
//
// Where the outside world has a choice (whether a call raises, whether it invalidates
// what the trace relies on, whether a guard fails that only the traced program can decide), that choice is a part of the inputs: [Outside].
//
// Where to look:
//
//   - program.go turns a trace into instructions, malformed.go finds operations that break
//     the rules of the IR
//   - run.go runs them; object.go reads and writes the heap, guard.go checks guards and collects the values with which a run
//     leaves, call.go does calls and other effects, frame.go does force_token and virtual references
//   - environment.go is what the outside sees of an effect, and changes
//   - unknown.go handles objects that a log names only by numbers
//   - trouble.go says why a run cannot continue
//   - inputs*.go read, check, invent and print inputs; outside.go has the choices of the
//     outside
//   - outcome*.go describe a run for people
//   - judge*.go compare two outcomes and say where they differ
//   - relay.go lets an engine run the straight parts, lowering.go gives compilers the instructions
package interp
