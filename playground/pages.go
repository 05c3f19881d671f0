package playground

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"runtime"
	"strconv"
	"strings"
)

// pageStyle is the look of a short message. It stands in the page, which must be readable when nothing else can be loaded; the
// colours are those of static/src/style/tokens.css.
const pageStyle = "body { max-width: 40rem; margin: 0 auto; padding: 12vh 1.5rem 0; background: light-dark(#f4f2ec, #101114); color: light-dark(#1d1c1a, #eceae4);" +
	" font: 18px/1.6 Georgia, \"Liberation Serif\", serif; overflow-wrap: anywhere } h1 { font-weight: 500 } a { color: inherit }"

// pageStylePolicy allows it, and no other style.
var pageStylePolicy = func() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// page answers with a short message: as HTML to a browser, as text to others.
// message is one paragraph of plain text.
func page(w http.ResponseWriter, r *http.Request, status int, message string) {
	title := fmt.Sprintf("%d %s", status, http.StatusText(status))
	body, kind := title+"\n\n"+message+"\n", "text/plain; charset=utf-8"
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		kind = "text/html; charset=utf-8"
		body = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n" +
			"<meta name=\"viewport\" content=\"width=device-width\">\n" +
			"<meta name=\"color-scheme\" content=\"light dark\">\n" +
			"<title>" + title + " · Unbox</title>\n<style>" + pageStyle + "</style>\n" +
			"<main>\n<h1>" + title + "</h1>\n<p>" + html.EscapeString(message) + "</p>\n" +
			"<p><a href=\"" + siteBase(r) + "\">Go to the playground</a> or <a href=\"" + siteBase(r) + "lessons/\">to the lessons</a></p>\n</main>\n</html>\n"
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set(policyHeader, strings.Replace(h.Get(policyHeader), "style-src 'self'", pageStylePolicy, 1))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(body)) // an error means that the client has gone
	}
}

func notFound(w http.ResponseWriter, r *http.Request) {
	base := siteBase(r)
	found := ", found " + shorten(under(base, r.URL.Path)) + "."
	if strings.HasPrefix(r.URL.Path, "/lesson") {
		page(w, r, http.StatusNotFound, "Expected the address of a lesson"+found+" All lessons are listed at "+base+"lessons/.")
		return
	}
	page(w, r, http.StatusNotFound, "Expected the address of the playground, which is "+base+", of the lessons, "+base+"lessons/, or of the lab, "+base+"lab"+found+
		" Links to traces start with "+base+"#: the part after the # holds the whole trace.")
}

// shorten keeps a path from filling the page.
func shorten(path string) string {
	if runes := []rune(path); len(runes) > 80 {
		return string(runes[:79]) + "…"
	}
	return path
}

// methodNotAllowed serves a route for the methods that have no handler.
func methodNotAllowed(allowed string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed)
		page(w, r, http.StatusMethodNotAllowed, "Expected "+strings.ReplaceAll(allowed, ", ", " or ")+", found "+shorten(r.Method)+".")
	}
}

func notAcceptable(w http.ResponseWriter, r *http.Request, offered []string) {
	page(w, r, http.StatusNotAcceptable, "Expected an Accept-Encoding that allows one of "+
		strings.Join(offered, ", ")+", found one that refuses them all.")
}

func internalError(w http.ResponseWriter, r *http.Request) {
	page(w, r, http.StatusInternalServerError, "This is a bug in the server, and its log says more. Nothing of yours is lost: drafts are in the browser.")
}

func notBuilt(w http.ResponseWriter, r *http.Request) {
	page(w, r, http.StatusServiceUnavailable, "This server was compiled before the page was built. Run `make build`, then start bin/serve again.")
}

// Health is what /healthz answers.
type Health struct {
	// Status is "ok" as long as the server answers at all.
	Status string `json:"status"`
	// Version names the build, Go the version that compiled it.
	Version string `json:"version"`
	Go      string `json:"go"`
}

func serveHealth(version string) http.HandlerFunc {
	body, err := json.Marshal(Health{Status: "ok", Version: version, Go: runtime.Version()})
	if err != nil {
		panic("BUG: three strings always marshal: " + err.Error())
	}
	body = append(body, '\n')
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Length", strconv.Itoa(len(body)))
		if r.Method != http.MethodHead {
			_, _ = w.Write(body) // an error means that the client has gone
		}
	}
}
