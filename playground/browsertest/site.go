package browsertest

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"unbox"
	"unbox/playground"
	"unbox/static"
	"unbox/tutorials"
)

// Site is the real server on a free port of this machine, with two additions:
// it counts the bytes that it sends, and it can hold answers back.
type Site struct {
	// URL is where the page is, with a slash at its end.
	URL string

	sent atomic.Int64
	stop context.CancelFunc
	done chan error

	mu    sync.Mutex
	gates map[string]chan struct{} // ending of a path to what opens it
}

// NewSite starts the server. version is what the page says of itself; options change how
// the server is set up.
//
// Errors: static.ErrNotBuilt, static.ErrStale, or no port is free.
func NewSite(version string, options ...func(*playground.Config)) (*Site, error) {
	if err := static.Check(unbox.Fingerprint()); err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	course, err := tutorials.Course()
	if err != nil {
		return nil, err
	}
	config := playground.Config{
		Files: static.Files(), Version: version, Log: log,
		Course: course, Sources: unbox.Sources, Lessons: lessonRunner{},
	}
	for _, change := range options {
		change(&config)
	}
	handler, err := playground.New(config)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Site{
		URL:   "http://" + listener.Addr().String() + "/",
		stop:  stop,
		done:  make(chan error, 1),
		gates: map[string]chan struct{}{},
	}
	go func() {
		s.done <- playground.Serve(ctx, countingListener{listener, &s.sent}, s.gated(handler), playground.Serving{Log: log, Drain: 5 * time.Second})
	}()
	return s, nil
}

// Close stops the server and lets go what was held.
func (s *Site) Close() error {
	s.mu.Lock()
	for _, gate := range s.gates {
		close(gate)
	}
	clear(s.gates)
	s.mu.Unlock()
	s.stop()
	return <-s.done
}

// Sent is how many bytes have left the server: headers and bodies as they were
// on the wire.
func (s *Site) Sent() int64 { return s.sent.Load() }

// Hold keeps back the answers for paths with an ending such as ".wasm", until
// release is called.
func (s *Site) Hold(ending string) (release func()) {
	gate := make(chan struct{})
	s.mu.Lock()
	s.gates[ending] = gate
	s.mu.Unlock()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.gates[ending] == gate {
			close(gate)
			delete(s.gates, ending)
		}
	}
}

func (s *Site) gated(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		var wait chan struct{}
		for ending, gate := range s.gates {
			if strings.HasSuffix(r.URL.Path, ending) {
				wait = gate
			}
		}
		s.mu.Unlock()
		if wait != nil {
			select {
			case <-wait:
			case <-r.Context().Done():
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// countingListener counts what its connections send.
type countingListener struct {
	net.Listener
	sent *atomic.Int64
}

func (l countingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return nil, errors.New("expected a TCP connection")
	}
	return countingConn{tcp, l.sent}, nil
}

// countingConn hides TCPConn.ReadFrom, so that every byte passes Write.
type countingConn struct {
	net.Conn
	sent *atomic.Int64
}

func (c countingConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.sent.Add(int64(n))
	return n, err
}
