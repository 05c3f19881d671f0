package acme

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/letsencrypt/challtestsrv"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
)

const domain = "unbox.example.org"

// authority is Pebble, the ACME server with which Let's Encrypt tests clients, on this machine. It finds every name at 127.0.0.1, and asks
// at a port there.
func authority(t *testing.T, port int) (directory string, its, issued *x509.CertPool) {
	t.Helper()
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	t.Setenv("PEBBLE_WFE_NONCEREJECT", "20") // of a hundred, so that asking again is tried, too
	names := freeAddress(t)
	quiet := log.New(io.Discard, "", 0)
	dns, err := challtestsrv.New(challtestsrv.Config{DNSAddrs: []string{names}, Log: quiet})
	must(t, err)
	dns.SetDefaultDNSIPv4("127.0.0.1")
	dns.SetDefaultDNSIPv6("")
	go dns.Run()
	t.Cleanup(dns.Shutdown)
	store := db.NewMemoryStore()
	signer := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "default"}})
	front := wfe.New(quiet, store, va.New(quiet, 1, port, false, names, store), signer, []string{"pebble.letsencrypt.org"}, false, false, 1, 1)
	server := httptest.NewTLSServer(front.Handler())
	t.Cleanup(server.Close)
	its, issued = x509.NewCertPool(), x509.NewCertPool()
	its.AddCert(server.Certificate())
	if !issued.AppendCertsFromPEM(signer.GetRootCert(0).PEM()) {
		t.Fatal("expected the root of the authority, found none")
	}
	return server.URL + wfe.DirectoryPath, its, issued
}

// freeAddress is an address that is free for both TCP and UDP: names are asked for by either.
func freeAddress(t *testing.T) string {
	t.Helper()
	for {
		tcp, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		address := tcp.Addr().String()
		udp, err := net.ListenPacket("udp", address)
		must(t, tcp.Close())
		if err == nil {
			must(t, udp.Close())
			return address
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// told is a log that says when it was told some words.
type told struct {
	words string
	once  chan struct{}
	mu    sync.Mutex
	all   bytes.Buffer
}

// said is all that it was told.
func (w *told) said() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.String()
}

// wait waits until it was told the words.
func (w *told) wait(t *testing.T) {
	t.Helper()
	select {
	case <-w.once:
	case <-time.After(5 * time.Minute):
		t.Fatalf("expected that %s, found none: %s", w.words, w.said())
	}
}

func (w *told) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.all.Write(p)
	if bytes.Contains(p, []byte(w.words)) {
		select {
		case w.once <- struct{}{}:
		default: // it was told before
		}
	}
	return n, err
}

// serve runs a server with certificates until the test's end, or until stop is called.
func serve(t *testing.T, listener net.Listener, o Options) (stop func()) {
	t.Helper()
	o.Domains, o.Listen = []string{domain}, listener.Addr()
	c := New(o)
	server := &http.Server{TLSConfig: c.TLS(), ErrorLog: log.New(io.Discard, "", 0), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Proto+" "+r.Host)
	})}
	go func() { _ = server.ServeTLS(listener, "", "") }()
	ctx, cancel := context.WithCancel(t.Context())
	must(t, c.Start(ctx))
	stopped := false
	stop = func() {
		if !stopped {
			cancel()
			_ = server.Close()
			c.Close()
			stopped = true
		}
	}
	t.Cleanup(stop)
	return stop
}

// ask asks the server by its name, and trusts only the authority.
func ask(t *testing.T, listener net.Listener, roots *x509.CertPool) (string, *x509.Certificate) {
	t.Helper()
	transport := &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, listener.Addr().String())
		},
	}
	defer transport.CloseIdleConnections()
	r, err := (&http.Client{Transport: transport}).Get("https://" + domain + "/")
	must(t, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	must(t, err)
	return string(text), r.TLS.PeerCertificates[0]
}

// TestObtained has a server get its certificate from an authority that asks it back, and start again without one.
func TestObtained(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	directory, its, issued := authority(t, listener.Addr().(*net.TCPAddr).Port)
	folder := t.TempDir()
	heard := &told{words: "a certificate is used", once: make(chan struct{}, 1)}
	stop := serve(t, listener, Options{Directory: directory, Roots: its, Folder: folder, Email: "grace@example.org", Log: slog.New(slog.NewTextHandler(heard, nil))})
	heard.wait(t)
	text, first := ask(t, listener, issued)
	if text != "HTTP/2.0 "+domain || len(first.DNSNames) != 1 || first.DNSNames[0] != domain {
		t.Errorf("expected HTTP/2 with a certificate for %s, found %q, %v", domain, text, first.DNSNames)
	}
	stop()

	again, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	silent := &told{once: make(chan struct{}, 1)}
	serve(t, again, Options{Directory: directory, Folder: folder, // not trusted, so nothing can be had there
		Log: slog.New(slog.NewTextHandler(silent, nil))})
	// The folder was read before connections are answered, so nobody waits.
	if _, kept := ask(t, again, issued); kept.SerialNumber.Cmp(first.SerialNumber) != 0 {
		t.Error("expected the certificate that was kept, found another")
	}
	if strings.Contains(silent.said(), "a certificate is asked for") {
		t.Errorf("expected nobody to be asked while the certificate is good, found %s", silent.said())
	}
}

// TestRefused expects the reason in the log where an authority cannot be had.
func TestRefused(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	heard := &told{words: "a certificate could not be obtained", once: make(chan struct{}, 10)}
	serve(t, listener, Options{Directory: "https://127.0.0.1:1/", Folder: t.TempDir(), Log: slog.New(slog.NewTextHandler(heard, nil))})
	select {
	case <-heard.once:
	case <-time.After(5 * time.Minute):
		t.Fatal("expected a reason, found none")
	}
	if !strings.Contains(heard.said(), "connection refused") {
		t.Errorf("expected the reason, found %s", heard.said())
	}
}
