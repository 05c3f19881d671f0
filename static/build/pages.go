package build

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// assetRef is a reference of a page to an asset by its logical name.
var assetRef = regexp.MustCompile(`/assets/([A-Za-z0-9._-]+)`)

// pageNames lists the pages: "index" and "lab" for static/index.html and
// static/lab.html, in order.
func pageNames(o Options) ([]string, error) {
	files, err := filepath.Glob(o.static("*.html"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".html"))
	}
	slices.Sort(names)
	return names, nil
}

// pageEntry is the script of a page: src/main.tsx for the index, and a file of
// the page's own name for every other.
func pageEntry(name string) string {
	if name == "index" {
		name = "main"
	}
	return "src/" + name + ".tsx"
}

// addPages adds static/*.html, each with the hashed name in place of every
// logical one: /assets/main.js becomes /assets/main.<hash>.js.
//
// Errors: a page names an asset that is not built.
func addPages(o Options, out *output) error {
	names, err := pageNames(o)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := addPage(o, out, name+".html"); err != nil {
			return err
		}
	}
	return nil
}

func addPage(o Options, out *output, file string) error {
	page, err := os.ReadFile(o.static(file))
	if err != nil {
		return err
	}
	var missing error
	page = assetRef.ReplaceAllFunc(page, func(ref []byte) []byte {
		name := string(assetRef.FindSubmatch(ref)[1])
		if _, ok := out.manifest[name]; !ok {
			missing = fmt.Errorf("static/%s: expected the name of a built asset, found `%s`", file, ref)
			return ref
		}
		return []byte(out.url(name))
	})
	if missing != nil {
		return missing
	}
	out.add(file, page)
	return nil
}
