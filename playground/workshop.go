package playground

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"rsc.io/qr"

	"unbox/classroom/workshop"
	"unbox/workers/queue"
)

// This file lets visitors into live workshops: over a WebSocket, and where a network does not let
// these through, over one answer that goes on (server-sent events) with a request for each
// message. static/src/workshop/line.ts is the page's side of both.

const (
	// workshopBase is where workshops are spoken with; shortBase is where people join them.
	workshopBase = "/workshop"
	shortBase    = "/w/"
	// listenerMessage is how long a message of somebody who does not present may be, in bytes,
	// presenterMessage one of somebody who does: a whole text, with what JSON makes of it.
	listenerMessage  = 4 << 10
	presenterMessage = 2 << 20
	// openPerHour is how many workshops a block of addresses may open in an hour, wrongPerHour how
	// many wrong codes it may try.
	openPerHour  = 60
	wrongPerHour = 1200
	// workshopPing is how often a WebSocket is asked whether somebody is there; after
	// workshopSilence without an answer nobody is.
	workshopPing    = 20 * time.Second
	workshopSilence = 50 * time.Second
	// workshopComment is how often an answer that goes on says something, so that no proxy ends it.
	workshopComment = 15 * time.Second
)

// workshops serves live workshops.
type workshops struct {
	hall     *workshop.Hall
	visitors *visitors
	limits   Limits
	memory   *queue.Budget
	slots    slots
	upgrader websocket.Upgrader
	opened   allowance
	wrong    allowance
}

// mountWorkshops adds the addresses of workshops.
func mountWorkshops(routes *routes, c Config, site *site, memory *queue.Budget) {
	v := routes.visitors
	m := &workshops{hall: c.Workshops, visitors: v, limits: c.Limits, memory: memory, upgrader: ownUpgrader(v, c.Limits),
		opened: allowance{perHour: openPerHour}, wrong: allowance{perHour: wrongPerHour}, slots: slots{
			total: c.Limits.Members, perBlock: c.Limits.MembersPerBlock, perSeat: c.Limits.MembersPerSeat, noun: "connections to workshops",
		}}
	routes.post(workshopBase, http.HandlerFunc(m.open))
	routes.get(workshopBase+"/{code}/socket", m.socket)
	hello := &door{visitors: v, memory: memory, most: listenerMessage, stall: c.Limits.Stall}
	routes.post(workshopBase+"/{code}/stream", hello.wrap(m.stream))
	say := &door{visitors: v, memory: memory, most: presenterMessage, stall: c.Limits.Stall}
	routes.post(workshopBase+"/{code}/say", say.wrap(m.say))
	routes.get(shortBase+"{code}", site.servePage("index"))
	routes.get(shortBase+"{code}/qr.svg", m.qr)
}

// allowance is how often each block of addresses may do something in an hour.
type allowance struct {
	perHour int
	mu      sync.Mutex
	from    time.Time
	used    map[string]int
}

// left tells whether a block may do it once more.
func (a *allowance) left(block string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := time.Now(); a.used == nil || now.Sub(a.from) > time.Hour {
		a.from, a.used = now, map[string]int{}
	}
	return a.used[block] < a.perHour
}

// use counts that it did.
func (a *allowance) use(block string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used[block]++
}

// WorkshopAnswer is the answer to POST /workshop.
type WorkshopAnswer struct {
	Code string `json:"code"`
	// Word is by what whoever opened it is known; nobody else shall have it.
	Word string `json:"word"`
}

// open begins a workshop.
func (m *workshops) open(w http.ResponseWriter, r *http.Request) {
	block := m.visitors.client(r).Block
	if !m.opened.left(block) {
		sayError(w, http.StatusTooManyRequests, fmt.Sprintf("expected at most %d new workshops an hour from your network address, found one more", openPerHour))
		return
	}
	m.opened.use(block)
	code, word, err := m.hall.Open(r.Context())
	if err != nil {
		sayError(w, http.StatusServiceUnavailable, "the server could not keep a new workshop; its owner finds the reason in the log")
		return
	}
	sayJSON(w, http.StatusOK, WorkshopAnswer{code, word})
}

// enter lets somebody in. Where it cannot, it returns what to say, with a status.
func (m *workshops) enter(r *http.Request, hello workshop.Hello) (feed *workshop.Feed, word string, status int, err error) {
	block := m.visitors.client(r).Block
	if !m.wrong.left(block) {
		return nil, "", http.StatusTooManyRequests, errors.New("expected the code of a workshop, found too many wrong ones from your network address; try again in an hour")
	}
	feed, word, err = m.hall.Enter(r.Context(), workshop.Code(r.PathValue("code")), hello)
	switch {
	case errors.Is(err, workshop.ErrNone):
		m.wrong.use(block)
		status = http.StatusNotFound
	case errors.Is(err, workshop.ErrMember):
		status = http.StatusForbidden
	case err != nil:
		status = http.StatusServiceUnavailable
	}
	return feed, word, status, err
}

// Admitted is the first message to one who was let in.
type Admitted struct {
	Kind string `json:"kind"` // "admitted"
	// Word is by what the member is known from now on.
	Word string `json:"word"`
}

// Turned is the only message to one who was not.
type Turned struct {
	Kind string `json:"kind"` // "turned away"
	// Status is as that of an answer of HTTP: 404 if there is no such workshop, 503 if it
	// may work later.
	Status int    `json:"status"`
	Words  string `json:"words"`
}

// socket serves a member over a WebSocket.
func (m *workshops) socket(w http.ResponseWriter, r *http.Request) {
	ctx, leave := enterSocket(r.Context())
	defer leave()
	place := &slot{client: m.visitors.client(r), busy: true} // so that it need not make room
	if websocket.IsWebSocketUpgrade(r) {
		if err := m.slots.take(place); err != nil {
			w.Header().Set("Retry-After", "2")
			page(w, r, http.StatusServiceUnavailable, "The workshop has to wait: "+err.Error()+".")
			return
		}
		defer m.slots.give(place)
	}
	conn, err := m.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	defer conn.Close()
	c := &workshopClient{workshops: m, conn: conn, place: place}
	hello, err := c.hello()
	if err != nil {
		return
	}
	feed, word, status, err := m.enter(r, hello)
	if err != nil {
		c.send(marshal(Turned{"turned away", status, err.Error()}))
		_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(m.limits.Stall))
		return
	}
	defer feed.Close()
	c.feed = feed
	if c.send(marshal(Admitted{"admitted", word})) == nil {
		c.serve(ctx)
	}
}

// stream serves what a member hears, as server-sent events.
func (m *workshops) stream(w http.ResponseWriter, r *http.Request, v *visitor) {
	ctx, leave := enterSocket(r.Context())
	defer leave()
	place := &slot{client: v.Client, busy: true}
	if err := m.slots.take(place); err != nil {
		sayError(w, http.StatusServiceUnavailable, "the workshop has to wait: "+err.Error())
		return
	}
	defer m.slots.give(place)
	var hello workshop.Hello
	if err := v.parseJSON(&hello); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	feed, word, status, err := m.enter(r, hello)
	if err != nil {
		sayError(w, status, err.Error())
		return
	}
	defer feed.Close()
	v.grant.Resize(0)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // or nginx keeps it until there is more
	events(ctx, w, marshal(Admitted{"admitted", word}), feed)
}

// WorkshopSay is the body of POST /workshop/CODE/say.
type WorkshopSay struct {
	Word     string            `json:"word"`
	Client   string            `json:"client"`
	Messages []json.RawMessage `json:"messages"`
}

// say takes messages of a member whose answers come over a stream.
func (m *workshops) say(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body WorkshopSay
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	answers := []json.RawMessage{}
	for _, text := range body.Messages {
		answer, err := m.hall.Say(workshop.Code(r.PathValue("code")), body.Word, body.Client, text)
		if err != nil {
			sayError(w, http.StatusForbidden, err.Error())
			return
		}
		if answer != nil {
			answers = append(answers, answer)
		}
	}
	sayJSON(w, http.StatusOK, answers)
}

// qr draws the address at which the workshop is joined.
func (m *workshops) qr(w http.ResponseWriter, r *http.Request) {
	code := workshop.Code(r.PathValue("code"))
	if code == "" {
		notFound(w, r)
		return
	}
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	drawn, err := qr.Encode(scheme+"://"+r.Host+shortBase+code, qr.M)
	if err != nil {
		notFound(w, r) // a host's name that is longer than a picture can hold
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(drawQR(drawn))
}

// quiet is how many modules around a QR code have to be white.
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
