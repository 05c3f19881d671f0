// Package playground is all that the server answers over HTTP: the pages and their assets in
// compressed forms, runs of learners' programs and receipts for them, measurements over WebSockets,
// the addresses of classes and workshops, TLS, health and metrics, and errors that say what to do.
// It admits requests before it reads them. It downloads nothing. About visitors it keeps only what
// fair queues need, while they are connected, and what happens in classes and workshops if it was
// given a place for them.
package playground

import (
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"unbox/classroom/course"
	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/classroom/workshop"
	"unbox/playground/secret"
	"unbox/playground/visit"
	"unbox/tutorials/lesson"
	"unbox/tutorials/pages"
	"unbox/workers/queue"
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
	// NoPrograms refuses programs in other languages.
	NoPrograms bool
	// BasePath is the path below which the site lies, as ParseBasePath returns it; "" is `/`.
	BasePath string
	// Offline lets browsers keep the whole site, so that it works without a network. Without it, they drop what they
	// kept.
	Offline bool
	// Live makes pages of the lessons listen for changes; a Live must serve the
	// handler.
	Live bool
	// Problems are what check.Course found in the course: pages for its author show them at their
	// places.
	Problems error
	// Workshops are live sessions that visitors open and join; nil leaves them out.
	Workshops *workshop.Hall
	// School are the classes; nil leaves them out.
	School *school.School
	// Keeper knows at which of several servers the classes are, instead of School; nil if servers do not share classes.
	Keeper *keeper.Keeper
	// Courses reads classes' own courses; nil if there is no sandbox.
	Courses *course.Reader
	// Worker runs machine code; nil leaves the measurements to browsers.
	Worker Worker
	// Python measures Python programs; nil, or no Worker, leaves that to browsers.
	Python Worker
	// Key signs seats and receipts; the zero key stands for a fresh one.
	Key secret.Key
	// Addresses says which proxies are trusted; the zero value trusts none.
	Addresses visit.Addresses
	// Hosts are the host names that the server accepts; nil allows any, for a handler
	// behind something that has already checked.
	Hosts *visit.Hosts
	// Limits bound what visitors may use.
	Limits Limits
	// Metrics count what happens; nil counts nothing.
	Metrics *Metrics
	// Version is shown in the page and by /healthz.
	Version string
	// Log gets one record for each request and for each panic; nil discards
	// them. A record never holds a query, a header or an address of a visitor.
	Log *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Key == (secret.Key{}) {
		c.Key = secret.New()
	}
	c.Limits = c.Limits.withDefaults()
	if c.BasePath == "" {
		c.BasePath = "/"
	}
	if c.Hosts == nil {
		c.Hosts = visit.AnyHost()
	}
	return c
}

// New returns the handler of the whole site.
//
// Errors: a file of the page cannot be read. A page that was not built is no
// error: the index then says how to build it.
func New(c Config) (http.Handler, error) {
	c = c.withDefaults()
	where, classes := whereaboutsOf(c)
	site, err := loadSite(c.Files, c.Version, c.BasePath, c.measures(), c.Workshops != nil, classes, c.Offline)
	if err != nil {
		return nil, err
	}
	v := &visitors{addresses: c.Addresses, hosts: c.Hosts, base: c.BasePath, seats: visit.NewSeats(c.Key, c.Limits.NewSeats), perHour: c.Limits.NewSeats}
	routes := &routes{mux: http.NewServeMux(), visitors: v}
	routes.get("/{$}", site.servePage("index"))
	for name := range site.pages {
		if name != "index" && (classes || !slices.Contains(schoolPages, name)) {
			routes.get("/"+name, site.servePage(name))
		}
	}
	memory := budgets(c.Limits)
	var keeping *lessonKeeping
	if classes {
		keeping = &lessonKeeping{where, c.Log}
	}
	made := func() map[string]*file { return nil }
	if c.Course != nil {
		mountRuns(routes, c, keeping, memory)
		made = mountLessons(routes.get, site, pages.New(c.Course, c.Sources, under(c.BasePath, lessonsBase)).ForAuthor(c.Problems), c.Course, c.Live)
	}
	mountOffline(routes, site, c.keptPages(site, made))
	if c.Worker != nil {
		routes.get("/machine", newMachine(c, v, memory.jobs).ServeHTTP)
	}
	lines := newLines(v, c.Limits, memory.jobs)
	if c.Metrics != nil {
		c.Metrics.Gauge("unbox_live_connections", "Connections to workshops and classes.", lines.slots.count)
	}
	if c.Workshops != nil {
		mountWorkshops(routes, c.Workshops, site, lines, memory.uploads)
	}
	if classes {
		own := &ownLessons{reader: c.Courses, frame: site, limits: c.Limits, memory: memory.uploads, made: map[string]ownMade{}}
		m := mountSchool(routes, where, site, lines, own, memory.uploads)
		var runs *lessonRuns
		if c.Lessons != nil {
			runs = newRuns(c, keeping)
		}
		run := runDoor(routes, c, memory)
		m.mountOwn(routes, runs, &run)
		if c.Keeper != nil {
			defer func() { servePeers(c, keeping, m, routes.mux) }() // once all addresses are there
		}
	}
	routes.post(seatPath, http.HandlerFunc(v.give))
	routes.get("/assets/{name...}", site.serveAsset)
	routes.get("/"+elementName, site.serveElement)
	routes.get("/favicon.ico", site.serveIcon)
	routes.get("/robots.txt", serveRobots)
	routes.get("/healthz", serveHealth(c.Version))
	routes.get("/readyz", newReadiness(c).ServeHTTP)
	routes.mux.HandleFunc("/", notFound)
	around := func(h http.Handler) http.Handler {
		return secure(logged(c.Log, c.Metrics, recovered(c.Log, v.named(h))))
	}
	return below(c.BasePath, around(routes.mux), around(http.HandlerFunc(elsewhere))), nil
}

// measures says what pages can have measured here.
func (c Config) measures() string {
	switch {
	case c.Worker == nil:
		return "no"
	case c.Python == nil:
		return "traces"
	}
	return "yes"
}

// schoolPages are the pages that only a server with classes has.
var schoolPages = []string{"class", "teach"}

// keptPages are the pages that browsers keep, by address; nil if they should keep
// none.
func (c Config) keptPages(s *site, lessons func() map[string]*file) func() map[string]*file {
	if !c.Offline {
		return nil
	}
	return func() map[string]*file {
		all := lessons()
		if all == nil {
			all = make(map[string]*file)
		}
		for name, f := range s.pages {
			if !slices.Contains(schoolPages, name) { // they show what others do at the moment
				all["/"+strings.TrimPrefix(name, "index")] = f
			}
		}
		return all
	}
}

// memories are the budgets for what requests may hold at a time.
type memories struct{ runs, jobs, uploads *queue.Budget }

func budgets(l Limits) memories {
	waiting := queue.Limits{PerSeat: l.WaitingPerSeat, PerBlock: l.WaitingPerBlock, Total: l.Waiting}
	return memories{
		runs:    queue.NewBudget(l.RunBytes, l.RunBytes/2, l.RunBytes/4, waiting),
		jobs:    queue.NewBudget(l.JobBytes, l.JobBytes/2, l.JobBytes/4, waiting),
		uploads: queue.NewBudget(l.UploadBytes, l.UploadBytes/2, l.UploadBytes/4, waiting),
	}
}

// routes are the addresses of the site. Each answers 405 to methods that it does not have.
type routes struct {
	mux      *http.ServeMux
	visitors *visitors
}

// get adds an address for GET requests.
func (r *routes) get(path string, h http.HandlerFunc) {
	r.mux.HandleFunc("GET "+path, h) // the router lets HEAD in, too
	r.mux.HandleFunc(path, methodNotAllowed("GET, HEAD"))
}

// post adds an address for POST requests, from pages of this server only.
func (r *routes) post(path string, h http.Handler) {
	r.mux.Handle("POST "+path, r.visitors.sameSite(h))
	r.mux.HandleFunc(path, methodNotAllowed("POST"))
}

// serveRobots lets search engines in: there is no harm in that.
func serveRobots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("User-agent: *\nAllow: /\n"))
}
