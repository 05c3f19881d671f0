package playground

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// The site may lie below a path of its server, so that one name serves several programs. Everything inside knows
// its addresses as if it lay at the top; this file takes the path off what comes in, and what goes out is given it
// with siteBase, in pages by baseMark.

// goodBase is a path of plain words between slashes.
var goodBase = regexp.MustCompile(`^/([A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*$`)

// ParseBasePath reads the path below which a site lies, such as `/unbox/`; slashes at its ends may be left out, and "" is `/`.
//
// Errors: it has something else than letters, digits, and `-`, `_`, `~` or `.` within its names.
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

// under is the address of a path of the site that lies at base.
func under(base, path string) string { return base + strings.TrimPrefix(path, "/") }

type baseKey struct{}

// siteBase is the path below which the site lies that answers a request, with slashes around it.
func siteBase(r *http.Request) string {
	if base, ok := r.Context().Value(baseKey{}).(string); ok {
		return base
	}
	return "/"
}

// below serves a site below a path: inside answers what is asked there, outside everything else. The path without its last slash leads to the one with it.
func below(base string, inside, outside http.Handler) http.Handler {
	if base == "/" {
		return inside
	}
	stripped := http.StripPrefix(strings.TrimSuffix(base, "/"), inside)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(context.WithValue(r.Context(), baseKey{}, base))
		if strings.HasPrefix(r.URL.Path, base) {
			stripped.ServeHTTP(w, r)
			return
		}
		outside.ServeHTTP(w, r)
	})
}

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
