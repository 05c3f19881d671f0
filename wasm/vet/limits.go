package vet

import "fmt"

// Limits bound what a module may declare. A field that is 0 has the default in brackets.
type Limits struct {
	// MemoryPages is the maximum initial size of its memory, in pages of 64 KiB
	// [4096].
	MemoryPages uint32
	// Types, Functions, Globals, Exports, Imports, Elements and Data are the maximum
	// numbers of each [10,000 types, 1,000 imports, 100,000 of the others].
	Types, Functions, Globals, Exports, Imports, Elements, Data uint32
	// Arity is the maximum number of parameters, or of results, of a type [1,000].
	Arity uint32
	// Tables is the maximum number of tables [16], and Entries the maximum number
	// of their entries in total, and of those of all element segments [400,000].
	Tables, Entries uint32
	// Name is the maximum length of the name of an import or export, in bytes
	// [1,000].
	Name uint32
	// Body is the maximum length of the code of a function, in bytes [2 MiB].
	Body uint32
	// Locals is the maximum number of locals of a function [20,000]; all functions together may
	// have a hundred times as many.
	Locals uint32
	// Depth is the maximum nesting depth of blocks [5,000].
	Depth uint32
	// Branches is the maximum number of entries in the branch table of an instruction
	// [65,520].
	Branches uint32
	// Places is the maximum of locals times blocks and branches of a function
	// [8,000,000].
	Places uint64
	// Work is the maximum number of values that all instructions of a function pass
	// [4,000,000]; all functions together may pass eight times as many.
	Work uint64
}

func (l Limits) withDefaults() Limits {
	normal := func(n *uint32, usual uint32) {
		if *n == 0 {
			*n = usual
		}
	}
	normal(&l.MemoryPages, 4096)
	normal(&l.Types, 10_000)
	normal(&l.Imports, 1_000)
	for _, n := range []*uint32{&l.Functions, &l.Globals, &l.Exports, &l.Elements, &l.Data} {
		normal(n, 100_000)
	}
	normal(&l.Arity, 1_000)
	normal(&l.Tables, 16)
	normal(&l.Entries, 400_000)
	normal(&l.Name, 1_000)
	normal(&l.Body, 2<<20)
	normal(&l.Locals, 20_000)
	normal(&l.Depth, 5_000)
	normal(&l.Branches, 65_520)
	if l.Places == 0 {
		l.Places = 8_000_000
	}
	if l.Work == 0 {
		l.Work = 4_000_000
	}
	return l
}

// tooMany says that a module asks for more than it may have.
func tooMany(what string, most, found uint64) error {
	return fmt.Errorf("expected at most %d %s, found %d", most, what, found)
}
