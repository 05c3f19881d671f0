package playground

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/school"
)

// This file has random interleavings of what teachers and learners do in a class at several servers, and a model of what is to be there afterwards.

// modelSeat is what a seat is to have. Its fields are of one round for one goroutine.
type modelSeat struct {
	// tag begins all that is written in this seat, and is nowhere else. tags are those of seats that were merged into it, too.
	tag  string
	tags []string
	id   string
	nick string
	// words are those of its devices, void those that lead nowhere any more.
	words, void []string
	rejoin      string
	draft       string
	notes       []string
	talk        modelTalk
	blocked     bool
	// into is the seat into which this one was merged; gone means that it was removed, or has left.
	into *modelSeat
	gone bool
}

// there is the seat to which the devices of one lead.
func (s *modelSeat) there() *modelSeat {
	for s.into != nil {
		s = s.into
	}
	return s
}

// model is a class at several servers, and what is to be in it.
type model struct {
	*room
	chance *rand.Rand
	seats  []*modelSeat
	// done is the number of what has been done, by which all of it has different names; log is what, for messages.
	done int
	log  []string
	// servers are the servers as processes of their own, which can be killed; nil if they are part of this one.
	servers *classServers
}

// any returns a server.
func (m *model) any() int { return m.chance.IntN(len(m.sites)) }

// open are the seats in which somebody can do something, in a random order.
func (m *model) open() (all []*modelSeat) {
	for _, s := range m.seats {
		if s.into == nil && !s.gone {
			all = append(all, s)
		}
	}
	m.chance.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return all
}

// asks sends a request until it is answered by who has the classes, and returns that answer. What is read is asked for again if the answer was
// cut off because a line between servers broke, within it or before it began: pages notice that, too. Where servers are killed, pages ask again
// for everything.
func (m *model) asks(server int, path, body string, headers ...string) (status int, answer string) {
	for {
		var err error
		status, answer, _, err = m.sites[server].try(path, body, headers...)
		if err != nil && m.servers != nil || body == "" && (errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)) {
			continue
		}
		if err != nil {
			m.t.Error(err)
		}
		if status != http.StatusServiceUnavailable && status != http.StatusBadGateway {
			return status, answer
		}
	}
}

// acts has the teacher do something.
func (m *model) acts(server, name int, act string) {
	body := fmt.Sprintf(`{"id":"a-random-order-%d",`, name) + act[1:]
	if status, answer := m.asks(server, "/teach/classes/"+m.id+"/do", body, m.owner); status != http.StatusOK {
		m.t.Errorf("%s: expected that it is done, found %d %s", act, status, answer)
	}
}

// joins has somebody come in. The request is sent twice, as by a page that has not heard the answer.
func (m *model) joins() func() {
	m.done++
	name, at := m.done, []int{m.any(), m.any()}
	s := &modelSeat{tag: fmt.Sprintf("(%d)", name), nick: fmt.Sprint("learner ", name)}
	s.tags = []string{s.tag}
	m.seats = append(m.seats, s)
	m.log = append(m.log, "join "+s.nick)
	return func() {
		_, answer := m.asks(at[0], "/seat", " ")
		var browser SeatAnswer
		if err := json.Unmarshal([]byte(answer), &browser); err != nil {
			m.t.Errorf("expected a seat of a browser, found %s", answer)
		}
		for _, server := range at {
			var joined school.Joined
			status, answer := m.asks(server, "/class/join", fmt.Sprintf(`{"code":%q,"nick":%q,"id":"a-random-order-%d"}`, m.code, s.nick, name), seatHeader+": "+browser.Seat)
			if err := json.Unmarshal([]byte(answer), &joined); err != nil || status != http.StatusOK || len(s.words) > 0 && joined.Word != s.words[0] {
				m.t.Errorf("%s: expected one seat, found %d %s", s.nick, status, answer)
				return
			}
			s.words, s.id, s.rejoin = []string{joined.Word}, m.seatOf(joined.Word), joined.Rejoin
		}
	}
}

// wordsOf are the words of all devices that lead to a seat.
func (m *model) wordsOf(s *modelSeat) (words []string) {
	for _, each := range m.seats {
		if each.there() == s {
			words = append(words, each.words...)
		}
	}
	return words
}

// happens draws what is to happen to a seat, with another one that nothing else happens to. It returns what to do, or nil, and whether the
// seat has other devices after it.
func (m *model) happens(s, other *modelSeat) (doing func(), devices bool) {
	m.done++
	words := m.wordsOf(s)
	name, at, word := m.done, m.any(), words[m.chance.IntN(len(words))]
	text := fmt.Sprintf("%s%d ", s.tag, name)
	act := func(what string) func() { return func() { m.acts(at, name, what) } }
	what := ""
	switch kind := m.chance.IntN(22); {
	case s.blocked && kind < 11:
		what, doing = "unblock", act(fmt.Sprintf(`{"unblock":%q}`, s.id))
		s.blocked = false
	case kind < 5 && !s.blocked:
		what, s.draft = "types", s.draft+text
		doing = func() {
			if d := m.writes(at, fmt.Sprint("c", name), word, text); !strings.HasSuffix(d.Text, text) {
				m.t.Errorf("expected what was typed, found %q", d.Text)
			}
		}
	case kind == 5:
		what, s.nick = "rename", fmt.Sprint("renamed ", name)
		doing = act(fmt.Sprintf(`{"rename":{"seat":%q,"nick":%q}}`, s.id, s.nick))
	case kind == 6 || kind == 7:
		what, s.notes = "note", append(s.notes, text)
		doing = act(fmt.Sprintf(`{"say":{"seat":%q,"text":%q}}`, s.id, text))
	case kind == 8:
		what, s.blocked = "block", true
		doing = act(fmt.Sprintf(`{"block":%q}`, s.id))
	case kind == 9 && !s.blocked:
		what, devices, doing = "another device", true, func() { m.rejoins(s, at) }
	case kind == 10 && !s.blocked:
		what, devices, doing = "new rejoin code", true, func() { m.signsOut(s, at, name) }
		for _, each := range m.seats {
			if each.there() == s {
				each.words, each.void = nil, append(each.void, each.words...)
			}
		}
	case kind < 14 && !s.blocked && !other.blocked && s.talk.fits(&other.talk):
		what, doing = "merge into "+other.tag, act(fmt.Sprintf(`{"merge":{"from":%q,"into":%q}}`, s.id, other.id))
		if other.draft == "" {
			other.draft = s.draft
		}
		other.talk.inherit(&s.talk)
		other.notes, other.tags, s.into = append(other.notes, s.notes...), append(other.tags, s.tags...), other
	case kind == 14:
		what, s.gone = "remove", true
		doing = act(fmt.Sprintf(`{"remove":%q}`, s.id))
	case kind == 15 && !s.blocked:
		what, s.gone = "leave", true
		doing = func() { m.leaves(s, at, word) }
	case kind > 15 && !s.blocked:
		what, doing = m.talks(s, at, name, word)
	}
	m.log = append(m.log, s.tag+" "+what)
	return doing, devices
}

// rejoins brings a seat to another device.
func (m *model) rejoins(s *modelSeat, at int) {
	var joined school.Joined
	status, answer := m.asks(at, "/class/rejoin", fmt.Sprintf(`{"code":%q}`, s.rejoin))
	if err := json.Unmarshal([]byte(answer), &joined); err != nil || status != http.StatusOK || m.seatOf(joined.Word) != s.id {
		m.t.Errorf("%s: expected the seat with its code, found %d %s", s.tag, status, answer)
		return
	}
	s.words = append(s.words, joined.Word)
}

// signsOut gives a seat a new rejoin code, which the teacher reads out, and one of its devices comes back with it.
func (m *model) signsOut(s *modelSeat, at, name int) {
	m.acts(at, name, fmt.Sprintf(`{"rejoin":%q}`, s.id))
	before := s.rejoin
	for _, row := range m.grid(at) {
		if row.ID == s.id {
			s.rejoin = row.Rejoin
		}
	}
	if s.rejoin == before {
		m.t.Errorf("%s: expected a new code, found %q", s.tag, before)
	}
	m.rejoins(s, at)
}

// modelRow is what a teacher's page shows of a seat.
type modelRow struct{ ID, Nick, Rejoin string }

// modelGrid is what a teacher's page shows of a class.
type modelGrid struct {
	Kind    string
	General struct{ Code string }
	Rows    []modelRow
}

// grid is what a teacher's page shows of the seats.
func (m *model) grid(at int) []modelRow {
	for {
		if grid, ok := m.gridOnce(at); ok {
			return grid.Rows
		}
	}
}

// gridOnce is what it shows over one line, which ends if the classes are on their way.
func (m *model) gridOnce(at int) (grid modelGrid, ok bool) {
	conn, err := m.sites[at].connect("/teach/classes/"+m.id, m.owner, `{"client":"t"}`)
	if err != nil {
		return grid, false
	}
	defer conn.Close()
	for {
		if conn.ReadJSON(&grid) != nil {
			return grid, false
		}
		if grid.Kind == "grid" {
			return grid, true
		}
	}
}

// leaves deletes a seat by its own device. If the answer is lost, the second request finds no seat.
func (m *model) leaves(s *modelSeat, at int, word string) {
	if status, answer := m.asks(at, "/class/forget", `{}`, "X-Unbox-Class: "+word); status != http.StatusOK && status != http.StatusForbidden {
		m.t.Errorf("%s: expected that the seat is deleted, found %d %s", s.tag, status, answer)
	}
}

// inTurn is how many things happen to a seat in a round, one after the other, until it is gone or has other devices, whose words are known
// when that is done.
const inTurn = 4

// happensInTurn draws what is to happen to a seat in a round.
func (m *model) happensInTurn(s, other *modelSeat) (doings []func()) {
	last := false
	for tries := 0; len(doings) < inTurn && tries < 2*inTurn && s.into == nil && !s.gone && !last; tries++ {
		var doing func()
		if doing, last = m.happens(s, other); doing != nil {
			doings = append(doings, doing)
		}
	}
	return doings
}

// round has some things happen at the same time, each to other seats, while the classes may go to another server.
func (m *model) round(joins int) {
	var all sync.WaitGroup
	for open := m.open(); len(open) > 1; {
		doings := m.happensInTurn(open[0], open[1])
		open = open[2:]
		all.Go(func() {
			for _, doing := range doings {
				doing()
			}
		})
	}
	for range joins {
		all.Go(m.joins())
	}
	switch chance := m.chance.IntN(6); {
	case chance < 2:
		m.log = append(m.log, "move")
		all.Go(m.move)
	case chance < 5 && m.servers != nil:
		m.log = append(m.log, "kill")
		all.Go(func() { m.servers.restart(chance == 4) })
	}
	all.Wait()
	if m.chance.IntN(4) == 0 {
		m.newCode()
	}
}

// check compares what a server tells with the model.
func (m *model) check(server int) {
	m.t.Helper()
	for _, s := range m.seats {
		at := s.there()
		if at.gone || at.blocked {
			m.expectOut(server, s)
			continue
		}
		for _, word := range s.words {
			m.checkOwn(server, at, word)
		}
		for _, word := range s.void {
			if status, answer := m.asks(server, "/class/own.json", "", "X-Unbox-Class: "+word); status == http.StatusOK {
				m.t.Errorf("%s: expected a device that is signed out, found %s", s.tag, answer)
			}
		}
	}
	var nicks, found []string
	for _, s := range m.open() {
		nicks = append(nicks, s.nick)
	}
	for _, row := range m.grid(server) {
		found = append(found, row.Nick)
	}
	slices.Sort(nicks)
	slices.Sort(found)
	if !slices.Equal(nicks, found) {
		m.t.Errorf("expected the learners %q, found %q", nicks, found)
	}
}

// checkFile checks what the teacher can save of the class: it has all that is there, and nothing that is gone.
func (m *model) checkFile(server int) {
	m.t.Helper()
	status, answer := m.asks(server, "/teach/classes/"+m.id+"/results?form=all", "", m.owner)
	z, err := zip.NewReader(strings.NewReader(answer), int64(len(answer)))
	if err != nil {
		m.t.Errorf("expected a file, found %d, %v", status, err)
		return
	}
	var all strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err == nil {
			_, err = io.Copy(&all, r)
		}
		if err != nil {
			m.t.Error(err)
		}
	}
	for _, s := range m.seats {
		at := s.there()
		if at.gone && strings.Contains(all.String(), s.tag) {
			m.t.Errorf("%s: expected nothing of somebody who is gone, found some in the file", s.tag)
		}
		for _, text := range append(at.talk.texts(), at.draft) {
			if !at.gone && !strings.Contains(all.String(), marshalled(text)) {
				m.t.Errorf("%s: expected %q in the file, found none", s.tag, text)
			}
		}
	}
}

// marshalled is a text as JSON has it.
func marshalled(text string) string { return string(marshal(text)) }

// expectOut checks that a seat that is gone or blocked lets nobody in.
func (m *model) expectOut(server int, s *modelSeat) {
	m.t.Helper()
	for _, word := range slices.Concat(s.words, s.void) {
		if status, answer := m.asks(server, "/class/own.json", "", "X-Unbox-Class: "+word); status == http.StatusOK {
			m.t.Errorf("%s: expected that nobody is let in, found %s", s.tag, answer)
		}
	}
}

// checkOwn checks what a device is told of its seat: all that was acknowledged there, and nothing of others.
func (m *model) checkOwn(server int, at *modelSeat, word string) {
	m.t.Helper()
	status, answer := m.asks(server, "/class/own.json", "", "X-Unbox-Class: "+word)
	var own school.Own
	if err := json.Unmarshal([]byte(answer), &own); err != nil || status != http.StatusOK {
		m.t.Errorf("%s: expected what is kept, found %d %s", at.tag, status, answer)
		return
	}
	if own.Nick != at.nick || own.Drafts["a/one"] != at.draft {
		m.t.Errorf("%s: expected `%s` with %q, found `%s` with %q", at.tag, at.nick, at.draft, own.Nick, own.Drafts["a/one"])
	}
	var notes []string
	for _, n := range own.Notes {
		notes = append(notes, n.Text+" ")
	}
	want := slices.Sorted(slices.Values(at.notes))
	if slices.Sort(notes); !slices.Equal(notes, want) {
		m.t.Errorf("%s: expected the notes %q, found %q", at.tag, want, notes)
	}
	m.checkTalk(at, own)
	for _, s := range m.seats {
		if !slices.Contains(at.tags, s.tag) && strings.Contains(answer, s.tag) {
			m.t.Errorf("%s: expected nothing of others, found something of %s: %s", at.tag, s.tag, answer)
		}
	}
}

// TestClassModel has what teachers and learners do happen in random orders, several at a time, at two servers that take the classes from each other and
// whose lines to NATS break off. Then each device is told what a model says: nothing that was acknowledged is lost, nothing that was deleted comes back,
// nobody is told what is not theirs.
func TestClassModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			newModel(t, seed).lives(10)
		})
	}
}

// lives has a class live for some rounds, until it is closed.
func (m *model) lives(rounds int) {
	m.t.Helper()
	m.round(8)
	for range rounds {
		m.round(2)
		m.check(m.any())
	}
	m.move()
	for server := range m.sites {
		m.check(server)
		m.checkFile(server)
	}
	m.closes()
	if m.t.Failed() {
		m.t.Logf("what happened: %q", m.log)
	}
}

// TestClassModelOfKilledServers is the same at two servers that are processes of their own: now and then the one with the classes is killed as by
// kill -9, or stopped in order, while all that happens, and started again. Pages ask again whatever has no answer.
func TestClassModelOfKilledServers(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			r := &room{t: t, url: natstest.Start(t)}
			servers := startClassServers(t, r.url, 2)
			r.sharedSites = new(sharedSites)
			for _, s := range servers.servers {
				s.secret = servers.secret
				r.sites = append(r.sites, s.schoolSite)
			}
			r.owner = r.sites[0].owner()
			r.id, r.code = r.sites[0].class(r.owner)
			m := &model{room: r, chance: rand.New(rand.NewPCG(seed, 16)), servers: servers}
			m.lives(10)
		})
	}
}

// newModel starts two servers and a class.
func newModel(t *testing.T, seed uint64) *model {
	t.Helper()
	r := &room{t: t, url: natstest.Start(t)}
	sites, keepers := flakySites(t, 2, func(n int) string { return natstest.Flaky(t, r.url, seed*2+uint64(n)) })
	for _, k := range keepers {
		t.Cleanup(k.Close)
	}
	r.sharedSites = &sharedSites{sites, keepers}
	r.owner = sites[0].owner()
	r.id, r.code = sites[0].class(r.owner)
	return &model{room: r, chance: rand.New(rand.NewPCG(seed, 15))}
}
