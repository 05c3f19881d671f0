// Package playground serves the page: the index, the assets with their
// compressed forms, the health check, and errors that say what to do. It keeps
// no state between requests and fetches nothing from anywhere.
package playground

import (
	"io/fs"
	"log/slog"
	"net/http"

	"unbox/tutorials/lesson"
	"unbox/tutorials/pages"
)

// Config is what a Handler needs to know.
type Config struct {
	// Files is the built page, as static.Files gives it: index.html and the
	// folder assets, each file with .br and .gz beside it where that is smaller.
	Files fs.FS
	// Course is what the lessons teach; nil leaves them out.
	Course *lesson.Course
	// Sources is the project, from which lessons quote.
	Sources fs.FS
	// Lessons runs learners' programs; nil leaves them to browsers.
	Lessons LessonRunner
	// Live has pages of the lessons listen for changes; a Live must serve the
	// handler.
	Live bool
	// Worker runs machine code; nil leaves the measurements to browsers.
	Worker Worker
	// Version is shown in the page and by /healthz.
	Version string
	// Log gets one record for each request and for each panic; nil discards
	// them. A record never holds a query, a header or an address of a visitor.
	Log *slog.Logger
}

// New returns the handler of the whole site.
//
// Errors: a file of the page cannot be read. A page that was not built is no
// error: the index then says how to build it.
func New(c Config) (http.Handler, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	site, err := loadSite(c.Files, c.Version, c.Worker != nil)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	route := func(path string, h http.HandlerFunc) {
		mux.HandleFunc("GET "+path, h) // the router lets HEAD in, too
		mux.HandleFunc(path, methodNotAllowed)
	}
	route("/{$}", site.servePage("index"))
	for name := range site.pages {
		if name != "index" {
			route("/"+name, site.servePage(name))
		}
	}
	if c.Course != nil {
		if c.Lessons != nil {
			(&lessonRuns{c.Lessons, c.Course, c.Log}).mount(mux)
		}
		mountLessons(route, site.lessonFrame, pages.New(c.Course, c.Sources, lessonsBase), c.Course, c.Live)
	}
	if c.Worker != nil {
		mux.Handle("GET /machine", newMachine(c.Worker, c.Log))
	}
	route("/assets/{name...}", site.serveAsset)
	route("/favicon.ico", site.serveIcon)
	route("/robots.txt", serveRobots)
	route("/healthz", serveHealth(c.Version))
	mux.HandleFunc("/", notFound)
	return secure(logged(c.Log, recovered(c.Log, mux))), nil
}

// serveRobots lets search engines in: there is nothing that would hurt.
func serveRobots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("User-agent: *\nAllow: /\n"))
}
