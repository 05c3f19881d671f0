package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"sync"
	"time"

	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/playground/visit"
)

// This file is about classes that several servers share: one server has them at a time, and the others pass requests
// for classes on to it. Each server admits requests by itself, so what is passed on is short, complete, and from a
// page of this site.

// Headers between servers. fromHeader says whose request it is; movedHeader says that a server no longer has the
// classes, and whether it had begun to do what was asked for: "before" or "yes".
const (
	fromHeader  = "X-Unbox-From"
	movedHeader = "X-Unbox-Moved"
	movedBefore = "before"
)

const (
	// moving is how long a request may wait until it is known which server has the classes; a page tries a WebSocket
	// for as long.
	moving = 6 * time.Second
	// movingPace is the wait before a server is asked again.
	movingPace = 150 * time.Millisecond
	// passedPath is where a server that ran a learner's program reports that it passed; it is only for
	// servers.
	passedPath = classBase + "/passed"
	// passing is how long that is tried, passingHere how long the learner waits for it.
	passing     = time.Minute
	passingHere = 10 * time.Second
)

// whereabouts is where classes are.
type whereabouts struct {
	// alone is the school if servers do not share it.
	alone  *school.School
	keeper *keeper.Keeper
	routes *transports
}

// whereaboutsOf returns where the classes of a configuration are; it is empty if there
// are none.
func whereaboutsOf(c Config) (w whereabouts, some bool) {
	w = whereabouts{alone: c.School, keeper: c.Keeper}
	if c.Keeper != nil {
		w.routes = &transports{keeper: c.Keeper, to: map[string]http.RoundTripper{}}
	}
	return w, c.School != nil || c.Keeper != nil
}

type passedOn struct{}

// here returns the school if it is at this server, otherwise the name of the server that has it; neither if that
// stays unknown for long. What another server has passed on is answered here or nowhere.
func (w whereabouts) here(r *http.Request) (here *school.School, server string) {
	if w.alone != nil {
		return w.alone, ""
	}
	isPassedOn := r.Context().Value(passedOn{}) != nil
	patience := moving
	if isPassedOn {
		patience = movingPace
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	place, err := w.keeper.Where(ctx)
	if err != nil || isPassedOn {
		return place.School, ""
	}
	return place.School, place.Server
}

// got answers a request without a body here, if the classes are here, or passes it on to the server
// that has them.
func (m *schools) got(h func(desk, http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		m.placed(w, r, nil, func(s *school.School) { h(desk{m, s}, w, r) })
	}
}

// posted is got for a request with a body.
func (m *schools) posted(h func(desk, http.ResponseWriter, *http.Request, *visitor)) func(http.ResponseWriter, *http.Request, *visitor) {
	return func(w http.ResponseWriter, r *http.Request, v *visitor) {
		m.placed(w, r, v.body, func(s *school.School) { h(desk{m, s}, w, r, v) })
	}
}

func (m *schools) placed(w http.ResponseWriter, r *http.Request, body []byte, here func(*school.School)) {
	for until := time.Now().Add(moving); ; {
		s, server := m.here(r)
		if s != nil {
			here(s)
			return
		}
		if server != "" && m.passOn(w, r, body, server) {
			return
		}
		if time.Now().After(until) || server == "" {
			break
		}
		select {
		case <-time.After(movingPace):
		case <-r.Context().Done():
			return
		}
	}
	w.Header().Set("Retry-After", "2")
	w.Header().Set(movedHeader, movedBefore)
	sayError(w, http.StatusServiceUnavailable, errNowhere.Error())
}

var errNowhere = errors.New("expected a server that has the classes, found none at the moment; try again")

// passOn lets another server answer. It returns false if that server did nothing, so that the request
// can be repeated.
func (m *schools) passOn(w http.ResponseWriter, r *http.Request, body []byte, server string) (answered bool) {
	out := r
	if body != nil {
		out = r.Clone(r.Context())
		out.Body, out.ContentLength, out.TransferEncoding = io.NopCloser(bytes.NewReader(body)), int64(len(body)), nil
	}
	ctx, leave := enterSocket(r.Context()) // a WebSocket ends with the server
	defer leave()
	out = out.WithContext(ctx)
	answered = true
	proxy := httputil.ReverseProxy{
		Rewrite:       func(p *httputil.ProxyRequest) { m.address(p.In, p.Out, server) },
		Transport:     m.routes.of(server),
		FlushInterval: -1,
		ErrorLog:      log.New(io.Discard, "", 0), // connections end as pages come and go
		ModifyResponse: func(answer *http.Response) error {
			moved := answer.Header.Get(movedHeader)
			answer.Header.Del(movedHeader)
			if moved == movedBefore || moved != "" && repeatable(body) {
				return school.ErrMoved
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			var unreached *unreachedError
			switch {
			case errors.As(err, &unreached), errors.Is(err, school.ErrMoved), repeatable(body):
				answered = r.Context().Err() != nil
			default:
				sayError(w, http.StatusServiceUnavailable, school.ErrMoved.Error())
			}
		},
	}
	proxy.ServeHTTP(w, out)
	return answered
}

// repeatable reports whether a request may be repeated although it may have been done: it has a name, or changes
// nothing.
func repeatable(body []byte) bool {
	if body == nil {
		return true
	}
	var named struct {
		ID string `json:"id"`
	}
	return json.Unmarshal(body, &named) == nil && named.ID != ""
}

// address directs a request to another server.
func (m *schools) address(in, out *http.Request, server string) {
	out.URL.Scheme, out.URL.Host, out.Host = "http", server, in.Host
	out.Header.Set(fromHeader, m.visitors.addresses.Of(in).String())
	if in.TLS != nil || in.Header.Get("X-Forwarded-Proto") == "https" {
		out.Header.Set("X-Forwarded-Proto", "https")
	}
}

// transports lead to other servers.
type transports struct {
	keeper *keeper.Keeper
	mu     sync.Mutex
	to     map[string]http.RoundTripper
}

// unreachedError means that a request did not reach another server.
type unreachedError struct{ error }

func (e *unreachedError) Unwrap() error { return e.error }

// of returns the transport to a server. Each request has a connection of its own, so that none is lost because a
// connection has ended meanwhile.
func (t *transports) of(server string) http.RoundTripper {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.to[server] == nil {
		clear(t.to) // there is one server with the classes at a time
		t.to[server] = &http.Transport{
			DisableKeepAlives: true, DisableCompression: true,
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				c, err := t.keeper.Dial(ctx, server)
				if err != nil {
					return nil, &unreachedError{err}
				}
				return c, nil
			},
		}
	}
	return t.to[server]
}

// servePeers answers what other servers pass on, until the keeper is closed. site answers as it does browsers.
func servePeers(c Config, keeping *lessonKeeping, classes *schools, site http.Handler) {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+passedPath, keeping.hear)
	mux.HandleFunc("GET "+ownTestPath+"{class}/{chapter}/{step}", classes.hearOwnTest)
	mux.Handle("/", site)
	handler := recovered(c.Log, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address, _ := netip.ParseAddr(r.Header.Get(fromHeader)) // the zero address belongs to no one
		r.Header.Del(fromHeader)
		r.Header.Del(visit.XForwardedFor)
		r.Header.Del(visit.Forwarded)
		r.RemoteAddr = netip.AddrPortFrom(address, 0).String()
		ctx := context.WithValue(r.Context(), passedOn{}, true)
		mux.ServeHTTP(w, r.WithContext(context.WithValue(ctx, baseKey{}, c.BasePath)))
	}))
	server := &http.Server{Handler: handler, ReadHeaderTimeout: readHeaderTimeout, MaxHeaderBytes: 2 * maxHeaderBytes, ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelDebug)}
	go func() { _ = server.Serve(c.Keeper.Listener()) }() // it ends with the keeper
}

// lessonKeeping records programs that passed in the classes of their authors.
type lessonKeeping struct {
	whereabouts
	log *slog.Logger
}

// PassedProgram is what a server that ran a learner's program reports to the one that has the
// classes.
type PassedProgram struct {
	Word    string          `json:"word"`
	Step    string          `json:"step"`
	Code    string          `json:"code"`
	Tests   int             `json:"tests"`
	Receipt json.RawMessage `json:"receipt"`
	// Course is the version of the class's own course that has the tests, 0 for the server's; Hash is the hash of the
	// tests.
	Course int    `json:"course,omitempty"`
	Hash   string `json:"hash,omitempty"`
}

// keep records in the learner's class, if there is one, that a program has passed. The learner's answer does not
// depend on it, but waits for it for a while.
func (k *lessonKeeping) keep(r *http.Request, p PassedProgram) {
	if k == nil || p.Word == "" {
		return
	}
	if k.alone != nil {
		k.failed(r.Context(), passedHere(r.Context(), k.alone, p))
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), passing)
	done := make(chan struct{})
	go func() {
		defer cancel()
		defer close(done)
		k.failed(ctx, k.tell(ctx, p))
	}()
	select {
	case <-done:
	case <-time.After(passingHere):
	case <-r.Context().Done():
	}
}

func (k *lessonKeeping) failed(ctx context.Context, err error) {
	if err != nil && !errors.Is(err, school.ErrSeat) && !errors.Is(err, school.ErrBlocked) && !errors.Is(ctx.Err(), context.Canceled) {
		k.log.Error("a result cannot be kept", "reason", err)
	}
}

func passedHere(ctx context.Context, s *school.School, p PassedProgram) error {
	seat, err := s.Seat(p.Word)
	if err != nil {
		return err
	}
	return seat.Passed(ctx, school.Run{Step: p.Step, Code: p.Code, Course: p.Course, Tests: p.Hash, Total: p.Tests, Receipt: p.Receipt})
}

// tell has it recorded wherever the classes are. Repeating it changes nothing.
func (k *lessonKeeping) tell(ctx context.Context, p PassedProgram) error {
	for {
		place, err := k.keeper.Where(ctx)
		switch {
		case err != nil:
		case place.School != nil:
			err = passedHere(ctx, place.School, p)
		default:
			err = k.tellTo(ctx, place.Server, p)
		}
		if err == nil || errors.Is(err, school.ErrSeat) || errors.Is(err, school.ErrBlocked) || ctx.Err() != nil {
			return err
		}
		select {
		case <-time.After(movingPace):
		case <-ctx.Done():
		}
	}
}

func (k *lessonKeeping) tellTo(ctx context.Context, server string, p PassedProgram) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+server+passedPath, bytes.NewReader(marshal(p)))
	if err != nil {
		return err
	}
	answer, err := k.routes.of(server).RoundTrip(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusForbidden:
		return school.ErrSeat
	}
	return fmt.Errorf("expected another server to keep a result, found status %d", answer.StatusCode)
}

// hear receives it from another server.
func (k *lessonKeeping) hear(w http.ResponseWriter, r *http.Request) {
	var p PassedProgram
	if err := json.NewDecoder(io.LimitReader(r.Body, longMessage)).Decode(&p); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	here, _ := k.here(r)
	err := school.ErrMoved
	if here != nil {
		err = passedHere(r.Context(), here, p)
	}
	switch {
	case err == nil:
		sayJSON(w, http.StatusOK, Done{true})
	case errors.Is(err, school.ErrSeat), errors.Is(err, school.ErrBlocked), errors.Is(err, school.ErrNoClass):
		sayError(w, http.StatusForbidden, err.Error())
	default:
		sayError(w, http.StatusServiceUnavailable, err.Error())
	}
}
