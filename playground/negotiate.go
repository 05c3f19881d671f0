package playground

import (
	"net/http"
	"strconv"
	"strings"
)

// negotiate chooses a content coding according to RFC 9110, section 12.5.3: the
// one of offered with the highest weight in the Accept-Encoding fields, the
// earlier one if several are equal. offered names "identity" and lists the best
// first.
//
// It returns "" if the client refuses everything offered.
func negotiate(fields, offered []string) string {
	weights, other := parseWeights(fields)
	best, bestWeight := "", 0.0
	for _, coding := range offered {
		w, named := weights[coding]
		switch {
		case named:
		case other >= 0:
			w = other
		case coding == "identity":
			// Acceptable unless refused, but only if nothing else is.
			w = 0.0001
		}
		if w > bestWeight {
			best, bestWeight = coding, w
		}
	}
	return best
}

// parseWeights reads the weight of each coding, 0 to 1, and that of "*", which
// is -1 if the client said nothing of it. What cannot be read is ignored.
func parseWeights(fields []string) (weights map[string]float64, other float64) {
	weights, other = map[string]float64{}, -1
	for _, item := range strings.Split(strings.Join(fields, ","), ",") {
		coding, parameter, _ := strings.Cut(item, ";")
		coding = strings.ToLower(strings.TrimSpace(coding))
		weight := 1.0
		if name, value, found := strings.Cut(parameter, "="); found && strings.EqualFold(strings.TrimSpace(name), "q") {
			parsed, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(parsed >= 0 && parsed <= 1) { // NaN is neither
				continue
			}
			weight = parsed
		}
		switch coding {
		case "":
		case "*":
			other = weight
		case "x-gzip":
			weights["gzip"] = weight
		default:
			weights[coding] = weight
		}
	}
	return weights, other
}

// write sends a body, or 304 if the client has it, or only its size to HEAD.
func write(w http.ResponseWriter, r *http.Request, form encoded) {
	if matches(r.Header.Values("If-None-Match"), form.etag) {
		// RFC 9110, section 15.4.5: no field that describes the body.
		w.Header().Del("Content-Type")
		w.Header().Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := form.bytes()
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodHead {
		return
	}
	// An error means that the client has gone; there is no one left to tell.
	_, _ = w.Write(body)
}

// matches compares an entity tag with If-None-Match, weakly, as section 13.1.2
// of the same RFC requires.
func matches(fields []string, etag string) bool {
	for _, tag := range strings.Split(strings.Join(fields, ","), ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == etag || tag == "*" {
			return true
		}
	}
	return false
}
