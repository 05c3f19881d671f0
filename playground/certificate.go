package playground

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync"
	"time"
)

// Certificate is a TLS certificate in two files, in PEM. It is read again when they have changed, so that a
// renewed one needs no restart. Its methods may be called by several goroutines.
type Certificate struct {
	cert, key string
	mu        sync.Mutex
	read      *tls.Certificate
	changed   [2]time.Time
}

// NewCertificate reads a certificate.
//
// Errors: the files cannot be read, or are no certificate with its key.
func NewCertificate(cert, key string) (*Certificate, error) {
	c := &Certificate{cert: cert, key: key}
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
	if c.read != nil && changed == c.changed {
		return c.read, nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	switch {
	case err == nil:
		c.read, c.changed = &pair, changed
	case c.read == nil:
		return nil, err
	}
	return c.read, nil
}

// Until is when the newest certificate expires.
func (c *Certificate) Until() time.Time {
	pair, err := c.get()
	if err != nil || pair.Leaf == nil {
		return time.Time{}
	}
	return pair.Leaf.NotAfter
}

// TLS is how connections are encrypted with it: with TLS 1.2 or later.
func (c *Certificate) TLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get() }}
}
