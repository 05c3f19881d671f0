package playground

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// writeCertificate writes a certificate with a serial number and its key; it is valid for an hour.
func writeCertificate(t *testing.T, cert, key string, serial int64) {
	t.Helper()
	writeCertificateUntil(t, cert, key, serial, time.Now().Add(time.Hour))
}

func writeCertificateUntil(t *testing.T, cert, key string, serial int64, until time.Time) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: until, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Unix(1e9+serial, 0) // file systems whose clock is coarse
		if err := os.Chtimes(name, when, when); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTLS serves encrypted over HTTP/2, and takes a renewed certificate without a restart.
func TestTLS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if _, err := NewCertificate(cert, key, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("expected an error without files, found none")
	}
	writeCertificate(t, cert, key, 1)
	certificate, err := NewCertificate(cert, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	handler, err := New(Config{Files: fstest.MapFS{}, Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- Serve(ctx, listener, handler, Serving{Log: slog.New(slog.DiscardHandler), Drain: time.Minute, TLS: certificate.TLS()})
	}()
	ask := func() (serial int64) {
		t.Helper()
		transport := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
		defer transport.CloseIdleConnections()
		r, err := (&http.Client{Transport: transport}).Get("https://" + listener.Addr().String() + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		_, _ = io.Copy(io.Discard, r.Body)
		if r.StatusCode != http.StatusOK || r.ProtoMajor != 2 {
			t.Errorf("expected 200 over HTTP/2, found %d over %s", r.StatusCode, r.Proto)
		}
		return r.TLS.PeerCertificates[0].SerialNumber.Int64()
	}
	if n := ask(); n != 1 {
		t.Errorf("expected certificate 1, found %d", n)
	}
	writeCertificate(t, cert, key, 2)
	if n := ask(); n != 2 {
		t.Errorf("expected the renewed certificate, found %d", n)
	}
	if err := os.WriteFile(key, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := ask(); n != 2 {
		t.Errorf("expected the one before while another is written, found %d", n)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestCertificateLog expects the log to tell an administrator about each change of the files what became of it, and once that time runs out.
func TestCertificateLog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	now := time.Now()
	writeCertificateUntil(t, cert, key, 1, now.Add(60*24*time.Hour))
	var out bytes.Buffer
	certificate, err := NewCertificate(cert, key, slog.New(slog.NewTextHandler(&out, nil)))
	if err != nil {
		t.Fatal(err)
	}
	expect := func(what string, wants ...string) {
		t.Helper()
		out.Reset()
		for range 3 {
			if _, err := certificate.get(); err != nil {
				t.Fatal(err)
			}
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if out.Len() == 0 {
			lines = nil
		}
		if len(lines) != len(wants) {
			t.Fatalf("%s: expected %d records, found %s", what, len(wants), out.String())
		}
		for i, want := range wants {
			if !strings.Contains(lines[i], want) {
				t.Errorf("%s: expected %q, found %s", what, want, lines[i])
			}
		}
	}
	expect("nothing")
	if err := os.WriteFile(key, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	expect("half written", "cannot be used as it is; the one before stays")
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	expect("removed", "no such file")
	writeCertificateUntil(t, cert, key, 2, now.Add(90*24*time.Hour))
	expect("renewed", "the certificate has changed; new connections get it")
	writeCertificateUntil(t, cert, key, 3, now.Add(time.Hour))
	expect("a short one", "the certificate has changed", "expires soon: renew it")
	certificate.remind(now.Add(30 * time.Minute))
	if strings.Count(out.String(), "expires soon") != 1 {
		t.Errorf("expected one reminder a day, found %s", out.String())
	}
	certificate.remind(now.Add(25 * time.Hour))
	if !strings.Contains(out.String(), "the certificate has expired") {
		t.Errorf("expected a reminder that it has expired, found %s", out.String())
	}
}
