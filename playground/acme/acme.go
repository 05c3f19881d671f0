// Package acme gets TLS certificates from an authority that speaks ACME (RFC 8555), such as Let's Encrypt, and renews them
// in time. The authority checks the server's own port (TLS-ALPN-01, RFC 8737), so no other port has to be open.
package acme

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"net"
	"slices"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
)

// LetsEncrypt is the directory of Let's Encrypt, the default authority.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

// Options say which certificates to get, and from whom.
type Options struct {
	// Domains are the names of the server, in lower case.
	Domains []string
	// Email is where the authority writes if something is wrong; "" for nowhere.
	Email string
	// Directory is the authority's address; "" means LetsEncrypt. Using it means agreeing to its terms.
	Directory string
	// Roots are the trusted roots for connections to the authority; nil means those of the
	// system.
	Roots *x509.CertPool
	// Folder is where the account, keys and certificates are kept between starts.
	Folder string
	// Listen is where the server listens. The authority asks at port 443 of the domains, which has to lead there.
	Listen net.Addr
	// Log receives what was obtained, and what could not be.
	Log *slog.Logger
}

// Certificates are the certificates of a server's domains.
type Certificates struct {
	domains []string
	cache   *certmagic.Cache
	magic   *certmagic.Config
	// read signals that another certificate is ready to be used.
	read chan struct{}
}

// reading is the longest time that Start waits for certificates that are kept: one may name a responder that cannot be reached.
const reading = 5 * time.Second

// New returns the certificates of a folder, without asking the authority; Close must be called when the server has
// stopped.
func New(o Options) *Certificates {
	c := &Certificates{domains: o.Domains, read: make(chan struct{}, 1)}
	quiet := zap.NewNop() // messages go to o.Log
	c.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return c.magic, nil },
		Logger:           quiet,
	})
	c.magic = certmagic.New(c.cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: o.Folder}, DefaultServerName: o.Domains[0], Logger: quiet,
		OnEvent: func(_ context.Context, event string, data map[string]any) error {
			report(o.Log, event, data)
			if event == "cached_managed_cert" {
				select {
				case c.read <- struct{}{}:
				default:
				}
			}
			return nil
		},
	})
	host, port := "", 0
	if tcp, ok := o.Listen.(*net.TCPAddr); ok {
		if !tcp.IP.IsUnspecified() {
			host = tcp.IP.String()
		}
		port = tcp.Port
	}
	directory := o.Directory
	if directory == "" {
		directory = LetsEncrypt
	}
	c.magic.Issuers = []certmagic.Issuer{certmagic.NewACMEIssuer(c.magic, certmagic.ACMEIssuer{
		CA: directory, Email: o.Email, Agreed: true, TrustedRoots: o.Roots, Logger: quiet,
		DisableHTTPChallenge: true, ListenHost: host, AltTLSALPNPort: port,
	})}
	return c
}

// report logs what happened to a certificate.
func report(log *slog.Logger, event string, data map[string]any) {
	name := slog.Any("domain", data["identifier"])
	switch event {
	case "cert_obtaining":
		log.Info("a certificate is asked for", name)
	case "cert_obtained":
		log.Info("a certificate was obtained", name)
	case "cached_managed_cert":
		log.Info("a certificate is used", "domains", data["sans"])
	case "cert_failed":
		log.Error("a certificate could not be obtained; it is tried again", name, "reason", data["error"])
	}
}

// TLS is how connections are encrypted: with TLS 1.2 or later, over HTTP/2 where the client speaks it.
func (c *Certificates) TLS() *tls.Config {
	config := c.magic.TLSConfig()
	config.NextProtos = slices.Concat([]string{"h2", "http/1.1"}, config.NextProtos)
	return config
}

// Start obtains what is missing, and keeps all renewed until ctx ends. The server has to listen already: the authority will ask it.
// It waits until the certificates in the folder are read, so that the first connections after a restart have them, but not for the authority:
// one that cannot be reached is asked again, less and less often.
//
// Errors: the folder cannot be used.
func (c *Certificates) Start(ctx context.Context) error {
	kept := c.kept(ctx)
	if err := c.magic.ManageAsync(ctx, c.domains); err != nil {
		return err
	}
	late := time.NewTimer(reading)
	defer late.Stop()
	for slices.ContainsFunc(kept, func(domain string) bool { return len(c.cache.AllMatchingCertificates(domain)) == 0 }) {
		select {
		case <-c.read:
		case <-late.C:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// kept returns the domains whose certificates are in the folder.
func (c *Certificates) kept(ctx context.Context) (all []string) {
	for _, domain := range c.domains {
		if c.magic.Storage.Exists(ctx, certmagic.StorageKeys.SiteCert(c.magic.Issuers[0].IssuerKey(), domain)) {
			all = append(all, domain)
		}
	}
	return all
}

// Close ends all renewing.
func (c *Certificates) Close() { c.cache.Stop() }
