package playground

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// TestMetrics counts requests by their status, and records nothing about who
// asked for what.
func TestMetrics(t *testing.T) {
	t.Parallel()
	m := NewMetrics()
	m.Gauge("unbox_test", "A number.", func() float64 { return 7 })
	h, err := New(Config{Files: fstest.MapFS{}, Metrics: m})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/healthz", "/healthz", "/secret-path?secret-query"} {
		r := httptest.NewRequest("GET", path, nil)
		r.RemoteAddr = "203.0.113.77:1"
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	text := w.Body.String()
	for _, want := range []string{`unbox_requests_total{status="200"} 2`, `unbox_requests_total{status="404"} 1`, "unbox_request_seconds_count 3", "unbox_test 7", "unbox_live_connections 0", "go_goroutines", "process_open_fds"} {
		if !strings.Contains(text, want) {
			t.Errorf("expected %q, found none in\n%s", want, text)
		}
	}
	for _, never := range []string{"secret", "203.0.113"} {
		if strings.Contains(text, never) {
			t.Errorf("expected nothing of `%s`, found some", never)
		}
	}
}
