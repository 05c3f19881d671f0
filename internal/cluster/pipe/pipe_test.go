package pipe

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/playground/secret"
)

func place(t *testing.T, url, name string, key secret.Key) (*Place, *nats.Conn) {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	p, err := Listen(conn, name, key.For("pipe"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p, conn
}

// both connects two places.
func both(t *testing.T) (a, b *Place, from, to net.Conn) {
	t.Helper()
	url, key := natstest.Start(t), secret.New()
	a, _ = place(t, url, "a", key)
	b, _ = place(t, url, "b", key)
	from, err := a.Dial(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	to, err = b.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return a, b, from, to
}

// TestLongMessagesBothWays sends more than a window at once in both directions, to somebody who reads slowly; nothing is missing.
func TestLongMessagesBothWays(t *testing.T) {
	t.Parallel()
	_, _, from, to := both(t)
	much := bytes.Repeat([]byte("0123456789abcde\n"), 1<<17) // 2 MiB
	back := make(chan []byte, 1)
	go func() {
		var all bytes.Buffer
		_, _ = io.CopyBuffer(struct{ io.Writer }{io.MultiWriter(&all, to)}, io.LimitReader(to, int64(len(much))), make([]byte, 777))
		back <- all.Bytes()
		_ = to.Close()
	}()
	go func() { _, _ = from.Write(much) }()
	got, err := io.ReadAll(from)
	if there := <-back; err != nil || !bytes.Equal(got, much) || !bytes.Equal(there, much) {
		t.Errorf("expected %d bytes there and back, found %d and %d, `%v`", len(much), len(there), len(got), err)
	}
	if _, err := from.Write([]byte("x")); err == nil {
		t.Error("expected an error after the other end was closed, found none")
	}
}

// TestDeadlines wakes readers and writers.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	_, _, from, to := both(t)
	soon := time.Now().Add(50 * time.Millisecond)
	if err := from.SetDeadline(soon); err != nil {
		t.Fatal(err)
	}
	if _, err := from.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("expected that the time was over, found `%v`", err)
	}
	if err := from.SetDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	// A window is sent before there is a deadline: a busy machine may not send one in any time that the test could give.
	if n, err := from.Write(make([]byte, window)); err != nil {
		t.Fatalf("expected a window to be sent, found %d bytes, `%v`", n, err)
	}
	if err := from.SetDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if n, err := from.Write([]byte("x")); !errors.Is(err, os.ErrDeadlineExceeded) || n != 0 {
		t.Errorf("expected nothing more to be sent until the time was over, found %d bytes, `%v`", n, err)
	}
	if err := from.SetDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(to, make([]byte, window)); err != nil {
		t.Error(err)
	}
	if _, err := from.Write([]byte("x")); err != nil {
		t.Errorf("expected to go on, found `%v`", err)
	}
}

// TestOtherKeysAreRefused refuses servers with another key, and reports at once that there is no such place.
func TestOtherKeysAreRefused(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, conn := place(t, url, "a", key)
	_, _ = place(t, url, "b", key)
	stranger, _ := place(t, url, "s", secret.New())
	if _, err := stranger.Dial(t.Context(), "b"); err == nil || !strings.Contains(err.Error(), "expected a server with the same key") {
		t.Errorf("expected to be refused, found `%v`", err)
	}
	if _, err := a.Dial(t.Context(), "c"); !errors.Is(err, ErrGone) {
		t.Errorf("expected that there is nobody, found `%v`", err)
	}
	if err := a.There(t.Context(), "b"); err != nil {
		t.Errorf("expected a connection, found `%v`", err)
	}
	// A request that was seen, and is made again for another connection, or much later.
	request := "a b ID 1000 "
	m, err := conn.Request(prefix+"b.ID", []byte(request+key.For("pipe").Sign([]byte(request[:len(request)-1]))), time.Minute)
	if err != nil || !strings.Contains(string(m.Data), "clock differs by at most 1m0s, found one that differs by ") {
		t.Errorf("expected an old request to be refused, found %q, `%v`", m.Data, err)
	}
}

// TestEnds ends connections in all ways; the reader at the other end is told.
func TestEnds(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]func(a, b *Place, from net.Conn){
		"closed": func(_, _ *Place, from net.Conn) { _ = from.Close() }, "dropped": func(a, _ *Place, _ net.Conn) { a.Drop("b") },
		"lost": func(a, _ *Place, _ net.Conn) { a.Lost() }, "place closed": func(a, _ *Place, _ net.Conn) { _ = a.Close() },
	} {
		a, b, from, to := both(t)
		how(a, b, from)
		if _, err := to.Read(make([]byte, 1)); err == nil {
			t.Errorf("%s: expected the other end to be told, found nothing", name)
		}
		if _, err := from.Read(make([]byte, 1)); err == nil {
			t.Errorf("%s: expected this end to be over, found that it is not", name)
		}
	}
	// What is lost on the way ends the connection instead of going on without it.
	a, _, from, to := both(t)
	e := from.(*end)
	e.mu.Lock()
	e.sent += 3
	e.mu.Unlock()
	if _, err := from.Write([]byte("after a gap")); err != nil {
		t.Fatal(err)
	}
	if _, err := to.Read(make([]byte, 20)); !errors.Is(err, errBroken) {
		t.Errorf("expected a broken connection, found `%v`", err)
	}
	if _, err := from.Read(make([]byte, 1)); err == nil {
		t.Error("expected the sender to be told, found nothing")
	}
	_ = a
}

// TestDroppedWhileDialled: who dials a place that does not answer waits no longer when connections to it are dropped.
func TestDroppedWhileDialled(t *testing.T) {
	t.Parallel()
	a, conn := place(t, natstest.Start(t), "a", secret.New())
	asked, err := conn.SubscribeSync(prefix + "mute.*")
	if err != nil {
		t.Fatal(err)
	}
	dialled := make(chan error, 1)
	go func() {
		_, err := a.Dial(t.Context(), "mute")
		dialled <- err
	}()
	if _, err := asked.NextMsg(time.Minute); err != nil {
		t.Fatal(err)
	}
	a.Drop("mute")
	if err := <-dialled; !errors.Is(err, ErrGone) {
		t.Errorf("expected to hear that the other place is gone, found %v", err)
	}
}

// TestHTTP has net/http speak over it, many requests at a time.
func TestHTTP(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, _ := place(t, url, "a", key)
	b, _ := place(t, url, "b", key)
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if all, err := io.ReadAll(r.Body); err == nil {
			_, _ = w.Write(all)
		}
	})}
	go func() { _ = server.Serve(b) }()
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return a.Dial(ctx, "b") }}}
	failed := make(chan error, 50)
	for n := range cap(failed) {
		go func() {
			text := strings.Repeat("x", 1+n*20_000)
			r, err := client.Post("http://there/", "text/plain", strings.NewReader(text))
			if err == nil {
				var back []byte
				back, err = io.ReadAll(r.Body)
				_ = r.Body.Close()
				if err == nil && string(back) != text {
					err = errors.New("expected what was sent, found something else")
				}
			}
			failed <- err
		}()
	}
	for range cap(failed) {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}
