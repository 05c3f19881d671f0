package playground

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestShutdownDrains starts a slow request, ends the server, and expects the
// request to be answered all the same.
func TestShutdownDrains(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-release
		_, _ = io.WriteString(w, "whole")
	})
	ctx, stop := context.WithCancel(t.Context())
	l := listen(t)
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, l, slow, Serving{Log: slog.New(slog.DiscardHandler), Drain: time.Minute})
	}()
	answer := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		text, _ := io.ReadAll(r.Body)
		answer <- string(text)
	}()
	<-started
	stop()
	for dialled := true; dialled; { // until the listener is closed
		c, err := net.Dial("tcp", l.Addr().String())
		if dialled = err == nil; dialled {
			c.Close()
			time.Sleep(time.Millisecond)
		}
	}
	close(release)
	if got := <-answer; got != "whole" {
		t.Errorf("the running request got %q, expected its whole answer", got)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: got %v, expected no error", err)
	}
}

// TestShutdownCutsOff expects a request that outlasts the drain time to be
// cut off and reported.
func TestShutdownCutsOff(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	stuck := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(started)
		<-release
	})
	ctx, stop := context.WithCancel(t.Context())
	l := listen(t)
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, l, stuck, Serving{Log: slog.New(slog.DiscardHandler), Drain: 10 * time.Millisecond})
	}()
	go func() {
		if r, err := http.Get("http://" + l.Addr().String()); err == nil {
			r.Body.Close()
		}
	}()
	<-started
	stop()
	if err := <-served; err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("Serve: got %v, expected an error about requests that were cut off", err)
	}
}

func TestHeadersHaveALimit(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	l := listen(t)
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, l, newHandler(t), Serving{Log: slog.New(slog.DiscardHandler), Drain: time.Minute})
	}()
	request, err := http.NewRequest(http.MethodGet, "http://"+l.Addr().String()+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Long", strings.Repeat("x", 64<<10))
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("got %d, expected 431", r.StatusCode)
	}
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestLogHasNoQuery(t *testing.T) {
	var out bytes.Buffer
	h, err := New(Config{Files: builtPage(t), Log: slog.New(slog.NewTextHandler(&out, nil))})
	if err != nil {
		t.Fatal(err)
	}
	ask(t, h, "GET", "/nothing?secret=1", "Referer: http://secret.example/")
	line := out.String()
	if strings.Contains(line, "secret") {
		t.Errorf("the log holds what it must not: %s", line)
	}
	for _, want := range []string{"method=GET", "path=/nothing", "status=404", "bytes=", "took="} {
		if !strings.Contains(line, want) {
			t.Errorf("expected %s in the log, found %s", want, line)
		}
	}
}

// TestLogLinesAreShort sends a method and an address of the length that headers may have: a disk is not filled by one client's requests.
func TestLogLinesAreShort(t *testing.T) {
	var out bytes.Buffer
	h, err := New(Config{Files: builtPage(t), Log: slog.New(slog.NewTextHandler(&out, nil))})
	if err != nil {
		t.Fatal(err)
	}
	ask(t, h, "M"+strings.Repeat("m", 7_000), "/"+strings.Repeat("x", 7_000))
	if line := out.String(); len(line) > 600 || !strings.Contains(line, "path=/xxx") || !strings.Contains(line, "method=Mmm") {
		t.Errorf("expected a short line with the beginnings of both, found %d bytes: %.600s", len(line), line)
	}
}

func TestPanicIsAnsweredAndLogged(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	h := logged(log, nil, recovered(log, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("oops") })))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "oops") {
		t.Errorf("got %d %q, expected 500 without the reason", w.Code, w.Body)
	}
	if line := out.String(); !strings.Contains(line, "oops") || !strings.Contains(line, "status=500") {
		t.Errorf("expected the reason and the status in the log, found %s", line)
	}
}

// TestPanicAfterHalfAnAnswer expects the connection to be dropped, so that half
// an answer does not look complete.
func TestPanicAfterHalfAnAnswer(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	h := logged(log, nil, recovered(log, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half")
		panic("oops")
	})))
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("got panic %v, expected http.ErrAbortHandler", got)
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}
