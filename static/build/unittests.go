package build

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// UnitTests bundles every static/src/**/*.test.ts for Node.js into dir and
// returns the bundles; `node --test` runs them. The npm packages have to be
// installed (see Packages).
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
	options := nodeOptions(o)
	options.EntryPoints, options.Outbase, options.Outdir, options.Write = tests, o.static("src"), dir, true
	// With the maps a failure names the line in the TypeScript file.
	options.Sourcemap = api.SourceMapInline
	result := api.Build(options)
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
