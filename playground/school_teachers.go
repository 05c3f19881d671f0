package playground

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"unbox/classroom/school"
	"unbox/classroom/workshop"
)

// teacher returns who asks: by a session or, for reading, by a program's token.
func (m desk) teacher(r *http.Request) (school.Account, error) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && r.Method == http.MethodGet {
		return m.school.ByToken(token)
	}
	c, err := r.Cookie(teacherCookie)
	if err != nil {
		return school.Account{}, school.ErrNotSignedIn
	}
	return m.school.Known(c.Value)
}

// TeacherAnswer is the answer to GET /teach/me.json.
type TeacherAnswer struct {
	// Owner means that the server has no owner yet.
	Owner   bool            `json:"owner"`
	Name    string          `json:"name"`
	Role    string          `json:"role"`
	Classes []school.Listed `json:"classes"`
	Course  []school.Step   `json:"course"`
	// Invited is the role of the invitation in the query, "" for none that is open.
	Invited string `json:"invited,omitempty"`
}

// me says who has signed in, if anyone has.
func (m desk) me(w http.ResponseWriter, r *http.Request) {
	answer := TeacherAnswer{Owner: m.school.NeedsOwner(), Classes: []school.Listed{}, Course: []school.Step{}}
	if a, err := m.teacher(r); err == nil {
		answer.Name, answer.Role, answer.Classes, answer.Course = a.Name, a.Role, m.school.Classes(a), m.school.Course()
	}
	if word := r.URL.Query().Get("invitation"); word != "" {
		answer.Invited, _ = m.school.Invited(word)
	}
	sayJSON(w, http.StatusOK, answer)
}

// SignIn is the body of requests to sign in.
type SignIn struct {
	Name     string `json:"name"`
	Password string `json:"password"`
	// Secret is the owner's, Invitation the word of an invitation.
	Secret     string `json:"secret"`
	Invitation string `json:"invitation"`
	// Old is the previous password.
	Old string `json:"old"`
}

func (m desk) begin(w http.ResponseWriter, r *http.Request, v *visitor) {
	m.signing(w, r, v, noneKnown, func(s SignIn) (string, error) { return m.school.Begin(r.Context(), s.Secret, s.Name, s.Password) })
}

func (m desk) signIn(w http.ResponseWriter, r *http.Request, v *visitor) {
	known := func(s SignIn) string {
		c, err := r.Cookie(browserCookie)
		if err != nil {
			return ""
		}
		return m.school.KnownBrowser(s.Name, c.Value)
	}
	m.signing(w, r, v, known, func(s SignIn) (string, error) { return m.school.SignIn(s.Name, s.Password) })
}

func (m desk) accept(w http.ResponseWriter, r *http.Request, v *visitor) {
	m.signing(w, r, v, noneKnown, func(s SignIn) (string, error) { return m.school.Accept(r.Context(), s.Invitation, s.Name, s.Password) })
}

func (m desk) password(w http.ResponseWriter, r *http.Request, v *visitor) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return
	}
	known := func(SignIn) string { return "account " + a.ID }
	m.signing(w, r, v, known, func(s SignIn) (string, error) { return m.school.NewPassword(r.Context(), a, s.Old, s.Password) })
}

// signing signs someone in; the number of failures is limited. known is what they have proved to be, of a request; "" for nothing.
func (m desk) signing(w http.ResponseWriter, r *http.Request, v *visitor, known func(SignIn) string, how func(SignIn) (string, error)) {
	var body SignIn
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	giveBack, turn := m.trying(v, known(body))
	if giveBack == nil {
		sayError(w, http.StatusTooManyRequests, errManyPasswords.Error())
		return
	}
	// Passwords are hashed one after the other, and that takes long.
	done, err := m.signs.take(r.Context(), turn)
	if err != nil {
		giveBack() // the client has gone, and nothing was checked
		return
	}
	defer done()
	session, err := how(body)
	if !guessed(err) {
		giveBack()
	}
	if err != nil {
		m.refuse(w, err)
		return
	}
	setCookie(w, r, teacherCookie, session, 7*24*time.Hour)
	if word := m.school.Browser(session); word != "" {
		setCookie(w, r, browserCookie, word, school.BrowserLifetime)
	}
	sayJSON(w, http.StatusOK, Done{true})
}

// trying counts an attempt to sign in, as tries.take does, and says in whose turn the password is hashed. What the others at an address do
// neither keeps out nor delays somebody who is known.
func (m desk) trying(v *visitor, known string) (giveBack func(), turn string) {
	if known != "" && m.wrongKnown.take(known) {
		return func() { m.wrongKnown.giveBack(known) }, known
	}
	return m.wrongIn.take(v.Client), v.Block
}

// guessed reports whether an attempt to sign in, or to enter a workshop, failed because of what could have been guessed. Others cost
// nothing: they say nothing about it.
func guessed(err error) bool {
	for _, wrong := range []error{school.ErrCredentials, school.ErrSecret, school.ErrInvitation, workshop.ErrNone, workshop.ErrMember} {
		if errors.Is(err, wrong) {
			return true
		}
	}
	return false
}

// noneKnown is for requests of those who have no account yet.
func noneKnown(SignIn) string { return "" }

// setCookie sets a cookie that no script reads or, with no time, removes it.
func setCookie(w http.ResponseWriter, r *http.Request, name, value string, life time.Duration) {
	age := int(life / time.Second)
	if age == 0 {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: siteBase(r), MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
	})
}

// SignOut is the body of POST /teach/sign-out.
type SignOut struct {
	Everywhere bool `json:"everywhere"`
}

func (m desk) signOut(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body SignOut
	_ = v.parseJSON(&body) // whatever is wrong with it, someone wants to sign out
	if a, err := m.teacher(r); err == nil && body.Everywhere {
		if err := m.school.SignOutEverywhere(r.Context(), a.ID); err != nil {
			m.refuse(w, err)
			return
		}
	}
	setCookie(w, r, teacherCookie, "", 0)
	sayJSON(w, http.StatusOK, Done{true})
}

// signedIn returns who asks; if no one has signed in, it answers and returns false.
func (m desk) signedIn(w http.ResponseWriter, r *http.Request) (school.Account, bool) {
	a, err := m.teacher(r)
	if err != nil {
		m.refuse(w, err)
	}
	return a, err == nil
}

// Invite is the body of POST /teach/invite; Link is the answer.
type Invite struct {
	Role  string `json:"role"`
	Class string `json:"class"`
}

// Link is a secret that is shown once.
type Link struct {
	Word string `json:"word"`
}

func (m desk) invite(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body Invite
	if a, ok := m.asked(w, r, v, &body); ok {
		word, err := m.school.Invite(r.Context(), a, body.Role, body.Class)
		m.link(w, word, err)
	}
}

func (m *schools) link(w http.ResponseWriter, word string, err error) {
	if err != nil {
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, Link{word})
}

// people answers an owner with who has an account, and who is invited.
func (m desk) people(w http.ResponseWriter, r *http.Request) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return
	}
	all, err := m.school.People(a)
	if err != nil {
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, all)
}

// Removal is the body of POST /teach/remove.
type Removal struct {
	// Who is the ID of an account or an invitation in people.json.
	Who string `json:"who"`
}

// remove removes somebody who teaches, or an invitation.
func (m desk) remove(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body Removal
	if a, ok := m.asked(w, r, v, &body); ok {
		m.done(w, m.school.Remove(r.Context(), a, body.Who))
	}
}

// token makes the token for a teacher's programs.
func (m desk) token(w http.ResponseWriter, r *http.Request, v *visitor) {
	var none struct{}
	if a, ok := m.asked(w, r, v, &none); ok {
		word, err := m.school.NewToken(r.Context(), a.ID)
		m.link(w, word, err)
	}
}
