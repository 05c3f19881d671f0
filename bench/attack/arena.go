//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// attack is one way to hurt the server.
type attack struct {
	name string
	// about describes the attack in a line.
	about string
	// quick attacks are part of the short form, too.
	quick bool
	// do attacks until the context ends, or until it is done. It has to end soon after the
	// context.
	do func(ctx context.Context, a *arena)
	// own attacks do not use the shared server: they start what they need and run the honest
	// client themselves.
	own func(ctx context.Context, a *arena) samples
}

// arena is the environment of an attack: a server, and a record of the responses.
type arena struct {
	server  *server
	honest  *honest
	options options
	// cache is the folder with the server's compiled code.
	cache string

	mu      sync.Mutex
	answers map[string]int
	wrong   map[string]int
	placed  chan struct{}
	once    sync.Once
}

func newArena(s *server, h *honest, o options) *arena {
	return &arena{server: s, honest: h, options: o, answers: map[string]int{}, wrong: map[string]int{}, placed: make(chan struct{})}
}

// ownServer starts a server that this attack alone visits, and makes an arena for it. If it does not start, that is a fault, and both
// are nil.
func (a *arena) ownServer(flags ...string) (*server, *arena) {
	s, err := startServer(a.options.program("serve"), nil, flags...)
	if err != nil {
		a.fault("%v", err)
		return nil, nil
	}
	return s, newArena(s, a.honest, a.options)
}

// ready means that the attack is in full strength. Until then the honest client's samples do not
// suffice. An attack that never sets it counts as in full strength from its beginning.
func (a *arena) ready() { a.once.Do(func() { close(a.placed) }) }

// saw records a response.
func (a *arena) saw(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answers[fmt.Sprintf(format, args...)]++
}

// fault records a failure of the server.
func (a *arena) fault(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.wrong[firstLine(fmt.Sprintf(format, args...))]++
}

// counted returns the counts as text, the most frequent first.
func counted(counts map[string]int, most int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		if counts[x] != counts[y] {
			return counts[y] - counts[x]
		}
		return strings.Compare(x, y)
	})
	var parts []string
	for i, name := range names {
		if i == most {
			parts = append(parts, fmt.Sprintf("%d others", len(names)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("%d× %s", counts[name], name))
	}
	return strings.Join(parts, ", ")
}

// attackers is the number of addresses of attackers.
const attackers = 64

// address is the address of an attacker. The first ones are attackers that share everything except
// their address.
func address(i int) string { return fmt.Sprintf("127.0.1.%d", 1+i%attackers) }

// clientFrom makes requests from an address of this machine, each over a connection of its own.
func clientFrom(ip string) *http.Client {
	return &http.Client{
		Timeout: time.Minute,
		Transport: &http.Transport{
			DialContext:        dialerFrom(ip).DialContext,
			DisableKeepAlives:  true,
			DisableCompression: true,
			TLSClientConfig:    &tls.Config{InsecureSkipVerify: true}, // it is our own server
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func dialerFrom(ip string) *net.Dialer {
	return &net.Dialer{Timeout: 10 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
}

// dial opens a connection that ends with the context. It returns nil where that fails: servers
// may refuse connections.
func (a *arena) dial(ctx context.Context, ip string) net.Conn {
	conn, err := dialerFrom(ip).DialContext(ctx, "tcp", a.server.addr)
	if err != nil {
		if ctx.Err() == nil {
			a.saw("no connection")
		}
		return nil
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() }) // the attack is over
	return conn
}

// each calls f n times concurrently with 0 to n-1 and waits for all.
func each(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// repeat has n attackers call f, each again and again until the context ends, at most `most` times
// each. Between calls they rest, because unlike remote attackers they share processors with the
// server that they attack. The attack is in full strength once each has begun.
func (a *arena) repeat(ctx context.Context, n, most int, f func(i int)) {
	var begun atomic.Int64
	each(n, func(i int) {
		for k := range most {
			if ctx.Err() != nil {
				return
			}
			if k == 0 && begun.Add(1) == int64(n) {
				a.ready()
			}
			f(i)
			pause(ctx, time.Duration(20+n)*time.Millisecond)
		}
		<-ctx.Done()
	})
}

// reply is the response to a request.
type reply struct {
	status int
	header http.Header
	body   []byte
	// size is the size of the body, of which at most maxKept bytes are kept.
	size int64
}

const maxKept = 4 << 20

// send makes a request and returns the response, nil if there is none or only a part of one: a server
// may close the connection, and the attack may be over.
func (a *arena) send(ctx context.Context, ip string, r *http.Request) *reply {
	client := clientFrom(ip)
	defer client.CloseIdleConnections()
	response, err := client.Do(r.WithContext(ctx))
	if err != nil {
		if ctx.Err() == nil {
			a.saw("%s", hangUp(err))
		}
		return nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxKept))
	rest, more := io.Copy(io.Discard, response.Body)
	if err = errors.Join(err, more); err != nil {
		if ctx.Err() == nil {
			a.saw("a cut answer")
		}
		return nil // a partial response means nothing
	}
	return &reply{response.StatusCode, response.Header, body, int64(len(body)) + rest}
}

// hangUp says in two words why there was no response.
func hangUp(err error) string {
	var timeout net.Error
	switch {
	case errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	case strings.Contains(err.Error(), "refused"):
		return "no connection"
	}
	return "hung up"
}

// polite checks what every response has to satisfy: no server error, a reason for each refusal,
// not much text. It records the response and returns the `error` of its JSON, if any.
func (a *arena) polite(r *reply) string {
	if r == nil {
		return ""
	}
	var said struct {
		Error   string `json:"error"`
		Status  string `json:"status"`
		Message string `json:"message"`
	}
	_ = json.Unmarshal(r.body, &said) // pages are not JSON
	switch {
	case r.status == http.StatusServiceUnavailable || r.status == http.StatusTooManyRequests:
		if r.header.Get("Retry-After") == "" {
			a.fault("expected a Retry-After with status %d, found none", r.status)
		}
	case r.status >= 500:
		a.fault("expected no mistake of the server, found status %d: %s", r.status, r.body)
	}
	if r.size > maxKept {
		a.fault("expected at most %d bytes, found %d", maxKept, r.size)
	}
	reason := said.Error
	if said.Status == "error" && reason == "" {
		reason = said.Message
	}
	a.saw("%s", strings.TrimSpace(fmt.Sprint(r.status, " ", brief(reason))))
	return reason
}

// brief shortens a reason to fit into a table.
func brief(text string) string {
	if runes := []rune(firstLine(text)); len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return firstLine(text)
}

// request makes a request; an error in it is a bug of this program.
func (a *arena) request(method, path string, body []byte) *http.Request {
	r, err := http.NewRequest(method, a.server.url+path, bytes.NewReader(body))
	if err != nil {
		panic("BUG: a request of an attack cannot be made: " + err.Error())
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// post sends JSON from a seat and checks the response with polite.
func (a *arena) post(ctx context.Context, s *seat, path string, body []byte) (*reply, string) {
	r := a.request(http.MethodPost, path, body)
	s.sit(r)
	answer := a.send(ctx, s.ip, r)
	return answer, a.polite(answer)
}

// raw sends bytes over a separate connection and returns the statuses of all responses until the
// server closes the connection or is silent for a second.
func (a *arena) raw(ctx context.Context, ip string, text []byte) (statuses []int, all []byte) {
	conn := a.dial(ctx, ip)
	if conn == nil {
		return nil, nil
	}
	defer conn.Close()
	_ = conn.SetWriteDeadline(time.Now().Add(5 * time.Second))
	if _, err := conn.Write(text); err != nil && ctx.Err() == nil {
		a.saw("hung up while being written to")
	}
	all = untilSilent(conn)
	reader := bufio.NewReader(bytes.NewReader(all))
	for {
		r, err := http.ReadResponse(reader, nil)
		if err != nil {
			return statuses, all
		}
		statuses = append(statuses, r.StatusCode)
		_, _ = io.Copy(io.Discard, r.Body) // a truncated response is the last one
	}
}

// untilSilent reads until the end, a second of silence, or 64 MB.
func untilSilent(conn net.Conn) []byte {
	var all []byte
	piece := make([]byte, 32<<10)
	for len(all) < 64<<20 {
		_ = conn.SetReadDeadline(time.Now().Add(time.Second))
		n, err := conn.Read(piece)
		all = append(all, piece[:n]...)
		if err != nil {
			break
		}
	}
	return all
}
