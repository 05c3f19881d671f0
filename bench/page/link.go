package main

import (
	"context"
	"sync"
	"time"
)

// link is a slow connection to a server: all connections share its bandwidth, and each response
// begins late.
type link struct {
	bytesPerSecond int
	latency        time.Duration

	mu   sync.Mutex
	free time.Time
}

// fast3G is a link with the figures of Chromium's preset of that name: 1.6 Mbit/s and 150 ms, of which its throttle makes
// 90 % and 3.75 times as much.
func fast3G() *link { return &link{bytesPerSecond: 180_000, latency: 562500 * time.Microsecond} }

// Begin waits for the latency.
func (l *link) Begin(ctx context.Context) {
	select {
	case <-time.After(l.latency):
	case <-ctx.Done():
	}
}

// Carry waits until some bytes have gone over the link, after those of others.
func (l *link) Carry(bytes int) {
	l.mu.Lock()
	now := time.Now()
	if l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(bytes) * time.Second / time.Duration(l.bytesPerSecond))
	wait := l.free.Sub(now)
	l.mu.Unlock()
	time.Sleep(wait)
}
