// Package vet checks an untrusted WebAssembly module before anything else reads it. What a module declares
// costs memory when it is compiled and started, and a few bytes can declare gigabytes: 2^29 locals, a table of
// 128 million entries, an element segment of four thousand million functions. wazero allocates what is
// declared as it reads; vet reads the same bytes first, allocates nothing for them, and refuses what is out of
// proportion.
//
// # What is bounded
//
// Every number of things that a section announces: by the rest of the section, since each thing takes at least
// one byte, and by a limit of its own (see Limits). Then what a few bytes of code can multiply where it is
// compiled:
//
//   - locals times blocks: a value that is read after branches have met may need a place in each block
//     where two of them meet;
//   - parameters and results: an instruction of two bytes calls a function with a thousand of
//     them, and a table of branches passes them once for each entry.
//
// # What is left out
//
// Custom sections (names, debug information) mean nothing to a program, and readers of them have
// limits of their own: Module returns the bytes without them. Types are not checked here; the
// compiler does that.
//
// The module language is WebAssembly 2.0; an instruction or a type of a later proposal is
// refused, since its cost is not known here.
//
// Source: WebAssembly Core Specification 2.0, chapter 5 (binary format).
package vet
