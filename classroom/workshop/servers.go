package workshop

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"unbox/classroom/journal"
	"unbox/classroom/line"
	"unbox/internal/cluster"
)

// This file is about workshops that several servers share: steps that other servers made, and who is
// there.

// elsewhere is a server's report about its members.
type elsewhere struct {
	Server string `json:"server"`
	People int    `json:"people,omitempty"`
	Hands  []hand `json:"hands,omitempty"`
	// Safe is the version up to which it knows that steps are in the journal.
	Safe uint64 `json:"safe,omitempty"`
	// Presents means that the presenter is here; Seconds are the second presenters who
	// are.
	Presents bool            `json:"presents,omitempty"`
	Seconds  []Member        `json:"seconds,omitempty"`
	Pointer  json.RawMessage `json:"pointer,omitempty"`
	// Lower is a member whose hand was taken down; then nothing else is said.
	Lower string `json:"lower,omitempty"`
	// Offers are the drafts of those who are there.
	Offers []Offered `json:"offers,omitempty"`
	// Offer is one of them as a whole, Want a member whose draft did not arrive, Withdrawn one whose draft is offered no more; then nothing else is said.
	Offer     *offer `json:"offer,omitempty"`
	Want      string `json:"want,omitempty"`
	Withdrawn string `json:"withdrawn,omitempty"`
	// Ask asks all others to say it now; then nothing else is said.
	Ask bool `json:"ask,omitempty"`
	// heard is the time of the report.
	heard time.Time
}

// hand is a raised hand; At is the time when it was raised, in nanoseconds
// since 1970.
type hand struct {
	Member
	At int64 `json:"at"`
}

// own returns this server's report.
func (r *room) own() elsewhere {
	own := elsewhere{Server: r.server, People: len(r.people), Safe: r.safe, Pointer: r.pointer, Presents: r.people[r.board.presenter] != nil, Offers: r.ownOffers()}
	slices.SortFunc(own.Offers, func(a, b Offered) int { return cmp.Compare(a.At, b.At) })
	for _, id := range r.board.seconds {
		if p := r.people[id]; p != nil {
			own.Seconds = append(own.Seconds, Member{id, p.name})
		}
	}
	for id, p := range r.people {
		if p.hand > 0 {
			own.Hands = append(own.Hands, hand{Member{id, p.name}, p.hand})
		}
	}
	return own
}

// isHere reports whether a member may be there. The other servers know their members: here it is enough
// that they have some.
func (r *room) isHere(member string) bool { return r.people[member] != nil || len(r.others) > 0 }

// meet begins to listen to other servers, and to tell them who is here.
func (r *room) meet() error {
	if r.servers == nil {
		return nil
	}
	cancel, err := r.servers.Listen(r.code, r.told)
	if err != nil {
		return err
	}
	r.cancel = append(r.cancel, cancel)
	r.servers.Tell(r.code, line.Of(elsewhere{Server: r.server, Ask: true}).Text)
	time.AfterFunc(cluster.BeatPace, r.beat)
	return nil
}

// beat reports again who is here, drops servers that have fallen silent, and has the workshop read again if another server knew steps at the last
// beat that were not heard of here since.
func (r *room) beat() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.ended {
		return
	}
	before := len(r.others)
	maps.DeleteFunc(r.others, func(_ string, o *elsewhere) bool { return time.Since(o.heard) > cluster.Silence })
	if len(r.others) < before {
		r.tidyOffers()
		r.hereSoon()
	}
	// What tells of commits may lose one, on a machine with hardly any time, and the next step may be minutes away.
	if r.missing > r.safe {
		r.reloadSoon()
	}
	r.missing = 0
	for _, o := range r.others {
		r.missing = max(r.missing, o.Safe)
	}
	r.servers.Tell(r.code, line.Of(r.own()).Text)
	time.AfterFunc(cluster.BeatPace, r.beat)
}

// told handles a message of a server.
func (r *room) told(what []byte) {
	var o elsewhere
	if json.Unmarshal(what, &o) != nil || o.Server == r.server {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.people[o.Lower]
	switch {
	case r.closed || r.ended || r.hearOffers(&o):
	case o.Ask:
		r.servers.Tell(r.code, line.Of(r.own()).Text)
	case p != nil:
		p.hand = 0
		r.softSoon()
	case o.Lower != "":
	case o.People == 0:
		delete(r.others, o.Server)
		r.tidyOffers()
		r.hereSoon()
	default:
		o.heard = time.Now()
		if before := r.others[o.Server]; before == nil || !before.saysAsMuch(o) {
			r.hereSoon()
		}
		r.others[o.Server] = &o
		r.tidyOffers()
	}
}

// saysAsMuch reports whether a report says the same of members as another one.
func (o elsewhere) saysAsMuch(as elsewhere) bool {
	o.Safe, as.Safe = 0, 0
	return string(line.Of(o).Text) == string(line.Of(as).Text)
}

// heardSteps handles steps that are safe: ours, or another server's. If they differ from those that
// were sent here, the workshop is read again.
func (r *room) heardSteps(c journal.Committed) {
	last := c.Version + uint64(len(c.Updates)) - 1
	switch {
	case last <= r.safe: // a repeat, or it was already read
	case len(c.Updates) > 0 && last <= r.version && r.wereTold(c):
		r.isSafe(last)
	case c.Version == r.version+1 && r.safe == r.version && r.heardOthers(c):
	default:
		r.reloadSoon()
	}
}

// wereTold reports whether steps are those that were sent here.
func (r *room) wereTold(c journal.Committed) bool {
	first := r.version + 1 - uint64(len(r.recent)) // the version of the first one in memory
	for i, u := range c.Updates {
		version := c.Version + uint64(i)
		if version < first {
			continue // so many wait that it is not in memory any more
		}
		if e := r.recent[version-first]; e.Client != u.Client || e.Counter != u.Counter {
			return false
		}
	}
	return true
}

// heardOthers applies another server's steps to the board.
func (r *room) heardOthers(c journal.Committed) bool {
	next := r.board
	next.counters = maps.Clone(r.board.counters)
	var entries []entry
	for _, u := range c.Updates {
		var s Step
		if next.update(u) != nil || json.Unmarshal(u.Data, &s) != nil {
			return false
		}
		entries = append(entries, entry{u.Client, u.Counter, s})
	}
	r.show(next, entries)
	q := r.queues[boardName]
	r.safe, q.written, q.heard = r.version, r.version, r.version
	return true
}

// heardAnswers handles another server's answers. Each replaces its member's previous one, so it does not
// matter that some of ours may wait.
func (r *room) heardAnswers(c journal.Committed) {
	q := r.queues[answersName]
	last := c.Version + uint64(len(c.Updates)) - 1
	switch {
	case last <= q.heard:
		return
	case len(c.Updates) == 0 || c.Version != q.heard+1:
		r.reloadSoon()
		return
	}
	q.heard = last
	if c.Updates[0].Client != r.server { // ours count when they are acknowledged
		q.written = max(q.written, last)
	}
	for _, u := range c.Updates {
		var a answer
		if u.Client != r.server && json.Unmarshal(u.Data, &a) == nil && a.Question == asked(r.board.question) {
			r.answers[a.Member] = a.Value
			r.hereSoon()
		}
	}
}

// reloadSoon causes the workshop to be read again.
func (r *room) reloadSoon() {
	r.behind = true
	if !r.committing {
		r.committing = true
		go r.commit()
	}
}
