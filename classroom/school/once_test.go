package school

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// lossy is a page whose line is cut at random moments: before the class hears something, or before the page hears the answer. It keeps what
// is not acknowledged, and says it again.
type lossy struct {
	site   *site
	word   string
	random *rand.Rand
	open   []string
}

// tell says the oldest run until it is acknowledged or the line is cut.
func (l *lossy) tell() {
	if len(l.open) == 0 || l.random.IntN(4) == 0 {
		return // cut before the class hears it
	}
	c := must(l.site.school.Class(l.site.owner, strings.Split(l.word, ".")[0], true))
	c.mu.Lock()
	clear(c.rates) // a test talks faster than anybody
	c.mu.Unlock()
	page := must(l.site.school.Enter(Hello{Word: l.word, Client: fmt.Sprint("c", l.random.Uint32())}))
	defer page.Close()
	page.Say([]byte(fmt.Sprintf(`{"kind":"tried","run":%q,"step":"a/one","status":"fail","test":"x","passed":1,"total":4}`, l.open[0])))
	told := hears[toldFrame](l.site.t, page, "told")
	if l.random.IntN(2) == 0 {
		return // cut before the page hears the answer
	}
	if told.Run == l.open[0] {
		l.open = l.open[1:]
	}
}

// TestLostAnswersCountOnce has two pages of a seat tell runs, and a teacher say notes, over lines that are cut at random moments, with restarts of the
// server between: each counts once, whatever came between it and its repeat.
func TestLostAnswersCountOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	random := rand.New(rand.NewPCG(14, 2))
	ada := must(s.school.Join(code, "Ada", ""))
	pages := []*lossy{{site: s, word: ada.Word, random: random}, {site: s, word: ada.Word, random: random}}
	runs, notes := 0, 0
	note := ""
	for range 300 {
		page := pages[random.IntN(2)]
		if random.IntN(2) == 0 {
			page.open = append(page.open, fmt.Sprint("run", runs))
			runs++
		}
		page.tell()
		if note == "" && notes < maxNotes {
			notes++
			note = fmt.Sprintf("note-of-the-teacher-%d", notes)
		}
		if note != "" && s.do(c.id, Act{ID: note, Say: &Said{Text: note}}) == nil && random.IntN(2) == 0 {
			note = "" // answered
		}
		if random.IntN(50) == 0 {
			s.restart()
			c = must(s.school.Class(s.owner, c.id, true))
		}
	}
	for _, page := range pages {
		for len(page.open) > 0 {
			page.tell()
		}
	}
	if got := c.Report().Learners[0].Results[0].Tries; got != runs {
		t.Errorf("expected %d tries, found %d", runs, got)
	}
	said := map[string]int{}
	for _, n := range c.state.Notes {
		said[n.Text]++
	}
	for i := range notes {
		if text := fmt.Sprintf("note-of-the-teacher-%d", i+1); said[text] != 1 {
			t.Errorf("%s: expected it once, found it %d times", text, said[text])
		}
	}
	if kept := len(c.state.Seats[strings.Split(ada.Word, ".")[1]].Runs); kept > maxRuns || len(c.state.Done) > maxDone {
		t.Errorf("expected at most %d runs and %d requests to be remembered, found %d and %d", maxRuns, maxDone, kept, len(c.state.Done))
	}
}

// TestJoiningTwiceIsJoiningOnce has somebody join whose answer is lost, and ask again: the seat is the same one, also after a restart, and nobody else's.
func TestJoiningTwiceIsJoiningOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, code := s.class()
	const asked = "a-name-that-was-drawn"
	first := must(s.school.Join(code, "Ada", asked))
	if again := must(s.school.Join(code, "ada", asked)); again != first {
		t.Errorf("expected the same seat, found %+v and %+v", first, again)
	}
	s.restart()
	if again := must(s.school.Join(code, "Ada", asked)); again != first {
		t.Errorf("expected the same seat after a restart, found %+v and %+v", first, again)
	}
	for _, other := range []string{"", "another-name-that-was-drawn"} {
		_, err := s.school.Join(code, "Ada", other)
		wants(t, err, "expected a nickname that is not taken")
	}
	for _, wrong := range []string{"short", strings.Repeat("x", 41), "with spaces in its name"} {
		_, err := s.school.Join(code, "Eve", wrong)
		wants(t, err, "expected a request's name")
		wants(t, s.do(must(s.school.Class(s.owner, first.Class, true)).id, Act{ID: wrong, Stop: true}), "expected a request's name")
	}
	settings := Settings{Name: "Twice", Hints: "open", Solutions: "open"}
	one := must(s.school.Make(t.Context(), s.owner, settings, asked))
	if two := must(s.school.Make(t.Context(), s.owner, settings, asked)); two != one {
		t.Errorf("expected one class, found %s and %s", one, two)
	}
	// Something that is refused has not been done: it can be asked for again.
	refused := Act{ID: "this-one-is-refused", Block: "nobody"}
	if err := s.do(one, refused); !errors.Is(err, ErrSeat) {
		t.Errorf("expected no seat, found %v", err)
	}
	if err := s.do(one, refused); !errors.Is(err, ErrSeat) {
		t.Errorf("expected no seat again, found %v", err)
	}
	var seen map[string]any
	if err := json.Unmarshal(marshal(must(s.school.Class(s.owner, one, true)).frameFor(&seat{})), &seen); err != nil || strings.Contains(fmt.Sprint(seen), asked) {
		t.Errorf("expected that no learner sees the name of a request, found %v, %v", seen, err)
	}
}
