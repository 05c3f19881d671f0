package workshop

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/playground/secret"
)

// offers has a member offer a draft, when the server lets it come.
func (m *member) offers(text, view string) {
	m.t.Helper()
	m.say(map[string]any{"kind": "offering"})
	m.refusedWith("may offer")
	m.say(map[string]any{"kind": "offer", "text": text, "view": json.RawMessage(view)})
}

// again lets a member offer once more, who has to wait otherwise.
func (m *member) again() {
	m.feed.room.mu.Lock()
	defer m.feed.room.mu.Unlock()
	m.feed.room.people[m.id].offered = time.Time{}
}

// draft waits for the draft that the member asked to look at.
func (m *member) draft() draft {
	m.t.Helper()
	m.until("a draft is there to look at", func() bool { return len(m.drafts) > 0 })
	found := m.drafts[0]
	m.drafts = m.drafts[1:]
	return found
}

func (m *member) sees(text, view string) {
	m.t.Helper()
	m.until(fmt.Sprintf("%q is on the board", text), func() bool { return m.board.text.String() == text && string(m.board.view) == view })
}

// TestOfferedDrafts has members offer drafts, of which the presenter shows one to everybody, works on it, and goes back to what was presented, which is
// as it was; the owner takes another one away; all of it outlives a restart and stands in the past.
func TestOfferedDrafts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	ada := s.enter(p.code, Hello{Client: "a", Name: "Ada"})
	ben := s.enter(p.code, Hello{Client: "b", Name: "Ben"})
	p.write("mine")
	p.step(Step{View: json.RawMessage(`{"n":1}`)})
	ada.offers("\n  # \u202eAda's draft\nx", `{"n":2}`)
	p.until("the draft is in the list", func() bool { return len(p.last.Offers) == 1 })
	if o := p.last.Offers[0]; o.Name != "Ada" || o.ID != ada.id || o.About != "# Ada's draft" {
		t.Errorf("expected Ada's draft, found %+v", o)
	}
	p.say(map[string]any{"kind": "look", "member": ada.id})
	d := p.draft()
	if d.Member != ada.id || d.Text != "\n  # \u202eAda's draft\nx" || string(d.View) != `{"n":2}` || d.At != p.last.Offers[0].At {
		t.Errorf("expected the whole draft as it is listed, found %+v", d)
	}
	p.step(Step{Show: &Show{Member: ada.id, Offered: d.At}})
	for _, m := range []*member{p, ada, ben, s.enter(p.code, Hello{Client: "late"})} {
		m.sees("\n  # \u202eAda's draft\nx", `{"n":2}`)
		if m.board.shown != ada.id {
			t.Errorf("expected everybody to know whose draft it is, found %q", m.board.shown)
		}
	}
	p.step(Step{View: json.RawMessage(`{"n":3}`)})
	p.write("!")
	p.step(Step{Checkpoint: "Ada's"})
	p.until("all is safe", func() bool { return p.safe == p.version })
	s.restart()
	p = s.enter(p.code, Hello{Word: p.word, Client: "c", Epoch: p.welcome.Epoch, Version: p.version})
	p.step(Step{Back: true})
	p.sees("mine", `{"n":1}`)
	if p.board.shown != "" || p.board.checkpoints[0].Text != "\n  # \u202eAda's draft\nx!" {
		t.Errorf("expected nothing to be shown, and what was kept of it, found %q, %v", p.board.shown, p.board.checkpoints)
	}

	ben = s.enter(p.code, Hello{Client: "b2", Word: ben.word, Name: "Ben"})
	ben.offers("one", `null`)
	ben.again()
	ben.offers("two", `null`)
	p.until("Ben's is there", func() bool { return len(p.last.Offers) == 1 && p.last.Offers[0].About == "two" })
	p.step(Step{Show: &Show{Member: ben.id}})
	p.sees("two", "null")
	ben.say(map[string]any{"kind": "withdraw"})
	ben.push(Step{Back: true}) // whatever the presenter does meanwhile
	p.sees("mine", `{"n":1}`)
	p.until("it is offered no more", func() bool { return len(p.last.Offers) == 0 })
	p.step(Step{Back: true}) // nothing is shown any more
	p.sees("mine", `{"n":1}`)
	ben.again()
	ben.offers("three", `null`)
	p.until("it is offered", func() bool { return len(p.last.Offers) == 1 })
	p.say(map[string]any{"kind": "withdraw", "member": ben.id})
	p.until("the presenter does not want it", func() bool { return len(p.last.Offers) == 0 })

	p.until("all is safe", func() bool { return p.safe == p.version })
	session, err := ReadSession(t.Context(), s.kept, p.code)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	if err := session.Moments(func(m Moment) {
		if m.Named {
			texts = append(texts, m.Text)
		}
	}); err != nil || !strings.HasPrefix(strings.Join(texts, "|"), "\n  # \u202eAda's draft\nx|\n  # \u202eAda's draft\nx!|mine|two|mine") {
		t.Errorf("expected the shown drafts among the moments, found %q, %v", texts, err)
	}
}

// TestHostileOffers has people show what was not offered, take away what is not theirs, offer too much and too often.
func TestHostileOffers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	p.write("mine")
	ada := s.enter(p.code, Hello{Client: "a", Name: "Ada"})
	eve := s.enter(p.code, Hello{Client: "e", Name: "Eve"})
	refused := func(m *member, step Step, words string) {
		t.Helper()
		m.until("the newest step arrived", func() bool { return m.version >= p.version })
		m.push(step)
		m.refusedWith(words)
		m.counter--
	}
	refused(p, Step{Show: &Show{Member: ada.id, Text: "forged"}}, "expected a draft that is offered, found none")
	refused(eve, Step{Show: &Show{Member: eve.id, Text: "forged"}}, "expected the presenter")
	eve.say(map[string]any{"kind": "offer", "text": "not asked for"})
	eve.refusedWith("expected a draft from a member who was asked")
	p.say(map[string]any{"kind": "offering"})
	p.refusedWith("expected a member who is not presenting")

	ada.offers("hers", `null`)
	p.until("it is offered", func() bool { return len(p.last.Offers) == 1 })
	p.step(Step{Show: &Show{Member: ada.id, Text: "forged", View: json.RawMessage(`{"page":"/lab"}`)}})
	p.sees("hers", "null")
	refused(eve, Step{Back: true}, "expected the presenter")
	eve.say(map[string]any{"kind": "withdraw", "member": ada.id})
	eve.refusedWith("expected the presenter")
	eve.say(map[string]any{"kind": "look", "member": ada.id})
	eve.refusedWith("expected the presenter")
	p.say(map[string]any{"kind": "look", "member": eve.id})
	p.refusedWith("expected a draft that is offered, found none")
	p.say(map[string]any{"kind": "look", "member": ada.id})
	looked := p.draft()
	refused(eve, Step{Change: json.RawMessage(`[[4,"gone"]]`)}, "expected the presenter")

	ada.say(map[string]any{"kind": "offering"})
	ada.refusedWith("expected 2 seconds between two offers")
	if ada.feed.Long() {
		t.Error("expected short messages of somebody who may not offer now")
	}
	for text, words := range map[string]string{strings.Repeat("x", maxOffer+1): "expected a draft of at most 65536 characters, found 65537", strings.Repeat("\U0001f600", maxOffer/2+1): "found 65538"} {
		ada.again()
		ada.offers(text, `null`)
		ada.refusedWith(words)
	}
	ada.again()
	ada.offers("something else", `null`)
	p.until("it took the place of the one before", func() bool { return p.last.Offers[0].At != looked.At })
	refused(p, Step{Show: &Show{Member: ada.id, Offered: looked.At}}, "expected the draft that was looked at, found a newer one")
	p.sees("hers", "null")
	ada.again()
	ada.offers("x", `"`+strings.Repeat("x", maxOfferView)+`"`)
	ada.refusedWith("expected a view of at most 16384 bytes")
	if ada.feed.Long() {
		t.Error("expected that one draft may come, found that more may")
	}
	for n := range maxOffers - 1 {
		more := s.enter(p.code, Hello{Client: fmt.Sprint("m", n)})
		more.offers("x", `null`)
	}
	p.until("so many are offered", func() bool { return len(p.last.Offers) == maxOffers })
	eve.say(map[string]any{"kind": "offering"})
	eve.refusedWith("expected at most 24 drafts that are offered")
	ada.again()
	ada.offers("hers again", `null`) // takes the place of the one before
	ada.feed.Close()
	p.until("a member who leaves offers nothing", func() bool { return len(p.last.Offers) == maxOffers-1 })
	refused(p, Step{Show: &Show{Member: ada.id}}, "expected a draft that is offered, found none")
	p.sees("hers", "null")
}

// TestOffersOfTwoServers shows a draft that a member at another server offers.
func TestOffersOfTwoServers(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, b := shared(t, url, key), shared(t, url, key)
	p := a.open()
	p.write("mine")
	f := b.enter(p.code, Hello{Client: "f", Name: "Ada"})
	p.until("both are counted here", func() bool { return p.last.People == 2 })
	f.offers("hers", `null`)
	p.until("the offer arrived", func() bool { return len(p.last.Offers) == 1 && p.last.Offers[0].Name == "Ada" })
	p.say(map[string]any{"kind": "look", "member": f.id})
	p.step(Step{Show: &Show{Member: f.id, Offered: p.draft().At}})
	f.sees("hers", "null")
	p.until("it is safe", func() bool { return p.safe == p.version })
	f.until("it is known there", func() bool { return f.version == p.version })
	f.push(Step{Back: true})
	p.sees("mine", "")
	p.say(map[string]any{"kind": "withdraw", "member": f.id})
	f.until("it is withdrawn there", func() bool { return len(f.last.Offers) == 0 })
	p.until("and here", func() bool { return len(p.last.Offers) == 0 })

	// One that was lost on its way is asked for again.
	f.again()
	f.offers("again", `null`)
	p.until("it is offered", func() bool { return len(p.last.Offers) == 1 })
	r := p.feed.room
	r.mu.Lock()
	clear(r.theirs)
	r.tidyOffers()
	r.mu.Unlock()
	for known := false; !known; {
		r.mu.Lock()
		known = r.theirs[f.id] != nil
		r.mu.Unlock()
		runtime.Gosched()
	}
	p.step(Step{Show: &Show{Member: f.id}})
	f.sees("again", "null")
}
