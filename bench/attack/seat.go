//go:build linux

package main

import (
	"bytes"
	"context"
	"net/http"
)

// seat is a visit: an address, and what the server has given to whoever came from there.
type seat struct {
	url, ip string
	// name is what the visit calls itself.
	name string
}

// sessionHeader names a visit.
const sessionHeader = "X-Unbox-Session"

func newSeat(url, ip string) *seat { return &seat{url: url, ip: ip, name: "visitor at " + ip} }

// take gets a seat from the server, as the page does when it is opened.
func (s *seat) take(context.Context) error { return nil }

// sit makes a request one of the seat.
func (s *seat) sit(r *http.Request) { r.Header.Set(sessionHeader, s.name) }

// exchange makes a request and reads the answer.
//
// Errors: there is none, or it is no success.
func (s *seat) exchange(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	s.sit(r)
	client := clientFrom(s.ip)
	defer client.CloseIdleConnections()
	answer, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	return readAnswer(answer)
}

// seats are n visits from as many addresses as there are attackers.
func (a *arena) seats(n int) []*seat {
	all := make([]*seat, n)
	for i := range all {
		all[i] = newSeat(a.server.url, address(i))
	}
	return all
}
