package native

import "unbox/native/x64"

// Moves that happen all at once, as at the end of a loop: no source may be
// overwritten before it was read. A place that no other move still has to read
// is written first; what is left are cycles, and one value of each is saved.

// transfer is one move. Places are as in exits.go; a source may be a constant.
type transfer struct {
	dst, src int32
	vector   bool
}

// placeTemp is the place where a value of a cycle is saved.
const placeTemp = 1 << 29

// addTransfer adds a move to those that happen at once.
func (g *generator) addTransfer(dst, src int32, vector bool) {
	if dst != src {
		g.transfers = append(g.transfers, transfer{dst, src, vector})
	}
}

// transferAll does the moves added so far.
func (g *generator) transferAll() {
	if len(g.transfers) == 0 {
		return
	}
	n := int(locSlot + g.slots)
	g.readers = resize(g.readers, n)
	g.writer = resize(g.writer, n)
	clear(g.readers)
	for k := range g.writer {
		g.writer[k] = -1
	}
	for k, t := range g.transfers {
		if t.src >= 0 {
			g.readers[t.src]++
		}
		g.writer[t.dst] = int32(k)
	}
	g.ready = g.ready[:0]
	for k, t := range g.transfers {
		if g.readers[t.dst] == 0 {
			g.ready = append(g.ready, int32(k))
		}
	}
	left := len(g.transfers)
	for next := 0; left > 0; {
		left -= g.transferReady()
		if left == 0 {
			break
		}
		for g.writer[g.transfers[next].dst] < 0 { // done already
			next++
		}
		g.breakCircle(next)
	}
	g.transfers = g.transfers[:0]
}

// transferReady does the moves whose destinations are no longer read, and returns
// how many.
func (g *generator) transferReady() int {
	count := 0
	for len(g.ready) > 0 {
		k := g.ready[len(g.ready)-1]
		g.ready = g.ready[:len(g.ready)-1]
		t := g.transfers[k]
		g.writeTransfer(t)
		g.writer[t.dst] = -1
		count++
		if t.src < 0 || t.src == placeTemp {
			continue
		}
		if g.readers[t.src]--; g.readers[t.src] == 0 && g.writer[t.src] >= 0 {
			g.ready = append(g.ready, g.writer[t.src])
		}
	}
	return count
}

// breakCircle saves what is in the place that move k writes.
func (g *generator) breakCircle(k int) {
	place := g.transfers[k].dst
	g.writeTransfer(transfer{placeTemp, place, g.transfers[k].vector})
	for j := range g.transfers {
		if t := &g.transfers[j]; t.src == place && g.writer[t.dst] == int32(j) {
			t.src = placeTemp
		}
	}
	g.readers[place] = 0
	g.ready = append(g.ready, int32(k))
}

// writeTransfer writes one move.
func (g *generator) writeTransfer(t transfer) {
	switch {
	case t.dst < locSlot && t.src >= 0 && t.src < locSlot:
		g.move(x64.Reg(t.dst), x64.Reg(t.src))
	case t.dst < locSlot && t.src >= 0:
		g.load(x64.Reg(t.dst), placeMem(t.src))
	case t.dst < locSlot:
		g.fillPlace(x64.Reg(t.dst), t.src)
	case t.src >= 0 && t.src < locSlot:
		g.store(placeMem(t.dst), x64.Reg(t.src))
	case t.src >= 0:
		g.load(regScratch, placeMem(t.src))
		g.store(placeMem(t.dst), regScratch)
	default:
		g.storePlace(placeMem(t.dst), t.src, t.vector)
	}
}

// placeMem is the address of a place in the frame.
func placeMem(place int32) x64.Mem {
	if place == placeTemp {
		return x64.At(x64.RSP, frameTemp)
	}
	return slotMem(place - locSlot)
}

// fillPlace puts a constant place into a register.
func (g *generator) fillPlace(r x64.Reg, src int32) {
	if src == locFalse || src == locTrue {
		g.asm.MovImm(r, int64(locFalse-src))
		return
	}
	g.loadConstant(g.constantAt(src), r)
}

// constantAt is the constant for a place.
func (g *generator) constantAt(place int32) valueID {
	return valueID(g.p.Values) + valueID(locConst-place)
}

// storePlace stores a constant place into memory without changing any register.
func (g *generator) storePlace(m x64.Mem, src int32, vector bool) {
	switch {
	case src == locFalse || src == locTrue:
		g.asm.MI(x64.MOV, m, locFalse-src)
		return
	case vector:
		g.fillPlace(regScratch, src)
		g.store(m, regScratch)
		return
	}
	if c, ok := g.constInt32(g.constValue(g.constantAt(src))); ok {
		g.asm.MI(x64.MOV, m, c)
		return
	}
	aside := x64.At(x64.RSP, frameAside)
	g.store(aside, x64.RAX)
	g.fillPlace(x64.RAX, src)
	g.store(m, x64.RAX)
	g.load(x64.RAX, aside)
}
