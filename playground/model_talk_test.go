package playground

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"unbox/classroom/school"
)

// This file has what is asked and suggested in the model of a class, and the end of that class.

// modelTalk is what a seat was asked, and what was suggested to it.
type modelTalk struct {
	// first and last are what the answers may be, in the step and in the introduction: of two merged seats whose answers are of the same second,
	// it may be either one, until it was seen.
	first, last []string
	suggestions []modelSuggestion
}

// modelSuggestion is a suggested text, and what became of it.
type modelSuggestion struct{ text, how string }

const (
	// modelOpen is how many suggestions may wait in a draft, modelKept how many are kept of it.
	modelOpen = 4
	modelKept = 12
)

// fits reports whether everything that was suggested to both seats is kept when one is merged into the other.
func (t *modelTalk) fits(other *modelTalk) bool {
	return len(t.suggestions)+len(other.suggestions) <= modelKept
}

// inherit adds what another seat has that is merged into this one.
func (t *modelTalk) inherit(from *modelTalk) {
	t.first, t.last = append(t.first, from.first...), append(t.last, from.last...)
	t.suggestions = append(t.suggestions, from.suggestions...)
}

// texts are those that were suggested.
func (t *modelTalk) texts() (all []string) {
	for _, s := range t.suggestions {
		all = append(all, s.text)
	}
	return all
}

// waiting are the places of suggestions that wait for an answer.
func (t *modelTalk) waiting() (all []int) {
	for i, s := range t.suggestions {
		if s.how == "" {
			all = append(all, i)
		}
	}
	return all
}

// talks draws a question or a suggestion for a seat: what it is, and what to do.
func (m *model) talks(s *modelSeat, at, name int, word string) (what string, doing func()) {
	t, kind := &s.talk, m.chance.IntN(6)
	text := fmt.Sprintf("%s%d ", s.tag, name)
	waiting := t.waiting()
	switch {
	case kind < 2:
		place, kept := "a/one", &t.first
		if kind == 1 {
			place, kept = "a/", &t.last
		}
		if len(*kept) == 0 { // a second answer on a page does not count
			*kept = []string{text}
		}
		return "answers at " + place, func() {
			m.tells(at, name, word, map[string]any{"kind": "answered", "question": sharedQuestions[0].ID, "place": place, "right": name%2 == 0, "answer": text})
		}
	case kind > 3 && len(waiting) > 0:
		of := &t.suggestions[waiting[m.chance.IntN(len(waiting))]]
		of.how = []string{school.Accepted, school.Declined, school.Withdrawn}[m.chance.IntN(3)]
		how, suggested := of.how, of.text
		return how + " " + suggested, func() { m.settles(s, at, name, word, suggested, how) }
	case s.draft != "" && len(waiting) < modelOpen && len(t.suggestions) < modelKept:
		base, suggested := s.draft, s.draft+"suggested "+text
		t.suggestions = append(t.suggestions, modelSuggestion{text: suggested})
		return "suggest", func() {
			body := marshal(school.Suggesting{ID: fmt.Sprintf("a-random-order-%d", name), Seat: s.id, Step: "a/one", Base: base, Text: suggested, Words: text})
			for range 2 { // as a page that has not heard the answer
				if status, answer := m.asks(at, "/teach/classes/"+m.id+"/suggest", string(body), m.owner); status != http.StatusOK {
					m.t.Errorf("%s: expected a suggestion, found %d %s", s.tag, status, answer)
				}
			}
		}
	}
	return "", nil
}

// settles says what becomes of a suggestion.
func (m *model) settles(s *modelSeat, at, name int, word, suggested, how string) {
	var own school.Own
	status, answer := m.asks(at, "/class/own.json", "", "X-Unbox-Class: "+word)
	if err := json.Unmarshal([]byte(answer), &own); err != nil || status != http.StatusOK {
		m.t.Errorf("%s: expected what is kept, found %d %s", s.tag, status, answer)
		return
	}
	i := slices.IndexFunc(own.Suggestions["a/one"], func(k school.Suggestion) bool { return k.Text == suggested })
	if i < 0 {
		m.t.Errorf("%s: expected the suggestion %q, found %s", s.tag, suggested, answer)
		return
	}
	id := own.Suggestions["a/one"][i].ID
	if how != school.Withdrawn {
		m.tells(at, name, word, map[string]any{"kind": "settled", "step": "a/one", "suggestion": id, "how": how})
		return
	}
	body := marshal(school.Withdrawing{Seat: s.id, Step: "a/one", Suggestion: id})
	if status, answer := m.asks(at, "/teach/classes/"+m.id+"/withdraw", string(body), m.owner); status != http.StatusOK {
		m.t.Errorf("%s: expected that it is withdrawn, found %d %s", s.tag, status, answer)
	}
}

// tells has a device say something until it hears that it is safe.
func (m *model) tells(at, name int, word string, message map[string]any) {
	message["run"] = fmt.Sprint("r", name)
	for !m.tellsOnce(at, name, word, message) {
	}
}

// tellsOnce is tells over one line, which ends if the classes are on their way.
func (m *model) tellsOnce(at, name int, word string, message map[string]any) bool {
	conn, err := m.sites[at].connect("/class", "", fmt.Sprintf(`{"client":"t%d","word":%q}`, name, word), string(marshal(message)))
	if err != nil {
		return false
	}
	defer conn.Close()
	for {
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		var told struct{ Kind, Run string }
		if conn.ReadJSON(&told) != nil {
			return false
		}
		if told.Kind == "told" && told.Run == message["run"] {
			return true
		}
	}
}

// checkTalk compares what a seat is told of questions and suggestions with the model. An answer that was seen stays as it is.
func (m *model) checkTalk(at *modelSeat, own school.Own) {
	m.t.Helper()
	given := own.Answers[sharedQuestions[0].ID]
	for _, one := range []struct {
		which string
		found *school.Given
		may   *[]string
	}{{"first", given.First, &at.talk.first}, {"last", given.Last, &at.talk.last}} {
		found := ""
		if one.found != nil {
			found = one.found.Answer
		}
		if !slices.Contains(*one.may, found) && (len(*one.may) > 0 || found != "") {
			m.t.Errorf("%s: expected one of %q as the %s answer, found %q", at.tag, *one.may, one.which, found)
		}
		if len(*one.may) > 0 {
			*one.may = []string{found}
		}
	}
	var found []modelSuggestion
	for _, k := range own.Suggestions["a/one"] {
		found = append(found, modelSuggestion{k.Text, k.How})
	}
	byText := func(a, b modelSuggestion) int { return strings.Compare(a.text, b.text) }
	want := slices.SortedFunc(slices.Values(at.talk.suggestions), byText)
	if slices.SortFunc(found, byText); !slices.Equal(found, want) {
		m.t.Errorf("%s: expected the suggestions %q, found %q", at.tag, want, found)
	}
}

// newCode has the teacher make another code, now and then after joining was closed: nobody comes in with the one before.
func (m *model) newCode() {
	before := m.code
	codes := []string{"close", "new"}[m.chance.IntN(2):]
	m.log = append(m.log, fmt.Sprint("codes ", codes))
	for _, code := range codes {
		m.done++
		m.acts(m.any(), m.done, fmt.Sprintf(`{"code":%q}`, code))
		m.expectNoSeat(before)
	}
	m.code = m.shownCode()
}

// expectNoSeat checks that nobody comes in with a code.
func (m *model) expectNoSeat(code string) {
	m.t.Helper()
	for server := range m.sites {
		if status, answer := m.asks(server, "/class/join", fmt.Sprintf(`{"code":%q,"nick":"too late"}`, code)); status != http.StatusNotFound {
			m.t.Errorf("expected nobody to come in with a code that is void, found %d %s", status, answer)
		}
	}
}

// closes has the teacher close the class. Without the newest file that is refused; after it, nothing of the class is at any server, not even
// when the classes have moved.
func (m *model) closes() {
	m.t.Helper()
	m.done++
	deletes := func() (int, string) { return m.asks(m.any(), "/teach/classes/"+m.id+"/delete", `{}`, m.owner) }
	m.acts(m.any(), m.done, `{"say":{"text":"The last one"}}`)
	if status, answer := deletes(); status != http.StatusConflict {
		m.t.Errorf("expected a class that nobody has in a file to stay, found %d %s", status, answer)
	}
	m.checkFile(m.any())
	m.move()
	if status, answer := deletes(); status != http.StatusOK && !(status == http.StatusNotFound && m.servers != nil) { // it may be done, and the answer lost
		m.t.Errorf("expected that the class is deleted, found %d %s", status, answer)
	}
	for range 2 {
		for _, s := range m.seats {
			m.expectOut(m.any(), s)
		}
		m.expectNoSeat(m.code)
		m.move()
	}
}

// shownCode is the code that the teacher's page shows.
func (m *model) shownCode() string {
	for {
		if grid, ok := m.gridOnce(m.any()); ok {
			return grid.General.Code
		}
	}
}
