package playground

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"unbox/playground/visit"
)

// Limits of one connection. They are far above what a browser needs and keep a
// client that sends or reads a byte a minute from holding a connection for ever.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 10 * time.Second // of requests of which no handler reads a body
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 16 << 10
)

// Serving configures Serve.
type Serving struct {
	// Log receives errors of connections.
	Log *slog.Logger
	// Drain is the time for which running requests may continue when the server
	// stops.
	Drain time.Duration
	// Limits bound connections and transfers.
	Limits Limits
	// Addresses knows trusted proxies, whose connections are those of many visitors.
	Addresses visit.Addresses
	// TLS encrypts all connections; nil leaves that to a proxy.
	TLS *tls.Config
}

// Serve answers requests on l until ctx is done. Then it stops listening and
// gives running requests some time to finish; those that take longer are cut
// off. WebSockets are told at once that the server goes away. It closes l.
//
// Errors: the listener broke, or requests had to be cut off.
func Serve(ctx context.Context, l net.Listener, h http.Handler, s Serving) error {
	limits := s.Limits.withDefaults()
	if files := openFiles(); limits.within(files) != limits {
		limits = limits.within(files)
		s.Log.Warn("the system lets this server have few files open, so it takes fewer connections; `ulimit -n` or LimitNOFILE= changes that", "files", files, "connections", limits.Connections)
	}
	sockets := newSockets()
	limited := newConnections(l, limits, s.Addresses)
	server := &http.Server{
		BaseContext:       func(net.Listener) context.Context { return sockets.within(context.WithoutCancel(ctx)) },
		Handler:           newStreams(limits, s.Addresses, steady(limits.Stall, limits.Transfer, h)),
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: maxStreams, MaxReceiveBufferPerConnection: maxUnread, MaxReceiveBufferPerStream: maxUnread},
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      limits.Transfer,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ConnState:         limited.changed,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	broken := make(chan error, 1)
	if s.TLS != nil {
		server.TLSConfig = s.TLS
		go func() { broken <- server.ServeTLS(limited, "", "") }()
	} else {
		go func() { broken <- server.Serve(limited) }()
	}
	select {
	case err := <-broken:
		return err
	case <-ctx.Done():
	}
	s.Log.Info("shutting down", "drain", s.Drain)
	// ctx is done already: the deadline must not hang on it.
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Drain)
	defer cancel()
	sockets.stop()
	defer sockets.wait(deadline)
	if err := server.Shutdown(deadline); err != nil {
		return errors.Join(errors.New("requests were cut off at shutdown: "+err.Error()), server.Close())
	}
	return nil
}
