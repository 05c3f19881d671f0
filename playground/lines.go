package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"unbox/classroom/line"
	"unbox/workers/queue"
)

// This file communicates with those who take part in something live, a workshop or a class: over a
// WebSocket or, where a network blocks these, over one continuing response (server-sent events) with a
// request for each bundle of messages. static/src/live/line.ts is the page's side of both.

const (
	// shortMessage is the maximum length, in bytes, of a message from someone from whom nothing long is
	// expected, longMessage that of other messages: a whole text, as JSON.
	shortMessage = 4 << 10
	longMessage  = 2 << 20
	// linePing is the interval of pings on a WebSocket; after lineSilence without an answer, the other
	// side counts as gone.
	linePing    = 20 * time.Second
	lineSilence = 50 * time.Second
	// lineComment is the interval at which a continuing response sends something, so that no
	// proxy ends it.
	lineComment = 15 * time.Second
)

// eventStream is the type of continuing responses.
const eventStream = "text/event-stream"

// feed is what a participant receives, and where their messages go.
type feed interface {
	Next(context.Context) (line.Frame, error)
	Say(text []byte)
	// Refuse answers a message that was not read, with the reason.
	Refuse(words string)
	// Long reports whether long messages are expected.
	Long() bool
	// Bound says where the memory for long frames is reserved; it is called before Next.
	Bound(line.Reserve)
	Close()
}

// entrance admits a participant after the handshake. welcome is the first message. If it refuses, it
// returns an HTTP status and a message.
type entrance func(r *http.Request, hello []byte) (f feed, welcome any, status int, err error)

// Turned is the only message to a participant who was not admitted.
type Turned struct {
	Kind string `json:"kind"` // "turned away"
	// Status is an HTTP status: 404 if nothing has that name, 503 if it may work later.
	Status int    `json:"status"`
	Words  string `json:"words"`
}

// lines are all connections to something live.
type lines struct {
	visitors *visitors
	limits   Limits
	memory   *queue.Budget
	slots    slots
	upgrader websocket.Upgrader
}

func newLines(v *visitors, limits Limits, memory *queue.Budget) *lines {
	return &lines{visitors: v, limits: limits, memory: memory, upgrader: ownUpgrader(v, limits), slots: slots{
		total: limits.Members, perBlock: limits.MembersPerBlock, perSeat: limits.MembersPerSeat, noun: "connections to workshops and classes", gives: givesNewest,
	}}
}

// mount adds the addresses of one kind of line below a path, except the one to which messages are
// sent.
func (l *lines) mount(routes *routes, path string, enter entrance) {
	routes.get(path+"/socket", l.socket(enter))
	routes.post(path+"/stream", l.hello().wrap(l.stream(enter)))
}

// hello is the door for participants who start a stream.
func (l *lines) hello() *door {
	return &door{visitors: l.visitors, memory: l.memory, most: shortMessage, stall: l.limits.Stall}
}

// say is the door for messages from participants who use a stream.
func (l *lines) say() *door {
	return &door{visitors: l.visitors, memory: l.memory, most: longMessage, stall: l.limits.Stall}
}

// socket serves a WebSocket.
func (l *lines) socket(enter entrance) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, leave := enterSocket(r.Context())
		defer leave()
		ctx, end := context.WithCancel(ctx)
		defer end()
		place := &slot{client: l.visitors.client(r), end: end} // it makes room for anybody until somebody was let in
		if websocket.IsWebSocketUpgrade(r) {
			if err := l.slots.take(place); err != nil {
				w.Header().Set("Retry-After", "2")
				page(w, r, http.StatusServiceUnavailable, "This has to wait: "+err.Error()+".")
				return
			}
			defer l.slots.give(place)
		}
		conn, err := l.upgrader.Upgrade(w, r, nil)
		if err != nil {
			return // the upgrader has answered
		}
		defer conn.Close()
		c := &lineClient{lines: l, conn: conn, place: place}
		gone := context.AfterFunc(ctx, func() { _ = conn.Close() })
		hello, err := c.hello()
		if !gone() || err != nil {
			return
		}
		l.slots.use(place, true)
		f, welcome, status, err := enter(r, hello)
		if err != nil {
			_ = c.send(marshal(Turned{"turned away", status, err.Error()}))
			_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(l.limits.Stall))
			return
		}
		defer f.Close()
		c.feed = f
		f.Bound(l.reserve(place.client, func() { _ = conn.UnderlyingConn().SetWriteDeadline(past) }))
		if c.send(marshal(welcome)) == nil {
			talk(ctx, conn, c.read, c.write)
		}
	}
}

// stream serves a participant's feed as server-sent events.
func (l *lines) stream(enter entrance) func(http.ResponseWriter, *http.Request, *visitor) {
	return func(w http.ResponseWriter, r *http.Request, v *visitor) {
		ctx, leave := enterSocket(r.Context())
		defer leave()
		ctx, end := context.WithCancel(ctx)
		defer end()
		place := &slot{client: v.Client, busy: true, end: end}
		if err := l.slots.take(place); err != nil {
			sayError(w, http.StatusServiceUnavailable, "this has to wait: "+err.Error())
			return
		}
		defer l.slots.give(place)
		f, welcome, status, err := enter(r, v.body)
		if err != nil {
			sayError(w, status, err.Error())
			return
		}
		defer f.Close()
		v.body = nil
		v.grant.Resize(0)
		control := http.NewResponseController(w)
		f.Bound(l.reserve(v.Client, func() { _ = control.SetWriteDeadline(past) }))
		w.Header().Set("Content-Type", eventStream)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Accel-Buffering", "no") // or nginx keeps it until there is more
		events(ctx, w, marshal(welcome), f)
	}
}

// bundle are the answers to a bundle of messages, as JSON. Together they are no longer than an answer may be: in place of one that is too much
// comes that it may be asked for again.
type bundle struct {
	texts []json.RawMessage
	most  int
}

func (b *bundle) add(answer []byte) {
	if answer == nil {
		return
	}
	if b.most -= len(answer); b.most < 0 {
		answer = marshal(Busy{"busy", "expected a bundle of messages with shorter answers; ask again for this one"})
	}
	b.texts = append(b.texts, answer)
}

// Busy is an answer to a message that may be said again in a moment.
type Busy struct {
	Kind  string `json:"kind"` // "busy"
	Words string `json:"words"`
}

// send sends them.
func (b *bundle) send(w http.ResponseWriter, v *visitor) {
	text := marshal(b.texts)
	v.grant.Resize(len(text))
	v.sends(w)
	sayText(w, http.StatusOK, text)
}

// reserve returns how a feed of a client reserves memory for long frames. If others need it while the client does not read, it is cut off.
func (l *lines) reserve(client queue.Client, cut func()) line.Reserve {
	return func(ctx context.Context, bytes int) (func(int), error) {
		patience, cancel := context.WithTimeout(ctx, memoryTime)
		defer cancel()
		grant, err := l.memory.Reserve(patience, client, min(bytes, l.limits.JobBytes/4))
		if err != nil {
			return nil, err
		}
		grant.Idle(cut)
		return func(bytes int) {
			if bytes == 0 {
				grant.Release()
			} else {
				grant.Resize(bytes)
			}
		}, nil
	}
}

// lineClient is a WebSocket.
type lineClient struct {
	lines *lines
	conn  *websocket.Conn
	place *slot
	feed  feed
}

// errNoHello means that a page did not begin with a valid handshake.
var errNoHello = errors.New("expected a hello as a JSON object, found something else")

// readHello reads the handshake of a page.
func readHello(text []byte, into any) error {
	if json.Unmarshal(text, into) != nil {
		return errNoHello
	}
	return nil
}

// hello reads the handshake.
func (c *lineClient) hello() ([]byte, error) {
	_ = c.conn.SetReadDeadline(time.Now().Add(c.lines.limits.Stall))
	_, from, err := c.conn.NextReader()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(from, shortMessage+1))
	if err == nil && len(text) > shortMessage {
		refuseLong(c.conn, from, shortMessage, c.lines.limits.Stall, func(words string) {
			_ = c.send(marshal(Turned{"turned away", http.StatusRequestEntityTooLarge, words}))
		})
		err = errTooLong
	}
	return text, err
}

// write sends what the feed has. A client that does not accept it within the time for a stall is
// cut off.
func (c *lineClient) write(ctx context.Context) {
	stall := c.lines.limits.Stall
	var asking *time.Timer
	asking = time.AfterFunc(linePing, func() {
		if c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(stall)) == nil {
			asking.Reset(linePing)
		}
	})
	defer asking.Stop()
	for {
		next, err := c.feed.Next(ctx)
		if err != nil {
			code := websocket.CloseNormalClosure
			if ctx.Err() != nil {
				code = websocket.CloseGoingAway
			}
			_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(stall))
			return
		}
		_ = c.conn.SetWriteDeadline(time.Now().Add(stall))
		if c.conn.WritePreparedMessage(next.Prepared) != nil {
			return
		}
	}
}

// send writes a message before the feed begins.
func (c *lineClient) send(text []byte) error {
	_ = c.conn.SetWriteDeadline(time.Now().Add(c.lines.limits.Stall))
	return c.conn.WriteMessage(websocket.TextMessage, text)
}

// read takes messages until an error, which every connection has at its end.
func (c *lineClient) read(ctx context.Context) {
	alive := func(string) error { return c.conn.SetReadDeadline(time.Now().Add(lineSilence)) }
	c.conn.SetPongHandler(alive)
	for alive("") == nil {
		_, from, err := c.conn.NextReader()
		if err != nil {
			return
		}
		_ = c.conn.SetReadDeadline(time.Now().Add(c.lines.limits.Stall))
		if !c.message(ctx, from) {
			return
		}
	}
}

// message reads one message and passes it on. A long one is read only from a client that is expected
// to send it, and when there is memory for it. It reports whether there can be another.
func (c *lineClient) message(ctx context.Context, from io.Reader) (again bool) {
	text, err := io.ReadAll(io.LimitReader(from, shortMessage+1))
	switch {
	case err != nil:
		return false
	case len(text) <= shortMessage:
		c.feed.Say(text)
		return true
	case !c.feed.Long():
		return refuseLong(c.conn, from, shortMessage, c.lines.limits.Stall, c.feed.Refuse)
	}
	patience, cancel := context.WithTimeout(ctx, memoryTime)
	defer cancel()
	grant, err := c.lines.memory.Reserve(patience, c.place.client, bytesPerByte*longMessage)
	if err != nil {
		return !errors.Is(err, queue.ErrFull) && ctx.Err() == nil && skipRest(c.conn, from, longMessage, c.lines.limits.Stall)
	}
	defer grant.Release()
	rest, err := readBody(io.MultiReader(bytes.NewReader(text), from), -1, longMessage, func() {
		_ = c.conn.SetReadDeadline(time.Now().Add(c.lines.limits.Stall))
	})
	switch {
	case errors.Is(err, errTooLong):
		return refuseLong(c.conn, from, longMessage, c.lines.limits.Stall, c.feed.Refuse)
	case err != nil:
		return false
	}
	c.feed.Say(rest)
	return true
}

// events writes what a feed has as server-sent events, until the client is gone.
func events(ctx context.Context, w http.ResponseWriter, first []byte, f feed) {
	control := http.NewResponseController(w)
	text := first
	for {
		for _, part := range [][]byte{[]byte("data: "), text, []byte("\n\n")} {
			if _, err := w.Write(part); err != nil {
				return
			}
		}
		if control.Flush() != nil {
			return
		}
		next, err := nextOrComment(ctx, f, w, control)
		if err != nil {
			return
		}
		text = next.Text
	}
}

// nextOrComment waits for the next frame, and sends a comment from time to time.
func nextOrComment(ctx context.Context, f feed, w http.ResponseWriter, control *http.ResponseController) (line.Frame, error) {
	for {
		moment, cancel := context.WithTimeout(ctx, lineComment)
		next, err := f.Next(moment)
		cancel()
		if err == nil || !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return next, err
		}
		if _, err := w.Write([]byte(":\n\n")); err != nil {
			return next, err
		}
		if err := control.Flush(); err != nil {
			return next, err
		}
	}
}
