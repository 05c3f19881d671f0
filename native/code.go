package native

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/trace"
)

// ErrUnavailable is the error of Enter and Memory where generated code cannot run:
// everywhere but on Linux with an x86-64 processor.
var ErrUnavailable = errors.New("native code is not available here: expected Linux on an x86-64 processor")

// Available reports whether generated code can run here. It can be generated
// everywhere.
func Available() bool { return available }

// Engine compiles programs to machine code. It implements backend.Engine. It keeps
// its memory from one program to the next and serves one goroutine at a time.
type Engine struct {
	// Options say for which processor code is generated.
	Options   Options
	generator generator
}

// NewEngine makes an engine for the processor of this machine.
func NewEngine() *Engine { return &Engine{Options: Options{Features: Host()}} }

// Compile makes machine code from a program. The result is a *Code.
func (e *Engine) Compile(p *backend.Program) (backend.Code, error) { return e.compile(p) }

func (e *Engine) compile(p *backend.Program) (*Code, error) {
	g := &e.generator
	if err := g.compile(p, e.Options, nil); err != nil {
		return nil, err
	}
	return g.code(), nil
}

// Compile makes machine code from a program. It does the same on every machine;
// only [Code.Enter] needs the right one.
func Compile(p *backend.Program, o Options) (*Code, error) {
	e := Engine{Options: o}
	return e.compile(p)
}

// Code is the machine code of a program. It implements backend.Code.
type Code struct {
	program *backend.Program
	bytes   []byte
	sites   []site
	stubs   []stub
	locs    []int32
	labels  []int32
	common  x64.Label
	slots   int32
	// loop is the offset of the loop's head, -1 if there is none; straight that of
	// the first code out of line; resume that of the entry for going on.
	loop, straight, resume int32
	insts                  []x64.Inst
	events                 []event
	fused                  []bool
	counting               *backend.Counting
	together               []int32
	running                *running
}

var (
	_ backend.Engine = (*Engine)(nil)
	_ backend.Code   = (*Code)(nil)
)

// code copies what belongs to the program that was compiled last.
func (g *generator) code() *Code {
	c := &Code{
		program: g.p, common: g.common, slots: g.slots, loop: -1, straight: g.straight, resume: g.resumeAt,
		bytes: append([]byte(nil), g.asm.Bytes()...), sites: append([]site(nil), g.sites...),
		stubs: append([]stub(nil), g.stubs...), locs: append([]int32(nil), g.locs...),
		labels: g.asm.Offsets(),
	}
	if g.p.Loop >= 0 {
		c.loop = c.labels[g.loopLabel]
	}
	if g.o.Listing {
		c.insts = append(c.insts, g.asm.Insts()...)
		c.events = append(c.events, g.events...)
		c.fused = append(c.fused, g.fused...)
		if g.counting != nil {
			c.counting = &backend.Counting{Skip: slices.Clone(g.counting.Skip), Conditions: slices.Clone(g.counting.Conditions)}
		}
		c.together = append(c.together, g.together...)
	}
	return c
}

// site is a range of code that belongs to one instruction, or to what all exits share
// (-1): up to the next site, or the end of the code.
type site struct {
	Offset int32
	Instr  int32
}

// Bytes returns the machine code, which is independent of its position. It must not
// be changed.
func (c *Code) Bytes() []byte { return c.bytes }

// Size returns the number of bytes of the code, with stubs and constants.
func (c *Code) Size() int { return len(c.bytes) }

// StraightSize returns the number of bytes without what is out of line: stubs, rare
// cases and constants.
func (c *Code) StraightSize() int { return int(c.straight) }

// Program returns what was compiled.
func (c *Code) Program() *backend.Program { return c.program }

// Slots returns the number of slots of the frame, 8 bytes each.
func (c *Code) Slots() int { return int(c.slots) }

// Memory returns the region that the code works on, which then has at least size
// bytes; it is mapped when it is first asked for. It implements backend.Code.
func (c *Code) Memory(size int) (arena.Memory, error) {
	if c.running == nil {
		r, err := c.load()
		if err != nil {
			return nil, err
		}
		c.running = r
	}
	if !c.running.Grow(size) {
		return nil, fmt.Errorf("expected a region of at most %d bytes, found a need for %d", maxRegion, size)
	}
	return c.running, nil
}

// Close releases the memory of code and region.
func (c *Code) Close() error {
	if c.running == nil {
		return nil
	}
	r := c.running
	c.running = nil
	return r.close()
}

// maxRegion bounds the region in bytes, so that the end of what is allocated in it
// is still a number of 32 bits: see generator.bump.
const maxRegion = 1<<32 - maxInlineSize

// Enter runs the code until it leaves for good. It implements backend.Code. Go
// cannot interrupt it: a loop ends when its fuel does. Memory must have been called.
func (c *Code) Enter(leave func(exit int32) bool) error {
	r := c.running
	if r == nil {
		return errors.New("expected memory before the code is entered, found none")
	}
	base := r.base()
	frame := int(c.program.Layout.Frame)
	for k, v := range c.program.Entry {
		r.setStack(slotOffset(int32(k)), c.native(v, base, r.word(frame+8*k)))
	}
	at := int32(0)
	for {
		r.enter(at)
		k := uint32(r.stack(frameExit))
		if int(k) >= len(c.stubs) {
			return fmt.Errorf("BUG: generated code left through stub %d of %d", k, len(c.stubs))
		}
		s := &c.stubs[k]
		c.handOver(r, s)
		if !leave(s.exit) {
			return nil
		}
		if s.resume == 0 {
			return fmt.Errorf("BUG: code was to go on after exit %d, which is final", s.exit)
		}
		c.takeBack(r, s)
		r.setStack(frameResume, uint64(r.address()+uintptr(c.labels[s.resume])))
		at = c.resume
	}
}

// native converts a value from the region's form to that of the code, in which a
// reference is an address.
func (c *Code) native(v trace.Value, base, bits uint64) uint64 {
	if c.program.TypeOf(v) == heap.Ref {
		return base | bits&0xffffffff
	}
	return bits
}

// handOver copies the live values of an exit into the frame of the region.
func (c *Code) handOver(r *running, s *stub) {
	frame := int(c.program.Layout.Frame)
	for k, v := range c.program.LiveAt(s.exit) {
		bits := r.place(c, c.locs[int(s.first)+k])
		if c.program.TypeOf(v) == heap.Ref {
			bits &= 0xffffffff
		}
		r.setWord(frame+8*k, bits)
	}
}

// takeBack copies the live references, which may have moved, from the frame to where
// the code has them.
func (c *Code) takeBack(r *running, s *stub) {
	frame, base := int(c.program.Layout.Frame), r.base()
	for k, v := range c.program.LiveAt(s.exit) {
		if c.program.TypeOf(v) == heap.Ref {
			r.setPlace(c.locs[int(s.first)+k], base|r.word(frame+8*k)&0xffffffff)
		}
	}
	for k := s.copies; k < s.end; k += 2 {
		from, to := c.locs[k], c.locs[k+1]
		at := frame + 8*int(from)
		if from < 0 {
			at = int(-1 - from)
		}
		r.setPlace(to, base|r.word(at)&0xffffffff)
	}
}

// place reads a place of the frame when the code has left.
func (r *running) place(c *Code, place int32) uint64 {
	switch {
	case place >= locSlot:
		return r.stack(slotOffset(place - locSlot))
	case place >= 0:
		return r.stack(saveOffset(x64.Reg(place)))
	case place == locFalse || place == locTrue:
		return uint64(locFalse - place)
	case place <= locConst:
		v := trace.ConstValue(int(locConst - place))
		bits, object := c.program.ConstBits(v)
		if object {
			return r.word(int(bits))
		}
		return bits
	}
	return 0
}

func (r *running) setPlace(place int32, bits uint64) {
	switch {
	case place >= locSlot:
		r.setStack(slotOffset(place-locSlot), bits)
	case place >= 0:
		r.setStack(saveOffset(x64.Reg(place)), bits)
	}
}

// running is code that is loaded, with its region and its frame. It implements
// arena.Memory.
type running struct {
	code   *execMemory
	region *region
	size   int
}

// Bytes returns the region.
func (r *running) Bytes() []byte { return r.region.heap[:r.size] }

func (r *running) word(at int) uint64 { return binary.LittleEndian.Uint64(r.region.heap[at:]) }

func (r *running) setWord(at int, bits uint64) {
	binary.LittleEndian.PutUint64(r.region.heap[at:], bits)
}

func (r *running) stack(at int32) uint64 {
	return binary.LittleEndian.Uint64(r.region.frame[frameHead+int(at):])
}

func (r *running) setStack(at int32, bits uint64) {
	binary.LittleEndian.PutUint64(r.region.frame[frameHead+int(at):], bits)
}
