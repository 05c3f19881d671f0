package playground

import (
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// Certificate is a TLS certificate in two files, in PEM. It is read again when they have changed, so that a
// renewed one needs no restart. Its methods may be called by several goroutines.
type Certificate struct {
	cert, key string
	log       *slog.Logger
	mu        sync.Mutex
	read      *tls.Certificate
	// changed is when the files were changed that were last tried; warned is when the log last said that time runs out.
	changed [2]time.Time
	warned  time.Time
}

const (
	// soon is how long before a certificate expires the log says so: authorities renew the shortest ones, of six days, when half
	// of that is left.
	soon = 3 * 24 * time.Hour
	// reminded is how often it does.
	reminded = 24 * time.Hour
)

// NewCertificate reads a certificate. The log says which certificate is used from then on, why a changed one cannot be, and, once
// a day, that it expires within three days or has expired.
//
// Errors: the files cannot be read, or are no certificate with its key.
func NewCertificate(cert, key string, log *slog.Logger) (*Certificate, error) {
	c := &Certificate{cert: cert, key: key, log: log}
	if _, err := c.get(); err != nil {
		return nil, fmt.Errorf("expected a TLS certificate in `%s` with its key in `%s`, both in PEM, found this: %w", cert, key, err)
	}
	return c, nil
}

// get returns the newest certificate. If the files cannot be read at the moment, the previous one
// is kept.
func (c *Certificate) get() (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var changed [2]time.Time
	for i, name := range []string{c.cert, c.key} {
		if info, err := os.Stat(name); err == nil {
			changed[i] = info.ModTime()
		}
	}
	if c.read == nil || changed != c.changed {
		pair, err := readPair(c.cert, c.key)
		switch {
		case err == nil:
			if c.read != nil {
				c.log.Info("the certificate has changed; new connections get it", "file", c.cert, "until", pair.Leaf.NotAfter)
			}
			c.read, c.warned = &pair, time.Time{}
		case c.read == nil:
			return nil, err
		default: // the files may be half written; the next change is tried again
			c.log.Warn("the certificate has changed and cannot be used as it is; the one before stays", "file", c.cert, "until", c.read.Leaf.NotAfter, "reason", err)
		}
		c.changed = changed
	}
	c.remind(time.Now())
	return c.read, nil
}

// remind says in the log that the certificate has expired, or soon will.
func (c *Certificate) remind(now time.Time) {
	until := c.read.Leaf.NotAfter
	if until.Sub(now) > soon || now.Sub(c.warned) < reminded {
		return
	}
	c.warned = now
	if now.After(until) {
		c.log.Warn("the certificate has expired: browsers warn of this server", "file", c.cert, "until", until)
	} else {
		c.log.Warn("the certificate expires soon: renew it, and the server reads it again", "file", c.cert, "until", until)
	}
}

// readPair reads the files.
//
// Errors: they cannot be read, or do not fit; the key is encrypted.
func readPair(cert, key string) (tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil && isEncrypted(key) {
		return pair, errors.Join(errors.New("the key is encrypted with a password, for which the server cannot ask; `openssl pkey -in ENCRYPTED -out KEY` writes it without one"), err)
	}
	return pair, err
}

// isEncrypted reports whether a file has a key that needs a password: in PKCS #8, or as OpenSSL wrote it before that.
func isEncrypted(file string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "ENCRYPTED PRIVATE KEY" || strings.Contains(block.Headers["Proc-Type"], "ENCRYPTED") {
			return true
		}
	}
	return false
}

// TLS is how connections are encrypted with it: with TLS 1.2 or later.
func (c *Certificate) TLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get() }}
}
