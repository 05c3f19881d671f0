package playground

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// The site may be below a path of its server, so that one name serves several programs. Everything inside uses
// addresses as if the site were at the top; this file removes the path from what comes in, and what goes out gets
// it from siteBase, in pages by baseMark.

// goodBase is a path of plain words between slashes.
var goodBase = regexp.MustCompile(`^/([A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*$`)

// ParseBasePath reads the path below which a site is served, such as `/unbox/`; slashes at its ends may be left out, and "" is
// `/`.
//
// Errors: its names contain something other than letters, digits, and `-`, `_`, `~` or `.`.
func ParseBasePath(text string) (string, error) {
	base := "/" + strings.Trim(text, "/") + "/"
	if base == "//" {
		base = "/"
	}
	if len(base) > 200 || !goodBase.MatchString(base) {
		return "", fmt.Errorf("expected a path such as `/unbox/`, of letters, digits, `-`, `_`, `~` and `.`, found `%s`", shorten(text))
	}
	return base, nil
}

// under is the address of a path of the site that is at base.
func under(base, path string) string { return base + strings.TrimPrefix(path, "/") }

type baseKey struct{}

// siteBase is the path of the site that answers a request, with slashes around it.
func siteBase(r *http.Request) string {
	if base, ok := r.Context().Value(baseKey{}).(string); ok {
		return base
	}
	return "/"
}

// below serves a site below a path: inside answers requests there, outside all others. The path without its last slash redirects to the one
// with it.
func below(base string, inside, outside http.Handler) http.Handler {
	if base == "/" {
		return inside
	}
	stripped := http.StripPrefix(strings.TrimSuffix(base, "/"), inside)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(context.WithValue(r.Context(), baseKey{}, base))
		if strings.HasPrefix(r.URL.Path, base) {
			stripped.ServeHTTP(&stays{ResponseWriter: w, base: base}, r)
			return
		}
		outside.ServeHTTP(w, r)
	})
}

// stays keeps redirects in the site: the router knows nothing of the path, and sends requests with two slashes in a row, dots, or
// without the slash at the end to an address that would be another program's.
type stays struct {
	http.ResponseWriter
	base string
	// bare means that the body is left out: the router writes a link to the same address into it.
	bare bool
}

func (s *stays) WriteHeader(status int) {
	if to := s.Header().Get("Location"); strings.HasPrefix(to, "/") && !strings.HasPrefix(to, s.base) {
		s.Header().Set("Location", under(s.base, to))
		s.Header().Del("Content-Type")
		s.bare = true
	}
	s.ResponseWriter.WriteHeader(status)
}

func (s *stays) Write(p []byte) (int, error) {
	if s.bare {
		return len(p), nil
	}
	return s.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (s *stays) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// elsewhere answers requests that are not for the site.
func elsewhere(w http.ResponseWriter, r *http.Request) {
	base := siteBase(r)
	if r.URL.Path+"/" == base && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		to := base
		if r.URL.RawQuery != "" {
			to += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, to, http.StatusPermanentRedirect)
		return
	}
	page(w, r, http.StatusNotFound, "Expected an address that begins with "+base+", found "+shorten(r.URL.Path)+".")
}
