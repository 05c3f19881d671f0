package queue

// allows reports whether a client may hold that much more. A client that holds nothing
// may have whatever it needs, or it would wait for ever.
func (s *share) allows(c Client, more int) bool {
	held := s.seats[c]
	if s.perSeat > 0 && held > 0 && held+more > s.perSeat {
		return false
	}
	held = s.blocks[c.Block]
	return s.perBlock == 0 || held == 0 || held+more <= s.perBlock
}

// take counts what a client got or released.
func (s *share) take(c Client, n int) {
	if s.seats == nil { // no bounds
		return
	}
	if s.seats[c] += n; s.seats[c] == 0 {
		delete(s.seats, c)
	}
	if s.blocks[c.Block] += n; s.blocks[c.Block] == 0 {
		delete(s.blocks, c.Block)
	}
}
