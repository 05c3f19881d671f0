package playground

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"golang.org/x/net/http2"

	"unbox/playground/visit"
)

// streamsServer answers over HTTP/2 with as many requests at the same time as limits say; each waits until its client gives up,
// or the server. begun has one element for each, which is the client's address.
func streamsServer(t *testing.T, limits Limits) (s *httptest.Server, begun, ended chan string) {
	t.Helper()
	begun, ended = make(chan string, 100), make(chan string, 100)
	s = httptest.NewUnstartedServer(newStreams(limits, visit.Addresses{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/short" {
			_, _ = io.WriteString(w, "short")
			return
		}
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		begun <- host
		<-r.Context().Done()
		ended <- host
	})))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s, begun, ended
}

// clientOverStreams makes requests over one HTTP/2 connection from an address.
func clientOverStreams(t *testing.T, ip string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	transport := &http.Transport{ForceAttemptHTTP2: true, DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

// hold begins n requests that last, and waits until they have begun.
func hold(t *testing.T, ctx context.Context, c *http.Client, url string, n int, begun chan string) {
	t.Helper()
	for range n {
		go func() {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/long", nil)
			if err != nil {
				t.Error(err)
				return
			}
			if answer, err := c.Do(r); err == nil {
				answer.Body.Close()
			}
		}()
		<-begun
	}
}

// TestStreamsOfABlock has one address hold as many requests as it may: its next one is reset, another address's is answered, and so
// is its own as soon as it has given one up.
func TestStreamsOfABlock(t *testing.T) {
	s, begun, ended := streamsServer(t, Limits{Connections: 10, ConnectionsPerBlock: 3})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	many, other := clientOverStreams(t, "127.0.0.2"), clientOverStreams(t, "127.0.0.3")
	hold(t, ctx, many, s.URL, 3, begun)
	if answer, err := many.Get(s.URL + "/short"); err == nil {
		t.Errorf("expected the fourth request to be reset, found status %d", answer.StatusCode)
		answer.Body.Close()
	}
	short := func(c *http.Client) {
		t.Helper()
		answer, err := c.Get(s.URL + "/short")
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if text, err := io.ReadAll(answer.Body); err != nil || string(text) != "short" || answer.ProtoMajor != 2 {
			t.Errorf("expected an answer over HTTP/2, found %q over %s, %v", text, answer.Proto, err)
		}
	}
	short(other)
	cancel()
	for range 3 {
		<-ended
	}
	for end := time.Now().Add(time.Minute); ; {
		answer, err := many.Get(s.URL + "/short")
		if err == nil {
			answer.Body.Close()
			break
		}
		if time.Now().After(end) {
			t.Fatalf("expected an answer after the others were given up, found %v", err)
		}
	}
}

// TestStreamsMakeRoom has one address hold all requests that there may be: another one's ends the oldest of them.
func TestStreamsMakeRoom(t *testing.T) {
	s, begun, ended := streamsServer(t, Limits{Connections: 4})
	many, other := clientOverStreams(t, "127.0.0.2"), clientOverStreams(t, "127.0.0.3")
	hold(t, t.Context(), many, s.URL, 4, begun)
	answer, err := other.Get(s.URL + "/short")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if who := <-ended; who != "127.0.0.2" {
		t.Errorf("expected a request of the address with the most to end, found one of %s", who)
	}
}

// TestUnreadBodiesAreSmall: how much of a body may come before it is read is bounded, over each connection. Otherwise one address that uploads over
// its thousand connections while others hold the memory for uploads has the server keep a gigabyte.
func TestUnreadBodiesAreSmall(t *testing.T) {
	certificate := httptest.NewUnstartedServer(nil)
	certificate.EnableHTTP2 = true
	certificate.StartTLS()
	config := certificate.TLS.Clone()
	certificate.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() {
		over <- Serve(ctx, listener, http.NotFoundHandler(), Serving{Log: slog.New(slog.DiscardHandler), Drain: time.Minute, TLS: config})
	}()
	defer func() {
		cancel()
		<-over
	}()
	conn, err := tls.Dial("tcp", listener.Addr().String(), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	frames := http2.NewFramer(conn, conn)
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(frames.WriteSettings(), frames.WritePing(false, [8]byte{1})); err != nil {
		t.Fatal(err)
	}
	stream, whole := uint32(65_535), uint32(65_535)
	for {
		f, err := frames.ReadFrame()
		if err != nil {
			t.Fatal(err)
		}
		switch f := f.(type) {
		case *http2.SettingsFrame:
			if size, ok := f.Value(http2.SettingInitialWindowSize); ok {
				stream = size
			}
		case *http2.WindowUpdateFrame:
			whole += f.Increment
		case *http2.PingFrame: // the answer comes after what the server says first
			if stream > maxUnread || whole > maxUnread || stream < 64<<10-1 {
				t.Errorf("expected at most %d bytes of a body that nobody reads, found %d of a request, %d of all", maxUnread, stream, whole)
			}
			return
		}
	}
}
