package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"unbox/classroom/school"
	"unbox/playground/visit"
	"unbox/workers/queue"
)

// seated asks for a new seat and returns its header.
func (s *schoolSite) seated() string {
	s.t.Helper()
	var given SeatAnswer
	if _, answer, _ := s.ask("/seat", `{}`); json.Unmarshal([]byte(answer), &given) != nil || given.Seat == "" {
		s.t.Fatalf("expected a seat, found %s", answer)
	}
	return seatHeader + ": " + given.Seat
}

// guess sends wrong guesses until there are too many, and returns how many were answered.
func (s *schoolSite) guess(path, body string, wrong int, headers ...string) (answered int) {
	s.t.Helper()
	for {
		switch status, answer, _ := s.ask(path, body, headers...); status {
		case wrong:
			answered++
		case http.StatusTooManyRequests:
			return answered
		default:
			s.t.Fatalf("%s: expected %d or %d, found %d %s", path, wrong, http.StatusTooManyRequests, status, answer)
		}
	}
}

const (
	wrongCode = `{"code":"ABCDEFGH"}`
	// rightPassword is that of schoolSite.owner.
	rightPassword = `{"name":"Grace","password":"correct horse"}`
)

// wrongPassword is too long to be hashed, so that thousands of guesses take no time.
var wrongPassword = `{"name":"Grace","password":"` + strings.Repeat("x", 1000) + `"}`

// TestGuessingLocksNobodyOut: somebody at a school's only address guesses, with 50 seats and without one, until nothing is answered any more.
// Meanwhile 30 learners join, most of them after typing errors, somebody opens a workshop, and a teacher signs in where she has signed in
// before and elsewhere, and changes her password.
func TestGuessingLocksNobodyOut(t *testing.T) {
	t.Parallel()
	s := newSchoolSite(t)
	owner := s.owner()
	_, code := s.class(owner)
	_, _, r := s.ask("/teach/sign-in", rightPassword)
	known := s.cookie(r, browserCookie)

	codes := s.guess("/class/rejoin", wrongCode, http.StatusNotFound)
	passwords := s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden)
	if codes != wrongCodesBy || passwords != wrongPasswordsBy {
		t.Errorf("without a seat: expected %d codes and %d passwords, found %d and %d", wrongCodesBy, wrongPasswordsBy, codes, passwords)
	}
	const seats = 50
	for range seats {
		seat := s.seated()
		codes += s.guess("/class/rejoin", wrongCode, http.StatusNotFound, seat)
		passwords += s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden, seat)
	}
	if most := wrongCodes + (seats+1)*ownCodes; codes != most {
		t.Errorf("expected the guesser to use up all %d codes, found %d", most, codes)
	}
	if most := wrongPasswords + (seats+1)*ownPasswords; passwords != most {
		t.Errorf("expected the guesser to use up all %d passwords, found %d", most, passwords)
	}

	ask := func(want int, path, body string, headers ...string) {
		t.Helper()
		if status, answer, _ := s.ask(path, body, headers...); status != want {
			t.Errorf("%s: expected %d, found %d %s", path, want, status, answer)
		}
	}
	for n := range 30 {
		seat := s.seated()
		for range n % ownCodes {
			ask(http.StatusNotFound, "/c/ABCDEF/name.json", "", seat)
		}
		ask(http.StatusOK, "/c/"+code+"/name.json", "", seat)
		ask(http.StatusOK, "/class/join", fmt.Sprintf(`{"code":%q,"nick":"learner %d"}`, code, n), seat)
	}
	ask(http.StatusOK, "/teach/sign-in", rightPassword, s.seated())
	for range wrongPasswordsBy - 1 {
		ask(http.StatusForbidden, "/teach/sign-in", wrongPassword, known)
	}
	ask(http.StatusOK, "/teach/sign-in", rightPassword, known)
	ask(http.StatusForbidden, "/teach/password", `{"old":"wrong","password":"battery staple"}`, owner)
	ask(http.StatusOK, "/teach/password", `{"old":"correct horse","password":"battery staple"}`, owner)
}

// TestKnownBrowsers: the word of a browser in which somebody has signed in is worth 12 guesses for that account, to whoever has it, until
// the next password; for another account, and changed, it is worth nothing.
func TestKnownBrowsers(t *testing.T) {
	t.Parallel()
	s := newSchoolSite(t)
	owner := s.owner()
	_, _, r := s.ask("/teach/sign-in", rightPassword)
	known := s.cookie(r, browserCookie)
	s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden)
	other := strings.Replace(wrongPassword, "Grace", "Ada", 1)
	for what, n := range map[string]int{
		"another account": s.guess("/teach/sign-in", other, http.StatusForbidden, known),
		"a changed word":  s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden, known+"x"),
		"no word":         s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden, "Cookie: "+browserCookie+"=a.0.9999999999.b"),
		"a session":       s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden, strings.Replace(owner, teacherCookie, browserCookie, 1)),
	} {
		if n != 0 {
			t.Errorf("%s: expected no more guesses, found %d", what, n)
		}
	}
	if n := s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden, known); n != wrongPasswordsBy {
		t.Errorf("expected %d guesses, found %d", wrongPasswordsBy, n)
	}
	status, answer, r := s.ask("/teach/password", `{"old":"correct horse","password":"battery staple"}`, owner)
	if status != http.StatusOK {
		t.Fatalf("expected a new password, found %d %s", status, answer)
	}
	if n := s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden, known); n != 0 {
		t.Errorf("after a new password: expected no more guesses, found %d", n)
	}
	if n := s.guess("/teach/sign-in", wrongPassword, http.StatusForbidden, s.cookie(r, browserCookie)); n != wrongPasswordsBy {
		t.Errorf("where the password was changed: expected %d guesses, found %d", wrongPasswordsBy, n)
	}
}

// mostTries counts what somebody can try from one address in so many hours, with all the seats that it gets: as many as in an hour at once,
// and as many again in each hour.
func mostTries(t *testing.T, tried tries, hours int) (all float64) {
	t.Helper()
	now := time.Unix(0, 0)
	for _, a := range []*allowance{tried.own, tried.visitor, tried.block} {
		a.now = func() time.Time { return now }
	}
	perHour := DefaultLimits().NewSeats
	for hour := range hours {
		seats := (hour + 2) * perHour
		for seat := max(0, seats-perHour*int(visit.Lifetime/time.Hour)); seat < seats; seat++ { // older ones are void
			for tried.take(queue.Client{Block: "192.0.2.1", Seat: fmt.Sprint(seat)}) != nil {
				all++
			}
		}
		now = now.Add(time.Hour + 1)
	}
	return all
}

// TestGuessingIsHopeless has the numbers of docs/security.md: what somebody finds who guesses from one address with all the seats that it
// gets, for as long as a code lives.
func TestGuessingIsHopeless(t *testing.T) {
	t.Parallel()
	const letters = 31 // of codes
	codes := func() tries { return newTries(ownCodes, wrongCodesBy, wrongCodes) }
	passwords := newTries(ownPasswords, wrongPasswordsBy, wrongPasswords)
	tried := mostTries(t, codes(), 12)
	if one := tried / math.Pow(letters, 6); one > 1./25_000 {
		t.Errorf("expected the code of a class to be found in one of 25,000 days, found one of %.0f (%.0f codes)", 1/one, tried)
	}
	year := mostTries(t, codes(), 24*2) / 2 * 365
	if found := year * 10_000 / math.Pow(letters, 8); found > 0.3 {
		t.Errorf("expected one of 10,000 rejoin codes to be found in more than three years, found %.2f in a year", found)
	}
	if days := mostTries(t, passwords, 24*2); days > 35_000 {
		t.Errorf("expected at most 35,000 passwords in two days, found %.0f", days)
	}
}

// TestAllowancesEnd: what was used up is there again after the while, not before; what is given back is there at once.
func TestAllowancesEnd(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	a := newAllowance(2, time.Hour)
	a.now = func() time.Time { return now }
	expect := func(what string, want bool) {
		t.Helper()
		if got := a.take("ada"); got != want {
			t.Errorf("%s: expected %v, found %v", what, want, got)
		}
	}
	expect("the first", true)
	now = now.Add(59 * time.Minute)
	expect("the second", true)
	expect("the third", false)
	a.giveBack("ada")
	expect("given back", true)
	now = now.Add(time.Minute)
	expect("an hour after the first", false)
	now = now.Add(1)
	expect("later", true)
	a.giveBack("ada")
	a.giveBack("ada")
	if len(a.used) != 0 {
		t.Errorf("expected nothing to be kept of somebody who has nothing counted, found %v", a.used)
	}
}

// TestAllowancesAreBounded: 200,000 visitors who fail take no more memory than 65,536, and each is still counted.
func TestAllowancesAreBounded(t *testing.T) {
	t.Parallel()
	a := newAllowance(1, time.Hour)
	for n := range 200_000 {
		who := fmt.Sprint(n)
		if !a.take(who) || a.take(who) {
			t.Fatalf("visitor %d: expected one time, found another number", n)
		}
	}
	if len(a.used) > maxCounts {
		t.Errorf("expected at most %d counts, found %d", maxCounts, len(a.used))
	}
}

// TestTriesAtOnceCount: a hundred tries that have begun before the first one has failed do not count as one.
func TestTriesAtOnceCount(t *testing.T) {
	t.Parallel()
	tried := newTries(3, 60, 600)
	var begun []func()
	for range 100 {
		if giveBack := tried.take(queue.Client{Block: "192.0.2.1", Seat: "a"}); giveBack != nil {
			begun = append(begun, giveBack)
		}
	}
	if len(begun) != 60 {
		t.Errorf("expected 60 tries, found %d", len(begun))
	}
	for _, giveBack := range begun {
		giveBack()
	}
	for _, a := range []*allowance{tried.own, tried.visitor, tried.block} {
		if len(a.used) != 0 {
			t.Errorf("expected nothing to be counted after all was given back, found %v", a.used)
		}
	}
}

// TestOnlyGuessesCount signs in while nothing can be saved, again and again as the answer says, with names that are taken, and without waiting: that
// must not use up the wrong passwords that are allowed.
func TestOnlyGuessesCount(t *testing.T) {
	t.Parallel()
	m := desk{schools: &schools{wrongIn: newTries(ownPasswords, wrongPasswordsBy, wrongPasswords)}}
	sign := func(want int, err error) {
		t.Helper()
		w := httptest.NewRecorder()
		v := &visitor{body: []byte(rightPassword)}
		m.signing(w, httptest.NewRequest(http.MethodPost, "/teach/accept", nil), v, noneKnown, func(SignIn) (string, error) { return "", err })
		if w.Code != want {
			t.Fatalf("%v: expected %d, found %d %s", err, want, w.Code, w.Body)
		}
	}
	for range wrongPasswordsBy + 1 {
		sign(http.StatusServiceUnavailable, school.ErrNotSaved)
		sign(http.StatusBadRequest, errors.New("expected a name that is not taken here, found `Grace`"))
	}
	done, err := m.signs.take(t.Context(), "") // it is somebody else's turn
	if err != nil {
		t.Fatal(err)
	}
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	for range wrongPasswordsBy + 1 {
		r := httptest.NewRequest(http.MethodPost, "/teach/sign-in", nil).WithContext(gone)
		m.signing(httptest.NewRecorder(), r, &visitor{body: []byte(rightPassword)}, noneKnown, func(SignIn) (string, error) {
			t.Error("expected nothing to be checked for somebody who has gone")
			return "", nil
		})
	}
	done()
	for n := range wrongPasswordsBy {
		sign(http.StatusForbidden, []error{school.ErrCredentials, school.ErrInvitation, school.ErrSecret}[n%3])
	}
	sign(http.StatusTooManyRequests, school.ErrCredentials)
}

// TestOpeningLocksNobodyOut: somebody opens workshops with four seats until no more are allowed; somebody else at the address can still
// open one.
func TestOpeningLocksNobodyOut(t *testing.T) {
	t.Parallel()
	s := &schoolSite{t: t, url: workshopSite(t, Limits{}).URL}
	opened := 0
	for range 4 {
		opened += s.guess("/workshop", `{}`, http.StatusOK, s.seated())
	}
	if want := openPerHour + 4*openOwn; opened != want {
		t.Errorf("expected %d workshops, found %d", want, opened)
	}
	if status, answer, _ := s.ask("/workshop", `{}`, s.seated()); status != http.StatusOK {
		t.Errorf("expected a workshop, found %d %s", status, answer)
	}
}
