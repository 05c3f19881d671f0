package build

import (
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// startScript is the script that has run before any part of the playground is
// fetched.
const startScript = "src/start.tsx"

// partsAfterStart makes every script that the playground fetches later import the start script. This fetches nothing more, as that is
// already loaded. But esbuild makes a file for each set of scripts that need the same modules: without it, code that both the start and any
// of thirty parts need would be split into fifty files, most of them smaller than their headers, which would take eight round trips on a
// browser's six connections.
func partsAfterStart(o Options) api.Plugin {
	const namespace = "part"
	return api.Plugin{Name: "parts after start", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\.`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.Kind != api.ResolveJSDynamicImport {
				return api.OnResolveResult{}, nil
			}
			found := b.Resolve(args.Path, api.ResolveOptions{ResolveDir: args.ResolveDir, Importer: args.Importer, Kind: api.ResolveJSImportStatement})
			if len(found.Errors) > 0 {
				return api.OnResolveResult{Errors: found.Errors}, nil
			}
			path, err := filepath.Rel(o.static(), found.Path)
			return api.OnResolveResult{Path: filepath.ToSlash(path), Namespace: namespace}, err
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := "import " + quote("./"+startScript) + ";\nexport * from " + quote("./"+args.Path) + ";\n"
			return api.OnLoadResult{Contents: &text, ResolveDir: o.static()}, nil
		})
	}}
}
