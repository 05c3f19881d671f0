package optimizer

import (
	"unbox/heap"
	"unbox/trace"
)

// heapEntries is the number of objects that are remembered for one field.
const heapEntries = 32

// heapCache is what is known of the contents of objects that are not virtual.
type heapCache struct {
	// heads leads from a field, from an array type after all fields, or from a field
	// of structs in arrays after those, to its list, 0 if it has none.
	heads []int32
	lists []*heapList
	// fields is the number of fields, arrays the number of array types.
	fields, arrays int
	// epoch counts up whenever something sees the heap: writes of earlier epochs
	// must stay.
	epoch int32
	// renamed counts up whenever a value by which places may be known gets another
	// name.
	renamed nameCounts
}

// nameCounts counts the new names given to references, and those given to any values that
// can be an index or an object.
type nameCounts struct{ objects, indexes int32 }

// heapPlace is a field of an object, an item of an array, or a field of a struct
// in an array: where says which field or array type it is; index is None for
// fields. A struct's field is never the same place as an item: the heap keeps
// them apart.
type heapPlace struct {
	where         int32
	object, index trace.Value
}

// heapKey says which of the places of a list an entry is about.
type heapKey struct{ object, index trace.Value }

// notInHeap is where the characters of strings are.
const notInHeap = -1

func (p heapPlace) key() heapKey { return heapKey{p.object, p.index} }

// heapEntry says what a place holds.
type heapEntry struct {
	value trace.Value
	// written means that the value comes from a write; writtenAt is the place of
	// that write in the output, valid as long as nothing has seen the write, in
	// the given epoch.
	written   bool
	writtenAt int32
	epoch     int32
	// by is the operation that says so.
	by trace.Value
	// before is what the place held before a write that nothing has seen yet, None if that
	// is not known; beforeBy is the operation that says so.
	before, beforeBy trace.Value
}

// set makes the entry say the same as another one, field by field: see [trace.Op.Set].
func (e *heapEntry) set(from *heapEntry) {
	e.value, e.written, e.writtenAt, e.epoch = from.value, from.written, from.writtenAt, from.epoch
	e.by, e.before, e.beforeBy = from.by, from.before, from.beforeBy
}

// heapList holds the entries for one field, the oldest first, which gives way. Places stand apart
// from what they hold: they are looked through at each access.
type heapList struct {
	n int32
	// overflowed means that an entry took the place of the oldest, said that a remark has
	// reported it.
	overflowed, said bool
	// renamed is the count of names when the entries were last brought up to date.
	renamed nameCounts
	keys    [heapEntries]heapKey
	entries [heapEntries]heapEntry
}

// find returns the number of the entry for a place, -1 if there is none.
func (l *heapList) find(key heapKey) int {
	for i, k := range l.keys[:l.n] {
		if k == key {
			return i
		}
	}
	return -1
}

// renewed returns an empty cache for a new trace, which reuses the memory of this one.
func (h heapCache) renewed(schema *heap.Schema) heapCache {
	fields, arrays := len(schema.Fields), len(schema.Arrays)
	if len(h.lists) == 0 {
		h.lists = append(h.lists, new(heapList)) // which stays empty
	}
	return heapCache{
		heads: trace.Zeroed(h.heads, 2*fields+arrays), lists: h.lists[:1],
		fields: fields, arrays: arrays, epoch: 1,
	}
}

// rename notes that a value by which places may be known has another name.
func (p *heapPass) rename(isRef bool) {
	if p.renamed.indexes++; !isRef {
		return
	}
	p.renamed.objects++
	for k := range p.pending {
		waiting := &p.pending[k]
		waiting.place.object, waiting.before = p.find(waiting.place.object), p.find(waiting.before)
	}
}

func fieldPlace(field int32) int32 { return field }

func (p *heapPass) itemPlace(array int32) int32 { return int32(p.fields) + array }

func (p *heapPass) interiorPlace(field int32) int32 { return int32(p.fields+p.arrays) + field }

// list returns what is remembered for a field or an array type.
func (h *heapCache) list(where int32) *heapList { return h.lists[h.heads[where]] }

// renameEntries updates the entries for a field to the current names of their objects
// and indexes. If two turn out to be about the same place, both are true, so one is
// enough.
func (p *heapPass) renameEntries(where int32) {
	l := p.list(where)
	isCurrent := l.renamed.objects == p.renamed.objects
	if isCurrent && (where < int32(p.fields) || l.renamed.indexes == p.renamed.indexes) {
		return
	}
	l.renamed = p.renamed
	for _, k := range l.keys[:l.n] {
		if p.find(k.object) != k.object || p.find(k.index) != k.index {
			p.renameAll(l)
			break
		}
	}
	p.enterPending(where)
}

func (p *heapPass) renameAll(l *heapList) {
	n := l.n
	l.n = 0
	for i, k := range l.keys[:n] {
		k.object, k.index = p.find(k.object), p.find(k.index)
		if same := l.find(k); same >= 0 {
			l.entries[same].writtenAt = 0
			continue
		}
		l.keys[l.n], l.entries[l.n] = k, l.entries[i]
		l.n++
	}
}

// entry returns the entry for exactly this place, or nil.
func (h *heapCache) entry(place heapPlace) *heapEntry {
	l := h.list(place.where)
	if i := l.find(place.key()); i >= 0 {
		return &l.entries[i]
	}
	return nil
}

// holds enters what a place holds that no operation of the output wrote or read: None if that
// is not known, until the current write is entered.
func (h *heapCache) holds(place heapPlace, value, by trace.Value) {
	h.enter(place, heapEntry{value: value, epoch: h.epoch, by: by})
}

// seen notes that something sees the heap.
func (h *heapCache) seen() { h.epoch++ }

// enter adds an entry in place of one for the same place, or of the oldest.
func (h *heapCache) enter(place heapPlace, e heapEntry) {
	have := h.entry(place)
	if have == nil {
		have = h.add(place)
	}
	*have = e
}

// add makes room for an entry for a place about which nothing is known, possibly in
// place of the oldest. What the entry says about its contents has to be filled in.
func (h *heapCache) add(place heapPlace) *heapEntry {
	if h.heads[place.where] == 0 {
		h.heads[place.where] = int32(len(h.lists))
		h.addList()
	}
	l := h.lists[h.heads[place.where]]
	if l.n == heapEntries {
		copy(l.keys[:], l.keys[1:])
		copy(l.entries[:], l.entries[1:])
		l.n, l.overflowed = l.n-1, true
	}
	l.n++
	l.keys[l.n-1] = place.key()
	return &l.entries[l.n-1]
}

// addList adds an empty list, reusing memory of an earlier walk if there is
// some.
func (h *heapCache) addList() {
	n := len(h.lists)
	if n == cap(h.lists) || h.lists[:n+1][n] == nil {
		h.lists = append(h.lists, &heapList{renamed: h.renamed})
		return
	}
	h.lists = h.lists[:n+1]
	l := h.lists[n]
	l.n, l.renamed, l.overflowed, l.said = 0, h.renamed, false, false
}

// forgetAliases removes all entries that a write to a place may change, except the
// one for exactly this place, which it returns: nil if there is none.
func (p *heapPass) forgetAliases(place heapPlace) (same *heapEntry) {
	l, key := p.list(place.where), place.key()
	kept := int32(0)
	for i, k := range l.keys[:l.n] {
		isSame := k == key
		if !isSame && p.mayBeSame(k, key) {
			continue
		}
		if kept != int32(i) {
			l.keys[kept] = k
			l.entries[kept].set(&l.entries[i])
		}
		if isSame {
			same = &l.entries[kept]
		}
		kept++
	}
	l.n = kept
	return same
}

// forget removes the entries that an operation may change, never those of fields that are
// never written, and reports whether there were any.
func (h *heapCache) forget(what trace.Writes, schema *heap.Schema) (any bool) {
	for where, head := range h.heads {
		if head == 0 {
			continue
		}
		changes := false
		switch {
		case where < h.fields:
			field := &schema.Fields[where]
			changes = !field.Pure && what.Changes(field)
		case where < h.fields+h.arrays:
			changes = what.ChangesItems(&schema.Arrays[where-h.fields])
		default:
			changes = what.ChangesItems(nil)
		}
		if changes {
			any = any || h.lists[head].n > 0
			h.lists[head].n = 0
		}
	}
	return any
}
