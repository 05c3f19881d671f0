package playground

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// sockets are the open WebSockets of a server. http.Server forgets a connection once it
// is a WebSocket, so Serve ends these itself.
type sockets struct {
	// ended ends when the server shuts down.
	ended  context.Context
	cancel context.CancelFunc
	mu     sync.Mutex
	shut   bool
	open   sync.WaitGroup
}

type socketsKey struct{}

func newSockets() *sockets {
	s := new(sockets)
	s.ended, s.cancel = context.WithCancel(context.Background())
	return s
}

// within returns a context for requests that finds s again.
func (s *sockets) within(ctx context.Context) context.Context {
	return context.WithValue(ctx, socketsKey{}, s)
}

// enterSocket returns a context for a socket that ends when the server shuts down, at the
// latest. leave must be called when the socket is closed. Without a server, in tests of
// the handler alone, ctx decides.
func enterSocket(ctx context.Context) (inside context.Context, leave func()) {
	inside, cancel := context.WithCancel(ctx)
	s, ok := ctx.Value(socketsKey{}).(*sockets)
	if !ok {
		return inside, cancel
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		cancel()
		return inside, cancel
	}
	s.open.Add(1)
	forget := context.AfterFunc(s.ended, cancel)
	return inside, func() {
		forget()
		cancel()
		s.open.Done()
	}
}

// stop ends all sockets, and any that open later.
func (s *sockets) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = true
	s.cancel()
}

// wait waits until all sockets have said goodbye, or for the context.
func (s *sockets) wait(ctx context.Context) {
	gone := make(chan struct{})
	go func() {
		s.open.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-ctx.Done():
	}
}

// talk reads from a connection and writes to it at the same time, until either has ended; then it
// makes the other end as well, and waits for that. read takes what comes until the connection's end,
// write sends until its context's.
func talk(ctx context.Context, conn io.Closer, read, write func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	written := make(chan struct{})
	go func() {
		defer close(written)
		write(ctx)
		cancel()
		_ = conn.Close() // so that reading ends, too
	}()
	read(ctx)
	cancel()
	<-written
}

// refuseLong refuses a message of which one byte more was read than there may be. What is still on its way is read and discarded, since a
// client that is sending does not look for an answer, but no more than once as much: then the connection ends, and the reason is in its last
// frame. It reports whether there can be another message.
func refuseLong(conn *websocket.Conn, from io.Reader, most int, stall time.Duration, say func(words string)) (again bool) {
	_ = conn.SetReadDeadline(time.Now().Add(stall))
	n, err := io.CopyN(io.Discard, from, int64(max(most, piece)))
	if errors.Is(err, io.EOF) {
		say(fmt.Sprintf("expected a message of at most %d bytes, found %d", most, most+1+int(n)))
		return true
	}
	goodbye := websocket.FormatCloseMessage(websocket.CloseMessageTooBig, fmt.Sprintf("expected a message of at most %d bytes, found more", most))
	if conn.WriteControl(websocket.CloseMessage, goodbye, time.Now().Add(stall)) == nil && err == nil {
		_ = conn.SetReadDeadline(time.Now().Add(goodbyeTime))
		_, _ = io.CopyN(io.Discard, from, int64(max(most, piece)))
	}
	return false
}

// skipRest reads the rest of a message and discards it. It reports whether there can be another message: not if this one is too long.
func skipRest(conn *websocket.Conn, from io.Reader, most int, stall time.Duration) (again bool) {
	_ = conn.SetReadDeadline(time.Now().Add(stall))
	_, err := io.CopyN(io.Discard, from, int64(most)+1)
	return errors.Is(err, io.EOF)
}
