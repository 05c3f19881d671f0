package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// CodeMirror makes its rules in the browser and mounts them with the package
// style-mod: as a constructed style sheet in a shadow root, but as a <style>
// element in a document, for browsers from before 2023. A Content-Security-Policy
// without 'unsafe-inline' refuses the element, so the bundle lets style-mod use
// a constructed sheet everywhere.
const (
	styleModFilter   = `[/\\]style-mod[/\\]src[/\\]style-mod\.js$`
	onlyInShadowRoot = "if (!root.head && root.adoptedStyleSheets"
	everywhere       = "if (root.adoptedStyleSheets"
)

// adoptStyles makes that change while esbuild loads style-mod.
var adoptStyles = api.Plugin{
	Name: "adopt-styles",
	Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: styleModFilter}, loadStyleMod)
	},
}

func loadStyleMod(args api.OnLoadArgs) (api.OnLoadResult, error) {
	source, err := os.ReadFile(args.Path)
	if err != nil {
		return api.OnLoadResult{}, err
	}
	text := string(source)
	if strings.Count(text, onlyInShadowRoot) != 1 {
		return api.OnLoadResult{}, errors.New("expected the condition `" + onlyInShadowRoot +
			"` once in style-mod, found another version: see static/build/styles.go")
	}
	text = strings.Replace(text, onlyInShadowRoot, everywhere, 1)
	return api.OnLoadResult{
		Contents:   &text,
		Loader:     api.LoaderJS,
		ResolveDir: filepath.Dir(args.Path),
	}, nil
}
