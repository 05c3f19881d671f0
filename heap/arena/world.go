package arena

import (
	"math/bits"
	"slices"

	"unbox/heap"
)

// World holds the objects of a running program in one region of 64-bit words. Objects
// look like those of an [Arena], a header of 8 bytes and slots of 8 bytes, but the
// place of a field depends only on its class, never on a trace: objects may be
// allocated at any time, by the program's interpreter and later by its traces.
//
//	0          a header that stands for null
//	1…7        the words that code shares with those who enter it: WordFree and so on
//	stack      the registers of all active functions
//	constants  references of compiled code to its constants
//	fixed      objects that never move: constants, global variables
//	young      what the program allocates
//
// Allocation never collects. The owner asks [World.Due] at places where every reference
// that is still needed is in the stack, in a fixed object, or in what the provider of
// roots shows, and calls [World.Collect] there. Code between two such places may
// therefore keep references in variables of its own.
type World struct {
	// Observe, if it is not nil, is called at the beginning and the end of each collection; collections can
	// be nested.
	Observe func(begins bool)
	// Words is the region; it may be another slice after any allocation of more than
	// Slack words, and after a collection.
	Words []uint64
	// Free is the index of the next word to allocate. All words from here on are 0.
	Free int
	// Once Free has passed Due, a collection is worth its time.
	Due int
	// Top is the end of the registers in use, which are roots.
	Top int

	region      Region
	layout      *Layout
	classes     []worldClass
	refArrays   uint64 // the array types whose items are references
	constants   int    // where the constants of code begin
	constantTop int    // the end of those that are in use
	fixed       int    // where the next fixed object will be
	fixedStart  int
	start, lo   int
	limit       int
	stress      bool
	poison      bool
	tight       bool
	roots       []func(visit func(*uint64))
	weak        []func(now func(uint64) uint64)
	collections int
	copied      int
}

// Region gives a world its memory.
type Region interface {
	// Words returns memory of at least n words, the first of which are those that it
	// returned before, with what is in them; the others are 0. The memory that it
	// returned before is not used any more. It returns nil if it does not have that
	// much.
	Words(n int) []uint64
}

// goMemory is a region in Go's own memory.
type goMemory struct{ words []uint64 }

func (m *goMemory) Words(n int) []uint64 {
	larger := make([]uint64, n)
	copy(larger, m.words)
	m.words = larger
	return larger
}

// worldClass is the number of words that an object of a class takes, and which
// of them are references: bit k is the k-th word after the header.
type worldClass struct {
	size int
	refs uint64
}

// Slack is the number of words that may be allocated without asking [World.Room]
// between two places where the owner asks for a collection.
const Slack = 1 << 17

// nursery is the minimum number of words allocated between two collections: 1 MiB, the size of a second-level cache on
// the processors that it was measured on. A collection costs some microseconds even if little is alive: with 256 KiB,
// programs that allocate in every iteration took 10 to 15 % longer.
const nursery = 128 << 10

// maxSpare is the maximum number of words, above the live ones, that are allocated between two collections where live
// objects take more than the nursery: far from the limit, moving each of them half as often is worth that much memory.
const maxSpare = 4 << 20

// stressed is the number of words that collections move under stress before they become rarer.
const stressed = 4 << 20

// StackStart is the index of the first register.
const StackStart = 8

// WorldOptions say how large a world may become.
type WorldOptions struct {
	// Stack is the number of words for registers, Fixed the number for objects that
	// never move.
	Stack, Fixed int
	// Constants is the number of words for references of compiled code.
	Constants int
	// Limit is the size of the whole region in bytes.
	Limit int
	// Region is where the memory comes from; nil means Go's own memory, in which
	// compiled code cannot run.
	Region Region
	// Stress makes a collection always due, until collections have moved 32 MiB; from then on one is due after a
	// hundredth of what is alive: each collection moves all of that. Poison makes the places that objects leave
	// unusable as long as there is room elsewhere: a reference that a collection did not
	// update leads nowhere. Tests use them.
	Stress, Poison bool
}

// NewWorld makes a world without objects. Field number k of a class's list is in the
// k-th slot after the header; classes have at most 64 fields. Roots outside the
// region are shown by the provider.
func NewWorld(s *heap.Schema, o WorldOptions, roots func(visit func(*uint64))) *World {
	w := &World{region: o.Region, roots: []func(func(*uint64)){roots}, stress: o.Stress, poison: o.Poison, limit: o.Limit / SlotSize}
	if w.region == nil {
		w.region = new(goMemory)
	}
	w.layout = worldLayout(s)
	for _, c := range s.Classes {
		class := worldClass{size: 1 + len(c.Fields)}
		for k, f := range c.Fields {
			if s.Fields[f].Type == heap.Ref {
				class.refs |= 1 << k
			}
		}
		w.classes = append(w.classes, class)
	}
	for k, a := range s.Arrays {
		if a.Elem == heap.Ref {
			w.refArrays |= 1 << k
		}
	}
	w.constants = StackStart + o.Stack
	w.constantTop = w.constants
	w.fixedStart = w.constants + o.Constants
	w.fixed, w.Top = w.fixedStart, StackStart
	w.start = w.fixedStart + o.Fixed
	w.lo, w.Free = w.start, w.start
	w.Words = w.region.Words(w.start + 2*Slack)
	w.Words[0] = uint64(ShapeNull)
	w.schedule(0)
	return w
}

// worldLayout is how code finds what is in the objects of a world. The schema may grow
// afterwards, the layout does not.
func worldLayout(of *heap.Schema) *Layout {
	s := &heap.Schema{Classes: slices.Clone(of.Classes), Fields: slices.Clone(of.Fields), Arrays: slices.Clone(of.Arrays)}
	l := &Layout{
		Schema: s, Stride: 1,
		Fields:   make([]Field, len(s.Fields)),
		Classes:  make([]Class, len(s.Classes)+1),
		Arrays:   make([]Array, len(s.Arrays)+1),
		Interior: make([]int32, len(s.Fields)),
	}
	for f := range s.Fields {
		l.Fields[f].Type = s.Fields[f].Type
	}
	l.Classes[0].Size, l.Arrays[0].Elem = HeaderSize, heap.Any
	for c, class := range s.Classes {
		l.Classes[c+1] = Class{Size: HeaderSize + int32(len(class.Fields))*SlotSize, Fields: class.Fields}
		for k, f := range class.Fields {
			l.Fields[f].Offset = HeaderSize + int32(k)*SlotSize
		}
	}
	for a := range s.Arrays {
		l.Arrays[a+1].Elem = s.Arrays[a].Elem
	}
	return l
}

// Layout returns how code finds what is in the objects.
func (w *World) Layout() *Layout { return w.layout }

// AddRoots adds a provider of roots outside the region.
func (w *World) AddRoots(roots func(visit func(*uint64))) { w.roots = append(w.roots, roots) }

// AddWeak adds what knows objects without keeping them. It is called at the end of each collection, with a function that returns where an
// object is now, 0 if nothing refers to it any more.
func (w *World) AddWeak(weak func(now func(uint64) uint64)) { w.weak = append(w.weak, weak) }

// Constants returns where the words for references of compiled code begin, and how many
// there are. What is in the first ones, up to Use, are roots.
func (w *World) Constants() (start, n int) { return w.constants, w.fixedStart - w.constants }

// UseConstants says how many of the words for references of compiled code are in use.
func (w *World) UseConstants(n int) { w.constantTop = w.constants + n }

// Stats returns how often objects were moved, and the number of bytes moved.
func (w *World) Stats() (collections, copied int) { return w.collections, w.copied * SlotSize }

// Used returns how many bytes of the region were ever in use.
func (w *World) Used() int { return len(w.Words) * SlotSize }

// schedule decides when the next collection is due, after one that left live words; near the
// limit it is earlier than ideal. It reports whether at least an eighth of these words can be
// allocated before that: otherwise a program that hardly fits would do nothing but collect.
func (w *World) schedule(live int) bool {
	w.Due = w.Free + max(nursery, live)
	if live < w.limit/16 {
		w.Due = w.Free + max(nursery, live+min(live, maxSpare))
	}
	if !w.reserve(w.Due + Slack) {
		w.reserve(w.limit)
		w.Due = w.Free + (len(w.Words)-Slack-w.Free)/2 // the rest is for large objects before that
	}
	w.tight = w.Due < w.Free+live/8
	if w.stress {
		w.Due = w.Free
		if w.copied > stressed {
			w.Due += live / 100
		}
	}
	return !w.tight
}

// Tight reports whether the last collection left so little room that the next one would not be worth its
// time.
func (w *World) Tight() bool { return w.tight }

// Room reports whether n words can be allocated: the region grows if necessary, and
// stays below its limit.
func (w *World) Room(words int) bool {
	if words > w.limit {
		return false
	}
	return w.reserve(w.Free + words + Slack)
}

func (w *World) reserve(size int) bool {
	if size <= len(w.Words) {
		return true
	}
	if size > w.limit {
		return false
	}
	larger := w.region.Words(min(max(size, 2*len(w.Words)), w.limit))
	if larger == nil {
		return false
	}
	w.Words = larger
	return true
}

// Alloc allocates an object or array of the given number of words, header included.
// There must be room: see [World.Room] for more than a few words.
func (w *World) Alloc(header uint64, words int) Ref {
	at := w.Free
	w.Words[at] = header
	w.Free = at + words
	return Ref(at * SlotSize)
}

// Fixed allocates an object that never moves. It panics if the options said that there
// would be fewer.
func (w *World) Fixed(header uint64, words int) Ref {
	at := w.fixed
	if at+words > w.start {
		panic("BUG: more fixed objects than there is room for")
	}
	w.Words[at] = header
	w.fixed = at + words
	return Ref(at * SlotSize)
}

// sizeOf returns how many words an object takes.
func (w *World) sizeOf(header uint64) int {
	length := int(header >> 32)
	switch Shape(header).Kind() {
	case KindObject:
		return w.classes[Shape(header).Class()].size
	case KindArray:
		return 1 + length
	}
	return 1 + (length+SlotSize-1)/SlotSize // bytes
}

// Collect moves all reachable objects next to each other, to a free place, and zeroes what they
// leave. Where the limit leaves no room for that, they are copied out first. It reports whether
// enough is free afterwards for the next collection to be worth its time.
func (w *World) Collect() bool {
	if w.Observe != nil {
		w.Observe(true)
		defer w.Observe(false)
	}
	used := w.Free - w.lo
	to := w.start
	if w.lo-w.start < used || w.poison && w.reserve(w.Free+used+max(used, nursery)+Slack) {
		to = w.Free
	}
	from, end := w.lo, w.Free
	c := worldCollector{w: w, lo: uint64(from) * SlotSize, size: uint64(used) * SlotSize}
	beside := w.reserve(to + used + Slack)
	if !beside {
		c.from, c.base, to = slices.Clone(w.Words[from:end]), from, w.start
		clear(w.Words[from:end])
	}
	if w.poison && to == w.start { // what was left before has to be made usable again
		clear(w.Words[to:from])
	}
	c.words, c.free = w.Words, to
	if beside {
		c.from = w.Words
	}
	c.all(to)
	if beside {
		clear(w.Words[from:end])
	}
	if w.poison && to > from {
		poison(w.Words[from:end])
	}
	w.lo, w.Free = to, c.free
	w.collections++
	w.copied += c.free - to
	if w.schedule(c.free - to) {
		return true
	}
	return to > w.start && w.Collect() // down to the start; all of the rest is then free
}

// poison fills words with what is neither a header nor a reference that leads anywhere.
func poison(words []uint64) {
	for k := range words {
		words[k] = 0xdead_dead_ffff_fff8
	}
}

// worldCollector moves the objects of a range of the region, the addresses from lo on. They are read
// from another slice, whose first word is that with the index base.
type worldCollector struct {
	w           *World
	words, from []uint64
	base        int
	lo, size    uint64
	free        int
}

// all runs Cheney's algorithm.
func (c *worldCollector) all(to int) {
	for k := StackStart; k < c.w.Top; k++ {
		c.visit(&c.words[k])
	}
	for k := c.w.constants; k < c.w.constantTop; k++ {
		c.visit(&c.words[k])
	}
	for at := c.w.fixedStart; at < c.w.fixed; {
		at += c.scan(at)
	}
	for _, roots := range c.w.roots {
		roots(c.visit)
	}
	for at := to; at < c.free; {
		at += c.scan(at)
	}
	for _, weak := range c.w.weak {
		weak(c.now)
	}
}

// now is where an object is after all that can be reached has moved; 0 if it cannot be reached.
func (c *worldCollector) now(o uint64) uint64 {
	if o-c.lo >= c.size {
		return o
	}
	if header := c.from[int(o/SlotSize)-c.base]; header&0xffffffff == movedMark {
		return header >> 32
	}
	return 0
}

// visit moves what a place refers to.
func (c *worldCollector) visit(place *uint64) {
	if o := *place; o-c.lo < c.size {
		*place = c.move(int(o / SlotSize))
	}
}

// movedMark is the header of an object that has moved: its new address is stored where an array
// has its length.
const movedMark = uint64(ShapeNull)

func (c *worldCollector) move(at int) uint64 {
	header := c.from[at-c.base]
	if header&0xffffffff == movedMark {
		return header >> 32
	}
	size := c.w.sizeOf(header)
	if size <= 4 {
		for k := range size {
			c.words[c.free+k] = c.from[at-c.base+k]
		}
	} else {
		copy(c.words[c.free:c.free+size], c.from[at-c.base:at-c.base+size])
	}
	to := uint64(c.free) * SlotSize
	c.from[at-c.base] = movedMark | to<<32
	c.free += size
	return to
}

// scan moves what an object refers to, and returns how many words the object takes.
func (c *worldCollector) scan(at int) int {
	header := c.words[at]
	switch shape := Shape(header); shape.Kind() {
	case KindObject:
		class := &c.w.classes[shape.Class()]
		for refs := class.refs; refs != 0; refs &= refs - 1 {
			c.visit(&c.words[at+1+bits.TrailingZeros64(refs)])
		}
		return class.size
	case KindArray:
		length := int(header >> 32)
		if c.w.refArrays>>shape.Array()&1 != 0 {
			for k := range length {
				c.visit(&c.words[at+1+k])
			}
		}
		return 1 + length
	}
	return c.w.sizeOf(header)
}
