package cluster

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// Counts is what a program counts of its connections to a cluster, all of them together. A nil one counts nothing.
type Counts struct {
	// Acknowledged is told how long each message took until it was known to be kept; nil for nobody.
	Acknowledged func(time.Duration)

	waiting atomic.Int64

	mu    sync.Mutex
	conns map[*nats.Conn]bool
	// reconnects are those of connections that are closed by now.
	reconnects uint64
}

// Connections are how many connections there shall be, how many there are, and how often one was lost and made again.
func (c *Counts) Connections() (wanted, connected int, reconnects uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	reconnects = c.reconnects
	for conn := range c.conns {
		if conn.IsConnected() {
			connected++
		}
		reconnects += conn.Stats().Reconnects
	}
	return len(c.conns), connected, reconnects
}

// Waiting is how many messages shall be kept, and are not known to be.
func (c *Counts) Waiting() int64 { return c.waiting.Load() }

// Keeping counts a message that shall be kept, until done is called.
func (c *Counts) Keeping() (done func(kept bool)) {
	if c == nil {
		return func(bool) {}
	}
	c.waiting.Add(1)
	begun := time.Now()
	return func(kept bool) {
		c.waiting.Add(-1)
		if kept && c.Acknowledged != nil {
			c.Acknowledged(time.Since(begun))
		}
	}
}

func (c *Counts) opened(conn *nats.Conn) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conns == nil {
		c.conns = map[*nats.Conn]bool{}
	}
	c.conns[conn] = true
	conn.SetClosedHandler(c.closed)
}

func (c *Counts) closed(conn *nats.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conns[conn] {
		delete(c.conns, conn)
		c.reconnects += conn.Stats().Reconnects
	}
}
