package playground

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"unbox/classroom/journal"
	"unbox/classroom/school"
	"unbox/workers/queue"
)

// This file has the addresses of classes: those for learners below classBase, for teachers below
// teachBase, for programs below apiBase, and for joining at joinBase.

const (
	classBase = "/class"
	teachBase = "/teach"
	apiBase   = "/api/1/classes"
	joinBase  = "/c/"
	// seatWord is the header in which a page sends its seat in a class.
	seatWord = "X-Unbox-Class"
	// teacherCookie is the cookie of someone who has signed in.
	teacherCookie = "unbox-teacher"
	// schoolBody is the maximum length of a request about classes, in bytes, rosterBody that of one with a
	// roster in base64.
	schoolBody = 64 << 10
	rosterBody = school.MaxRoster/3*4 + 4<<10
	// suggestBody is how long a request with two drafts may be: of each character, JSON makes six bytes at most.
	suggestBody = 1 << 20
)

// How many wrong passwords and codes are allowed in an hour for one visitor, and for a block of addresses; and how often one visitor may
// join. Visitors of a block without a seat count as one visitor. A whole school may be one block: one learner who guesses must not keep the
// others from joining, or the teachers from signing in.
const (
	wrongPasswords   = 100
	wrongPasswordsBy = 12
	wrongCodes       = 1200
	wrongCodesBy     = 60
	joinsPerVisitor  = 20
)

// schools serves classes.
type schools struct {
	whereabouts
	visitors *visitors
	lines    *lines
	courses  *ownLessons
	wrongIn  guesses
	signs    turns
	wrong    guesses
	joins    allowance
}

// desk is schools while the classes are at this server.
type desk struct {
	*schools
	school *school.School
}

// mountSchool adds the addresses of classes.
func mountSchool(routes *routes, where whereabouts, site *site, lines *lines, own *ownLessons, uploads *queue.Budget) *schools {
	m := &schools{
		whereabouts: where, visitors: routes.visitors, lines: lines, courses: own, wrongIn: guessesOf(wrongPasswords, wrongPasswordsBy),
		wrong: guessesOf(wrongCodes, wrongCodesBy), joins: allowance{perHour: joinsPerVisitor},
	}
	door := &door{visitors: routes.visitors, memory: lines.memory, most: schoolBody, stall: lines.limits.Stall}
	post := func(path string, h func(desk, http.ResponseWriter, *http.Request, *visitor)) {
		routes.post(path, door.wrap(m.posted(h)))
	}
	get := func(path string, h func(desk, http.ResponseWriter, *http.Request)) { routes.get(path, m.got(h)) }
	for _, path := range []string{joinBase + "{code}", joinBase + "{$}", strings.TrimSuffix(joinBase, "/")} { // the page asks for a code that was not typed
		routes.get(path, site.servePage("class"))
	}
	routes.get(joinBase+"{code}/qr.svg", m.qr)
	get(joinBase+"{code}/name.json", desk.name)
	post(classBase+"/join", desk.join)
	post(classBase+"/rejoin", desk.rejoin)
	get(classBase+"/own.json", desk.own)
	post(classBase+"/forget", desk.forget)
	m.mountLine(routes, classBase, desk.enter, desk.say)

	get(teachBase+"/me.json", desk.me)
	post(teachBase+"/begin", desk.begin)
	post(teachBase+"/sign-in", desk.signIn)
	post(teachBase+"/accept", desk.accept)
	post(teachBase+"/sign-out", desk.signOut)
	post(teachBase+"/password", desk.password)
	post(teachBase+"/invite", desk.invite)
	post(teachBase+"/token", desk.token)
	get(teachBase+"/people.json", desk.people)
	post(teachBase+"/remove", desk.remove)
	post(teachBase+"/classes", desk.make)
	post(teachBase+"/classes/{class}/do", desk.do)
	post(teachBase+"/classes/{class}/delete", desk.delete)
	suggests := *door
	suggests.most = suggestBody
	routes.post(teachBase+"/classes/{class}/suggest", suggests.wrap(m.posted(desk.suggest)))
	post(teachBase+"/classes/{class}/withdraw", desk.withdraw)
	large := *door
	large.most, large.file = rosterBody, school.MaxRoster
	routes.post(teachBase+"/classes/{class}/roster", large.wrap(m.posted(desk.setRoster)))
	get(teachBase+"/classes/{class}/past.json", desk.past)
	get(teachBase+"/classes/{class}/roster.json", desk.roster)
	courses := *door
	courses.memory, courses.most, courses.file = uploads, own.limits.Course/3*4+4<<10, own.limits.Course
	routes.post(teachBase+"/classes/{class}/course", courses.wrap(m.posted(desk.setCourse)))
	get(teachBase+"/classes/{class}/course.zip", desk.course)
	get(teachBase+"/classes/{class}/results", desk.results)
	m.mountLine(routes, teachBase+"/classes/{class}", desk.watch, desk.sayWatching)

	get(apiBase, desk.list)
	get(apiBase+"/{class}/results", desk.results)
	return m
}

// mountLine adds the addresses of one kind of line.
func (m *schools) mountLine(routes *routes, path string, enter func(desk, *http.Request, []byte) (feed, any, int, error), say func(desk, http.ResponseWriter, *http.Request, *visitor)) {
	entered := func(r *http.Request, hello []byte) (feed, any, int, error) {
		here, _ := m.here(r)
		if here == nil {
			return nil, nil, http.StatusServiceUnavailable, school.ErrMoved
		}
		return enter(desk{m, here}, r, hello)
	}
	socket, stream := m.lines.socket(entered), m.lines.stream(entered)
	routes.get(path+"/socket", m.got(func(_ desk, w http.ResponseWriter, r *http.Request) { socket(w, r) }))
	hello := m.lines.hello()
	routes.post(path+"/stream", hello.wrap(m.posted(func(_ desk, w http.ResponseWriter, r *http.Request, v *visitor) { stream(w, r, v) })))
	routes.post(path+"/say", m.lines.say().wrap(m.posted(say)))
}

// status is the HTTP status for an error of a school.
func (m *schools) status(err error) int {
	for known, status := range map[error]int{
		school.ErrNotSignedIn: http.StatusUnauthorized, school.ErrCredentials: http.StatusForbidden, school.ErrSecret: http.StatusForbidden,
		school.ErrInvitation: http.StatusForbidden, school.ErrForbidden: http.StatusForbidden, school.ErrUnsaved: http.StatusConflict, school.ErrNoClass: http.StatusNotFound,
		school.ErrNoCode: http.StatusNotFound, school.ErrSeat: http.StatusForbidden, school.ErrBlocked: http.StatusForbidden,
		school.ErrMoved: http.StatusServiceUnavailable, school.ErrNotSaved: http.StatusServiceUnavailable, journal.ErrLost: http.StatusServiceUnavailable, journal.ErrClosed: http.StatusServiceUnavailable,
	} {
		if errors.Is(err, known) {
			return status
		}
	}
	return http.StatusBadRequest
}

// refuse answers with an error of a school.
func (m *schools) refuse(w http.ResponseWriter, err error) {
	if errors.Is(err, journal.ErrLost) || m.keeper != nil && errors.Is(err, journal.ErrClosed) {
		err = school.ErrMoved
	}
	if errors.Is(err, school.ErrMoved) {
		w.Header().Set(movedHeader, "yes")
	}
	sayError(w, m.status(err), err.Error())
}

var (
	errManyCodes     = errors.New("expected a code, found too many wrong ones from this browser or network address; try again in an hour")
	errManyPasswords = errors.New("expected a name and its password, found too many wrong ones; try again in an hour")
	errManyJoins     = errors.New("expected one seat for each learner, found many from this browser; try again in an hour")
)

// ── Learners ──────────────────────────────────────────────────────────────

func (m *schools) qr(w http.ResponseWriter, r *http.Request) {
	serveQR(w, r, joinBase+shorten(r.PathValue("code")))
}

// ClassName is the answer to GET /c/CODE/name.json.
type ClassName struct {
	Name string `json:"name"`
}

// name says which class it is, before someone joins.
func (m desk) name(w http.ResponseWriter, r *http.Request) {
	client := m.visitors.client(r)
	if !m.wrong.left(client) {
		sayError(w, http.StatusTooManyRequests, errManyCodes.Error())
		return
	}
	name, err := m.school.Open(r.PathValue("code"))
	if err != nil {
		m.wrong.use(client)
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, ClassName{name})
}

// Join is the body of POST /class/join and, with the code alone, of POST /class/rejoin.
type Join struct {
	// ID is the page's own name of the request: a repeated one does not join twice.
	ID   string `json:"id"`
	Code string `json:"code"`
	Nick string `json:"nick"`
}

// join gives a learner a seat.
func (m desk) join(w http.ResponseWriter, r *http.Request, v *visitor) {
	who := visitorOf(v.Client)
	if !m.joins.left(who) {
		sayError(w, http.StatusTooManyRequests, errManyJoins.Error())
		return
	}
	joined := m.coded(w, v, func(j Join) (school.Joined, error) { return m.school.Join(j.Code, j.Nick, j.ID) })
	if joined {
		m.joins.use(who)
	}
}

// rejoin gives a learner's seat to another device.
func (m desk) rejoin(w http.ResponseWriter, _ *http.Request, v *visitor) {
	m.coded(w, v, func(j Join) (school.Joined, error) { return m.school.Rejoin(j.Code) })
}

// coded answers a request with a code; the number of wrong codes is limited.
func (m desk) coded(w http.ResponseWriter, v *visitor, get func(Join) (school.Joined, error)) bool {
	var body Join
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return false
	}
	if !m.wrong.left(v.Client) {
		sayError(w, http.StatusTooManyRequests, errManyCodes.Error())
		return false
	}
	joined, err := get(body)
	if errors.Is(err, school.ErrNoCode) {
		m.wrong.use(v.Client)
	}
	if err != nil {
		m.refuse(w, err)
		return false
	}
	sayJSON(w, http.StatusOK, joined)
	return true
}

// own answers with everything that is kept about a learner.
func (m desk) own(w http.ResponseWriter, r *http.Request) {
	seat, err := m.school.Seat(r.Header.Get(seatWord))
	if err != nil {
		m.refuse(w, err)
		return
	}
	own, err := seat.Own(r.Context())
	if err != nil {
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, own)
}

// forget deletes a learner's seat and everything that is kept about it.
func (m desk) forget(w http.ResponseWriter, r *http.Request, _ *visitor) {
	seat, err := m.school.Seat(r.Header.Get(seatWord))
	if err == nil {
		err = seat.Forget(r.Context())
	}
	m.done(w, err)
}

// Done is the answer to requests that have no other.
type Done struct {
	Done bool `json:"done"`
}

func (m *schools) done(w http.ResponseWriter, err error) {
	if err != nil {
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, Done{true})
}

// Entered is the first message on a line to a class.
type Entered struct {
	Kind string `json:"kind"` // "entered"
}

func (m desk) enter(_ *http.Request, text []byte) (feed, any, int, error) {
	var hello school.Hello
	if err := readHello(text, &hello); err != nil {
		return nil, nil, http.StatusBadRequest, err
	}
	f, err := m.school.Enter(hello)
	if err != nil {
		return nil, nil, m.status(err), err
	}
	return f, Entered{"entered"}, 0, nil
}

// say takes messages of a learner who uses a stream.
func (m desk) say(w http.ResponseWriter, _ *http.Request, v *visitor) {
	m.saying(w, v, m.school.Say)
}

func (m desk) saying(w http.ResponseWriter, v *visitor, hear func(school.Hello, []byte) ([]byte, error)) {
	var body WorkshopSay
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	answers := []json.RawMessage{}
	for _, text := range body.Messages {
		answer, err := hear(school.Hello{Word: body.Word, Client: body.Client}, text)
		if err != nil {
			m.refuse(w, err)
			return
		}
		if answer != nil {
			answers = append(answers, answer)
		}
	}
	sayJSON(w, http.StatusOK, answers)
}

// ── Those who teach ───────────────────────────────────────────────────────

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
	m.signing(w, r, v, func(s SignIn) (string, error) { return m.school.Begin(r.Context(), s.Secret, s.Name, s.Password) })
}

func (m desk) signIn(w http.ResponseWriter, r *http.Request, v *visitor) {
	m.signing(w, r, v, func(s SignIn) (string, error) { return m.school.SignIn(s.Name, s.Password) })
}

func (m desk) accept(w http.ResponseWriter, r *http.Request, v *visitor) {
	m.signing(w, r, v, func(s SignIn) (string, error) { return m.school.Accept(r.Context(), s.Invitation, s.Name, s.Password) })
}

func (m desk) password(w http.ResponseWriter, r *http.Request, v *visitor) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return
	}
	m.signing(w, r, v, func(s SignIn) (string, error) { return m.school.NewPassword(r.Context(), a, s.Old, s.Password) })
}

// signing signs someone in; the number of failures is limited.
func (m desk) signing(w http.ResponseWriter, r *http.Request, v *visitor, how func(SignIn) (string, error)) {
	var body SignIn
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	if !m.wrongIn.left(v.Client) {
		sayError(w, http.StatusTooManyRequests, errManyPasswords.Error())
		return
	}
	// They count before they are checked, so many at the same time do not count as
	// one.
	m.wrongIn.use(v.Client)
	// Passwords are hashed one after the other, and that takes long.
	done, err := m.signs.take(r.Context(), v.Block)
	if err != nil {
		return // whoever asked has gone
	}
	defer done()
	session, err := how(body)
	if err != nil {
		m.refuse(w, err)
		return
	}
	m.wrongIn.giveBack(v.Client)
	setTeacher(w, r, session, 7*24*time.Hour)
	sayJSON(w, http.StatusOK, Done{true})
}

// setTeacher sets the cookie of someone who has signed in or, with no time, removes
// it.
func setTeacher(w http.ResponseWriter, r *http.Request, session string, life time.Duration) {
	age := int(life / time.Second)
	if age == 0 {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{
		Name: teacherCookie, Value: session, Path: siteBase(r), MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode,
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
	setTeacher(w, r, "", 0)
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

// classOf returns the class of the path and who asks, if they may do everything in it; for others it answers and returns
// false.
func (m desk) classOf(w http.ResponseWriter, r *http.Request) (school.Account, *school.Class, bool) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return a, nil, false
	}
	c, err := m.school.Class(a, r.PathValue("class"), true)
	if err != nil {
		m.refuse(w, err)
	}
	return a, c, err == nil
}

// asked reads a request of someone who has signed in; otherwise it answers and returns false.
func (m desk) asked(w http.ResponseWriter, r *http.Request, v *visitor, into any) (school.Account, bool) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return a, false
	}
	return a, parsed(w, v, into)
}

// askedOfClass reads a request about a class, as classOf and asked do.
func (m desk) askedOfClass(w http.ResponseWriter, r *http.Request, v *visitor, into any) (school.Account, *school.Class, bool) {
	a, c, ok := m.classOf(w, r)
	return a, c, ok && parsed(w, v, into)
}

// parsed reads the body of a request; if it is wrong, it answers and returns false.
func parsed(w http.ResponseWriter, v *visitor, into any) bool {
	err := v.parseJSON(into)
	if err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
	}
	return err == nil
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

// make makes a class; the answer's word is its ID.
// NewClass is the body of POST /teach/classes.
type NewClass struct {
	// ID is the page's own name of the request: a repeated one makes no second class.
	ID string `json:"id"`
	school.Settings
}

func (m desk) make(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body NewClass
	if a, ok := m.asked(w, r, v, &body); ok {
		id, err := m.school.Make(r.Context(), a, body.Settings, body.ID)
		m.link(w, id, err)
	}
}

func (m desk) do(w http.ResponseWriter, r *http.Request, v *visitor) {
	var act school.Act
	if a, ok := m.asked(w, r, v, &act); ok {
		m.done(w, m.school.Do(r.Context(), a, r.PathValue("class"), act))
	}
}

// suggest proposes a change of a learner's draft.
func (m desk) suggest(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body school.Suggesting
	if a, ok := m.asked(w, r, v, &body); ok {
		m.done(w, m.school.Suggest(r.Context(), a, r.PathValue("class"), body))
	}
}

// withdraw takes such a proposal back.
func (m desk) withdraw(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body school.Withdrawing
	if a, ok := m.asked(w, r, v, &body); ok {
		m.done(w, m.school.Withdraw(r.Context(), a, r.PathValue("class"), body))
	}
}

// ClassDeletion is the body of POST /teach/classes/CLASS/delete.
type ClassDeletion struct {
	// Force deletes the class even if no one has its current state in a file.
	Force bool `json:"force"`
}

// delete deletes a class, if its file was fetched.
func (m desk) delete(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body ClassDeletion
	if a, ok := m.asked(w, r, v, &body); ok {
		m.done(w, m.school.CloseClass(r.Context(), a, r.PathValue("class"), body.Force))
	}
}

// past answers with what a learner's draft was, for ?seat= and ?step=; those who may see the draft may see
// that.
func (m desk) past(w http.ResponseWriter, r *http.Request) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return
	}
	c, err := m.school.Class(a, r.PathValue("class"), false)
	var moments []school.Moment
	if err == nil {
		moments, err = c.Past(r.Context(), r.URL.Query().Get("seat"), r.URL.Query().Get("step"))
	}
	if err != nil {
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, moments)
}

// roster answers with the roster of a class.
func (m desk) roster(w http.ResponseWriter, r *http.Request) {
	_, c, ok := m.classOf(w, r)
	if !ok {
		return
	}
	sayJSON(w, http.StatusOK, c.Roster())
}

// RosterFile is the body of POST /teach/classes/CLASS/roster.
type RosterFile struct {
	// File is the table, in base64.
	File []byte `json:"file"`
	// Remove takes those off the roster who are not in the file.
	Remove bool `json:"remove"`
	// Try only reports what would change in the roster.
	Try bool `json:"try"`
}

// RosterAnswer is the answer: how the file was read, and what has changed in the roster, or
// would change.
type RosterAnswer struct {
	// Wrong is why the file is no roster; then there is nothing else. It is set only in the
	// answer to a try.
	Wrong    string            `json:"wrong,omitempty"`
	Encoding string            `json:"encoding"`
	Columns  []school.Column   `json:"columns"`
	Plan     school.RosterPlan `json:"plan"`
}

// setRoster brings the roster of a class up to date.
func (m desk) setRoster(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body RosterFile
	a, c, ok := m.askedOfClass(w, r, v, &body)
	if !ok {
		return
	}
	file, err := school.ReadRoster(body.File)
	if err != nil && body.Try {
		sayJSON(w, http.StatusOK, RosterAnswer{Wrong: err.Error()})
		return
	}
	if err != nil {
		m.refuse(w, err)
		return
	}
	answer := RosterAnswer{Encoding: file.Encoding, Columns: file.Columns}
	if body.Try {
		answer.Plan = c.Plan(file)
	} else if answer.Plan, err = m.school.Import(r.Context(), a, c.ID(), file, body.Remove); err != nil {
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, answer)
}

// list answers programs with the classes that a token is for.
func (m desk) list(w http.ResponseWriter, r *http.Request) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return
	}
	sayJSON(w, http.StatusOK, m.school.Classes(a))
}

// results answers with the results of a class: as JSON, or with ?form= as CSV in the form that it names,
// with ?mark=yes with a byte order mark; ?form=all is everything that is kept about the class.
func (m desk) results(w http.ResponseWriter, r *http.Request) {
	a, c, ok := m.classOf(w, r)
	if !ok {
		return
	}
	report := c.Report()
	form, mark := r.URL.Query().Get("form"), r.URL.Query().Get("mark") == "yes"
	if form == school.ArchiveForm {
		m.archive(w, r, a, c.ID(), mark)
		return
	}
	switch err := report.CheckForm(form); {
	case form == "":
		sayJSON(w, http.StatusOK, report)
	case err != nil:
		m.refuse(w, err)
	default:
		w.Header().Set("Content-Type", "text/csv; charset=utf-8; header=present")
		w.Header().Set("Content-Disposition", `attachment; filename="class-`+c.ID()+"-"+form+`.csv"`)
		w.Header().Set("Cache-Control", "no-store")
		_ = report.WriteCSV(w, form, mark) // an error means that the client has gone
	}
}

// archive answers with everything that is kept about a class, as a ZIP file.
func (m desk) archive(w http.ResponseWriter, r *http.Request, a school.Account, class string, mark bool) {
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="class-`+class+`.zip"`)
	w.Header().Set("Cache-Control", "no-store")
	if m.school.SaveArchive(r.Context(), a, class, w, mark) != nil {
		panic(http.ErrAbortHandler) // to delete the class because of a file, its whole contents must have been fetched
	}
}

func (m desk) watch(r *http.Request, text []byte) (feed, any, int, error) {
	var hello school.Hello
	if err := readHello(text, &hello); err != nil {
		return nil, nil, http.StatusBadRequest, err
	}
	a, err := m.teacher(r)
	if err != nil {
		return nil, nil, m.status(err), err
	}
	f, err := m.school.Watch(a, r.PathValue("class"), hello)
	if err != nil {
		return nil, nil, m.status(err), err
	}
	return f, Entered{"entered"}, 0, nil
}

// sayWatching takes messages of a teacher who uses a stream.
func (m desk) sayWatching(w http.ResponseWriter, r *http.Request, v *visitor) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return
	}
	m.saying(w, v, func(h school.Hello, text []byte) ([]byte, error) {
		return m.school.SayWatching(a, r.PathValue("class"), h, text)
	})
}
