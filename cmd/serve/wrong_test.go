package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/ncruces/go-sqlite3"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/journal/sqlite"
)

// startWrong starts a server, and stops it as soon as it serves, and has the classes if they are in NATS.
func startWrong(t *testing.T, args ...string) (code int, errors string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	defer time.AfterFunc(2*time.Minute, stop).Stop() // a deadline of the context would be NATS's, too
	var stdout, stderr voice
	heard := func(word string) func(string) {
		return func(text string) {
			if strings.Contains(text, word) {
				stop()
			}
		}
	}
	if stdout.heard = heard("Ctrl+C stops it"); strings.Contains(fmt.Sprint(args), "--nats") {
		stdout.heard, stderr.heard = nil, heard("the classes are at this server\"")
	}
	args = append([]string{"--addr", "127.0.0.1:0", "--lessons", "off", "--machine-code", "off", "--key-file", filepath.Join(t.TempDir(), "key")}, args...)
	code = run(ctx, args, noEnv, &stdout, &stderr)
	return code, stderr.String()
}

// voice is what was written to it.
type voice struct {
	mu    sync.Mutex
	text  strings.Builder
	heard func(string)
}

func (v *voice) Write(p []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.heard != nil {
		v.heard(string(p))
	}
	return v.text.Write(p)
}

func (v *voice) String() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.text.String()
}

// writeFile writes a file of the test.
func writeFile(t *testing.T, name string, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// pair makes a certificate and its key.
func pair(t *testing.T, until time.Time) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "unbox.example.org"}, DNSNames: []string{"unbox.example.org"}, NotBefore: until.Add(-48 * time.Hour), NotAfter: until}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, "cert.pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})),
		writeFile(t, "key.pem", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
}

// databaseFolder is a folder for classes with a database to which something was done.
func databaseFolder(t *testing.T, sql string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "classes")
	j, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	conn, err := sqlite3.Open(filepath.Join(dir, "classes.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Exec(sql); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestWrongSettings starts servers as somebody does who has misunderstood something: each says what it expected, what it
// found, and where that helps what to do about it.
func TestWrongSettings(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	cert, key := pair(t, time.Now().Add(time.Hour))
	expired, expiredKey := pair(t, time.Now().Add(-time.Hour))
	_, otherKey := pair(t, time.Now().Add(time.Hour))
	inUse := filepath.Join(t.TempDir(), "classes")
	other, err := sqlite.Open(inUse)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	plain := writeFile(t, "plain", []byte("something else"))
	text := filepath.Dir(writeFile(t, "classes.db", []byte(strings.Repeat("no database ", 1000))))
	readable := writeFile(t, "readable", []byte(strings.Repeat("0", 64)+"\n"))
	if err := os.Chmod(readable, 0o644); err != nil {
		t.Fatal(err)
	}
	encrypted := writeFile(t, "encrypted.pem", pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED PRIVATE KEY", Bytes: []byte("secret")}))
	url := func(change func(*server.Options)) string { return natstest.New(t, change).ClientURL() }
	locked := url(func(o *server.Options) { o.Username, o.Password = "unbox", "right" })
	newer, theirs := databaseFolder(t, `PRAGMA user_version=99`), databaseFolder(t, `PRAGMA application_id=5`)
	const isNATS = "--nats: expected a NATS server "
	for name, tt := range map[string]struct {
		args []string
		want []string
	}{
		"no certificate":           {[]string{"--tls-cert", "absent.pem", "--tls-key", key}, []string{"expected a TLS certificate in `absent.pem`", "no such file"}},
		"a certificate for a key":  {[]string{"--tls-cert", cert, "--tls-key", cert}, []string{"expected a TLS certificate", "found a certificate rather than a key"}},
		"files the wrong way":      {[]string{"--tls-cert", key, "--tls-key", cert}, []string{"expected a TLS certificate", "may have been switched"}},
		"another's key":            {[]string{"--tls-cert", cert, "--tls-key", otherKey}, []string{"expected a TLS certificate", "private key does not match"}},
		"an encrypted key":         {[]string{"--tls-cert", cert, "--tls-key", encrypted}, []string{"the key is encrypted with a password", "openssl pkey"}},
		"an old certificate":       {[]string{"--tls-cert", expired, "--tls-key", expiredKey}, []string{"the certificate has expired", expired}},
		"a taken port":             {[]string{"--addr", taken.Addr().String()}, []string{"another program listens there", "--addr 127.0.0.1:8081"}},
		"another's address":        {[]string{"--addr", "203.0.113.1:8080"}, []string{"this machine has no such address", "--addr :8080"}},
		"an unknown name":          {[]string{"--addr", "unbox.invalid:8080"}, []string{"no address is known for the name `unbox.invalid`", "--addr :8080"}},
		"a large port":             {[]string{"--addr", "127.0.0.1:80800"}, []string{"--addr: expected HOST:PORT", "at most 65535", "found `127.0.0.1:80800`"}},
		"an address as a path":     {[]string{"--base-path", "https://example.org/unbox"}, []string{"--base-path: expected a path such as `/unbox/`"}},
		"data in a file":           {[]string{"--data", plain}, []string{"--data: expected a folder for classes", plain, "`--data` names a folder"}},
		"data below a file":        {[]string{"--data", filepath.Join(plain, "classes")}, []string{"--data: expected a folder for classes", "`--data` names a folder"}},
		"data that is newer":       {[]string{"--data", newer}, []string{"--data: expected the classes' database in `" + newer + "`", "expected a database of version 1, found version 99", "start that one, or restore a backup"}},
		"data of another program":  {[]string{"--data", theirs}, []string{"--data: expected the classes' database in `" + theirs + "`", "found one of another program"}},
		"data that is a text":      {[]string{"--data", text}, []string{"--data: expected the classes' database", "found another kind of file", "restore a backup"}},
		"two servers":              {[]string{"--data", inUse}, []string{"expected that no other server uses the folder `" + inUse + "`", "stop it first"}},
		"nobody at NATS":           {[]string{"--nats", "nats://127.0.0.1:1"}, []string{isNATS + "at `nats://127.0.0.1:1`", "found none that answers", "see that it runs"}},
		"no JetStream":             {[]string{"--nats", url(func(o *server.Options) { o.JetStream = false })}, []string{isNATS + "with JetStream", "found one without it", "jetstream {"}},
		"no password":              {[]string{"--nats", locked}, []string{isNATS, "that lets this program in", "nats://USER:PASSWORD@HOST"}},
		"a wrong password":         {[]string{"--nats", strings.Replace(locked, "nats://", "nats://unbox:wrong@", 1)}, []string{isNATS + "at `nats://unbox:xxxxx@", "that lets this program in"}},
		"no credentials":           {[]string{"--nats", locked, "--nats-credentials", "absent.creds"}, []string{"expected a file of credentials for NATS", "absent.creds: no such file"}},
		"credentials that are not": {[]string{"--nats", locked, "--nats-credentials", plain}, []string{"expected credentials for NATS in `" + plain + "`", "nsc generate creds"}},
		"no permission":            {[]string{"--nats", url(forbidden)}, []string{isNATS, "may use JetStream, found that its user may not", "`$JS.API.>`"}},
		"small messages":           {[]string{"--nats", url(func(o *server.Options) { o.MaxPayload = 1 << 20 })}, []string{"expected `max_payload` of at least 8388608 bytes", "found 1048576", "`max_payload: 8MB`"}},
		"an address of the web":    {[]string{"--nats", "http://127.0.0.1:4222"}, []string{"--nats: expected addresses of NATS servers such as `nats://10.0.0.1:4222`", "found `http://127.0.0.1:4222`"}},
		"a password with a slash":  {[]string{"--nats", "nats://unbox:pass/word@127.0.0.1"}, []string{"--nats: expected addresses of NATS servers", "`%2F`"}},
		"a key that others read":   {[]string{"--key-file", readable}, []string{"expected that only its owner can read the key file", "chmod 600"}},
		"a key that is none":       {[]string{"--key-file", plain}, []string{"expected 64 hexadecimal digits in the key file", "remove it"}},
		"metrics at a taken port":  {[]string{"--metrics", taken.Addr().String()}, []string{"--metrics: cannot listen on", "another program listens there"}},
		"a word for a time":        {[]string{"--keep", "soon"}, []string{"--keep: expected a time such as `20s`, `2h` or `90d`", "found `soon`"}},
		"a proxy's name":           {[]string{"--trusted-proxies", "proxy.example.org"}, []string{"--trusted-proxies: expected addresses or blocks of them", "found `proxy.example.org`"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, stderr := startWrong(t, tt.args...)
			if fails := name != "an old certificate"; (code != exitGood) != fails {
				t.Errorf("expected that it does not start: %v, found the exit code %d", fails, code)
			}
			for _, want := range tt.want {
				if !strings.Contains(stderr, want) {
					t.Errorf("expected `%s`, found %s", want, stderr)
				}
			}
			if strings.Contains(stderr, "wrong") || strings.Contains(stderr, "word@") {
				t.Errorf("expected no password, found %s", stderr)
			}
		})
	}
	if left, err := filepath.Glob(filepath.Join(newer, "*")); err != nil || len(left) != 2 { // database and lock
		t.Errorf("expected that nothing was added to what a newer version wrote, found %v, %v", left, err)
	}
}

// permit gives the only user of a server some rights.
func permit(o *server.Options, publish, subscribe []string) {
	o.Users = []*server.User{{Username: "unbox", Password: "right", Permissions: &server.Permissions{
		Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe},
	}}}
	o.NoAuthUser = "unbox"
}

// forbidden lets nobody ask JetStream.
func forbidden(o *server.Options) {
	permit(o, []string{"unbox.>"}, []string{"unbox.>", "_UNBOX.>", "_INBOX.>"})
}

// TestRightsInNATS expects that a server needs no other rights than those that it asks for.
func TestRightsInNATS(t *testing.T) {
	t.Parallel()
	s := natstest.New(t, func(o *server.Options) {
		permit(o, []string{"$JS.API.>", "$KV.UNBOX_LEASES.>", "unbox.>", "_UNBOX.>", "_INBOX.>"}, []string{"unbox.>", "_UNBOX.>", "_INBOX.>"})
	})
	code, stderr := startWrong(t, "--nats", s.ClientURL())
	if code != exitGood || strings.Contains(stderr, "ermission") || !strings.Contains(stderr, "the classes are at this server") {
		t.Errorf("expected a server that has the classes, found %d, %s", code, stderr)
	}
}
