package playground

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func text(s string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, s) })
}

func TestLive(t *testing.T) {
	live := NewLive(text("old"))
	server := httptest.NewServer(live)
	defer server.Close()
	events, err := http.Get(server.URL + livePath)
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	lines := bufio.NewScanner(events.Body)
	next := func() string {
		for lines.Scan() {
			if lines.Text() != "" {
				return lines.Text()
			}
		}
		t.Fatalf("expected another event, found the end (%v)", lines.Err())
		return ""
	}
	if got := next(); got != "data: 0" {
		t.Errorf("expected the first state, found %s", got)
	}
	live.Change(text("new"))
	if got := next(); got != "data: 1" {
		t.Errorf("expected a change, found %s", got)
	}
	r, err := http.Get(server.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if body, _ := io.ReadAll(r.Body); string(body) != "new" {
		t.Errorf("expected the new site, found %s", body)
	}
}
