package playground

import (
	"context"
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
	// browserCookie is the cookie by which a browser is recognized in which somebody has signed in before.
	browserCookie = "unbox-browser"
	// schoolBody is the maximum length of a request about classes, in bytes, rosterBody that of one with a
	// roster in base64.
	schoolBody = 64 << 10
	rosterBody = school.MaxRoster/3*4 + 4<<10
	// suggestBody is how long a request with two drafts may be: of each character, JSON makes six bytes at most.
	suggestBody = 1 << 20
)

// How many wrong passwords and codes are allowed in an hour for a block of addresses and for one visitor, and how many more are a
// visitor's own (tries); and how often one visitor may join in an hour. TestGuessingIsHopeless has the numbers.
const (
	wrongPasswords   = 100
	wrongPasswordsBy = 12
	ownPasswords     = 1
	wrongCodes       = 600
	wrongCodesBy     = 60
	ownCodes         = 3
	joinsPerVisitor  = 20
)

// schools serves classes.
type schools struct {
	whereabouts
	visitors *visitors
	lines    *lines
	courses  *ownLessons
	wrongIn  tries
	// wrongKnown are wrong passwords of browsers and accounts that have signed in before.
	wrongKnown *allowance
	signs      turns
	wrong      tries
	joins      *allowance
	// downloads is the memory of answers with much that is kept.
	downloads *queue.Budget
}

// desk is schools while the classes are at this server.
type desk struct {
	*schools
	school *school.School
}

// mountSchool adds the addresses of classes.
func mountSchool(routes *routes, where whereabouts, site *site, lines *lines, own *ownLessons, uploads *queue.Budget) *schools {
	m := &schools{
		whereabouts: where, visitors: routes.visitors, lines: lines, courses: own, downloads: uploads,
		wrongIn: newTries(ownPasswords, wrongPasswordsBy, wrongPasswords), wrongKnown: newAllowance(wrongPasswordsBy, time.Hour),
		wrong: newTries(ownCodes, wrongCodesBy, wrongCodes), joins: newAllowance(joinsPerVisitor, time.Hour),
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
	right := m.wrong.take(m.visitors.client(r))
	if right == nil {
		sayError(w, http.StatusTooManyRequests, errManyCodes.Error())
		return
	}
	name, err := m.school.Open(r.PathValue("code"))
	if err != nil {
		m.refuse(w, err)
		return
	}
	right()
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
	who := v.Block + " " + v.Seat
	if !m.joins.take(who) {
		sayError(w, http.StatusTooManyRequests, errManyJoins.Error())
		return
	}
	joined := m.coded(w, v, func(j Join) (school.Joined, error) { return m.school.Join(j.Code, j.Nick, j.ID) })
	if !joined {
		m.joins.giveBack(who)
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
	right := m.wrong.take(v.Client)
	if right == nil {
		sayError(w, http.StatusTooManyRequests, errManyCodes.Error())
		return false
	}
	joined, err := get(body)
	if !errors.Is(err, school.ErrNoCode) {
		right()
	}
	if err != nil {
		m.refuse(w, err)
		return false
	}
	sayJSON(w, http.StatusOK, joined)
	return true
}

// download waits for the memory of an answer with much that is kept, as much as one visitor may have: how much it is, is known when it was
// read. If there is none, it answers and returns nil.
func (m *schools) download(w http.ResponseWriter, r *http.Request) *visitor {
	ctx, cancel := context.WithTimeout(r.Context(), memoryTime)
	defer cancel()
	v := &visitor{Client: m.visitors.client(r)}
	grant, err := m.downloads.Reserve(ctx, v.Client, m.lines.limits.UploadBytes/4)
	switch {
	case err == nil:
		v.grant = grant
		return v
	case errors.Is(err, context.DeadlineExceeded):
		err = errNoMemory
	}
	w.Header().Set("Retry-After", "2")
	sayError(w, http.StatusServiceUnavailable, err.Error())
	return nil
}

// downloaded answers with what was read.
func (v *visitor) downloaded(w http.ResponseWriter, answer any) {
	text := marshal(answer)
	v.grant.Resize(len(text))
	v.sends(w)
	sayText(w, http.StatusOK, text)
}

// own answers with everything that is kept about a learner.
func (m desk) own(w http.ResponseWriter, r *http.Request) {
	seat, err := m.school.Seat(r.Header.Get(seatWord))
	if err != nil {
		m.refuse(w, err)
		return
	}
	v := m.download(w, r)
	if v == nil {
		return
	}
	defer v.grant.Release()
	own, err := seat.Own(r.Context())
	if err != nil {
		m.refuse(w, err)
		return
	}
	v.downloaded(w, own)
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
	answers := bundle{texts: []json.RawMessage{}, most: m.lines.limits.Answer}
	for _, text := range body.Messages {
		answer, err := hear(school.Hello{Word: body.Word, Client: body.Client}, text)
		if err != nil {
			m.refuse(w, err)
			return
		}
		answers.add(answer)
	}
	answers.send(w, v)
}

// ── Those who teach ───────────────────────────────────────────────────────

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
