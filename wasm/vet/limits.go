package vet

import "fmt"

// Limits bound what a module may declare. A field that is 0 has the default in brackets.
type Limits struct {
	// MemoryPages is how large its memory may be at first, in pages of 64 KiB [4096].
	MemoryPages uint32
	// Types, Functions, Globals, Exports, Imports, Elements and Data are how many of each
	// [10,000 types, 1,000 imports, 100,000 of the others].
	Types, Functions, Globals, Exports, Imports, Elements, Data uint32
	// Arity is how many parameters, or results, a type may have [1,000].
	Arity uint32
	// Tables is how many tables [16], and Entries how many entries they may have
	// together, as may all element segments [400,000].
	Tables, Entries uint32
	// Name is how long the name of an import or export may be, in bytes [1,000].
	Name uint32
	// Body is how long the code of a function may be, in bytes [2 MiB].
	Body uint32
	// Locals is how many locals a function may have [20,000], and all functions a hundred times
	// as many.
	Locals uint32
	// Depth is how deeply blocks may be nested [5,000].
	Depth uint32
	// Branches is how many entries the branch table of an instruction may have [65,520].
	Branches uint32
	// Places is locals times blocks and branches of a function [8,000,000].
	Places uint64
	// Work is how many values all instructions of a function hand over [4,000,000], and all
	// functions eight times as many.
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
