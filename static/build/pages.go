package build

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// assetRef is a reference of a page to an asset by its logical name.
var assetRef = regexp.MustCompile(`__BASE__assets/([A-Za-z0-9._-]+)`)

// moduleRef is the element of a page that loads its script.
var moduleRef = regexp.MustCompile(`<script type="module" src="__BASE__(assets/[A-Za-z0-9._-]+)"></script>`)

// preloads are elements that have the browser fetch, together with a script, all scripts which that one imports, and not
// only when it has read it.
func (out *output) preloads(script string) string {
	var links strings.Builder
	seen := map[string]bool{script: true}
	for queue := []string{script}; len(queue) > 0; queue = queue[1:] {
		for _, name := range out.imports[queue[0]] {
			if !seen[name] {
				seen[name] = true
				queue = append(queue, name)
				links.WriteString("\n    <link rel=\"modulepreload\" href=\"__BASE__" + name + "\" />")
			}
		}
	}
	return links.String()
}

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
	if page, err = out.hashed(file, page); err != nil {
		return err
	}
	page = moduleRef.ReplaceAllFunc(page, func(ref []byte) []byte {
		// What is found is a part of the page, behind which nothing may be written.
		return []byte(string(ref) + out.preloads(string(moduleRef.FindSubmatch(ref)[1])))
	})
	if bytes.Contains(page, []byte(glossaryMark)) {
		page = bytes.Replace(page, []byte(glossaryMark), []byte(glossary()), 1)
	}
	page = bytes.Replace(page, []byte(beforeMark), []byte(out.before), 1)
	out.add(file, page)
	return nil
}

// hashed puts the hashed name in place of every logical one.
//
// Errors: an asset is named that is not built.
func (out *output) hashed(file string, text []byte) ([]byte, error) {
	var missing error
	text = assetRef.ReplaceAllFunc(text, func(ref []byte) []byte {
		name := string(assetRef.FindSubmatch(ref)[1])
		if _, ok := out.manifest[name]; !ok {
			missing = fmt.Errorf("static/%s: expected the name of a built asset, found `%s`", file, ref)
			return ref
		}
		return []byte("__BASE__" + out.url(name)[1:])
	})
	return text, missing
}

// addManifest adds what browsers read when the site is installed like a program.
func addManifest(o Options, out *output) error {
	const file = "manifest.webmanifest"
	text, err := os.ReadFile(o.static(file))
	if err != nil {
		return err
	}
	if text, err = out.hashed(file, text); err != nil {
		return err
	}
	out.addHashed(file, text)
	return nil
}
