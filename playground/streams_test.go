package playground

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

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
