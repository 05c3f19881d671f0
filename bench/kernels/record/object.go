package record

import (
	"strconv"
	"strings"
)

// Kind is the type of a machine value.
type Kind byte

const (
	// Int is a 64-bit integer, Float a double, Ref a reference.
	Int   Kind = 'i'
	Float Kind = 'f'
	Ref   Kind = 'p'
)

// Value is a value of the machine, and what the trace calls it.
type Value struct {
	Kind   Kind
	Int    int64
	Float  float64
	Object *Object // nil for null

	// name is the value in the trace: a result's name or a constant's text.
	name string
	// constant means that it is known when recording.
	constant bool
}

// Object is an object or an array of the machine's heap.
type Object struct {
	// Class is an object's class, or "" for an array.
	Class string
	// Constant is the text of the constant that this object is, "" if none.
	Constant string
	// Fields are an object's fields.
	Fields map[string]Value
	// Items are an array's items, all of kind Elem.
	Items []Value
	Elem  Kind
}

// classText declares the classes of the interpreter's objects. The storage of a list
// is one array; a user's instance has as many places as its map says.
const classText = `class W_IntObject { intval: int }
class W_FloatObject { floatval: float }
class W_BoolObject { boolval: int }
class W_ListObject { strategy: ref, storage: ref }
class IntegerListStrategy { }
class FloatListStrategy { }
class W_Object { map: ref, value0: ref, value1: ref, value2: ref }
`

// maxFields is the number of fields of a W_Object.
const maxFields = 3

// arrayDescr returns the type of an array as traces write it.
func arrayDescr(elem Kind) string {
	switch elem {
	case Int:
		return "<ArrayS 8>"
	case Float:
		return "<ArrayF 8>"
	}
	return "<ArrayP 8>"
}

func intConstant(n int64) Value {
	return Value{Kind: Int, Int: n, name: strconv.FormatInt(n, 10), constant: true}
}

func floatConstant(f float64) Value {
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return Value{Kind: Float, Float: f, name: text, constant: true}
}

func concreteInt(n int64) Value     { return Value{Kind: Int, Int: n} }
func concreteFloat(f float64) Value { return Value{Kind: Float, Float: f} }
func concreteRef(o *Object) Value   { return Value{Kind: Ref, Object: o} }

// fixed returns a reference to an object that is a constant of the program.
func fixed(o *Object) Value {
	return Value{Kind: Ref, Object: o, name: o.Constant, constant: true}
}

// BoxInt, FloatList and IntList make values of the interpreted program that are there
// before it runs.
func BoxInt(n int64) Value {
	return concreteRef(&Object{Class: "W_IntObject", Fields: map[string]Value{"intval": concreteInt(n)}})
}

// FloatList returns a list of doubles, stored unboxed.
func FloatList(items []float64) Value {
	storage := &Object{Elem: Float, Items: make([]Value, len(items))}
	for k, f := range items {
		storage.Items[k] = concreteFloat(f)
	}
	return list("FloatListStrategy", storage)
}

// IntList returns a list of integers, stored unboxed.
func IntList(items []int64) Value {
	storage := &Object{Elem: Int, Items: make([]Value, len(items))}
	for k, n := range items {
		storage.Items[k] = concreteInt(n)
	}
	return list("IntegerListStrategy", storage)
}

func list(strategy string, storage *Object) Value {
	return concreteRef(&Object{Class: "W_ListObject", Fields: map[string]Value{
		"strategy": concreteRef(&Object{Class: strategy}), "storage": concreteRef(storage),
	}})
}
