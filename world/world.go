// Package world is what others know about a trace, as data: the program that made the trace
// knows what its constant objects are, the trace in which a bridge begins knows its inputs,
// and a library knows what its functions do. The optimizer asks a [World]; the zero World
// knows nothing.
//
// What a World says is an assumption about the runs of a trace. What that means is defined by
// translation ([World.Assume]): a trace with a world does what the same trace does with promises
// in it, and a run that breaks one has no meaning. So all judges of traces (the interpreter, the
// prover, random traces) can handle worlds without any code for them.
package world

import (
	"unbox/heap"
	"unbox/trace"
)

// World is what is known. Its creator guarantees that it is true for the program that the
// schema of the traces belongs to.
type World struct {
	// Objects is what is known of constants, by the constant as it is written:
	// "ConstPtr(map)".
	Objects map[string]Object
	// Inputs[k] is what is known of parameter k of the label that a trace starts with,
	// whenever that label is reached. There may be fewer facts than parameters.
	Inputs []Fact
	// Labels is the same for other labels, by name.
	Labels map[string][]Fact
	// Calls says what functions do, by the function as it is written:
	// "ConstClass(f)".
	Calls map[string]Effect
	// Results are results of calls that were made before the trace and are the same in it.
	Results []Result
}

// IsZero reports whether nothing is known.
func (w *World) IsZero() bool {
	return w == nil || len(w.Objects) == 0 && len(w.Inputs) == 0 && len(w.Labels) == 0 && len(w.Calls) == 0 && len(w.Results) == 0
}

// Parts say which parts of a Fact or an Object are known.
type Parts uint8

const (
	// KnowsNonnull: the reference is not null.
	KnowsNonnull Parts = 1 << iota
	// KnowsClass: the reference is not null, and Class is the exact class of the
	// object.
	KnowsClass
	// KnowsRange: Lo and Hi bound the integer.
	KnowsRange
	// KnowsValue: the value is Value.
	KnowsValue
	// KnowsLength: the reference is not null, and Array is the type and Length the
	// length of the array.
	KnowsLength
)

// Fact is what is known of a value. The zero Fact says nothing.
type Fact struct {
	Known Parts
	Class heap.ClassID
	// Lo and Hi are the smallest and the largest integer that it can be.
	Lo, Hi int64
	// Ones and Zeros are the bits of the integer that are 1 and those that are 0.
	Ones, Zeros uint64
	Value       Value
	// Fields are fields of the object with what they hold whenever the label is reached. The trace may write
	// to them.
	Fields []Held
}

// IsZero reports whether the fact says nothing.
func (f *Fact) IsZero() bool {
	return f.Known == 0 && f.Ones == 0 && f.Zeros == 0 && len(f.Fields) == 0
}

// Held is what a field holds: one of the label's parameters, or a value.
type Held struct {
	Field heap.FieldID
	// Param is the number of the parameter from 1 on, 0 for Value, which may be any constant of the trace.
	Param int
	Value Value
}

// Result is the result of a function that gives the same throughout a loop and its bridges
// (call_loopinvariant): a parameter of the label that a trace starts with has it.
type Result struct {
	// Function is the function as it is written, "ConstClass(f)", and Args are its arguments, all integers.
	Function string
	Args     []int64
	// Param is the number of the parameter from 1 on.
	Param int
}

// IsCalledBy reports whether an operation of a trace is that call.
func (r *Result) IsCalledBy(t *trace.Trace, op *trace.Op, args []trace.Value) bool {
	if op.Code != trace.OpCall || op.Descr < 0 || Effect(t.Tables.Texts[op.Descr].Effect) != ComputesInLoop || len(args) != len(r.Args)+1 || op.Condition() != trace.CallsAlways {
		return false
	}
	if !args[0].IsConst() || t.Const(args[0]).Kind != trace.ConstAddress || t.Tables.Syms[t.Const(args[0]).Name] != r.Function {
		return false
	}
	for k, n := range r.Args {
		arg := args[k+1]
		if !arg.IsConst() || t.Const(arg).Kind != trace.ConstInt || int64(t.Const(arg).Bits) != n {
			return false
		}
	}
	return true
}

// Value is a value that is the same in all runs.
type Value struct {
	Type trace.Type
	// Bits are those of an integer or a float.
	Bits uint64
	// Object is the constant that a reference is, as written in the trace, "" for
	// null.
	Object string
}

// Object is what is known of an object that is a constant.
type Object struct {
	// Known is KnowsClass, KnowsLength, or neither.
	Known  Parts
	Class  heap.ClassID
	Array  heap.ArrayID
	Length int64
	// Fields are fields that never change according to the schema (heap.Field.Pure), with
	// what they hold.
	Fields []Field
}

// Field is what a field holds.
type Field struct {
	Field heap.FieldID
	Value Value
}

// Field returns what a field of the object holds, and false if that is not known.
func (o *Object) Field(f heap.FieldID) (Value, bool) {
	for k := range o.Fields {
		if o.Fields[k].Field == f {
			return o.Fields[k].Value, true
		}
	}
	return Value{}, false
}

// Effect is what a call can do, by the numbers of PyPy's call descriptors (EF=…).
type Effect int8

const (
	// Computes: the result follows from the arguments, and nothing else happens.
	Computes Effect = 0
	// ComputesInLoop: the result is the same in every iteration of a loop, and nothing else happens.
	ComputesInLoop Effect = 1
	// CannotRaise: it has a visible effect, and never raises.
	CannotRaise Effect = 2
	// ComputesOrRaises: the result follows from the arguments, or it raises because of them.
	ComputesOrRaises Effect = 4
	// CanRaise: it has a visible effect, or raises.
	CanRaise Effect = 5
	// Anything: it can also run code of the program, and change what the trace took to be
	// constant.
	Anything Effect = 6
)

// FactsOf returns what is known of the parameters of a label of a trace.
func (w *World) FactsOf(t *trace.Trace, label trace.Value) []Fact {
	if label == 1 {
		return w.Inputs
	}
	if len(w.Labels) == 0 {
		return nil
	}
	descr := t.Ops[label].Descr
	if descr < 0 || int(descr) >= len(t.Tables.Labels) {
		return nil
	}
	return w.Labels[t.Tables.Labels[descr].Name]
}

// ObjectOf returns what is known of a constant, nil if nothing is.
func (w *World) ObjectOf(tables *trace.Tables, c trace.Const) *Object {
	switch c.Kind {
	case trace.ConstPtr, trace.ConstText, trace.ConstUnknown:
		if o, known := w.Objects[tables.Syms[c.Name]]; known {
			return &o
		}
	}
	return nil
}
