package playground

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
)

// livePath is where a page listens for changes of the lessons it shows.
const livePath = lessonsBase + "changes"

// Live serves a site that changes: an author's lessons, shown while they are being
// written. Open pages reload themselves after each change.
type Live struct {
	now     atomic.Pointer[http.Handler]
	mu      sync.Mutex
	changed chan struct{} // closed at the next change
	count   int
}

// NewLive returns a Live that serves h.
func NewLive(h http.Handler) *Live {
	l := &Live{changed: make(chan struct{})}
	l.now.Store(&h)
	return l
}

// Change serves h from now on and notifies all open pages.
func (l *Live) Change(h http.Handler) {
	l.now.Store(&h)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	close(l.changed)
	l.changed = make(chan struct{})
}

// ServeHTTP implements http.Handler.
func (l *Live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != livePath {
		(*l.now.Load()).ServeHTTP(w, r)
		return
	}
	l.tell(w, r)
}

// tell sends an event after each change, until the page is gone.
func (l *Live) tell(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	for {
		l.mu.Lock()
		changed, count := l.changed, l.count
		l.mu.Unlock()
		if _, err := fmt.Fprintf(w, "data: %d\n\n", count); err != nil {
			return
		}
		if err := control.Flush(); err != nil {
			return
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}
