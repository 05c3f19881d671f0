//go:build linux

package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestSenderChangesKeys sends a request to a server whose bytes are each encrypted with another key: the server understands it.
func TestSenderChangesKeys(t *testing.T) {
	heard := make(chan string, 1)
	server := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { heard <- r.URL.Path }))
	defer server.Close()
	s, err := dialSender(t.Context(), "127.0.0.1", strings.TrimPrefix(server.URL, "https://"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.to.Close()
	for _, letter := range []byte("GET /found HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") {
		for _, record := range [][]byte{s.update(), s.record(23, []byte{letter})} {
			if _, err := s.to.Write(record); err != nil {
				t.Fatal(err)
			}
		}
	}
	if path := <-heard; path != "/found" {
		t.Errorf("expected `/found`, found %q", path)
	}
}
