package interp

import (
	"strings"

	"unbox/heap"
)

// schemaNames finds classes, fields and array types by the names that people
// use for them.
type schemaNames struct {
	schema  *heap.Schema
	classes map[string]int32
	arrays  map[string]int32
	// fields finds a field by its whole name and by the end of a dotted one; -1
	// stands for an end that several names have.
	fields map[string]int32
}

func (n *schemaNames) collect(s *heap.Schema) {
	n.schema = s
	n.classes, n.arrays, n.fields = make(map[string]int32), make(map[string]int32), make(map[string]int32)
	for k, c := range s.Classes {
		n.classes[c.Name] = int32(k)
	}
	for k, a := range s.Arrays {
		n.arrays[a.Name] = int32(k)
	}
	for k, f := range s.Fields {
		dot := strings.LastIndexByte(f.Name, '.')
		if dot < 0 {
			continue
		}
		end := f.Name[dot+1:]
		if _, taken := n.fields[end]; taken {
			n.fields[end] = -1
		} else {
			n.fields[end] = int32(k)
		}
	}
	for k, f := range s.Fields {
		n.fields[f.Name] = int32(k)
	}
}

// findField finds a field that an object of a class can have: by its name
// after that of the class, by its whole name, or by the end of a dotted name if
// only one ends so. It returns -1 if there is none.
func (n *schemaNames) findField(c heap.ClassID, name string) int32 {
	if c != heap.NoClass {
		if f, ok := n.fields[n.schema.Classes[c].Name+"."+name]; ok {
			return f
		}
	}
	f, ok := n.fields[name]
	if !ok || f < 0 || !n.schema.HasField(c, heap.FieldID(f)) {
		return -1
	}
	return f
}

// maxListed is the maximum number of names in a message; see listed.
const maxListed = 9

func (n *schemaNames) classNames() []string {
	var names []string
	for _, c := range n.schema.Classes[:min(len(n.schema.Classes), maxListed)] {
		names = append(names, c.Name)
	}
	return append(names, "obj")
}

func (n *schemaNames) arrayNames() []string {
	var names []string
	for _, a := range n.schema.Arrays[:min(len(n.schema.Arrays), maxListed)] {
		names = append(names, a.Name)
	}
	return names
}

func (n *schemaNames) fieldNames(c heap.ClassID) []string {
	var names []string
	for f := range n.schema.Fields {
		if len(names) < maxListed && n.schema.HasField(c, heap.FieldID(f)) {
			names = append(names, n.schema.Fields[f].Name)
		}
	}
	return names
}
