package trace

import (
	"slices"

	"unbox/heap"
)

// Program is what the traces of one program have in common: its classes, fields and array
// types. A trace that [Parse] reads has a program of its own; [Program.Parse] reads more traces
// of the same program, so that a class or field has one number in all of them. Numbers never
// change; the lists only grow. One goroutine must not read it while another one adds to it. The
// zero Program is empty.
type Program struct {
	// Schema lists classes, fields and array types.
	Schema heap.Schema
	// ClassSpelling[c] says how the source wrote class c as an operand.
	ClassSpelling []ClassSpelling
	// FieldText and ArrayText are the descriptors as written, if they were
	// written as descriptors (`<FieldS x.inst_y 8>`); else "".
	FieldText []string
	ArrayText []string
}

// Parse is the function [Parse] for one more trace of a program. Earlier traces have decided
// what each class, field and array type of the program is: a text that says otherwise has an
// error. A field that the text reads as one that never changes (getfield_gc_pure_i) never
// changes in the whole program. If the text has errors, the program stays as it was.
func (program *Program) Parse(text string) (*Trace, []Diagnostic) {
	grown := program.Clone()
	t, list := parseInto(grown, text)
	if t != nil {
		*program = *grown
		t.Tables.Program = program
	}
	return t, list
}

// Clone returns a copy that shares nothing with the program.
func (program *Program) Clone() *Program {
	p := Program{
		ClassSpelling: slices.Clone(program.ClassSpelling), FieldText: slices.Clone(program.FieldText), ArrayText: slices.Clone(program.ArrayText),
		Schema: heap.Schema{Classes: slices.Clone(program.Schema.Classes), Fields: slices.Clone(program.Schema.Fields), Arrays: slices.Clone(program.Schema.Arrays)},
	}
	for k := range p.Schema.Classes {
		p.Schema.Classes[k].Fields = slices.Clone(p.Schema.Classes[k].Fields)
	}
	return &p
}

// sizes are the numbers of classes and fields that a program had before a trace
// was read.
type sizes struct{ classes, fields int32 }

// knowProgram enters what the program has, so that the parser finds it.
func (p *parser) knowProgram() {
	schema := &p.tab.Schema
	p.given = sizes{int32(len(schema.Classes)), int32(len(schema.Fields))}
	for k, f := range schema.Fields {
		p.fields.byName[f.Name] = int32(k)
		p.fields.types = append(p.fields.types, typeTerm(f.Type))
		if text := p.tab.FieldText[k]; text != "" {
			p.fields.byText[text] = int32(k)
		}
	}
	for k, a := range schema.Arrays {
		p.arrays[a.Name] = int32(k)
		p.fields.elems = append(p.fields.elems, typeTerm(a.Elem))
	}
	for k, c := range schema.Classes {
		p.classes[c.Name] = int32(k)
		p.knowFields(int32(k))
	}
}

// knowFields enters the fields that a class of the program declares. One that is named
// Class.field has that name because another class has a field of the same name with another
// type.
func (p *parser) knowFields(class int32) {
	schema := &p.tab.Schema
	c := &schema.Classes[class]
	for place, f := range c.Fields {
		name := schema.Fields[f].Name
		long := c.Name + "." + name
		if short := len(c.Name) + 1; len(name) > short && name[:short] == c.Name+"." {
			p.fields.ambiguous[name[short:]] = name
			long = name
		}
		p.fields.qualified[long] = int32(f)
		p.fields.owners[int32(f)] = append(p.fields.owners[int32(f)], fieldOwner{class, int32(place)})
	}
}

// declaredAgain reports whether a `class` line is about a class that the program has already,
// and reports it if the program does not have it as a declared one.
func (p *parser) declaredAgain(class int32, name string, at textSpan) bool {
	if class >= p.given.classes {
		return false
	}
	if !p.tab.Schema.Classes[class].Declared {
		p.errorAt(CodeRedefined, at, "expected a class that no other trace of the program uses, found `%s`, which one uses without a `class` line", shorten(name))
	}
	return true
}

// agreeOnField compares a field in a `class` line with what the program says of it.
func (p *parser) agreeOnField(class int32, name string, holds Type, at textSpan) {
	schema := &p.tab.Schema
	f, known := p.fields.qualified[schema.Classes[class].Name+"."+name]
	if known && schema.Fields[f].Type == holds {
		return
	}
	p.errorAt(CodeFieldType, at, "expected the fields that `%s` has in the program, with the same types, found `%s`", shorten(schema.Classes[class].Name), shorten(name))
}
