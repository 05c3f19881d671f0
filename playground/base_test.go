package playground

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// TestBasePath asks for a site that lies below a path: by that path, without its last slash, and elsewhere.
func TestBasePath(t *testing.T) {
	files := builtPage(t)
	files["index.html"] = &fstest.MapFile{Data: []byte(`<html data-site="__BASE__"><script src="__BASE__assets/main.abcdefgh.js"></script>`)}
	files["assets/manifest.abcdefgh.webmanifest"] = &fstest.MapFile{Data: []byte(`{"scope":"__BASE__"}`)}
	files["embed.html"] = &fstest.MapFile{Data: []byte("<p>a picture</p>")}
	files["assets/service-worker.abcdefgh.js"] = &fstest.MapFile{Data: []byte(`files("__FILES__")`)}
	h, err := New(Config{Files: files, BasePath: "/a/unbox/", Offline: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		target, want string
		status       int
	}{
		{"/a/unbox/", `data-site="/a/unbox/"><script src="/a/unbox/assets/main.abcdefgh.js"`, 200},
		{"/a/unbox/assets/main.abcdefgh.js", script, 200},
		{"/a/unbox/assets/manifest.abcdefgh.webmanifest", `{"scope":"/a/unbox/"}`, 200},
		{"/a/unbox/sw.js", "/a/unbox/assets/main.abcdefgh.js -", 200},
		{"/a/unbox/healthz", `"ok"`, 200},
		{"/a/unbox", "/a/unbox/", http.StatusPermanentRedirect},
		{"/a/unbox/absent", "which is /a/unbox/, of the lessons, /a/unbox/lessons/", 404},
		{"/a/unbox/lessons/absent", "listed at /a/unbox/lessons/", 404},
		{"/", "Expected an address that begins with /a/unbox/, found /.", 404},
		{"/a/unboxed/", "found /a/unboxed/.", 404},
		{"/assets/main.abcdefgh.js", "begins with /a/unbox/", 404},
		{"//a/unbox/", "404", 404},
	} {
		r := ask(t, h, "GET", c.target)
		if text := body(t, r); r.StatusCode != c.status || !strings.Contains(text+r.Header.Get("Location"), c.want) {
			t.Errorf("%s: expected %d with %q, found %d %q", c.target, c.status, c.want, r.StatusCode, text)
		}
		if r.Header.Get(policyHeader) == "" {
			t.Errorf("%s: expected the headers of every answer, found %v", c.target, r.Header)
		}
	}
	if to := ask(t, h, "GET", "/a/unbox?rows=1-2").Header.Get("Location"); to != "/a/unbox/?rows=1-2" {
		t.Errorf("expected the query to stay, found %q", to)
	}
	if r := ask(t, h, "POST", "/a/unbox"); r.StatusCode != 404 {
		t.Errorf("expected nothing to be sent on, found %d", r.StatusCode)
	}
	for path, others := range map[string]bool{"/a/unbox/embed": true, "/a/unbox/": false} {
		if got := strings.HasSuffix(ask(t, h, "GET", path).Header.Get(policyHeader), "frame-ancestors *"); got != others {
			t.Errorf("%s: expected frames of other sites: %v, found %v", path, others, got)
		}
	}
	r := ask(t, h, "POST", "/a/unbox/seat", "Sec-Fetch-Site: same-origin")
	if cookies := r.Cookies(); len(cookies) != 1 || cookies[0].Path != "/a/unbox/" {
		t.Errorf("expected a cookie for the site's path, found %v", cookies)
	}
}

// TestRedirectsStayBelowThePath sends what the router redirects: none of it may lead to what else is served under the name.
func TestRedirectsStayBelowThePath(t *testing.T) {
	h, err := New(Config{Files: builtPage(t), BasePath: "/a/unbox/"})
	if err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]string{
		"/a/unbox//evil.example/":       "/a/unbox/evil.example/",
		"/a/unbox/..//evil.example":     "/a/unbox/evil.example",
		"/a/unbox///":                   "/a/unbox/",
		"/a/unbox/lessons/../healthz":   "/a/unbox/healthz",
		"/a/unbox/./healthz?a=//b":      "/a/unbox/healthz?a=//b",
		"/a/unbox/assets":               "/a/unbox/assets/",
		"/a/unbox//a/unbox//healthz":    "/a/unbox/healthz",
		"/a/unbox//../../../etc/passwd": "/a/unbox/etc/passwd",
	} {
		answer := ask(t, h, "GET", target)
		if to := answer.Header.Get("Location"); to != want {
			t.Errorf("%s: expected to be sent to %s, found %q", target, want, to)
		}
		body, err := io.ReadAll(answer.Body)
		if leads := regexp.MustCompile(`href="([^"]*)"`).FindSubmatch(body); err != nil || leads != nil && string(leads[1]) != want {
			t.Errorf("%s: expected no other link than %s, found %s, %v", target, want, body, err)
		}
	}
}

func TestParseBasePath(t *testing.T) {
	for text, want := range map[string]string{"": "/", "/": "/", "unbox": "/unbox/", "/unbox": "/unbox/", "/a-b/c_d~1/v1.2/": "/a-b/c_d~1/v1.2/"} {
		if got, err := ParseBasePath(text); err != nil || got != want {
			t.Errorf("%q: expected %q, found %q, %v", text, want, got, err)
		}
	}
	for _, text := range []string{"/a//b/", "/../", "/.a/", "/a b/", "/ü/", `/"><script>/`, "/%41/", "https://unbox.example.org/", "/a?b/", strings.Repeat("a/", 200)} {
		if got, err := ParseBasePath(text); err == nil {
			t.Errorf("%q: expected an error, found %q", text, got)
		}
	}
}
