package pipe

import (
	"encoding/json"
	"time"

	"unbox/internal/cluster"
)

// This file is about reports of what was sent. NATS loses messages while both places stay connected, such as those that
// were on their way between two of its servers whose connection broke off. The next message shows that one is missing;
// after the last one nothing would. So each place reports regularly to every other one how far it has come, as servers of
// a workshop do, and a connection of which something is missing ends, like one that has broken off. Those who use it
// begin again.

// beatName is the last part of the subject of reports.
const beatName = "beat"

// report is what a place says of its connections to another one. It is sent over the same line as their messages, so all
// that it speaks of has arrived before, or was lost.
type report struct {
	Place string              `json:"place"`
	Ends  map[string]position `json:"ends,omitempty"`
}

// position is how far a connection is: how many bytes this end has sent, and up to which it has told the other end that it
// has read.
type position struct {
	Sent uint64 `json:"sent,omitempty"`
	Told uint64 `json:"told,omitempty"`
}

// unlisted is the number of reports in a row without a connection after which the other end has none: one may
// have been on its way while the connection was made.
const unlisted = 2

// beats reports regularly, until the place is closed.
func (p *Place) beats() {
	for {
		select {
		case <-p.closed:
			return
		case <-time.After(cluster.BeatPace):
			p.beat()
		}
	}
}

// beat reports to all places that are known: those with a connection, and those that report themselves. Connections to one that reports
// no more end.
func (p *Place) beat() {
	p.mu.Lock()
	to := map[string]*report{}
	for place, heard := range p.heard {
		if time.Since(heard) <= cluster.Silence {
			to[place] = &report{Place: p.name}
			continue
		}
		delete(p.heard, place)
		for _, e := range p.ends {
			if string(e.other) == place {
				e.breakOff()
			}
		}
	}
	for id, e := range p.ends {
		at, open := e.position()
		place := string(e.other)
		if to[place] == nil {
			to[place] = &report{Place: p.name}
		}
		if to[place].Ends == nil {
			to[place].Ends = map[string]position{}
		}
		if open {
			to[place].Ends[id] = at
		}
	}
	p.mu.Unlock()
	for place, r := range to {
		text, err := json.Marshal(r)
		if err != nil {
			panic("BUG: names and numbers always marshal: " + err.Error())
		}
		_ = p.conn.Publish(prefix+place+"."+beatName, text) // it is sent again
	}
}

// heardBeat compares another place's report with what has arrived here.
func (p *Place) heardBeat(text []byte) {
	var r report
	if json.Unmarshal(text, &r) != nil || r.Place == "" {
		return
	}
	p.mu.Lock()
	p.heard[r.Place] = time.Now()
	var all []*end
	for _, e := range p.ends {
		if string(e.other) == r.Place {
			all = append(all, e)
		}
	}
	p.mu.Unlock()
	for _, e := range all {
		at, listed := r.Ends[e.id]
		e.compare(at, listed)
	}
}

// position returns how far this end is; open is false if it has ended.
func (e *end) position() (at position, open bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return position{e.sent, e.told}, e.over == nil
}

// compare ends a connection if something of it is missing. Credit that was lost is in the report.
func (e *end) compare(at position, listed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over != nil {
		return
	}
	if listed {
		e.unlisted = 0
		e.allowed = max(e.allowed, at.Told+window)
	} else {
		e.unlisted++
	}
	if at.Sent > e.arrived || e.unlisted >= unlisted {
		e.broken()
	}
	e.change.Broadcast()
}

// breakOff ends a connection of which something is missing.
func (e *end) breakOff() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over == nil {
		e.broken()
		e.change.Broadcast()
	}
}
