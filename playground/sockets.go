package playground

import (
	"context"
	"io"
	"sync"
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
