// Package reference describes the learner's language: every function, type, method and attribute, with its arguments, its result, and an example
// that a test runs. It is a single table, from which the page of the reference, the completion in a lesson's editor, the help with a call's
// arguments and the search of the lessons are all made; a test compares its names with those of the language itself.
package reference

import (
	"slices"
	"strings"

	"unbox/wasm/api"
)

// Entry describes a name of the language.
type Entry struct {
	// Name is the name as it is written: "find".
	Name string `json:"name"`
	// Of is the type whose method or attribute it is, "" for a global name.
	Of string `json:"of,omitempty"`
	// Call shows how a function is called, with its arguments: "interpret(bb, *inputs, jumps=100)"; "" for an attribute.
	Call string `json:"call,omitempty"`
	// Gives is the type of the result or the attribute; "" if it has no further members.
	Gives string `json:"gives,omitempty"`
	// Doc says what it means, in one or two sentences with names in backticks.
	Doc string `json:"doc"`
	// Args says what each argument means, in the order of Call.
	Args []Arg `json:"args,omitempty"`
	// Example is a program, and Prints what it prints.
	Example string `json:"example"`
	Prints  string `json:"prints"`
}

// Arg is an argument, by the name that it has in the call.
type Arg struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// ID identifies the entry on its page: "Operation.find" or "interpret".
func (e *Entry) ID() string {
	if e.Of == "" {
		return e.Name
	}
	return e.Of + "." + e.Name
}

// Title is the entry's heading: "op.find()", "interpret(bb, *inputs, jumps=100)", "op.name".
func (e *Entry) Title() string {
	what := e.Call
	if what == "" {
		what = e.Name
	}
	if e.Of == "" {
		return what
	}
	return receivers[e.Of] + "." + what
}

// receivers are the names of values of each type in examples.
var receivers = map[string]string{
	"Block": "bb", "Operation": "op", "Constant": "constant", "Virtual": "virtual", "Outcome": "outcome", "Verdict": "verdict",
	"str": "text", "list": "l", "dict": "d", "set": "s", "bytes": "b",
}

// Group is a part of the reference.
type Group struct {
	// ID identifies it in addresses.
	ID string `json:"id"`
	// Title is its heading, Doc a sentence below that.
	Title   string  `json:"title"`
	Doc     string  `json:"doc"`
	Entries []Entry `json:"entries"`
}

// Groups returns the whole reference in the order in which it is read.
func Groups() []Group {
	return []Group{
		{"functions", "Blocks, and what is done with them", "The functions of the lessons: they print blocks, run them, optimize them and prove them equal.", blockFunctions()},
		{"types", "Types", "Each is a function that makes a value, and what `isinstance` asks for.", types()},
		{"block", "Block", "A list of operations, called `bb` here. It can be indexed, sliced and gone through; `len(bb)` counts its operations. The name of every operation of a trace is a method, too.", ofBlock()},
		{"operation", "Operation", "One operation of a block and its result at once, called `op` here. Any other attribute can be set as well, and then be read.", ofOperation()},
		{"constant", "Constant", "A number or a name among the arguments of an operation.", ofConstant()},
		{"virtual", "Virtual", "What a guard's snapshot says of an object that was not allocated. Its fields are attributes.", ofVirtual()},
		{"outcome", "Outcome", "What `interpret` returns: all that can be seen of a run from outside.", ofOutcome()},
		{"verdict", "Verdict", "What `prove` returns.", ofVerdict()},
		{"tests", "Tests", "With these functions tests say what they expect.", testFunctions()},
		{"python", "Python’s own functions", "They do what they do in Python.", pythonFunctions()},
		{"text", "Texts", "The methods of a `str`.", ofText()},
		{"list", "Lists", "The methods of a `list`. `sorted(l)` and `reversed(l)` make another list.", ofList()},
		{"dict", "Dictionaries", "The methods of a `dict`.", ofDict()},
		{"set", "Sets", "The methods of a `set`, which `set([1, 2])` makes.", ofSet()},
		{"bytes", "Bytes", "The method of `bytes`.", ofBytes()},
		{"exceptions", "Exceptions", "`raise ValueError(\"why\")` ends a program with a message.", exceptions()},
	}
}

// Operation is a method of a block that appends an operation of the same name.
type Operation struct {
	// Name is what is written, Call the name with its arguments and its result.
	Name string `json:"name"`
	Call string `json:"call"`
	Doc  string `json:"doc"`
	// Canonical is the operation's name in the glossary.
	Canonical string `json:"canonical"`
}

// Operations lists the methods of a block that append an operation, in the order of their names.
func Operations() []Operation {
	var list []Operation
	for _, op := range api.Describe().Operations {
		for _, name := range op.Names {
			if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_0123456789") != "" {
				continue // a sign between two operands is not a method
			}
			_, call, _ := strings.Cut(op.Signature, "(")
			list = append(list, Operation{name, name + "(" + call, op.Doc, op.Name})
		}
	}
	slices.SortFunc(list, func(a, b Operation) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b Operation) bool { return a.Name == b.Name })
}

// Language is what a lesson's editor knows about the language.
type Language struct {
	Groups     []Group     `json:"groups"`
	Operations []Operation `json:"operations"`
}

// All is the whole language, for editors.
func All() Language { return Language{Groups(), Operations()} }

// fn makes the entry of a function or a method; args are alternating names and
// meanings.
func fn(of, call, gives, doc string, args []string, example, prints string) Entry {
	name, _, _ := strings.Cut(call, "(")
	e := Entry{Name: name, Of: of, Call: call, Gives: gives, Doc: doc, Example: example, Prints: prints}
	for i := 0; i+1 < len(args); i += 2 {
		e.Args = append(e.Args, Arg{args[i], args[i+1]})
	}
	return e
}

// attr makes the entry of an attribute.
func attr(of, name, gives, doc, example, prints string) Entry {
	return Entry{Name: name, Of: of, Gives: gives, Doc: doc, Example: example, Prints: prints}
}
