package playground

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/school"
)

// helper makes an account that helps in a class, and returns what it is known by.
func (s *schoolSite) helper(owner, class, name string) string {
	s.t.Helper()
	var invited Link
	_, answer, _ := s.ask("/teach/invite", fmt.Sprintf(`{"role":"assistant","class":%q}`, class), owner)
	if err := json.Unmarshal([]byte(answer), &invited); err != nil {
		s.t.Fatalf("expected an invitation, found %s", answer)
	}
	status, answer, r := s.ask("/teach/accept", fmt.Sprintf(`{"invitation":%q,"name":%q,"password":"correct horse"}`, invited.Word, name))
	if status != http.StatusOK {
		s.t.Fatalf("expected an account, found %d %s", status, answer)
	}
	return "Cookie: " + r.Cookies()[0].Name + "=" + r.Cookies()[0].Value
}

// remove has the owner remove somebody, and fails the test if that cannot be done.
func (s *schoolSite) remove(owner, name string) {
	s.t.Helper()
	var all []school.Staffer
	_, answer, _ := s.ask("/teach/people.json", "", owner)
	if err := json.Unmarshal([]byte(answer), &all); err != nil {
		s.t.Fatalf("expected a list of people, found %s", answer)
	}
	for _, l := range all {
		if l.Name == name {
			if status, answer, _ := s.ask("/teach/remove", fmt.Sprintf(`{"who":%q}`, l.ID), owner); status != http.StatusOK {
				s.t.Fatalf("expected that %s is removed, found %d %s", name, status, answer)
			}
			return
		}
	}
	s.t.Fatalf("expected %s in %s", name, answer)
}

// expectGone expects that what somebody was known by is known no more.
func (s *schoolSite) expectGone(cookie, class string) {
	s.t.Helper()
	for _, path := range []string{"/teach/people.json", "/teach/classes/" + class + "/past.json?seat=x&step=a/one"} {
		if status, answer, _ := s.ask(path, "", cookie); status != http.StatusUnauthorized {
			s.t.Errorf("%s: expected that nobody has signed in, found %d %s", path, status, answer)
		}
	}
	_, next, hang := s.dial("/teach/classes/"+class, cookie, `{"client":"again"}`)
	defer hang()
	if m := next("turned away"); !strings.Contains(m, "401") {
		s.t.Errorf("expected that nobody has signed in, found %s", m)
	}
}

// TestSuggestionsOfTwoServers has somebody help at the server that has not the classes: what is suggested there arrives at a learner of the other one,
// whose answer is seen; then the helper is removed, whose page at that server ends at once.
func TestSuggestionsOfTwoServers(t *testing.T) {
	t.Parallel()
	s := newSharedSites(t, natstest.Start(t), 2)
	here, there := s.sites[0], s.sites[1]
	owner := here.owner()
	id, code := here.class(owner)
	helper := there.helper(owner, id, "Alan")
	word := joinClass(t, here, code, "Ada")
	seat := strings.Split(word, ".")[1]
	learner, next, hang := here.dial("/class", "", `{"client":"c","word":"`+word+`"}`)
	defer hang()
	say(t, learner, `{"kind":"open","step":"a/one"}`)
	next("draft")
	say(t, learner, `{"kind":"draft","step":"a/one","version":0,"change":[[0,"print(1)"]]}`)
	next("kept")
	watching, sees, hangUp := there.dial("/teach/classes/"+id, helper, `{"client":"t"}`)
	defer hangUp()
	say(t, watching, fmt.Sprintf(`{"kind":"watch","seat":%q,"step":"a/one"}`, seat))
	body := fmt.Sprintf(`{"id":"0123456789abcdef","seat":%q,"step":"a/one","base":"print(1)","text":"print(2)","words":"two"}`, seat)
	for range 2 { // the answer was lost
		if status, answer, _ := there.ask("/teach/classes/"+id+"/suggest", body, helper); status != http.StatusOK {
			t.Fatalf("expected a suggestion to be sent, found %d %s", status, answer)
		}
	}
	for m := ""; !strings.Contains(m, `"by":"Alan"`) || strings.Contains(m, `"id":2`); m = next("suggestions") {
	}
	say(t, learner, `{"kind":"settled","step":"a/one","suggestion":1,"how":"declined","run":"s1"}`)
	next("told")
	for !strings.Contains(sees("suggestions"), `"how":"declined"`) {
	}
	if status, answer, _ := there.ask("/teach/classes/"+id+"/withdraw", fmt.Sprintf(`{"seat":%q,"step":"a/one","suggestion":1}`, seat), helper); status != http.StatusBadRequest || !strings.Contains(answer, "expected a suggestion that waits") {
		t.Errorf("expected that there is nothing to withdraw, found %d %s", status, answer)
	}

	if status, _, _ := there.ask("/teach/people.json", "", helper); status != http.StatusForbidden {
		t.Errorf("expected that an assistant does not see who else there is, found %d", status)
	}
	here.remove(owner, "Alan")
	for {
		if _, _, err := watching.ReadMessage(); err != nil {
			break // its page hears nothing any more
		}
	}
	for _, site := range s.sites {
		site.expectGone(helper, id)
	}
}

// TestSuggestionsAreLimited sends more than a suggestion may have, and one without a session.
func TestSuggestionsAreLimited(t *testing.T) {
	t.Parallel()
	s := newSchoolSite(t)
	owner := s.owner()
	id, _ := s.class(owner)
	for _, c := range []struct {
		body, cookie string
		status       int
		words        string
	}{
		{`{"seat":"x","step":"a/one","text":"` + strings.Repeat("x", suggestBody) + `"}`, owner, http.StatusRequestEntityTooLarge, "expected at most 1048576 bytes"},
		{`{"seat":"x","step":"a/one","text":"` + strings.Repeat("x", 70_000) + `"}`, owner, http.StatusBadRequest, "expected a text of at most 65536 characters, found one of 70000"},
		{`{"seat":"x","step":"a/one","text":"a"}`, "Cookie: x=y", http.StatusUnauthorized, "expected an account that is signed in"},
		{`{"seat":"x","step":"a/one","text":"a"}`, owner, http.StatusForbidden, "expected a seat"},
		{`{"seat":1}`, owner, http.StatusBadRequest, "expected a text for `seat`"},
	} {
		if status, answer, _ := s.ask("/teach/classes/"+id+"/suggest", c.body, c.cookie); status != c.status || !strings.Contains(answer, c.words) {
			t.Errorf("%.60s: expected %d %q, found %d %s", c.body, c.status, c.words, status, answer)
		}
	}
}
