// Package library has the modules of Unbox's Python that are written in Unbox's Python: programs that import one are
// compiled together with it, so traces inline its functions as those of the program.
package library

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.py
var files embed.FS

// Source returns the text of a module; false if there is none of the name.
func Source(name string) (string, bool) {
	text, err := files.ReadFile(name + ".py")
	return string(text), err == nil
}

// Names are the names of all modules, in order.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("BUG: the folder that is a part of the program cannot be read: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".py"))
	}
	slices.Sort(names)
	return names
}

// bases are modules by the names of classes that stand for one of the language, or for a name of typing, where a class of the program is
// derived from that: the program is compiled with the module then.
var bases = func() map[string]string {
	all := make(map[string]string)
	for module, classes := range map[string]string{
		"_bases":            "list tuple dict List Tuple Dict",
		"_collection_bases": "defaultdict OrderedDict Counter DefaultDict",
		"_set_bases":        "set frozenset Set FrozenSet",
		"_value_bases":      "str int float",
		"collections.abc": "Callable Collection Container Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence " +
			"MutableSet Reversible Sequence Sized ValuesView",
	} {
		for _, class := range strings.Fields(classes) {
			all[class] = module
		}
	}
	return all
}()

// BasesOf returns the module with what classes are derived from that name a class of the language, or one of typing, as their base; "" if
// there is none.
func BasesOf(class string) string { return bases[class] }

// Bytes is the module with bytes and bytearray. A program is compiled with it that has a literal of bytes, one of BytesNames, or one of
// bytesAttributes.
const Bytes = "_bytes_bases"

// BytesNames are the names of the language that stand for classes of that module.
const BytesNames = "bytes bytearray UnicodeDecodeError UnicodeEncodeError"

// bytesAttributes are attributes of str and int that make bytes or take them.
const bytesAttributes = "encode to_bytes from_bytes"

// ModuleOfName returns the module that a name of the language comes from; "" if it comes from none.
func ModuleOfName(name string) string {
	if slices.Contains(strings.Fields(BytesNames), name) {
		return Bytes
	}
	return ""
}

// ModuleOfAttribute returns the module that an attribute of a class of the language comes from; "" if it comes from none.
func ModuleOfAttribute(name string) string {
	if slices.Contains(strings.Fields(bytesAttributes), name) {
		return Bytes
	}
	return ""
}

// Hidden reports whether a module is one that no program imports.
func Hidden(name string) bool { return strings.HasSuffix(name, "_bases") }
