package playground

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
)

const (
	scriptName = "/assets/main.abcdefgh.js"
	script     = "console.log('a script that is long enough to be worth compressing')"
)

// builtPage is a page like the one that static/build makes.
func builtPage(t *testing.T) fstest.MapFS {
	t.Helper()
	var br bytes.Buffer
	w := brotli.NewWriter(&br)
	if _, err := io.WriteString(w, script); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{
		"index.html":                   {Data: []byte(`<html data-version="__VERSION__"><script src="` + scriptName + `"></script>`)},
		"assets/main.abcdefgh.js.br":   {Data: br.Bytes()},
		"assets/unbox.abcdefgh.wasm":   {Data: []byte("\x00asm\x01\x00\x00\x00")},
		"assets/favicon.abcdefgh.svg":  {Data: []byte("<svg/>")},
		"manifest.json":                {Data: []byte("{}")},
		"assets/strange.abcdefgh.blob": {Data: []byte("?")},
	}
}

func newHandler(t *testing.T) http.Handler {
	t.Helper()
	h, err := New(Config{Files: builtPage(t), Version: "v1.2<3"})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// ask sends one request; header lines are written "Name: value".
func ask(t *testing.T, h http.Handler, method, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRoutes(t *testing.T) {
	tests := []struct {
		method, target string
		status         int
		contentType    string
		cacheControl   string
		contains       string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8", "no-cache", `data-version="v1.2&lt;3"`},
		{"HEAD", "/", 200, "text/html; charset=utf-8", "no-cache", ""},
		{"GET", "/?q=1", 200, "text/html; charset=utf-8", "no-cache", "<script"},
		{"GET", scriptName, 200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", script},
		{"HEAD", scriptName, 200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", ""},
		{"GET", "/assets/unbox.abcdefgh.wasm", 200, "application/wasm", "public, max-age=31536000, immutable", "\x00asm"},
		{"GET", "/assets/strange.abcdefgh.blob", 200, "application/octet-stream", "public, max-age=31536000, immutable", "?"},
		{"GET", "/favicon.ico", 200, "image/svg+xml", "public, max-age=86400", "<svg/>"},
		{"GET", "/robots.txt", 200, "text/plain; charset=utf-8", "", "User-agent"},
		{"GET", "/healthz", 200, "application/json", "no-store", `"status":"ok"`},
		{"GET", "/assets/main.abcdefgh.js.br", 404, "text/plain; charset=utf-8", "no-store", "404 Not Found"},
		{"GET", "/manifest.json", 404, "text/plain; charset=utf-8", "no-store", "found /manifest.json"},
		{"GET", "/assets/", 404, "text/plain; charset=utf-8", "no-store", "404"},
		{"GET", "/nothing", 404, "text/plain; charset=utf-8", "no-store", "Expected the address of the playground"},
		{"GET", "/lab/", 404, "text/plain; charset=utf-8", "no-store", "or of the lab, /lab, found /lab/."},
		{"GET", "/lessons/straight-lines/nothing", 404, "text/plain; charset=utf-8", "no-store", "Expected the address of a lesson, found /lessons/straight-lines/nothing. All lessons are listed at /lessons/."},
		{"POST", "/", 405, "text/plain; charset=utf-8", "no-store", "Expected GET or HEAD, found POST"},
		{"DELETE", scriptName, 405, "text/plain; charset=utf-8", "no-store", "found DELETE"},
		{"PUT", "/healthz", 405, "text/plain; charset=utf-8", "no-store", "found PUT"},
	}
	h := newHandler(t)
	for _, tt := range tests {
		t.Run(tt.method+" "+tt.target, func(t *testing.T) {
			r := ask(t, h, tt.method, tt.target)
			text := body(t, r)
			if r.StatusCode != tt.status {
				t.Errorf("status: got %d, expected %d", r.StatusCode, tt.status)
			}
			if got := r.Header.Get("Content-Type"); got != tt.contentType {
				t.Errorf("Content-Type: got %q, expected %q", got, tt.contentType)
			}
			if got := r.Header.Get("Cache-Control"); got != tt.cacheControl {
				t.Errorf("Cache-Control: got %q, expected %q", got, tt.cacheControl)
			}
			if !strings.Contains(text, tt.contains) {
				t.Errorf("body: got %q, expected it to contain %q", text, tt.contains)
			}
			if tt.method == "HEAD" && text != "" {
				t.Errorf("HEAD: got a body of %d bytes, expected none", len(text))
			}
			if tt.status == 405 && r.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("Allow: got %q, expected %q", r.Header.Get("Allow"), "GET, HEAD")
			}
			for name := range securityHeaders {
				wanted := name != permissionsHeader || !strings.HasPrefix(tt.target, "/assets/")
				if found := r.Header.Get(name) != ""; found != wanted {
					t.Errorf("header %s: expected it to be there = %v, found %v", name, wanted, found)
				}
			}
		})
	}
}

func TestPolicyHasNoInline(t *testing.T) {
	policy := securityHeaders["Content-Security-Policy"]
	for _, word := range []string{"unsafe-inline", "'unsafe-eval'", "http:", "https:"} {
		if strings.Contains(policy, word) {
			t.Errorf("the policy allows %s: %s", word, policy)
		}
	}
}

func TestErrorsAreHTMLForBrowsers(t *testing.T) {
	r := ask(t, newHandler(t), "GET", "/<script>", "Accept: text/html,*/*")
	text := body(t, r)
	if got := r.Header.Get("Content-Type"); got != "text/html; charset=utf-8" {
		t.Errorf("Content-Type: got %q, expected HTML", got)
	}
	_, style, _ := strings.Cut(text, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))
	if allowed, policy := base64.StdEncoding.EncodeToString(sum[:]), r.Header.Get(policyHeader); style == "" || !strings.Contains(policy, "style-src 'sha256-"+allowed+"'") {
		t.Errorf("expected a policy that allows the page's own style %q, found %s", style, policy)
	}
	if strings.Contains(text, "<script>") || !strings.Contains(text, "&lt;script&gt;") {
		t.Errorf("expected the path to be escaped, found %q", text)
	}
}

func TestEveryEncodingDecodesToTheSame(t *testing.T) {
	decode := map[string]func(io.Reader) (io.Reader, error){
		"":     func(r io.Reader) (io.Reader, error) { return r, nil },
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	}
	h := newHandler(t)
	tags := map[string]string{}
	for encoding, open := range decode {
		for _, target := range []string{"/", scriptName} {
			r := ask(t, h, "GET", target, "Accept-Encoding: "+encoding)
			if got := r.Header.Get("Content-Encoding"); got != encoding {
				t.Errorf("%s: Content-Encoding: got %q, expected %q", target, got, encoding)
			}
			if got := r.Header.Get("Vary"); got != "Accept-Encoding" {
				t.Errorf("%s: Vary: got %q, expected Accept-Encoding", target, got)
			}
			reader, err := open(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(reader)
			if err != nil {
				t.Fatal(err)
			}
			if target == scriptName && string(text) != script {
				t.Errorf("%s: got %q, expected the script", encoding, text)
			}
			tag := r.Header.Get("ETag")
			if !strings.HasPrefix(tag, `"`) {
				t.Errorf("ETag: got %q, expected a strong one", tag)
			}
			if other, taken := tags[tag]; taken {
				t.Errorf("%s %s has the entity tag of %s", target, encoding, other)
			}
			tags[tag] = target + " " + encoding
		}
	}
}

func TestNotModified(t *testing.T) {
	h := newHandler(t)
	tag := ask(t, h, "GET", "/", "Accept-Encoding: br").Header.Get("ETag")
	for _, field := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
		r := ask(t, h, "GET", "/", "Accept-Encoding: br", "If-None-Match: "+field)
		if r.StatusCode != http.StatusNotModified || body(t, r) != "" {
			t.Errorf("If-None-Match %s: got %d, expected 304 without a body", field, r.StatusCode)
		}
		if r.Header.Get("ETag") != tag || r.Header.Get("Vary") == "" {
			t.Errorf("304: expected ETag and Vary, found %v", r.Header)
		}
	}
	r := ask(t, h, "GET", "/", "Accept-Encoding: gzip", "If-None-Match: "+tag)
	if r.StatusCode != http.StatusOK {
		t.Errorf("another encoding's tag: got %d, expected 200", r.StatusCode)
	}
}

func TestHealth(t *testing.T) {
	var got Health
	if err := json.Unmarshal([]byte(body(t, ask(t, newHandler(t), "GET", "/healthz"))), &got); err != nil {
		t.Fatal(err)
	}
	if got.Status != "ok" || got.Version != "v1.2<3" || !strings.HasPrefix(got.Go, "go") {
		t.Errorf("got %+v, expected status ok, the version and Go's", got)
	}
}

func TestUnbuiltPageSaysHowToBuildIt(t *testing.T) {
	h, err := New(Config{Files: fstest.MapFS{".keep": {}}, Version: "dev"})
	if err != nil {
		t.Fatal(err)
	}
	r := ask(t, h, "GET", "/")
	if text := body(t, r); r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "make build") {
		t.Errorf("got %d %q, expected 503 and the command", r.StatusCode, text)
	}
	if r := ask(t, h, "GET", "/healthz"); r.StatusCode != http.StatusOK {
		t.Errorf("/healthz: got %d, expected 200", r.StatusCode)
	}
}
