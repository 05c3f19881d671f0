package playground

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

// builtSite is builtPage with what is served under a name of its own.
func builtSite(t *testing.T, offline bool) http.Handler {
	t.Helper()
	files := builtPage(t)
	files["embed.html"] = files["index.html"]
	files["unbox-trace.js.br"] = files["assets/main.abcdefgh.js.br"]
	files["assets/service-worker.abcdefgh.js"] = &fstest.MapFile{Data: []byte(`release("__RELEASE__"); files("__FILES__".split(" "))`)}
	h, err := New(Config{Files: files, Version: "v1", Offline: offline})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestServiceWorker expects all files of a release in it, each page with the tag of its contents, and a different name for each
// release.
func TestServiceWorker(t *testing.T) {
	h := builtSite(t, true)
	r := ask(t, h, "GET", "/sw.js")
	text := body(t, r)
	if r.StatusCode != 200 || r.Header.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/javascript") {
		t.Errorf("expected a script that is asked for again, found %d %v", r.StatusCode, r.Header)
	}
	tag := strings.Trim(ask(t, h, "GET", "/").Header.Get("ETag"), `"`)
	for _, words := range []string{"/ " + tag, "/embed " + tag, scriptName + " -", "/assets/unbox.abcdefgh.wasm -"} {
		if !strings.Contains(text, words) {
			t.Errorf("expected %q in the service worker, found %s", words, text)
		}
	}
	if strings.Contains(text, "__") || strings.Contains(text, "service-worker") {
		t.Errorf("expected no marks, and not the worker itself, found %s", text)
	}
	if status := ask(t, h, "GET", "/assets/service-worker.abcdefgh.js").StatusCode; status != 404 {
		t.Errorf("expected the worker at its own address only, found status %d", status)
	}
	if none := body(t, ask(t, builtSite(t, false), "GET", "/sw.js")); !strings.Contains(none, `files("".split`) || none == text {
		t.Errorf("expected a worker without files where nothing is kept, found %s", none)
	}
}

// TestElementIsForAllSites expects that any page may load the element's script.
func TestElementIsForAllSites(t *testing.T) {
	r := ask(t, builtSite(t, false), "GET", "/unbox-trace.js")
	if r.StatusCode != 200 || r.Header.Get("Access-Control-Allow-Origin") != "*" || r.Header.Get("Cache-Control") != "public, max-age=3600" {
		t.Errorf("expected a script for all sites, found %d %v", r.StatusCode, r.Header)
	}
	if status := ask(t, newHandler(t), "GET", "/unbox-trace.js").StatusCode; status != http.StatusServiceUnavailable {
		t.Errorf("expected 503 of a site that was not built, found %d", status)
	}
}

// TestWhoMayFrame expects that any site may frame the embedded picture and the lessons, and only this site everything else.
func TestWhoMayFrame(t *testing.T) {
	h := builtSite(t, false)
	for path, want := range map[string]string{"/": "'self'", "/embed": "*", "/embedded": "'self'", "/lessons/": "*", "/healthz": "'self'"} {
		policy := ask(t, h, "GET", path).Header.Get("Content-Security-Policy")
		if !strings.HasSuffix(policy, "; frame-ancestors "+want) {
			t.Errorf("%s: expected frame-ancestors %s, found %s", path, want, policy)
		}
	}
}
