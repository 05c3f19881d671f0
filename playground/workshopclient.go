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

	"unbox/classroom/workshop"
	"unbox/workers/queue"
)

// workshopClient is a member's WebSocket.
type workshopClient struct {
	workshops *workshops
	conn      *websocket.Conn
	place     *slot
	feed      *workshop.Feed
}

// hello reads the first message.
func (c *workshopClient) hello() (workshop.Hello, error) {
	var h workshop.Hello
	c.conn.SetReadLimit(presenterMessage)
	_ = c.conn.SetReadDeadline(time.Now().Add(c.workshops.limits.Stall))
	_, from, err := c.conn.NextReader()
	if err != nil {
		return h, err
	}
	text, err := io.ReadAll(io.LimitReader(from, listenerMessage))
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal(text, &h); err != nil {
		return h, errors.Join(err, c.send(marshal(Turned{"turned away", http.StatusBadRequest, "expected a hello as a JSON object, found something else"})))
	}
	return h, nil
}

// serve reads and writes until the client is gone or the workshop has ended.
func (c *workshopClient) serve(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(ctx)
		cancel()
		_ = c.conn.Close() // so that reading ends, too
	}()
	c.read(ctx)
	cancel()
	<-written
}

// write sends what the feed has. Whoever does not take it within the time for a stall is cut off.
func (c *workshopClient) write(ctx context.Context) {
	stall := c.workshops.limits.Stall
	var asking *time.Timer
	asking = time.AfterFunc(workshopPing, func() {
		if c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(stall)) == nil {
			asking.Reset(workshopPing)
		}
	})
	defer asking.Stop()
	for {
		next, err := c.feed.Next(ctx)
		if err != nil {
			code := websocket.CloseGoingAway
			if errors.Is(err, workshop.ErrEnded) {
				code = websocket.CloseNormalClosure
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
func (c *workshopClient) send(text []byte) error {
	_ = c.conn.SetWriteDeadline(time.Now().Add(c.workshops.limits.Stall))
	return c.conn.WriteMessage(websocket.TextMessage, text)
}

// read takes messages until an error, which every connection has at its end.
func (c *workshopClient) read(ctx context.Context) {
	alive := func(string) error { return c.conn.SetReadDeadline(time.Now().Add(workshopSilence)) }
	c.conn.SetPongHandler(alive)
	for alive("") == nil {
		_, from, err := c.conn.NextReader()
		if err != nil {
			return
		}
		_ = c.conn.SetReadDeadline(time.Now().Add(c.workshops.limits.Stall))
		if !c.message(ctx, from) {
			return
		}
	}
}

// message reads one message and has it heard. A long one is read only from whoever presents, and
// when there is memory for it. It tells whether there can be another.
func (c *workshopClient) message(ctx context.Context, from io.Reader) (again bool) {
	text, err := io.ReadAll(io.LimitReader(from, listenerMessage+1))
	switch {
	case err != nil:
		return false
	case len(text) <= listenerMessage:
		c.feed.Say(text)
		return true
	case !c.feed.Presents():
		c.feed.Say(nil) // which is answered as something else than a message
		return false
	}
	patience, cancel := context.WithTimeout(ctx, memoryTime)
	defer cancel()
	grant, err := c.workshops.memory.Reserve(patience, c.place.client, bytesPerByte*presenterMessage)
	if err != nil {
		return !errors.Is(err, queue.ErrFull) && ctx.Err() == nil
	}
	defer grant.Release()
	rest, err := readBody(io.MultiReader(bytes.NewReader(text), from), -1, presenterMessage, func() {
		_ = c.conn.SetReadDeadline(time.Now().Add(c.workshops.limits.Stall))
	})
	if err != nil {
		return false
	}
	c.feed.Say(rest)
	return true
}

// events writes what a feed has as server-sent events, until the client is gone.
func events(ctx context.Context, w http.ResponseWriter, first []byte, feed *workshop.Feed) {
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
		next, err := nextOrComment(ctx, feed, w, control)
		if err != nil {
			return
		}
		text = next.Text
	}
}

// nextOrComment waits for the next frame, and says a word that means nothing now and then.
func nextOrComment(ctx context.Context, feed *workshop.Feed, w http.ResponseWriter, control *http.ResponseController) (workshop.Frame, error) {
	for {
		moment, cancel := context.WithTimeout(ctx, workshopComment)
		next, err := feed.Next(moment)
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
