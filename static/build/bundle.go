package build

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundlePages bundles the scripts of all pages into out; code that several of
// them need is in shared files. The worker comes before the pages, because they
// have to know the worker's hashed name.
func bundlePages(o Options, out *output) error {
	termWords, termTable := termDefines()
	defines := map[string]string{
		"__TERM_WORDS__":     termWords,
		"__TERMS__":          termTable,
		"__CORE_WASM_URL__":  quote(out.url("core.wasm")),
		"__CORE_WASM_SIZE__": out.size("core.wasm"),
		"__WASM_URL__":       quote(out.url("unbox.wasm")),
		"__WASM_SIZE__":      out.size("unbox.wasm"),
		// The server writes the version into the page as it starts, so that
		// scripts keep their names from one release to the next.
		"__VERSION__": "document.documentElement.dataset.version",
	}
	styles := bundleOptions(o, nil)
	styles.EntryPoints = []string{"src/style/late.css"}
	if err := bundle(o, out, styles); err != nil {
		return err
	}
	defines["__LATE_CSS_URL__"] = quote(out.url("late.css"))
	classic := bundleOptions(o, defines)
	classic.EntryPoints = []string{"src/engine/worker.ts", "src/engine/whole-worker.ts", "src/machine/timer.ts", "src/theme-boot.ts", "src/offline/service-worker.ts"}
	classic.Format = api.FormatIIFE
	if err := bundle(o, out, classic); err != nil {
		return err
	}
	if err := addSession(o, out); err != nil {
		return err
	}
	defines["__SESSION_URL__"] = quote(out.url("session.html"))
	defines["__WORKER_URL__"] = quote(out.url("worker.js"))
	defines["__WHOLE_WORKER_URL__"] = quote(out.url("whole-worker.js"))
	defines["__TIMER_URL__"] = quote(out.url("timer.js"))
	if err := bundleIllustrations(o, defines, out); err != nil {
		return err
	}
	defines["__ILLUSTRATIONS_URL__"] = quote(out.url("illustrations.js"))
	names, err := pageNames(o)
	if err != nil {
		return err
	}
	// If more pages share code, it is split into more and smaller files, each of which costs a first visit 600 bytes of headers. So
	// pages that are visited separately share nothing with the others.
	together := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(apart, name) })
	groups := [][]string{together}
	for _, name := range names {
		if slices.Contains(apart, name) {
			groups = append(groups, []string{name})
		}
	}
	for _, group := range groups {
		pages := bundleOptions(o, defines)
		for _, name := range group {
			pages.EntryPoints = append(pages.EntryPoints, pageEntry(name))
		}
		pages.Format = api.FormatESModule
		pages.Splitting = true
		if slices.Contains(group, "index") {
			pages.Plugins = append(pages.Plugins, partsAfterStart(o))
		}
		if err := bundle(o, out, pages); err != nil {
			return err
		}
	}
	return bundleElement(o, out)
}

// bundleElement makes the element for other people's pages: one script without imports, under a name that stays.
func bundleElement(o Options, out *output) error {
	element := aloneOptions(o)
	element.EntryPoints = []string{"src/unbox-trace.tsx"}
	return bundleAlone(o, out, element)
}

// bundleAlone runs esbuild for a script that works without this site, with the modifiers of its own sources.
func bundleAlone(o Options, out *output, alone api.BuildOptions) error {
	alone, err := withOwnModifiers(o, alone)
	if err != nil {
		return err
	}
	return bundle(o, out, alone)
}

// aloneOptions are the settings of a script that works without this site: it contains everything that it needs, including
// its styles.
func aloneOptions(o Options) api.BuildOptions {
	alone := bundleOptions(o, map[string]string{
		// It has no cards for terms, so that it stays small.
		"__TERM_WORDS__": "{}", "__TERMS__": "[]",
		"__CORE_WASM_URL__": `""`, "__CORE_WASM_SIZE__": "0", "__WASM_URL__": `""`, "__WASM_SIZE__": "0", "__WORKER_URL__": `""`, "__WHOLE_WORKER_URL__": `""`, "__TIMER_URL__": `""`, "__LATE_CSS_URL__": `""`, "__SESSION_URL__": `""`, "__VERSION__": `""`,
	})
	alone.EntryNames = "[name]"
	alone.Format = api.FormatIIFE
	alone.Loader[".css"] = api.LoaderText
	return alone
}

// bundleIllustrations makes the script that draws in lessons. It has its own copy of the drawing code, so that the pages of a first visit
// are not split into more files for it. Programs run in it, so it knows the whole module.
func bundleIllustrations(o Options, defines map[string]string, out *output) error {
	alone := aloneOptions(o)
	for _, name := range []string{"__WASM_URL__", "__WASM_SIZE__", "__WHOLE_WORKER_URL__", "__TIMER_URL__"} {
		alone.Define[name] = defines[name]
	}
	alone.EntryPoints = []string{"src/illustrations.tsx"}
	alone.EntryNames = bundleOptions(o, nil).EntryNames
	alone.Format = api.FormatESModule
	return bundleAlone(o, out, alone)
}

// apart are the pages that share no scripts with others.
var apart = []string{"class", "embed", "glossary", "index", "program", "teach"}

// bundleOptions are the settings that every bundle for a browser shares.
func bundleOptions(o Options, defines map[string]string) api.BuildOptions {
	maps := api.SourceMapNone
	if o.SourceMaps {
		maps = api.SourceMapLinked
	}
	return api.BuildOptions{
		AbsWorkingDir:     o.static(),
		Outdir:            "dist",
		EntryNames:        "assets/[name].[hash]",
		ChunkNames:        "assets/[name].[hash]",
		AssetNames:        "assets/[name].[hash]",
		Bundle:            true,
		Metafile:          true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		TreeShaking:       api.TreeShakingTrue,
		Charset:           api.CharsetUTF8,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		JSX:               api.JSXAutomatic,
		JSXImportSource:   "preact",
		Sourcemap:         maps,
		Define:            defines,
		Loader: map[string]api.Loader{
			".py": api.LoaderText, ".svg": api.LoaderFile, ".woff2": api.LoaderFile, ".png": api.LoaderFile,
		},
		LogLevel: api.LogLevelSilent,
		Plugins:  []api.Plugin{withModifiers(api.LoaderCSS, func() (string, error) { return Modifiers(o) })},
	}
}

// bundle runs esbuild and adds its output to out.
func bundle(o Options, out *output, options api.BuildOptions) error {
	result := api.Build(options)
	for _, text := range api.FormatMessages(result.Warnings, api.FormatMessagesOptions{Kind: api.WarningMessage}) {
		o.logf("%s", text)
	}
	if len(result.Errors) > 0 {
		text := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return errors.New(strings.TrimRight(strings.Join(text, ""), "\n"))
	}
	logical, err := readMetafile(result.Metafile, out)
	if err != nil {
		return err
	}
	dropEmptyImports(result.OutputFiles, out)
	for _, file := range result.OutputFiles {
		rel, err := filepath.Rel(o.static("dist"), file.Path)
		if err != nil {
			return err
		}
		path := filepath.ToSlash(rel)
		name := logical["dist/"+path]
		if filepath.Ext(path) == ".css" && !isEntry(options.EntryPoints, name) {
			continue // the styles of a part that is fetched later are in late.css
		}
		out.add(path, file.Contents)
		if name != "" {
			out.manifest[name] = path
		}
	}
	return nil
}

// isEntry reports whether an output with a name such as "main.css" is that of an entry point such as "src/main.tsx".
func isEntry(entries []string, name string) bool {
	return slices.ContainsFunc(entries, func(entry string) bool {
		base := filepath.Base(entry)
		return strings.TrimSuffix(base, filepath.Ext(base)) == strings.TrimSuffix(name, filepath.Ext(name))
	})
}

// dropEmptyImports removes imports of empty scripts from other scripts: esbuild makes such scripts from modules that have only types, and
// each of them would be fetched. The scripts themselves stay, for pages of earlier releases.
func dropEmptyImports(files []api.OutputFile, out *output) {
	empty := map[string]bool{}
	for _, file := range files {
		if len(file.Contents) == 0 && filepath.Ext(file.Path) == ".js" {
			empty["assets/"+filepath.Base(file.Path)] = true
		}
	}
	for i := range files {
		for name := range empty {
			imported := []byte(`import"./` + filepath.Base(name) + `";`)
			files[i].Contents = bytes.ReplaceAll(files[i].Contents, imported, nil)
		}
	}
	for from, names := range out.imports {
		out.imports[from] = slices.DeleteFunc(names, func(name string) bool { return empty[name] })
	}
}

// readMetafile reads from esbuild's metafile which outputs belong to an entry
// point: output path to a name such as "main.js" or "main.css". Static imports of scripts go into out.
func readMetafile(metafile string, out *output) (map[string]string, error) {
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string `json:"entryPoint"`
			CSSBundle  string `json:"cssBundle"`
			Imports    []struct{ Path, Kind string }
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, fmt.Errorf("esbuild's metafile: %w", err)
	}
	names := map[string]string{}
	for path, output := range meta.Outputs {
		for _, i := range output.Imports {
			if i.Kind == "import-statement" {
				from := strings.TrimPrefix(path, "dist/")
				out.imports[from] = append(out.imports[from], strings.TrimPrefix(i.Path, "dist/"))
			}
		}
		if output.EntryPoint == "" {
			continue
		}
		base := filepath.Base(output.EntryPoint)
		base = strings.TrimSuffix(base, filepath.Ext(base))
		names[path] = base + filepath.Ext(path)
		if output.CSSBundle != "" {
			names[output.CSSBundle] = base + ".css"
		}
	}
	return names, nil
}

// quote writes text as a JavaScript string.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic("BUG: a string always marshals: " + err.Error())
	}
	return string(quoted)
}
