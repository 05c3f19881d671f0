// Package heap describes and holds the objects of a running trace: which
// classes, fields and array types there are (this file), and the objects
// themselves with their identity, contents and aliasing.
//
// Everything here is plain data without I/O, so the interpreter, the
// prover and the code generators can share it.
package heap

// Type is the type of a value, of a field or of an array item.
type Type uint8

const (
	// Void is the type of an operation without a result.
	Void Type = iota
	// Int is a 64-bit two's complement machine integer.
	Int
	// Ref is a reference to an object or an array, or null.
	Ref
	// Float is an IEEE 754 double.
	Float
	// Any is the type of a toy object's field: it holds an integer, a reference
	// or a float, whichever was stored last. No value has this type.
	Any
)

var typeNames = [...]string{Void: "void", Int: "int", Ref: "ref", Float: "float", Any: "any"}

// String returns "void", "int", "ref", "float" or "any".
func (t Type) String() string { return typeNames[t] }

// ClassID, FieldID and ArrayID are indexes into the lists of a [Schema].
type (
	ClassID int32
	FieldID int32
	ArrayID int32
)

// NoClass is the class of an object about which nothing is declared.
const NoClass ClassID = -1

// Class is the type of an object. Two classes are the same exactly if their
// names are: guard_class and new go by the name.
type Class struct {
	// Name is how the trace writes it: "BoxedInteger", or an address.
	Name string
	// Fields are the declared fields in declaration order. They matter only if
	// Declared is set.
	Fields []FieldID
	// Declared means that a `class` line lists all fields. An object of an
	// undeclared class may have any field that the trace mentions.
	Declared bool
}

// Field is a named place in an object. A field belongs to no class in
// particular: the papers write get(p1, intval) without saying whose intval.
type Field struct {
	// Name is the field's name: "intval", a number for toy objects ("0"), a
	// dotted PyPy name, or "Class.name" where two classes disagree on the type.
	Name string
	// Type is Int, Ref, Float, or Any for the fields of toy objects.
	Type Type
	// Pure means that the field is never written after it was first read.
	Pure bool
}

// ArrayType is the type of an array.
type ArrayType struct {
	// Name is how the trace writes the descriptor.
	Name string
	// Elem is the type of the items: Int, Ref, Float, or Any if not known.
	Elem Type
}

// Schema lists the classes, fields and array types that a trace mentions.
// Identifiers are indexes and never change; the lists only grow.
type Schema struct {
	Classes []Class
	Fields  []Field
	Arrays  []ArrayType
}

// HasField reports whether an object of the class can hold the field. Only a
// declared class can deny one.
func (s *Schema) HasField(c ClassID, f FieldID) bool {
	if c == NoClass || !s.Classes[c].Declared {
		return true
	}
	for _, have := range s.Classes[c].Fields {
		if have == f {
			return true
		}
	}
	return false
}
