package queue

// trust knows whose turns end by themselves. Some places are kept for them, so that those who come for
// something short find one free however many programs without an end others bring. All
// others are strangers: whoever has just come, and whoever had a turn that was cut off. A queue that keeps
// no places has none.
type trust struct {
	// most is how many strangers may have a place at a time, and inside how many have one.
	most, inside int
	// left is how many turns a client must end by itself until it is no stranger. Those who are in
	// it with 0 are none.
	left map[Client]int
}

const (
	// firstTurns is how many turns a new client has as a stranger.
	firstTurns = 1
	// cutTurns is how many turns it has as a stranger after one that was cut off: whoever brings one
	// that does not end for each that does has gained nothing.
	cutTurns = 3
	// maxKnown is how many clients are known before all are forgotten: each is one short turn away
	// from being known again.
	maxKnown = 1 << 14
)

// stranger reports whether little is known of a client.
func (r *trust) stranger(c Client) bool {
	left, known := r.left[c]
	return !known || left > 0
}

// allows reports whether a client may have a place now.
func (r *trust) allows(c Client) bool {
	return r == nil || r.inside < r.most || !r.stranger(c)
}

// full reports whether only the places that are kept are left.
func (r *trust) full() bool { return r != nil && r.inside >= r.most }

// grow notes that there are so many more places: as many are kept as before.
func (r *trust) grow(n int) {
	if r != nil {
		r.most += n
	}
}

// enter notes that a ticket got its place, and leave that it gave it back.
func (r *trust) enter(t *ticket) {
	if r == nil {
		return
	}
	if t.stranger = r.stranger(t.client); t.stranger {
		r.inside++
	}
}

func (r *trust) leave(t *ticket) {
	if t.stranger {
		t.stranger = false
		r.inside--
	}
}

// learn notes how a client's turn ended.
func (r *trust) learn(c Client, cut bool) {
	if r == nil {
		return
	}
	left, known := r.left[c]
	switch {
	case cut:
		left = cutTurns
	case !known:
		left = firstTurns - 1
	default:
		left = max(left-1, 0)
	}
	if !known && len(r.left) >= maxKnown {
		r.left = map[Client]int{}
	}
	r.left[c] = left
}
