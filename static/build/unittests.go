package build

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// UnitTests bundles every static/src/**/*.test.ts for Node.js into dir and
// returns the bundles; `node --test` runs them. The packages have to be there
// (see Packages).
//
// Errors: what esbuild said.
func UnitTests(o Options, dir string) ([]string, error) {
	var tests []string
	err := filepath.WalkDir(o.static("src"), func(file string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(file, ".test.ts") || strings.HasSuffix(file, ".test.tsx") {
			tests = append(tests, file)
		}
		return err
	})
	if err != nil || len(tests) == 0 {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:   o.static(),
		EntryPoints:     tests,
		Outbase:         o.static("src"),
		Outdir:          dir,
		OutExtension:    map[string]string{".js": ".mjs"},
		Bundle:          true,
		Write:           true,
		Platform:        api.PlatformNode,
		Format:          api.FormatESModule,
		Target:          api.ES2022,
		JSX:             api.JSXAutomatic,
		JSXImportSource: "preact",
		// With the maps a failure names the line in the TypeScript file.
		Sourcemap: api.SourceMapInline,
		Loader:    map[string]api.Loader{".css": api.LoaderEmpty, ".svg": api.LoaderEmpty},
		Define: map[string]string{
			"__CORE_WASM_URL__": `""`, "__CORE_WASM_SIZE__": "0", "__WASM_URL__": `""`, "__WASM_SIZE__": "0", "__WORKER_URL__": `""`, "__TIMER_URL__": `""`, "__VERSION__": `"test"`,
		},
		LogLevel: api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		text := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, errors.New(strings.Join(text, ""))
	}
	var bundles []string
	for _, file := range result.OutputFiles {
		bundles = append(bundles, file.Path)
	}
	return bundles, nil
}
