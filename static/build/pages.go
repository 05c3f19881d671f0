package build

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// assetRef is a reference of a page to an asset by its logical name.
var assetRef = regexp.MustCompile(`__BASE__assets/([A-Za-z0-9._-]+)`)

// moduleRef is the element of a page that loads its script.
var moduleRef = regexp.MustCompile(`<script type="module" src="__BASE__(assets/[A-Za-z0-9._-]+)"></script>`)

// preloads returns elements that make the browser fetch all imports of a script together with the script, and not only
// after reading it.
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

// needs returns the scripts that a part of the playground needs in addition to those loaded at the start, separated by spaces: when it is
// opened, all of them are fetched at once, and not some of them only after reading the others.
func (out *output) needs(part string) string {
	var needs []string
	for _, name := range out.imports[out.manifest[part]] {
		if !slices.Contains(out.imports[out.manifest["main.js"]], name) {
			needs = append(needs, name)
		}
	}
	return strings.Join(needs, " ")
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

// addPages adds static/*.html, each in the frame, and with the hashed name in
// place of every logical one: /assets/main.js becomes /assets/main.<hash>.js.
//
// Errors: a page does not fit into the frame, or refers to an asset that was not
// built.
func addPages(o Options, out *output) error {
	names, err := pageNames(o)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := addPage(o, out, name); err != nil {
			return err
		}
	}
	return nil
}

// frame is the common frame of all pages, with places for what a page defines.
//
//go:embed frame.html
var frame string

// framed returns a page of static in the frame.
//
// Errors: the page is not a template, or defines less than the frame needs.
func (out *output) framed(o Options, name string) ([]byte, error) {
	t := template.New("frame").Funcs(template.FuncMap{
		"glossary":   func() template.HTML { return template.HTML(glossary()) },
		"header":     out.header,
		"moduleSize": func() string { return out.size("core.wasm") },
		"needs":      out.needs,
	})
	if _, err := t.Parse(frame); err != nil {
		return nil, err
	}
	own, err := os.ReadFile(o.static(name + ".html"))
	if err != nil {
		return nil, err
	}
	if _, err := t.New(name + ".html").Parse(string(own)); err != nil {
		return nil, fmt.Errorf("static/%s.html: %w", name, err)
	}
	var page bytes.Buffer
	script := strings.TrimSuffix(path.Base(pageEntry(name)), ".tsx")
	if err := t.Execute(&page, map[string]any{"Script": script, "Before": template.HTML(out.before)}); err != nil {
		return nil, fmt.Errorf("static/%s.html: %w", name, err)
	}
	return page.Bytes(), nil
}

// header returns the header of a page in the part of the site at an address, "" for a page outside of
// all parts.
func (out *output) header(here string) (template.HTML, error) {
	html, ok := out.headers[here]
	if !ok {
		return "", fmt.Errorf("expected the address of a part of the site (`siteParts` in static/src/ui/site-header.tsx), found `%s`", here)
	}
	return template.HTML(html), nil
}

func addPage(o Options, out *output, name string) error {
	file := name + ".html"
	page, err := out.framed(o, name)
	if err != nil {
		return err
	}
	if page, err = out.hashed(file, page); err != nil {
		return err
	}
	page = moduleRef.ReplaceAllFunc(page, func(ref []byte) []byte {
		// What is found is a part of the page, after which nothing may be written.
		return []byte(string(ref) + out.preloads(string(moduleRef.FindSubmatch(ref)[1])))
	})
	out.add(file, page)
	return nil
}

// hashed puts the hashed name in place of every logical one.
//
// Errors: the page refers to an asset that was not built.
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

// addManifest adds the manifest that browsers read when the site is installed as
// an app.
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
