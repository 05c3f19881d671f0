//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// seat is a visit: an address, and what the server gave to the client from there.
type seat struct {
	url, ip string
	// token is the seat as the server signed it; "" for a visitor without one.
	token string
}

// seatHeader says in which seat a visitor is, where there are no cookies.
const seatHeader = "X-Unbox-Seat"

func newSeat(url, ip string) *seat { return &seat{url: url, ip: ip} }

// take gets a seat from the server, as the page does when it is opened.
//
// Errors: the server gives none now.
func (s *seat) take(ctx context.Context) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"seat", nil)
	if err != nil {
		return err
	}
	client := clientFrom(s.ip)
	defer client.CloseIdleConnections()
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	text, err := readAnswer(answer)
	if err != nil {
		return err
	}
	var given struct{ Seat string }
	if err := json.Unmarshal(text, &given); err != nil || given.Seat == "" {
		return fmt.Errorf("expected a seat, found %s", text)
	}
	s.token = given.Seat
	return nil
}

// sit adds the seat to a request.
func (s *seat) sit(r *http.Request) {
	if s.token != "" {
		r.Header.Set(seatHeader, s.token)
	}
}

// exchange makes a request and reads the response.
//
// Errors: there is none, or it is not a success.
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

// seats are n visits from as many addresses as there are attackers, as far as the server gives
// seats; the others have none.
func (a *arena) seats(ctx context.Context, n int) []*seat {
	all := make([]*seat, n)
	each(n, func(i int) {
		all[i] = newSeat(a.server.url, address(i))
		_ = all[i].take(ctx) // a refusal is as good: the others share what is left
	})
	return all
}

// readAnswer reads a response.
//
// Errors: it is not a success.
func readAnswer(r *http.Response) ([]byte, error) {
	defer r.Body.Close()
	text, err := io.ReadAll(io.LimitReader(r.Body, 32<<20))
	if err != nil {
		return nil, err
	}
	if r.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", r.Status, firstLine(string(text)))
	}
	return text, nil
}
