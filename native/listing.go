package native

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// event says that a value is now somewhere, or, with locNowhere, that it is not
// needed any more.
type event struct {
	offset int32
	id     valueID
	place  int32
}

func (g *generator) noteAt(id valueID, place int32) {
	if g.o.Listing {
		g.events = append(g.events, event{int32(g.asm.Pos()), id, place})
	}
}

// Place is where a value is in a range of code.
type Place struct {
	// Value is a result or constant of the trace.
	Value trace.Value
	// From and To are offsets in the code; To is after the range.
	From, To int32
	// Where is the name of a register, "rax", or of a slot, "slot 3".
	Where string
}

// Line is one instruction of the machine code.
type Line struct {
	// Offset and Size are where its bytes are.
	Offset, Size int
	// Instr is the instruction of the program that it belongs to, -1 for code that
	// all exits share.
	Instr int
	// Stub means that it is out of line: a way to leave, or a rare case.
	Stub bool
	// Text is the instruction in Intel's notation. Label, if it is not "", is the
	// label before it.
	Label, Text string
	// Values names the values in the registers that it uses: "rax=i3 rcx=p0".
	Values string
}

// Listing returns the machine code as text. The code must have been compiled with
// Options.Listing. names must be made for the program's trace.
func (c *Code) Listing(names *trace.Namer) []Line {
	lines := make([]Line, 0, len(c.insts))
	labels := c.labelNames()
	text := func(l x64.Label) string { return labels[c.labels[l]] }
	state := listingState{c: c, names: names}
	for k := range c.insts {
		in := &c.insts[k]
		end := len(c.bytes)
		if k+1 < len(c.insts) {
			end = int(c.insts[k+1].Off)
		}
		line := Line{Offset: int(in.Off), Size: end - int(in.Off), Text: in.Text(text), Label: labels[in.Off]}
		line.Instr, line.Stub = c.siteOf(in.Off)
		line.Values = state.values(in)
		lines = append(lines, line)
	}
	return lines
}

// siteOf returns the instruction to which an offset belongs, and whether it is out
// of line.
func (c *Code) siteOf(offset int32) (instr int, stub bool) {
	instr = -1
	if n := sort.Search(len(c.sites), func(k int) bool { return c.sites[k].Offset > offset }); n > 0 {
		instr = int(c.sites[n-1].Instr)
	}
	return instr, offset >= c.straight
}

// labelNames names the offsets of labels that something jumps to or reads: "loop",
// "exit4" and where the code continues after it, "resume4", "leave" and "resume", which
// all exits share, and "L1" and so on for all others.
func (c *Code) labelNames() map[int32]string {
	names := map[int32]string{}
	if c.loop >= 0 {
		names[c.loop] = "loop"
	}
	for k := range c.stubs {
		if at := c.labels[c.stubs[k].label]; at >= 0 {
			names[at] = fmt.Sprintf("exit%d", k)
		}
	}
	names[c.labels[c.common]] = "leave"
	for k := range c.stubs {
		if resume := c.stubs[k].resume; resume != 0 {
			names[c.labels[resume]] = fmt.Sprintf("resume%d", k)
			names[c.resume] = "resume"
		}
	}
	next := 0
	for k := range c.insts {
		in := &c.insts[k]
		for _, l := range [...]x64.Label{in.Label, in.Mem.Label} {
			if l == 0 {
				continue
			}
			if _, named := names[c.labels[l]]; !named {
				next++
				names[c.labels[l]] = fmt.Sprintf("L%d", next)
			}
		}
	}
	return names
}

// listingState follows the events.
type listingState struct {
	c     *Code
	names *trace.Namer
	next  int
	in    [32]valueID
}

// values names what is in the registers that an instruction uses: before it for those
// that it reads, after it for the one that it writes.
func (s *listingState) values(in *x64.Inst) string {
	used := in.Registers()
	before := s.in
	end := in.Off
	for s.next < len(s.c.events) && s.c.events[s.next].offset <= end {
		s.apply(&s.c.events[s.next])
		s.next++
	}
	var parts []string
	for _, r := range used {
		id := s.in[r]
		if id == 0 {
			id = before[r]
		}
		if id != 0 {
			parts = append(parts, r.String()+"="+s.c.nameOf(id, s.names))
		}
	}
	return strings.Join(parts, " ")
}

func (s *listingState) apply(e *event) {
	for r := range s.in {
		if s.in[r] == e.id {
			s.in[r] = 0
		}
	}
	if e.place >= 0 && e.place < locSlot {
		s.in[e.place] = e.id
	}
}

func (c *Code) nameOf(id valueID, names *trace.Namer) string {
	return names.Name(c.valueOf(id))
}

func (c *Code) valueOf(id valueID) trace.Value {
	if int(id) >= c.program.Values {
		return trace.ConstValue(int(id) - c.program.Values)
	}
	return trace.Value(id)
}

// Places returns where each value is during its life, in the order of the code,
// except for code that is out of line. The code must have been compiled with
// Options.Listing.
func (c *Code) Places() []Place {
	var list []Place
	open := map[valueID]int{}
	for _, e := range c.events {
		if e.offset >= c.straight {
			break // the copy of the loop that is out of line
		}
		if k, ok := open[e.id]; ok {
			list[k].To = e.offset
			delete(open, e.id)
		}
		if e.place < 0 {
			continue
		}
		where := ""
		if e.place < locSlot {
			where = x64.Reg(e.place).String()
		} else {
			where = fmt.Sprintf("slot %d", e.place-locSlot)
		}
		open[e.id] = len(list)
		list = append(list, Place{Value: c.valueOf(e.id), From: e.offset, To: c.straight, Where: where})
	}
	return list
}

// Instr returns the program's instruction with a number, for lines of a listing.
func (c *Code) Instr(k int) *backend.Instr { return &c.program.Code[k] }

// Exit is a way out of the code, in a form for people.
type Exit struct {
	// Label is its name in the listing, "exit3".
	Label string
	// Instr is the instruction that leaves.
	Instr int
	// Values are the live values, with their places: a register, a slot, or a
	// constant's text.
	Values []ExitValue
}

// ExitValue is a live value at an exit.
type ExitValue struct {
	Value trace.Value
	Where string
}

// Exits returns the exits in the order of the code. names must be made for the
// program's trace.
func (c *Code) Exits(names *trace.Namer) []Exit {
	list := make([]Exit, len(c.stubs))
	for k := range c.stubs {
		s := &c.stubs[k]
		list[k] = Exit{Label: fmt.Sprintf("exit%d", k), Instr: int(s.instr)}
		for at, v := range c.program.LiveAt(s.exit) {
			list[k].Values = append(list[k].Values, ExitValue{v, c.placeName(c.locs[int(s.first)+at], names)})
		}
	}
	return list
}

func (c *Code) placeName(place int32, names *trace.Namer) string {
	switch {
	case place >= locSlot:
		return fmt.Sprintf("slot %d", place-locSlot)
	case place >= 0:
		return x64.Reg(place).String()
	case place == locFalse:
		return "0"
	case place == locTrue:
		return "1"
	case place <= locConst:
		return names.Name(trace.ConstValue(int(locConst - place)))
	}
	return "nowhere"
}

// Note says in a few words why an instruction of the program has no code of its own, or
// unexpected code; "" if there is nothing to say. The code must have been compiled with
// Options.Listing.
func (c *Code) Note(instr int) string {
	loop := c.program.Loop
	switch {
	case c.fused[instr]:
		return "a part of what uses it"
	case c.counting != nil && instr >= loop && c.counting.Skip[instr-loop]:
		return "counted ahead"
	case slices.Contains(c.together, int32(instr)):
		return "asked together"
	}
	return ""
}
