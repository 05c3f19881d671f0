// Package arena lays out the objects of a running trace in one region of bytes,
// for engines that run generated code: native code works on memory that was
// mapped for it, WebAssembly on its linear memory, and both see the same bytes.
//
// # The region
//
// A reference is the offset of an object from the region's start, 32 bits in a
// 64-bit value; 0 is null. So generated code holds no address, and a trace
// cannot compute one: integers never turn into references.
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
// items. Its contents are slots of 8 bytes each, zero until something is
// stored.
//
// # Fields
//
// The traces of the papers read fields of objects whose class is not known:
// get(p0, intval). So a field has the same offset in all classes that may have it.
// The whole trace says which these are. Two fields that no class has together can
// share an offset: [NewLayout] colours that graph.
//
// Fields and items whose type is not fixed (those of the toy dialect) have a tag,
// the type of what was stored last: 0 for nothing, which reads as 0 or null,
// otherwise a heap.Type. The tag of a field is a slot of its own after the value;
// an array's tags are bytes after its last item. An array type has tags as well
// if its arrays may be allocated without being cleared: their items begin as
// [Unwritten].
//
// # Allocation and collection
//
// Code allocates by moving the word Free towards Limit; the bytes in between are
// always zero. If there is not enough space it leaves, and [Arena.Collect] copies
// what is still reachable to the other space (C. J. Cheney, "A nonrecursive list
// compacting algorithm", 1970). Roots are lists of slots with references, so
// nothing is ever guessed. Large arrays are copied like everything else. In
// practice inputs are the large ones; they are old and stay where they are, and a
// second way to allocate would be one more branch in the measured code.
package arena
