package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
)

// schemes are how addresses of NATS servers begin; without one it is the first.
var schemes = []string{"nats", "tls", "ws", "wss"}

// checkURL looks whether addresses, separated by commas, can be those of NATS servers.
//
// Errors: one cannot; it is shown without a password.
func checkURL(text string) error {
	for each := range strings.SplitSeq(text, ",") {
		each = strings.TrimSpace(each)
		if !strings.Contains(each, "://") {
			each = schemes[0] + "://" + each
		}
		u, err := url.Parse(each)
		switch {
		case err != nil:
			return errors.New("expected addresses of NATS servers such as `nats://10.0.0.1:4222`, separated by commas, found one that is none; in passwords `@`, `:`, `/` and `%` are written `%40`, `%3A`, `%2F` and `%25`")
		case !slices.Contains(schemes, u.Scheme) || u.Host == "":
			return fmt.Errorf("expected addresses of NATS servers such as `nats://10.0.0.1:4222`, separated by commas, found `%s`", u.Redacted())
		}
	}
	return nil
}

// checkCredentials looks whether a file lets somebody sign in.
//
// Errors: it cannot be read, or is something else.
func checkCredentials(file string) error {
	text, err := os.ReadFile(file)
	switch {
	case err != nil:
		return fmt.Errorf("expected a file of credentials for NATS, found this: %w", err)
	case !strings.Contains(string(text), "-----BEGIN NATS USER JWT-----") || !strings.Contains(string(text), "-----BEGIN USER NKEY SEED-----"):
		return fmt.Errorf("expected credentials for NATS in `%s`, with a user's JWT and seed as `nsc generate creds` writes them, found something else", file)
	}
	return nil
}

// unconnected says why no connection to a place could be made.
func unconnected(places string, err error) error {
	switch {
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("expected a NATS server at `%s`, found none that answers; see that it runs, and that this machine reaches its port: %w", places, err)
	case strings.Contains(strings.ToLower(err.Error()), nats.AUTHORIZATION_ERR):
		return fmt.Errorf("expected a NATS server at `%s` that lets this program in, found that it does not; the address has the user, nats://USER:PASSWORD@HOST, or a file of credentials has: %w", places, err)
	}
	return fmt.Errorf("expected a NATS server at `%s`, found this: %w", places, err)
}

// WithoutJetStream says why a server, to which there is a connection, keeps nothing.
func WithoutJetStream(places string, conn *nats.Conn, err error) error {
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("expected a NATS server with JetStream at `%s`, found one without it; its configuration needs `jetstream { store_dir: …, sync_interval: always }`: %w", places, err)
	case errors.Is(err, context.DeadlineExceeded) && errors.Is(conn.LastError(), nats.ErrPermissionViolation):
		return fmt.Errorf("expected a NATS server at `%s` where this program may use JetStream, found that its user may not; it has to publish to `$JS.API.>`, `$KV.UNBOX_LEASES.>`, `unbox.>`, `_UNBOX.>` and `_INBOX.>`, and to subscribe to the last three: %w", places, conn.LastError())
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("expected a NATS server with JetStream at `%s`, found one that does not answer about streams; of a cluster of three, two machines have to run: %w", places, err)
	}
	return fmt.Errorf("expected a NATS server with JetStream at `%s`, found this: %w", places, err)
}
