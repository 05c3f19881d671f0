package vet

// The instructions that are handled separately here; immediates lists what follows all
// others.
const (
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opSelectTyped  = 0x1c
	opRefNull      = 0xd0
	prefixMore     = 0xfc
	prefixVector   = 0xfd
)

// function is what is known of a function while its code is read.
type function struct {
	*checker
	// labels has, for each open block, the number of values that a branch to it
	// passes.
	labels []uint16
	locals uint64
	// blocks are how many blocks begin or end: at their beginning, or at a branch.
	blocks uint64
	work   uint64
}

// body reads the code of the next function.
func (c *checker) body(r *reader) {
	n := r.number()
	if n > c.limits.Body {
		r.fail("%v", tooMany("bytes of code in a function", uint64(c.limits.Body), uint64(n)))
	}
	if int64(c.imported)+int64(c.bodies) >= int64(len(c.functions)) {
		r.fail("expected code for %d functions, found more", int64(len(c.functions))-int64(c.imported))
		return
	}
	own := c.arities[c.functions[c.imported+c.bodies]]
	c.bodies++
	f := &function{checker: c, labels: []uint16{own.results}, locals: uint64(own.params)}
	code := r.part(uint64(n))
	f.declare(code)
	for len(f.labels) > 0 && code.err == nil {
		f.instruction(code)
	}
	code.done("a function")
	f.sum(code)
	if r.err == nil {
		r.err = code.err
	}
}

// declare reads the locals: runs of the same type.
func (f *function) declare(r *reader) {
	for range r.count("runs of locals", f.limits.Locals) {
		f.locals += uint64(r.number())
		f.valueType(r)
		if f.locals > uint64(f.limits.Locals) {
			r.fail("%v", tooMany("locals in a function", uint64(f.limits.Locals), f.locals))
			return
		}
	}
}

// sum adds the cost of a function to the total.
func (f *function) sum(r *reader) {
	c := f.checker
	if places := f.locals * f.blocks; places > c.limits.Places {
		r.fail("%v, since each local may need a place where branches meet", tooMany("locals times blocks and branches in a function", c.limits.Places, places))
	}
	if c.locals += f.locals; c.locals > 100*uint64(c.limits.Locals) {
		r.fail("%v", tooMany("locals in all functions", 100*uint64(c.limits.Locals), c.locals))
	}
	if c.work += f.work; c.work > 8*c.limits.Work {
		r.fail("%v", tooMany("values that all functions hand over", 8*c.limits.Work, c.work))
	}
}

// costs counts the values that an instruction passes.
func (f *function) costs(r *reader, values uint64) {
	if f.work += values; f.work > f.limits.Work {
		r.fail("%v", tooMany("values that the instructions of a function hand over", f.limits.Work, f.work))
	}
}

func (f *function) instruction(r *reader) {
	f.costs(r, 1)
	switch code := r.byte(); code {
	case opBlock, opLoop, opIf:
		f.open(r, code)
	case opElse:
	case opEnd:
		f.labels = f.labels[:len(f.labels)-1]
	case opBr, opBrIf:
		f.branch(r)
	case opBrTable:
		for range r.count("branches in a table", f.limits.Branches) {
			f.branch(r)
		}
		f.branch(r)
	case opReturn:
		f.costs(r, uint64(f.labels[0]))
	case opCall:
		f.called(r, r.number(), f.functions)
	case opCallIndirect:
		f.typed(r, r.number())
		r.number()
	case opSelectTyped:
		for range r.count("types", f.limits.Arity) {
			f.valueType(r)
		}
	case opRefNull:
		f.reference(r)
	case prefixMore:
		f.more(r)
	case prefixVector:
		f.vector(r)
	default:
		f.plain(r, code)
	}
}

// open begins a block. Where branches meet, at its end or at its beginning, values get places.
func (f *function) open(r *reader, code byte) {
	f.blocks++
	t := f.blockType(r)
	f.costs(r, t.both())
	label := t.results
	if code == opLoop {
		label = t.params
	}
	if uint64(len(f.labels)) > uint64(f.limits.Depth) {
		r.fail("%v", tooMany("blocks inside of each other", uint64(f.limits.Depth), uint64(len(f.labels))))
		return
	}
	f.labels = append(f.labels, label)
}

// blockType reads the type of a block: nothing, one result, or a type of functions.
func (f *function) blockType(r *reader) arity {
	switch t := r.signed(33); {
	case t == -64: // 0x40
		return arity{}
	case t >= -64 && t < 0:
		if !isValueType(byte(t & 0x7f)) {
			r.fail("expected the type of a block, found %#x", byte(t&0x7f))
		}
		return arity{0, 1}
	case t >= 0 && t < int64(len(f.arities)):
		return f.arities[t]
	default:
		r.fail("expected one of %d types, found number %d", len(f.arities), t)
	}
	return arity{}
}

// branch reads a label. A branch is where a block ends, too.
func (f *function) branch(r *reader) {
	n := r.number()
	if r.err != nil {
		return
	}
	if uint64(n) >= uint64(len(f.labels)) {
		r.fail("expected one of %d labels, found number %d", len(f.labels), n)
		return
	}
	f.blocks++
	f.costs(r, 1+uint64(f.labels[len(f.labels)-1-int(n)]))
}

func (f *function) called(r *reader, n uint32, all []uint32) {
	if r.err != nil {
		return
	}
	if uint64(n) >= uint64(len(all)) {
		r.fail("expected one of %d functions, found number %d", len(all), n)
		return
	}
	f.typed(r, all[n])
}

func (f *function) typed(r *reader, t uint32) {
	if r.err != nil {
		return
	}
	if uint64(t) >= uint64(len(f.arities)) {
		r.fail("expected one of %d types, found number %d", len(f.arities), t)
		return
	}
	f.costs(r, f.arities[t].both())
}

// plain reads an instruction of one byte with what follows it.
func (f *function) plain(r *reader, code byte) {
	switch {
	case code <= 0x01, code == 0x1a, code == 0x1b, code >= 0x45 && code <= 0xc4, code == 0xd1: // nothing
	case code >= 0x20 && code <= 0x26, code == 0xd2:
		r.number()
	case code >= 0x28 && code <= 0x3e:
		f.address(r)
	case code == 0x3f, code == 0x40:
		r.byte()
	case code == 0x41:
		r.signed(32)
	case code == 0x42:
		r.signed(64)
	case code == 0x43:
		r.skip(4)
	case code == 0x44:
		r.skip(8)
	default:
		r.fail("expected an instruction of WebAssembly 2.0, found opcode %#x", code)
	}
}

// address reads the alignment and offset of an access to memory.
func (f *function) address(r *reader) {
	if align := r.number(); align > 31 {
		r.fail("expected an alignment below 32, found %d", align)
	}
	r.number()
}

// tableGrow is the instruction that makes a table larger.
const tableGrow = 15

// more reads an instruction after the prefix for conversions, bulk memory and tables.
func (f *function) more(r *reader) {
	switch n := r.number(); {
	case n <= 7: // nothing
	case n == 8, n == 10, n == 12, n == 14:
		r.number()
		r.number()
	case n == tableGrow && f.grown > uint64(f.limits.Entries):
		r.fail("expected tables that may have at most %d entries where one grows, found %d or no end", f.limits.Entries, f.grown)
	case n <= 17:
		r.number()
	default:
		r.fail("expected an instruction of WebAssembly 2.0, found 0xfc %d", n)
	}
}

// vector reads an instruction on vectors.
func (f *function) vector(r *reader) {
	switch n := r.number(); {
	case n <= 11, n == 92, n == 93:
		f.address(r)
	case n == 12, n == 13:
		r.skip(16)
	case n >= 21 && n <= 34:
		r.byte()
	case n >= 84 && n <= 91:
		f.address(r)
		r.byte()
	case n <= 255: // nothing
	default:
		r.fail("expected an instruction of WebAssembly 2.0, found 0xfd %d", n)
	}
}
