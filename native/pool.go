package native

import "unbox/native/x64"

// constantPool holds what instructions read from after the code: doubles, and
// masks of 16 bytes.
type constantPool struct {
	labels map[uint64]x64.Label
	bits   []uint64
	masks  map[uint64]x64.Label
	mask   []uint64
}

func (c *constantPool) reset() {
	clear(c.labels)
	clear(c.masks)
	c.bits, c.mask = c.bits[:0], c.mask[:0]
}

// pooled returns the address of 8 bytes.
func (g *generator) pooled(bits uint64) x64.Mem {
	c := &g.literals
	if c.labels == nil {
		c.labels, c.masks = make(map[uint64]x64.Label), make(map[uint64]x64.Label)
	}
	l, ok := c.labels[bits]
	if !ok {
		l = g.asm.NewLabel()
		c.labels[bits] = l
		c.bits = append(c.bits, bits)
	}
	return x64.AtLabel(l)
}

// pooledMask returns the address of 16 bytes, both of whose halves are the mask.
func (g *generator) pooledMask(bits uint64) x64.Mem {
	c := &g.literals
	g.pooled(bits)
	l, ok := c.masks[bits]
	if !ok {
		l = g.asm.NewLabel()
		c.masks[bits] = l
		c.mask = append(c.mask, bits)
	}
	return x64.AtLabel(l)
}

// write writes the constants after the code.
func (c *constantPool) write(g *generator) {
	if len(c.bits)+len(c.mask) == 0 {
		return
	}
	g.asm.Align(16)
	for _, bits := range c.mask {
		g.asm.Place(c.masks[bits])
		g.asm.Data(bits)
		g.asm.Data(bits)
	}
	for _, bits := range c.bits {
		g.asm.Place(c.labels[bits])
		g.asm.Data(bits)
	}
}
