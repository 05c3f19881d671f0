package playground

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"rsc.io/qr"

	"unbox/classroom/workshop"
	"unbox/internal/jsonlist"
	"unbox/workers/queue"
)

// This file lets visitors into live workshops.

const (
	// workshopBase is the path of requests to workshops; shortBase is where people join
	// them.
	workshopBase = "/workshop"
	shortBase    = "/w/"
	// openPerHour is the number of workshops that a block of addresses may open in an hour. Each visitor may open openOwn whatever the
	// others have opened.
	openPerHour = 60
	openOwn     = 2
)

// workshops serves live workshops.
type workshops struct {
	hall     *workshop.Hall
	visitors *visitors
	opened   tries
	wrong    tries
	// answers is the maximum length of the answers to a bundle of messages.
	answers int
}

// mountWorkshops adds the addresses of workshops.
func mountWorkshops(routes *routes, hall *workshop.Hall, site *site, lines *lines, downloads *queue.Budget) {
	m := &workshops{hall: hall, visitors: routes.visitors, opened: newTries(openOwn, openPerHour, openPerHour), wrong: newTries(ownCodes, wrongCodesBy, wrongCodes), answers: lines.limits.Answer}
	routes.post(workshopBase, http.HandlerFunc(m.open))
	lines.mount(routes, workshopBase+"/{code}", m.enter)
	routes.post(workshopBase+"/{code}/say", lines.say().wrap(m.say))
	past := &door{visitors: routes.visitors, memory: downloads, most: shortMessage, extra: workshop.PastBytes, stall: lines.limits.Stall}
	routes.post(workshopBase+"/{code}/past", past.wrap(m.past))
	lesson := &door{visitors: routes.visitors, memory: downloads, most: shortMessage, extra: workshop.LessonBytes, stall: lines.limits.Stall}
	routes.post(workshopBase+"/{code}/lesson", lesson.wrap(m.lesson))
	routes.get(shortBase+"{code}", site.servePage("index"))
	routes.get(shortBase+"{code}/qr.svg", m.qr)
}

// WorkshopAnswer is the answer to POST /workshop.
type WorkshopAnswer struct {
	Code string `json:"code"`
	// Word is the secret by which the person who opened it is recognized; no one
	// else must have it.
	Word string `json:"word"`
}

// open begins a workshop.
func (m *workshops) open(w http.ResponseWriter, r *http.Request) {
	giveBack := m.opened.take(m.visitors.client(r))
	if giveBack == nil {
		sayError(w, http.StatusTooManyRequests, fmt.Sprintf("expected at most %d new workshops an hour from your network address, found one more", openPerHour))
		return
	}
	code, word, err := m.hall.Open(r.Context())
	if err != nil {
		giveBack()
		sayError(w, http.StatusServiceUnavailable, "the server could not keep a new workshop; its owner finds the reason in the log")
		return
	}
	sayJSON(w, http.StatusOK, WorkshopAnswer{code, word})
}

var errManyWorkshops = errors.New("expected the code of a workshop, found too many wrong ones from this browser or network address; try again in an hour")

// enter admits someone.
func (m *workshops) enter(r *http.Request, text []byte) (f feed, welcome any, status int, err error) {
	var hello workshop.Hello
	if err := readHello(text, &hello); err != nil {
		return nil, nil, http.StatusBadRequest, err
	}
	right := m.wrong.take(m.visitors.client(r))
	if right == nil {
		return nil, nil, http.StatusTooManyRequests, errManyWorkshops
	}
	entered, word, err := m.hall.Enter(r.Context(), workshop.Code(r.PathValue("code")), hello)
	if !guessed(err) {
		right()
	}
	switch {
	case errors.Is(err, workshop.ErrNone):
		return nil, nil, http.StatusNotFound, err
	case errors.Is(err, workshop.ErrMember):
		return nil, nil, http.StatusForbidden, err
	case err != nil:
		return nil, nil, http.StatusServiceUnavailable, err
	}
	return entered, Admitted{"admitted", word}, 0, nil
}

// Admitted is the first message to a member who was admitted.
type Admitted struct {
	Kind string `json:"kind"` // "admitted"
	// Word is the secret by which the member is recognized from now on.
	Word string `json:"word"`
}

// WorkshopSay is the body of POST /workshop/CODE/say.
type WorkshopSay struct {
	Word     string   `json:"word"`
	Client   string   `json:"client"`
	Messages messages `json:"messages"`
}

// maxMessages is the maximum number of messages in a bundle: more than a page that was without a connection has kept.
const maxMessages = 5000

// messages are those of a bundle.
type messages []json.RawMessage

// UnmarshalJSON reads them.
func (m *messages) UnmarshalJSON(text []byte) (err error) {
	*m, err = jsonlist.Read[json.RawMessage](text, maxMessages)
	return err
}

// say takes messages of a member whose answers come over a stream.
func (m *workshops) say(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body WorkshopSay
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	answers := bundle{texts: []json.RawMessage{}, most: m.answers}
	for _, text := range body.Messages {
		answer, err := m.hall.Say(workshop.Code(r.PathValue("code")), body.Word, body.Client, text)
		if err != nil {
			sayError(w, http.StatusForbidden, err.Error())
			return
		}
		answers.add(answer)
	}
	answers.send(w, v)
}

// WorkshopPast is the body of POST /workshop/CODE/past and of POST /workshop/CODE/lesson.
type WorkshopPast struct {
	Word string `json:"word"`
}

// readPast reads something of a workshop for someone who joined it. If they cannot have it, it answers and returns false.
func readPast[T any](m *workshops, w http.ResponseWriter, r *http.Request, v *visitor, read func(ctx context.Context, code, word string) (T, error)) (what T, ok bool) {
	var body WorkshopPast
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return what, false
	}
	right := m.wrong.take(v.Client)
	if right == nil {
		sayError(w, http.StatusTooManyRequests, errManyWorkshops.Error())
		return what, false
	}
	what, err := read(r.Context(), workshop.Code(r.PathValue("code")), body.Word)
	if !guessed(err) {
		right()
	}
	if err != nil {
		sayNoPast(w, err)
	}
	return what, err == nil
}

// past sends the history of a workshop to someone who joined it.
func (m *workshops) past(w http.ResponseWriter, r *http.Request, v *visitor) {
	parts, ok := readPast(m, w, r, v, m.hall.Past)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return // the client has gone
		}
	}
}

// sayNoPast says why a workshop's history is not available.
func sayNoPast(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, workshop.ErrMember):
		sayError(w, http.StatusForbidden, err.Error())
	case errors.Is(err, workshop.ErrNone):
		sayError(w, http.StatusNotFound, err.Error())
	default:
		w.Header().Set("Retry-After", "2")
		sayError(w, http.StatusServiceUnavailable, "the server could not read what the workshop was; its owner finds the reason in the log")
	}
}

// lesson sends the skeleton of a lesson, as a ZIP file, to someone who joined the workshop.
func (m *workshops) lesson(w http.ResponseWriter, r *http.Request, v *visitor) {
	files, ok := readPast(m, w, r, v, m.hall.Lesson)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Cache-Control", "no-store")
	packed := zip.NewWriter(w)
	for _, f := range files {
		part, err := packed.Create(f.Name)
		if err == nil {
			_, err = io.WriteString(part, f.Text)
		}
		if err != nil {
			return // the client has gone
		}
	}
	_ = packed.Close() // as above
}

// qr draws the address at which the workshop is joined.
func (m *workshops) qr(w http.ResponseWriter, r *http.Request) {
	code := workshop.Code(r.PathValue("code"))
	if code == "" {
		notFound(w, r)
		return
	}
	serveQR(w, r, shortBase+code)
}

// serveQR draws the address of a path of the site, as the client sees it.
func serveQR(w http.ResponseWriter, r *http.Request, path string) {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	drawn, err := qr.Encode(scheme+"://"+r.Host+under(siteBase(r), path), qr.M)
	if err != nil {
		notFound(w, r) // a host name that is too long for a picture
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(drawQR(drawn))
}

// quiet is the number of modules around a QR code that have to be white.
const quiet = 4

// drawQR makes a picture of a QR code.
func drawQR(c *qr.Code) []byte {
	size := c.Size + 2*quiet
	svg := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="`, size, size, size, size)
	for y := range c.Size {
		for x := range c.Size {
			if c.Black(x, y) {
				svg = fmt.Appendf(svg, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	return append(svg, `"/></svg>`...)
}
