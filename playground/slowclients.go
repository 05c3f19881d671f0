package playground

import (
	"net/http"
	"time"
)

// steady cuts off clients that do not read: each 64 KiB of an answer have to be read within
// stall, and all of it within transfer. So an answer holds its memory only as long as it is
// being read.
func steady(stall, transfer time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&steadyWriter{w, http.NewResponseController(w), stall, time.Now().Add(transfer)}, r)
	})
}

type steadyWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	stall   time.Duration
	end     time.Time
}

// Write writes in pieces, each with a deadline of its own.
func (s *steadyWriter) Write(p []byte) (int, error) {
	written := 0
	for {
		next := time.Now().Add(s.stall)
		if s.end.Before(next) {
			next = s.end
		}
		_ = s.control.SetWriteDeadline(next) // a recorder of a test has none
		n, err := s.ResponseWriter.Write(p[written:min(len(p), written+piece)])
		if written += n; err != nil || written == len(p) {
			return written, err
		}
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (s *steadyWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }
