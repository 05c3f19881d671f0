package workshop

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/playground/secret"
)

// This file has members hand a workshop over, take it and write in a random order, and a model of who may, and of what is there then.

// modelBoard is what a workshop is to have.
type modelBoard struct {
	presenter   string
	seconds     []string
	text        string
	checkpoints int
}

// presenters are members of one workshop, the first of whom opened it, and what it is to have at each of its versions.
type presenters struct {
	t      *testing.T
	sites  []*site
	chance *rand.Rand
	all    []*member
	// names are the clients, at the places of the members.
	names  []string
	boards map[uint64]modelBoard
	// safe is the newest version of which anybody knows that it is.
	safe uint64
	// reads means that the workshop is read again at any moment, as a server does that was not told of something.
	reads bool
	log   []string
}

func newPresenters(t *testing.T, chance *rand.Rand, reads bool, sites ...*site) *presenters {
	t.Helper()
	p := &presenters{t: t, sites: sites, chance: chance, reads: reads, boards: map[uint64]modelBoard{}}
	first := sites[0].open()
	p.all, p.names = []*member{first}, []string{"c"}
	for n := range 4 {
		name := fmt.Sprint("m", n)
		p.all, p.names = append(p.all, sites[n%len(sites)].enter(first.code, Hello{Client: name})), append(p.names, name)
	}
	p.boards[first.version] = modelBoard{presenter: first.id}
	p.settle(first.version)
	return p
}

// settle waits until everybody has a version and knows that everybody is there, and compares the boards.
func (p *presenters) settle(version uint64) {
	p.t.Helper()
	for i, m := range p.all {
		m.until("everything arrived", func() bool { return m.version >= version && m.last.People == len(p.all) })
		p.safe = max(p.safe, m.safe)
		seconds := slices.Sorted(slices.Values(m.board.seconds))
		found := modelBoard{m.board.presenter, seconds, m.board.text.String(), len(m.board.checkpoints)}
		if want := p.boards[version]; m.version != version || fmt.Sprint(found) != fmt.Sprint(want) {
			p.t.Fatalf("%s: expected %+v at version %d, found %+v at %d, after %q", p.names[i], want, version, found, m.version, p.log)
		}
	}
}

// happens has a member do something, which is made if the member may, and refused otherwise.
func (p *presenters) happens() {
	p.t.Helper()
	at := p.chance.IntN(len(p.all))
	m, other := p.all[at], p.all[p.chance.IntN(len(p.all))]
	now := p.boards[m.version]
	next, owner := now, p.all[0]
	takes := m.id == now.presenter || m == owner || slices.Contains(now.seconds, m.id)
	var step Step
	may, what := m.id == now.presenter, ""
	switch kind := p.chance.IntN(8); {
	case kind < 3:
		word := fmt.Sprintf("%s-%d ", p.names[at], m.version)
		change := fmt.Sprintf(`[%d,[0,%q]]`, len(m.board.text), word)
		if now.text == "" {
			change = fmt.Sprintf(`[[0,%q]]`, word)
		}
		what, step, next.text = "writes", Step{Change: []byte(change)}, now.text+word
	case kind == 3:
		what, step = "keeps a moment", Step{Checkpoint: fmt.Sprint("moment ", m.version)}
		next.checkpoints++
	case kind == 4:
		what, step, next.presenter = "hands over to "+other.id, Step{Present: other.id}, other.id
		may = may || m == other && takes
	case kind == 5:
		what, step, next.presenter, may = "takes over", Step{Present: m.id}, m.id, takes
	default:
		second := kind == 6
		what, step, may = fmt.Sprintf("makes %s a second one: %v", other.id, second), Step{Second: &Second{Member: other.id, May: second}}, m == owner
		next.seconds = slices.DeleteFunc(slices.Clone(now.seconds), func(id string) bool { return id == other.id })
		if second {
			next.seconds = slices.Sorted(slices.Values(append(next.seconds, other.id)))
		}
	}
	p.log = append(p.log, p.names[at]+" "+what)
	happened := p.readsAgain(m)
	m.push(step)
	version := m.version + 1
	told := func() bool { return m.version >= version || len(m.errors) > 0 }
	m.until("the step is told or refused", told)
	happened()
	if p.reads && len(m.errors) == 0 { // what is told, and not safe, may be dropped and told again
		m.until("the step is safe or refused", func() bool { return told() && (m.safe >= version || len(m.errors) > 0) })
	}
	if done := m.version >= version; done != may {
		p.t.Fatalf("expected that it is done: %v, found %v, %q, after %q", may, done, m.errors, p.log)
	}
	if !may {
		m.refusedWith("expected the p") // the presenter, or the person who opened the workshop
		m.counter--
		return
	}
	p.boards[version] = next
	p.settle(version)
}

// readsAgain has the server of a member, or another one, read the workshop again at some moment from now on, most of the time; the returned function waits
// for that moment.
func (p *presenters) readsAgain(m *member) (happened func()) {
	var moment sync.WaitGroup
	if p.reads && p.chance.IntN(4) > 0 {
		r, when := p.all[p.chance.IntN(len(p.all))].feed.room, p.chance.IntN(2000)
		if p.chance.IntN(2) == 0 {
			r = m.feed.room
		}
		p.log = append(p.log, "it is read again")
		moment.Go(func() {
			for range when {
				runtime.Gosched()
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			r.reloadSoon()
		})
	}
	return moment.Wait
}

// returns has a member leave and come back, at any server, as where a laptop sleeps.
func (p *presenters) returns(i int) {
	p.t.Helper()
	m := p.all[i]
	m.feed.Close()
	p.all[i] = p.sites[p.chance.IntN(len(p.sites))].enter(m.code, Hello{Client: p.names[i], Word: m.word})
	if p.all[i].id != m.id {
		p.t.Fatalf("expected the same member, found %q and %q", m.id, p.all[i].id)
	}
}

// crashes begins the server anew, as after a kill. What nobody knew to be safe may be gone, from its end.
func (p *presenters) crashes() {
	p.t.Helper()
	p.log = append(p.log, "crash")
	p.sites[0].restart()
	for i := range p.all {
		p.returns(i)
	}
	version := p.all[0].version
	if version < p.safe {
		p.t.Fatalf("expected version %d, which was safe, found %d, after %q", p.safe, version, p.log)
	}
	p.settle(version)
}

// TestPresentersModel has five members write, hand over, take over and make each other second presenters, also without being allowed to, leave and come
// back, at one server that crashes or reads the workshop again in the middle of things, and at two: all of them have the model's board after each step.
func TestPresentersModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("one server, seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := newPresenters(t, rand.New(rand.NewPCG(seed, 1)), false, newSite(t))
			p.lives(p.crashes)
		})
		t.Run(fmt.Sprint("one server that reads again, seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := newPresenters(t, rand.New(rand.NewPCG(seed, 3)), true, newSite(t))
			p.lives(p.crashes)
		})
		t.Run(fmt.Sprint("two servers, seed ", seed), func(t *testing.T) {
			t.Parallel()
			url, key := natstest.Start(t), secret.New()
			p := newPresenters(t, rand.New(rand.NewPCG(seed, 2)), true, shared(t, url, key), shared(t, url, key))
			p.lives(func() {
				p.log = append(p.log, "one is back")
				version := p.all[0].version
				p.returns(p.chance.IntN(len(p.all)))
				p.settle(version)
			})
		})
	}
}

// lives has things happen, and now and then something that interrupts them.
func (p *presenters) lives(interrupt func()) {
	p.t.Helper()
	for n := range 80 {
		p.happens()
		if n%8 == 7 {
			interrupt()
		}
	}
}
