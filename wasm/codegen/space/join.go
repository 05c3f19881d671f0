package space

import (
	"slices"

	"unbox/backend"
	"unbox/wasm/codegen"
)

// A loop that runs for long becomes one function with its bridges, and with the traces that lead back to it: see codegen.Joined. The
// codes stay what they were alone: they are entered after a call, and other exits lead to them. If an exit inside the
// function no longer leads where it did, the first code gets a function of its own again.

const (
	// maxJoins is the maximum number of times that a code gets another function: it is joined with what its exits lead to, or its loop
	// is written twice, or both at once. Each time takes an engine as long as optimizing the function does, so the pause before it is
	// four times as long as the one before.
	maxJoins = 4
	// maxJoined is the maximum number of instructions up to which codes are joined. The quick copy of the loop is not counted: it has
	// at most 500 more (maxCountedLoop in wasm/codegen/counted.go).
	maxJoined = 1000
	// maxWaysOut is the maximum number of a loop's exits that lead to other code if it is written twice: one with more of them hardly
	// runs many iterations at a time, and it takes some time to find out how many these might be.
	maxWaysOut = 2
)

// tree is what is known of a code with all to which its exits lead.
type tree struct {
	// grown means that the tree has not been looked at since the loop was made or an exit last came to lead to other code; quiet is how
	// often code in it has used up its fuel since then.
	grown bool
	quiet int
	joins int
	// counted means that the function has a quick copy of the loop.
	counted bool
	// joined are the exits at which the function contains other code, or leads back to its start.
	joined []*place
}

// grow notes that an exit will lead to other code.
func (p *place) grow() {
	first := p.code.first()
	first.tree.grown, first.tree.quiet = true, 0
	for q := range first.incoming {
		for _, c := range q.wholes {
			c.tree.grown, c.tree.quiet = true, 0
		}
	}
}

// first is the code from which bridges lead here.
func (c *placed) first() *placed {
	for c.from != nil {
		c = c.from.code
	}
	return c
}

// called notes a call. Fuel is given anew after each, so it may never be used up.
func (s *Space) called(c *placed) {
	if s.calls++; s.calls%s.ground.Iterations() == 0 {
		s.join(c.first())
	}
}

// join makes one function of a tree in which code has used up its fuel, if it has grown, but not lately.
func (s *Space) join(c *placed) {
	t := &c.tree
	if !t.grown || c.doomed || t.joins == maxJoins {
		return
	}
	if t.quiet++; t.quiet < s.ground.Quiet()<<(2*t.joins) {
		return
	}
	t.grown = false
	at := c.placing
	var list []*place
	at.Joined, list = joinable(c)
	at.Counted = c.waysOut() <= maxWaysOut && codegen.Counts(c.program)
	if at.Counted == t.counted && slices.Equal(list, t.joined) {
		return
	}
	t.joins++
	if code, err := codegen.Place(c.program, &at); err == nil && s.replace(c, code) {
		c.forget()
		if t.counted = at.Counted; t.counted {
			s.twice++
		}
		for _, p := range list {
			if t.joined = append(t.joined, p); !slices.Contains(p.wholes, c) {
				p.wholes = append(p.wholes, c)
			}
		}
	}
}

// Twice returns how many functions were made in which a loop is written twice.
func (s *Space) Twice() int { return s.twice }

// waysOut counts the exits of a code's loop that lead to other code.
func (c *placed) waysOut() int {
	n := 0
	for k := range c.places {
		if p := &c.places[k]; p.to != nil && int(c.program.Exits[p.exit].Instr) >= c.program.Loop {
			n++
		}
	}
	return n
}

// replace gives a code another function, and reports whether there was room for it.
func (s *Space) replace(c *placed, code *codegen.Placed) bool {
	size := s.size - c.size + len(code.Module)
	if size > maxCode || s.ground.Load(code.Module, c.placing.Code) != nil {
		return false
	}
	s.size, c.size = size, len(code.Module)
	return true
}

// forget forgets what a code's function contains.
func (c *placed) forget() {
	for _, p := range c.tree.joined {
		p.wholes = slices.DeleteFunc(p.wholes, func(whole *placed) bool { return whole == c })
	}
	c.tree.joined = nil
}

// separate gives a code that was joined with others the function that it has alone.
func (s *Space) separate(c *placed) {
	c.forget()
	c.tree.grown, c.tree.counted, c.tree.quiet = true, false, 0
	at := c.placing
	code, err := codegen.Place(c.program, &at)
	if err != nil || !s.replace(c, code) {
		panic("BUG: a function was refused that has been there before")
	}
}

// branch is code that becomes a part of a function, with what is joined to it.
type branch struct {
	code   *placed
	joined map[int32]*codegen.Joined
	before *branch
}

// joinable finds what can be joined to a code, what is near first, and lists the exits that lead there. Code with a loop of its own
// keeps its function.
func joinable(c *placed) (map[int32]*codegen.Joined, []*place) {
	var list []*place
	left := maxJoined - len(c.program.Code)
	branches := []*branch{{code: c, joined: make(map[int32]*codegen.Joined)}}
	for k := 0; k < len(branches); k++ {
		b := branches[k]
		for exit := range b.code.places {
			p := &b.code.places[exit]
			to := p.to
			switch {
			case to == nil || p.kind != backend.ExitLeave:
				continue
			case to == c:
				b.joined[p.exit] = &codegen.Joined{}
			case to.program.Loop >= 0 || len(to.program.Code) > left || b.within(to):
				continue
			default:
				left -= len(to.program.Code)
				next := &branch{to, make(map[int32]*codegen.Joined), b}
				branches = append(branches, next)
				j := &codegen.Joined{Program: to.program, Placing: to.placing, Exits: to.exitsAlone()}
				j.Placing.Joined = next.joined
				b.joined[p.exit] = j
			}
			list = append(list, p)
		}
	}
	return branches[0].joined, list
}

// exitsAlone lists the exits of a code in its own function.
func (c *placed) exitsAlone() []codegen.FrameExit {
	list := make([]codegen.FrameExit, len(c.places))
	for k := range c.places {
		list[k] = c.places[k].FrameExit
	}
	return list
}

// within reports whether a branch is a part of code, or that of itself.
func (b *branch) within(code *placed) bool {
	for ; b != nil; b = b.before {
		if b.code == code {
			return true
		}
	}
	return false
}
