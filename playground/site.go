package playground

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"html"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"unbox/static"
)

// site is the built page in memory. Nothing in it changes after loadSite.
type site struct {
	// base is the path of the site.
	base string
	// pages are found by their name: "index" and so on. There are none if the site
	// was not built.
	pages map[string]*file
	// lessonFrame is the page around those of the lessons, with its marks; "" if the site
	// was not built.
	lessonFrame string
	// marks are those of all pages, each with its replacement.
	marks []string
	// assets are found by their path below /assets/.
	assets map[string]*file
	// worker is the service worker, with its marks; "" if the site was not built.
	worker string
	// element is the script of <unbox-trace>, nil if the site was not built.
	element *file
	// icon is the favicon, for browsers that ask for /favicon.ico.
	icon *file
}

// file is one resource in all its encodings.
type file struct {
	contentType string
	// tag identifies the contents.
	tag      string
	identity encoded
	// brotli and gzip are empty if that form would not be smaller.
	brotli, gzip encoded
}

// encoded is a body with its entity tag. Each encoding has a tag of its own, as
// RFC 9110, section 8.8.3 requires for strong ones.
type encoded struct {
	body []byte
	// make returns the body of a form that is made when the first client asks for
	// it; nil where body is there from the start.
	make func() []byte
	etag string
}

// exists reports whether there is such a form of the file.
func (e encoded) exists() bool { return e.body != nil || e.make != nil }

// bytes returns the body.
func (e encoded) bytes() []byte {
	if e.make != nil {
		return e.make()
	}
	return e.body
}

// baseMark is where a page wants the path below which the site lies. versionMark is where it wants the version, machineMark where it wants
// "yes" if this server measures traces and programs, "traces" if it measures only these, workshopsMark where it wants "yes" if workshops can be
// opened here, classesMark if there are classes, and offlineMark if browsers shall keep the site: a page that tried where there is nobody to answer would show its visitors an error.
const (
	baseMark      = "__BASE__"
	versionMark   = "__VERSION__"
	machineMark   = "__MACHINE__"
	workshopsMark = "__WORKSHOPS__"
	classesMark   = "__CLASSES__"
	offlineMark   = "__OFFLINE__"
)

func loadSite(files fs.FS, version, base, measures string, workshops, classes, offline bool) (*site, error) {
	yes := map[bool]string{true: "yes", false: "no"}
	s := &site{base: base, pages: map[string]*file{}, assets: map[string]*file{}, marks: []string{versionMark, html.EscapeString(version), baseMark, base, machineMark, measures, workshopsMark, yes[workshops], classesMark, yes[classes], offlineMark, yes[offline]}}
	names, err := fs.Glob(files, "*.html*")
	if err != nil || len(names) == 0 {
		return s, err
	}
	for _, name := range names {
		name = strings.TrimSuffix(name, static.Packed)
		text, err := static.Read(files, name)
		if err != nil {
			return nil, err
		}
		if name == lessonFrame+".html" {
			s.lessonFrame = string(text)
			continue
		}
		s.pages[strings.TrimSuffix(name, ".html")] = packed(name, []byte(s.fill(string(text))))
	}
	if s.element, err = loadFile(files, elementName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	err = fs.WalkDir(files, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name = strings.TrimSuffix(name, static.Packed)
		f, err := loadFile(files, name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".webmanifest" { // it contains the path of the site
			f = packed(name, []byte(s.fill(string(f.identity.bytes()))))
		}
		if strings.HasPrefix(name, "assets/service-worker.") && strings.HasSuffix(name, ".js") {
			s.worker = string(f.identity.bytes())
			return nil
		}
		s.assets[strings.TrimPrefix(name, "assets/")] = f
		if strings.HasPrefix(name, "assets/favicon.") {
			s.icon = f
		}
		return nil
	})
	return s, err
}

// elementName is the file with <unbox-trace>, and its address.
const elementName = "unbox-trace.js"

// serveElement answers with the script of <unbox-trace>, to pages of any site. Its name does not change, so it is cached
// for an hour.
func (s *site) serveElement(w http.ResponseWriter, r *http.Request) {
	if s.element == nil {
		notBuilt(w, r)
		return
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	s.element.serve(w, r, "public, max-age=3600")
}

// loadFile reads a file of the built page. What compresses well exists only as brotli, which nearly every browser
// accepts; its other forms are made when the first client asks for one.
func loadFile(files fs.FS, name string) (*file, error) {
	small, err := fs.ReadFile(files, name+static.Packed)
	if errors.Is(err, fs.ErrNotExist) {
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		return newFile(name, body), nil
	}
	if err != nil {
		return nil, err
	}
	f := newFile(name, small)
	inflated := sync.OnceValue(func() []byte {
		body, err := io.ReadAll(brotli.NewReader(bytes.NewReader(small)))
		if err != nil {
			panic("BUG: a file that the build compressed cannot be inflated: " + err.Error())
		}
		return body
	})
	f.brotli.body = small
	f.identity.body, f.identity.make = nil, inflated
	f.gzip.make = sync.OnceValue(func() []byte { return zipped(inflated()) })
	return f, nil
}

// zipped compresses with gzip, for the few clients that do not take brotli.
func zipped(body []byte) []byte {
	var packed bytes.Buffer
	zw := gzip.NewWriter(&packed)
	_, _ = zw.Write(body) // a Buffer takes everything
	_ = zw.Close()
	return packed.Bytes()
}

func newFile(name string, body []byte) *file {
	sum := sha256.Sum256(body)
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	return &file{
		contentType: contentType(name),
		tag:         tag,
		identity:    encoded{body: body, etag: `"` + tag + `"`},
		brotli:      encoded{etag: `"` + tag + `-br"`},
		gzip:        encoded{etag: `"` + tag + `-gz"`},
	}
}

// fill replaces the marks in a page. All are replaced in one pass, so a mark in what is
// filled in, such as `__BODY__` in the title of a lesson, is a word like any other.
func (s *site) fill(page string, more ...string) string {
	return strings.NewReplacer(slices.Concat(s.marks, more)...).Replace(page)
}

// pageLevel is brotli's level for pages, which are compressed while a client waits: 20 ms of processor time for the index page instead
// of the 250 of the highest level, and 1.2 KB more.
const pageLevel = 9

// packed is a file that is compressed when the first client asks for it: for the few kilobytes of a page.
func packed(name string, body []byte) *file {
	f := newFile(name, body)
	f.brotli.make = sync.OnceValue(func() []byte {
		var br bytes.Buffer
		zw := brotli.NewWriterLevel(&br, pageLevel)
		_, _ = zw.Write(body) // a Buffer takes everything
		_ = zw.Close()
		return br.Bytes()
	})
	f.gzip.make = sync.OnceValue(func() []byte { return zipped(body) })
	return f
}

// contentTypes are the kinds of files that a page consists of. We use a table
// of our own, because the operating system's may say something else or nothing.
var contentTypes = map[string]string{
	".html":  "text/html; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".wasm":  "application/wasm",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".json":  "application/json",
	".map":   "application/json",
	".woff2": "font/woff2",
	".txt":   "text/plain; charset=utf-8",

	".webmanifest": "application/manifest+json",
}

func contentType(name string) string {
	if t, ok := contentTypes[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}

// servePage returns the handler of a page. Browsers must always revalidate it,
// because it names the current assets.
func (s *site) servePage(name string) http.HandlerFunc {
	page, ok := s.pages[name]
	if !ok {
		return notBuilt
	}
	return func(w http.ResponseWriter, r *http.Request) { page.serve(w, r, "no-cache") }
}

// serveAsset answers with an asset. Its name contains the hash of its contents,
// so a browser may keep it for ever.
func (s *site) serveAsset(w http.ResponseWriter, r *http.Request) {
	f, ok := s.assets[r.PathValue("name")]
	if !ok {
		notFound(w, r)
		return
	}
	f.serve(w, r, "public, max-age=31536000, immutable")
}

func (s *site) serveIcon(w http.ResponseWriter, r *http.Request) {
	if s.icon == nil {
		notFound(w, r)
		return
	}
	s.icon.serve(w, r, "public, max-age=86400")
}

// serve answers with the smallest form that the client accepts.
func (f *file) serve(w http.ResponseWriter, r *http.Request, cacheControl string) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	offered := []string{"identity"}
	if f.gzip.exists() {
		offered = append([]string{"gzip"}, offered...)
	}
	if f.brotli.exists() {
		offered = append([]string{"br"}, offered...)
	}
	encoding := negotiate(r.Header.Values("Accept-Encoding"), offered)
	if encoding == "" {
		notAcceptable(w, r, offered)
		return
	}
	form := f.identity
	switch encoding {
	case "br":
		form = f.brotli
	case "gzip":
		form = f.gzip
	}
	if encoding != "identity" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", cacheControl)
	h.Set("ETag", form.etag)
	write(w, r, form)
}
