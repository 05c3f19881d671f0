package playground

import (
	"bufio"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
)

// securityHeaders go with every answer; permissions do not go with assets.
//
// Nothing is loaded from elsewhere and nothing inline runs; WebAssembly may be
// compiled. There is no Cross-Origin-Opener-Policy or
// -Embedder-Policy: they would break embeds in both directions.
var securityHeaders = map[string]string{
	policyHeader: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
		"style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:; " +
		"font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy":        "no-referrer",
	permissionsHeader:        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

const (
	policyHeader = "Content-Security-Policy"
	// permissionsHeader is one of documents: what they load has their permissions, and does not carry it.
	permissionsHeader = "Permissions-Policy"
)

// frameAncestors says which sites may put a page into a frame. Any site may frame the embedded picture, which only shows something,
// and the lessons, which schools show within their own pages. The others, on which a workshop can be opened or handed over, only
// this site may frame: visitors could be made to click what they do not see.
func frameAncestors(path string) string {
	if path == "/embed" || strings.HasPrefix(path, lessonsBase) {
		return "*"
	}
	return "'self'"
}

func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range securityHeaders {
			w.Header().Set(name, value)
		}
		w.Header().Set(policyHeader, securityHeaders[policyHeader]+frameAncestors(r.URL.Path))
		if strings.HasPrefix(r.URL.Path, "/assets/") {
			w.Header().Del(permissionsHeader)
		}
		if len(r.TransferEncoding) > 0 {
			// It may have had a length as well, which net/http drops. A proxy in between may have
			// used that length, so nothing more is read from here (RFC 9112, section 6.1).
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// logged writes one record for each request and counts it. Only the path is written, never
// the query: what visitors work on is theirs.
func logged(log *slog.Logger, metrics *Metrics, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		seen := &observed{ResponseWriter: w}
		next.ServeHTTP(seen, r)
		metrics.answered(seen.code(), w.Header().Get("Content-Type"), time.Since(start).Seconds())
		log.LogAttrs(r.Context(), seen.level(), "request",
			slog.String("method", shorten(r.Method)),
			slog.String("path", shorten(r.URL.Path)),
			slog.Int("status", seen.code()),
			slog.Int64("bytes", seen.bytes),
			slog.Duration("took", time.Since(start)))
	})
}

// observed remembers what a handler answered.
type observed struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (o *observed) WriteHeader(status int) {
	if o.status == 0 {
		o.status = status
	}
	o.ResponseWriter.WriteHeader(status)
}

func (o *observed) Write(p []byte) (int, error) {
	if o.status == 0 {
		o.status = http.StatusOK
	}
	n, err := o.ResponseWriter.Write(p)
	o.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (o *observed) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// Hijack hands the connection to a WebSocket.
func (o *observed) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if o.status == 0 {
		o.status = http.StatusSwitchingProtocols
	}
	return http.NewResponseController(o.ResponseWriter).Hijack()
}

// code is the status sent; a handler that sent nothing answered 200.
func (o *observed) code() int {
	if o.status == 0 {
		return http.StatusOK
	}
	return o.status
}

func (o *observed) level() slog.Level {
	if o.code() >= http.StatusInternalServerError {
		return slog.LevelError
	}
	return slog.LevelInfo
}

// recovered answers 500 if a handler panics, and logs where. It is inside
// logged, which passes it the writer that knows whether an answer has begun.
func recovered(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			reason := recover()
			if reason == nil {
				return
			}
			if reason == http.ErrAbortHandler {
				panic(reason) // net/http's own way to drop a connection
			}
			log.Error("panic", "path", shorten(r.URL.Path), "reason", reason, "stack", string(debug.Stack()))
			if seen, ok := w.(*observed); ok && seen.status != 0 {
				panic(http.ErrAbortHandler) // half an answer must not look whole
			}
			internalError(w, r)
		}()
		next.ServeHTTP(w, r)
	})
}
