// Package arena lays out the objects of a running trace in one region of bytes,
// for engines that run generated code: native code works on memory that was
// mapped for it, WebAssembly on its linear memory, and both see the same bytes.
//
// # The region
//
// A reference is the offset of an object from the region's start, 32 bits in a
// 64-bit value; 0 is null. Generated code therefore holds no address, and an
// offset that a trace computed with could not become one: integers never turn
// into references.
//
//	0        a header that stands for null: its shape is ShapeNull
//	8        words that code and driver share (see the constants Word…)
//	64       the table of the trace's object constants, 8 bytes each
//	         tables of one byte per shape: may this shape have that field?
//	Frame    8 bytes for each value that is handed over at an exit
//	Old      objects that exist from the start, the inputs and constants: never moved
//	Young    two equal spaces, one of which is in use: what the trace allocates
//
// An object begins with 8 bytes: its [Shape] and, for arrays, the number of
// items. Its contents are slots of 8 bytes each, zero as long as nothing was
// stored.
//
// # Fields
//
// The traces of the papers read fields of objects whose class nobody told:
// get(p0, intval). So a field has the same offset in all classes that may have
// it. Which these are is known once the whole trace was looked at, and two fields
// which no class has together can share an offset: [NewLayout] colours that graph.
//
// Fields and items whose type is not fixed (those of the toy dialect) have a tag,
// which tells the type of what was stored last: 0 for nothing, which reads as 0
// or null, otherwise a heap.Type. The tag of a field is a slot of its own after
// the value; an array's tags are bytes after its last item. An array type has
// tags as well if its arrays may be allocated without being cleared: their items
// begin as [Unwritten].
//
// # Allocation and collection
//
// Code allocates by moving the word Free up to Limit; what lies between is always
// zero. If there is no room it leaves, and [Arena.Collect] copies what is still
// reachable to the other space (C. J. Cheney, "A nonrecursive list compacting
// algorithm", 1970). Roots are lists of slots with references, so that nothing is
// ever guessed. Large arrays are copied like everything else: inputs, which are the
// large ones in practice, are old and stay where they are, and a second way to
// allocate would be one more branch in the code that is measured.
package arena
