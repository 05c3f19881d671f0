package queue

// trust knows whose turns end by themselves. Some places are kept for these clients, so that those who
// come for something short find one free, however many endless programs others bring. All others are
// strangers: new clients, and those that had a turn that was cut off. A queue that keeps no places has
// none.
type trust struct {
	// most is the maximum number of strangers that have a place at a time, and inside
	// their current number.
	most, inside int
	// left is the number of turns that a client must end by itself until it is no stranger.
	// Clients with 0 are not strangers.
	left map[Client]int
}

const (
	// firstTurns is the number of turns that a new client has as a stranger.
	firstTurns = 1
	// cutTurns is the number of turns that it has as a stranger after one that was cut off:
	// alternating turns that end with turns that do not gains nothing.
	cutTurns = 3
	// maxKnown is the number of clients that are known before all are forgotten: each is one short
	// turn away from being known again.
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

// grow notes that there are more places: as many are kept as before.
func (r *trust) grow(n int) {
	if r != nil {
		r.most += n
	}
}

// enter notes that a ticket got its place, and leave that it released it.
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
