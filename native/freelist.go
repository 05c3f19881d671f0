package native

import "slices"

// freeList allocates blocks in a range from 0 to a limit, the lowest that fits first.
type freeList struct {
	free []block
	used int // the size of all that was taken
}

type block struct{ at, size int }

func newFreeList(size int) freeList { return freeList{free: []block{{0, size}}} }

// take returns a block, and false if there is none.
func (b *freeList) take(size int) (block, bool) { return b.takeFrom(0, size) }

// takeFrom is take for a block that does not begin before from.
func (b *freeList) takeFrom(from, size int) (block, bool) {
	for k := range b.free {
		f := &b.free[k]
		skipped := max(from-f.at, 0)
		if f.size < skipped+size {
			continue
		}
		got := block{f.at + skipped, size}
		left := block{got.at + size, f.size - skipped - size}
		switch {
		case skipped == 0 && left.size == 0:
			b.free = slices.Delete(b.free, k, k+1)
		case skipped == 0:
			*f = left
		default:
			f.size = skipped
			if left.size > 0 {
				b.free = slices.Insert(b.free, k+1, left)
			}
		}
		b.used += size
		return got, true
	}
	return block{}, false
}

// give frees a block.
func (b *freeList) give(back block) {
	if back.size == 0 {
		return
	}
	b.used -= back.size
	k, _ := slices.BinarySearchFunc(b.free, back.at, func(f block, at int) int { return f.at - at })
	b.free = slices.Insert(b.free, k, back)
	if k+1 < len(b.free) && b.free[k].at+b.free[k].size == b.free[k+1].at {
		b.free[k].size += b.free[k+1].size
		b.free = slices.Delete(b.free, k+1, k+2)
	}
	if k > 0 && b.free[k-1].at+b.free[k-1].size == b.free[k].at {
		b.free[k-1].size += b.free[k].size
		b.free = slices.Delete(b.free, k, k+1)
	}
}

// top returns the end of what is in use.
func (b *freeList) top(size int) int {
	if n := len(b.free); n > 0 && b.free[n-1].at+b.free[n-1].size == size {
		return b.free[n-1].at
	}
	return size
}
