package browsertest

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"unbox"
	"unbox/classroom/journal/sqlite"
	"unbox/classroom/school"
	"unbox/classroom/workshop"
	"unbox/playground"
	"unbox/playground/secret"
	"unbox/static"
	"unbox/tutorials"
)

// belowPath is a server with everything, below a path, and the secret of its owner.
func belowPath(t *testing.T, base string) (*Site, string) {
	t.Helper()
	journal, err := sqlite.Open(t.TempDir())
	must(t, err)
	t.Cleanup(func() { _ = journal.Close() })
	key, log := secret.New(), slog.New(slog.DiscardHandler)
	var kept *school.School
	site := ownSite(t, func(c *playground.Config) {
		kept, err = school.Open(t.Context(), school.Options{Journal: journal, Key: key, Log: log, Course: school.StepsOf(c.Course), Questions: school.QuestionsOf(c.Course)})
		c.Key, c.School, c.Workshops, c.Offline, c.BasePath = key, kept, workshop.NewHall(workshop.Options{Journal: journal, Key: key, Log: log}), true, base
	})
	must(t, err)
	word, err := kept.NewSecret(t.Context())
	must(t, err)
	site.URL += strings.TrimPrefix(base, "/")
	return site, word
}

// insideSite finds links and resources of a page that are on its server and not below the site's path.
const insideSite = `[...document.querySelectorAll("[href],[src]")].map((e) => e.href?.animVal ?? e.href ?? e.src).filter((u) => u.startsWith(location.origin) && !u.startsWith(location.origin + "/schools/unbox/"))`

func expectInside(t *testing.T, tab *Tab) {
	t.Helper()
	var outside []string
	must(t, tab.Eval(insideSite, &outside))
	if len(outside) > 0 {
		t.Errorf("expected addresses below the site's path only, found %q", outside)
	}
}

// TestBelowAPath uses every part of a site that lies below a path of its server: whatever a page asks for outside of the path is a problem of
// every tab.
func TestBelowAPath(t *testing.T) {
	long(t)
	t.Parallel()
	site, word := belowPath(t, "/schools/unbox/")
	tab := arriveAt(t, site, "")
	must(t, tab.Ready())
	expectInside(t, tab)
	showSmall(t, tab)
	must(t, tab.Click(".prove-button"))
	must(t, tab.Wait(`document.querySelector(".prove-verdict.status-proved")`))
	must(t, tab.Wait(kept))
	for _, part := range []string{"Lab", "Lessons", "Playground"} {
		must(t, tab.Eval(`[...document.querySelectorAll(".site-nav a")].find((a) => a.textContent === "`+part+`").click()`, nil))
		must(t, tab.Wait(map[string]string{"Lab": labVerdict("refuted"), "Lessons": `document.querySelector("#content a[href]")`, "Playground": `document.querySelector(".cm-content")`}[part]))
		expectInside(t, tab)
	}
	must(t, tab.Open(site.URL+"glossary"))
	must(t, tab.Wait(`document.querySelector(".entry")`))
	expectInside(t, tab)

	presenter, code := present(t, site)
	follower := follow(t, site, code, "Ada")
	must(t, presenter.TypeAtEnd("# first words"))
	must(t, follower.Wait(holds("# first words")))

	teacher, code := teachClass(t, site, word)
	learner := joinClass(t, site, code, "Ada")
	expectInside(t, learner)
	must(t, learner.Open(site.URL+foldStep))
	must(t, learner.Judged(""))
	expectInside(t, learner)
	must(t, learner.Solve(rightFold))
	must(t, learner.Wait(has(".class-bar", "This step counts as done")))
	must(t, teacher.Click(".teach-bar .teach-code"))
	must(t, teacher.Wait(`document.querySelector(".teach-qr")?.naturalWidth > 0`))
	must(t, teacher.Wait(has(".teach-address", "/schools/unbox/c/")))
	must(t, teacher.Reload()) // the cookie comes back
	must(t, teacher.Wait(has(".teach-count", "of 1 here")))
	expectInside(t, teacher)
}

// TestBelowAPathWithoutANetwork visits a site below a path once, and then another part of it without a network.
func TestBelowAPathWithoutANetwork(t *testing.T) {
	long(t)
	t.Parallel()
	c, tab := overCable(t, ownSite(t, keeping, func(c *playground.Config) { c.BasePath = "/unbox/" }), "unbox/")
	must(t, tab.Ready())
	must(t, tab.Wait(kept))
	c.cut()
	must(t, tab.Eval(`location.href = "/unbox/lab"`, nil))
	must(t, tab.Wait(labVerdict("refuted")))
}

// named finds addresses in a page, a style sheet or a script.
var named = regexp.MustCompile(`(?:href|src)="([^"#]+)|(?:from|import)\s*\(?"([^"]+)"|url\(["']?([^"')]+)`)

// TestEveryAssetBelowAPath asks for everything that the built page consists of, below a path and at the top: each file by its own address,
// and whatever pages, scripts and styles name.
func TestEveryAssetBelowAPath(t *testing.T) {
	long(t)
	t.Parallel()
	must(t, static.Check(unbox.Fingerprint()))
	course, err := tutorials.Course()
	must(t, err)
	for _, base := range []string{"/", "/unbox/"} {
		h, err := playground.New(playground.Config{Files: static.Files(), Course: course, Sources: unbox.Sources(), Offline: true, BasePath: base})
		must(t, err)
		ask := func(address string) (int, string) {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
			must(t, err)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w.Code, w.Body.String()
		}
		status, worker := ask(base + "sw.js")
		if status != http.StatusOK {
			t.Fatalf("expected the service worker at %ssw.js, found status %d", base, status)
		}
		seen := map[string]bool{}
		queue := listed(worker)
		for len(queue) > 0 {
			address := queue[0]
			queue = queue[1:]
			if seen[address] {
				continue
			}
			seen[address] = true
			status, text := ask(address)
			if status != http.StatusOK || !strings.HasPrefix(address, base) {
				t.Errorf("expected %s below %s, found status %d", address, base, status)
			}
			if ext := path.Ext(address); ext == ".wasm" || ext == ".json" {
				continue
			}
			for _, m := range named.FindAllStringSubmatch(text, -1) {
				to, err := url.Parse(m[1] + m[2] + m[3])
				if err != nil || to.IsAbs() || to.Host != "" || !strings.Contains(to.Path, "assets/") && !strings.HasPrefix(to.Path, "./") {
					continue
				}
				from, err := url.Parse(address)
				must(t, err)
				queue = append(queue, from.ResolveReference(to).Path)
			}
		}
		if len(seen) < 60 {
			t.Errorf("expected all pages, lessons and assets, found %d", len(seen))
		}
		if base == "/" {
			continue
		}
		for address := range seen {
			outside := "/" + strings.TrimPrefix(address, base)
			if status, _ := ask(outside); status != http.StatusNotFound {
				t.Errorf("expected nothing at %s, found status %d", outside, status)
			}
		}
	}
}

// listed are the addresses in a service worker.
func listed(worker string) []string {
	var all []string
	for _, word := range regexp.MustCompile(`[ "\x60](/[^ "\x60]*) [A-Za-z0-9_-]+`).FindAllStringSubmatch(worker, -1) {
		all = append(all, word[1])
	}
	return all
}
