package playground

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// workerPath is the path of the service worker. It is at the top of the site, so that its scope is the whole site.
const workerPath = "/sw.js"

// Marks in the service worker: what names the release, and its files.
const (
	releaseMark = "__RELEASE__"
	filesMark   = "__FILES__"
)

// byItsAddress replaces the tag of a file whose address identifies its
// contents.
const byItsAddress = "-"

// mountOffline adds the service worker, which keeps the site in browsers. pages has the files that are no assets, by
// address; nil makes browsers forget what they keep.
func mountOffline(routes *routes, s *site, pages func() map[string]*file) {
	worker := sync.OnceValue(func() *file {
		if pages == nil {
			return packed("sw.js", []byte(fillWorker(s.worker, nil)))
		}
		tags := make(map[string]string)
		for name := range s.assets {
			tags[under(s.base, "/assets/"+name)] = byItsAddress
		}
		for address, f := range pages() {
			tags[under(s.base, address)] = f.tag
		}
		return packed("sw.js", []byte(fillWorker(s.worker, tags)))
	})
	routes.get(workerPath, func(w http.ResponseWriter, r *http.Request) {
		if s.worker == "" {
			notBuilt(w, r)
			return
		}
		worker().serve(w, r, "no-cache")
	})
}

// fillWorker puts the files of a release into the service worker, each with its tag, and a name for them all.
func fillWorker(worker string, tags map[string]string) string {
	var words []string
	for _, address := range slices.Sorted(maps.Keys(tags)) {
		words = append(words, address, tags[address])
	}
	files := strings.Join(words, " ")
	sum := sha256.Sum256([]byte(files))
	return strings.NewReplacer(releaseMark, base64.RawURLEncoding.EncodeToString(sum[:9]), filesMark, files).Replace(worker)
}
