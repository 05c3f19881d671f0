// Package cluster is the connection of a program to the NATS servers that several machines share.
package cluster

import (
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Config says where a cluster is.
type Config struct {
	// URL is the address of a server, or those of several, separated by commas.
	URL string
	// Credentials is a file with which to sign in; "" for none.
	Credentials string
	// Private makes responses use subjects that only servers may read: machines that do jobs for them can read
	// the others.
	Private bool
	Log     *slog.Logger
	// Counts counts the connections that are made with it; nil for nobody.
	Counts *Counts
}

// privateInbox begins the subjects of private responses.
const privateInbox = "_UNBOX"

const (
	// answer is the maximum time for a server to respond to a connection; pace is the wait before the next one
	// is tried.
	answer = 4 * time.Second
	pace   = 200 * time.Millisecond
)

// BeatPace is the interval at which servers report to each other what they know, Silence the time without a report after which
// one is taken to be gone. A report that is lost is made up for by the next one.
const (
	BeatPace = 3 * time.Second
	Silence  = 10 * time.Second
)

// Places returns the URL without passwords.
func (c Config) Places() string {
	var all []string
	for each := range strings.SplitSeq(c.URL, ",") {
		if u, err := url.Parse(strings.TrimSpace(each)); err == nil {
			each = u.Redacted()
		}
		all = append(all, each)
	}
	return strings.Join(all, ",")
}

// Connect connects, and reconnects whenever the connection is lost: for ever, to another server within seconds, and
// without buffering messages meanwhile, since their senders retry. lost is called each time.
//
// Errors: the addresses or the credentials cannot be such, no server answers, or none lets this program in.
func Connect(c Config, lost func()) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name("unbox"), nats.MaxReconnects(-1), nats.ReconnectWait(pace), nats.ReconnectJitter(pace, pace), nats.ReconnectBufSize(-1),
		nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2), nats.Timeout(answer),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.Log.Warn("the connection to NATS is lost; it is tried again", "reason", err)
			}
			lost()
		}),
		nats.ReconnectHandler(func(*nats.Conn) { c.Log.Info("the connection to NATS is back") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			c.Log.Warn("NATS reports an error", "reason", err)
		}),
	}
	if c.Private {
		options = append(options, nats.CustomInboxPrefix(privateInbox))
	}
	if err := checkURL(c.URL); err != nil {
		return nil, err
	}
	if c.Credentials != "" {
		if err := checkCredentials(c.Credentials); err != nil {
			return nil, err
		}
		options = append(options, nats.UserCredentials(c.Credentials))
	}
	conn, err := nats.Connect(c.URL, options...)
	if err != nil {
		return nil, unconnected(c.Places(), err)
	}
	c.Counts.opened(conn)
	return conn, nil
}
