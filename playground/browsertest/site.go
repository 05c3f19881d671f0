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
	now  atomic.Pointer[http.Handler]
	stop context.CancelFunc
	done chan error

	mu    sync.Mutex
	gates map[string]chan struct{}      // ending of a path to what opens it
	fails map[string][]http.HandlerFunc // ending of a path to what answers the next requests for it
	way   Way
}

// NewSite starts the server. version is what the page says of itself; options change how
// the server is set up.
//
// Errors: static.ErrNotBuilt, static.ErrStale, or no port is free.
func NewSite(version string, options ...func(*playground.Config)) (*Site, error) {
	handler, err := newHandler(version, options...)
	if err != nil {
		return nil, err
	}
	s := &Site{gates: map[string]chan struct{}{}, fails: map[string][]http.HandlerFunc{}, done: make(chan error, 1)}
	s.now.Store(&handler)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s.URL, s.stop = "http://"+listener.Addr().String()+"/", stop
	go func() {
		s.done <- playground.Serve(ctx, countingListener{listener, s}, s.gated(), playground.Serving{Log: slog.New(slog.DiscardHandler), Drain: Patience})
	}()
	return s, nil
}

// newHandler makes the site that a server answers with.
func newHandler(version string, options ...func(*playground.Config)) (http.Handler, error) {
	if err := static.Check(unbox.Fingerprint()); err != nil {
		return nil, err
	}
	course, err := tutorials.Course()
	if err != nil {
		return nil, err
	}
	config := playground.Config{
		Files: static.Files(), Version: version, Log: slog.New(slog.DiscardHandler),
		Course: course, Sources: unbox.Sources(), Lessons: lessonRunner{},
	}
	for _, change := range options {
		change(&config)
	}
	return playground.New(config)
}

// Renew makes the server answer like one of another version.
func (s *Site) Renew(version string, options ...func(*playground.Config)) error {
	handler, err := newHandler(version, options...)
	if err == nil {
		s.now.Store(&handler)
	}
	return err
}

// Close stops the server and releases what was held.
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

// Sent is the number of bytes that have left the server: headers and bodies as
// they were on the wire.
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

// Fail makes other handlers answer the next requests for paths with an ending, one
// each.
func (s *Site) Fail(ending string, answers ...http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails[ending] = answers
}

// failing is what answers a request instead of the server, nil if the server does.
func (s *Site) failing(path string) http.HandlerFunc {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ending, answers := range s.fails {
		if strings.HasSuffix(path, ending) && len(answers) > 0 {
			s.fails[ending] = answers[1:]
			return answers[0]
		}
	}
	return nil
}

func (s *Site) gated() http.Handler {
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
		s.late(r)
		if fail := s.failing(r.URL.Path); fail != nil {
			fail(w, r)
			return
		}
		(*s.now.Load()).ServeHTTP(w, r)
	})
}

// countingListener counts what its connections send.
type countingListener struct {
	net.Listener
	site *Site
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
	return countingConn{wayConn{tcp, l.site}, &l.site.sent}, nil
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
