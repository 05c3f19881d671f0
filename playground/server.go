package playground

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits of one connection. They are far above what a browser needs and keep a
// client that sends or reads a byte a minute from holding a connection for ever.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 10 * time.Second
	writeTimeout      = 5 * time.Minute // the module, over a very slow line
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 16 << 10
)

// Serve answers requests on l until ctx is done. Then it stops listening and
// gives running requests up to drain to finish; those that take longer are cut
// off. WebSockets are told at once that the server goes away. It closes l.
//
// Errors: the listener broke, or requests had to be cut off.
func Serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger, drain time.Duration) error {
	sockets := newSockets()
	server := &http.Server{
		BaseContext:       func(net.Listener) context.Context { return sockets.within(context.WithoutCancel(ctx)) },
		Handler:           http.MaxBytesHandler(h, maxBody),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	broken := make(chan error, 1)
	go func() { broken <- server.Serve(l) }()
	select {
	case err := <-broken:
		return err
	case <-ctx.Done():
	}
	log.Info("shutting down", "drain", drain)
	// ctx is done already: the deadline must not hang on it.
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	sockets.stop()
	defer sockets.wait(deadline)
	if err := server.Shutdown(deadline); err != nil {
		return errors.Join(errors.New("requests were cut off at shutdown: "+err.Error()), server.Close())
	}
	return nil
}
