package playground

import (
	"context"
	"net/http"
	"sync"
	"time"

	"unbox/playground/visit"
	"unbox/workers/queue"
)

// maxStreams is the maximum number of requests that are answered at the same time over one HTTP/2 connection: as many as
// RFC 9113 recommends.
const maxStreams = 100

// maxUnread is how much of the bodies of requests may come over an HTTP/2 connection before handlers read it, in bytes: it is in this process, while
// over HTTP/1 the kernel keeps what is not read yet, and lets no more come. One who waits for memory before a body is read has that much
// already. A sender 50 ms away sends 2.5 MB a second.
const maxUnread = 128 << 10

// streams bounds the requests that are answered at the same time over HTTP/2, as connections bounds those over HTTP/1, which are one for
// each connection. Otherwise a client with a thousand connections that reads nothing would have the server keep 100,000 answers.
type streams struct {
	addresses visit.Addresses
	slots     slots
	next      http.Handler
}

func newStreams(limits Limits, addresses visit.Addresses, next http.Handler) *streams {
	return &streams{addresses: addresses, next: next, slots: slots{
		total: limits.Connections, perBlock: limits.ConnectionsPerBlock, noun: "requests", gives: givesOldest,
	}}
}

// ServeHTTP passes a request on. One that is too much is reset, since a client that reads nothing would not read a refusal either.
func (s *streams) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor < 2 {
		s.next.ServeHTTP(w, r)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	control := http.NewResponseController(w)
	var mu sync.Mutex
	over := false
	block, direct := s.addresses.Direct(r.RemoteAddr)
	own := &slot{client: queue.Client{Block: block}, proxy: !direct, busy: true, end: func() {
		cancel()
		mu.Lock()
		defer mu.Unlock()
		if over { // a deadline of an answer that is over must not be set
			return
		}
		past := time.Unix(1, 0)
		_ = control.SetReadDeadline(past) // where there is none, the context ends the request
		_ = control.SetWriteDeadline(past)
	}}
	if err := s.slots.take(own); err != nil {
		panic(http.ErrAbortHandler)
	}
	defer func() {
		s.slots.give(own)
		mu.Lock()
		defer mu.Unlock()
		over = true
	}()
	s.next.ServeHTTP(w, r.WithContext(ctx))
}
