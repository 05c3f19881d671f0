package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"unbox/examples"
	"unbox/optimizer"
	wasm "unbox/wasm/api"
)

// before is what the page shows before the optimizer is loaded; `Before` in
// static/src/before.ts.
type before struct {
	Describe *wasm.DescribeResponse `json:"describe"`
	Prepared *wasm.Prepared         `json:"prepared"`
}

// prerender draws the page with its first example and the header of all pages, by the page's own code in Node.js, and adds the
// styles that the HTML needs. The HTML is in out.before and out.headers.
//
// Errors: those of the optimizer, esbuild or Node.js.
func prerender(ctx context.Context, o Options, out *output) error {
	data, err := firstPicture()
	if err != nil {
		return err
	}
	script, err := prerenderScript(o)
	if err != nil {
		return err
	}
	file := o.work("prerender.mjs")
	if _, err := writeIfChanged(file, script); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "node", file)
	cmd.Stdin = bytes.NewReader(data)
	var said bytes.Buffer
	cmd.Stderr = &said
	drawn, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("drawing the page in Node.js: %w\n%s", err, said.Bytes())
	}
	var parts struct {
		HTML, CSS string
		Headers   map[string]string
	}
	if err := json.Unmarshal(drawn, &parts); err != nil {
		return fmt.Errorf("drawing the page in Node.js: %w", err)
	}
	out.addHashed("before.css", []byte(parts.CSS))
	out.headers = parts.Headers
	// In a script element only the end tag has a meaning.
	out.before = parts.HTML + `</div><script type="application/json" id="before">` + strings.ReplaceAll(string(data), "<", `\u003c`) + `</script>`
	return nil
}

// firstPicture returns the first example with its picture, as JSON.
func firstPicture() ([]byte, error) {
	first := examples.All()[0]
	presets := optimizer.Presets()
	preset := presets[slices.IndexFunc(presets, func(p optimizer.Preset) bool { return p.Name == first.Preset })]
	request := &wasm.PreparedRequest{Text: first.Text, To: -1, Title: first.Title}
	for _, pass := range preset.Passes.List() {
		request.Passes = append(request.Passes, pass.String())
	}
	prepared, err := wasm.New().Prepared(request)
	if err != nil {
		return nil, fmt.Errorf("the first example: %w", err)
	}
	all := wasm.Describe()
	d := &wasm.DescribeResponse{
		Operations: []wasm.Operation{}, Passes: all.Passes, Presets: all.Presets,
		Rules: []wasm.RuleInfo{}, Reasons: []wasm.ReasonInfo{}, Examples: []wasm.Example{},
	}
	return json.Marshal(before{d, prepared})
}

// prerenderScript bundles static/src/prerender.tsx for Node.js.
func prerenderScript(o Options) ([]byte, error) {
	options := nodeOptions(o)
	options.EntryPoints = []string{"src/prerender.tsx"}
	options.Outdir = filepath.Join(o.static(), "dist")
	options.MinifySyntax = true
	// The server writes the version into the page, see __VERSION__ in bundlePages.
	options.Define["__VERSION__"] = `"__VERSION__"`
	result := api.Build(options)
	if len(result.Errors) > 0 {
		return nil, errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}), ""))
	}
	for _, file := range result.OutputFiles {
		if strings.HasSuffix(file.Path, ".mjs") {
			return file.Contents, nil
		}
	}
	return nil, errors.New("BUG: esbuild made no script of src/prerender.tsx")
}

// nodeOptions are the settings of bundles that Node.js runs.
func nodeOptions(o Options) api.BuildOptions {
	termWords, termTable := termDefines()
	return api.BuildOptions{
		AbsWorkingDir:   o.static(),
		OutExtension:    map[string]string{".js": ".mjs"},
		Bundle:          true,
		Platform:        api.PlatformNode,
		Format:          api.FormatESModule,
		Target:          api.ES2022,
		JSX:             api.JSXAutomatic,
		JSXImportSource: "preact",
		Loader:          map[string]api.Loader{".css": api.LoaderEmpty, ".svg": api.LoaderEmpty},
		Define: map[string]string{
			"__TERM_WORDS__": termWords, "__TERMS__": termTable,
			"__CORE_WASM_URL__": `""`, "__CORE_WASM_SIZE__": "0", "__WASM_URL__": `""`, "__WASM_SIZE__": "0", "__WORKER_URL__": `""`, "__WHOLE_WORKER_URL__": `""`, "__TIMER_URL__": `""`, "__LATE_CSS_URL__": `""`, "__VERSION__": `"test"`,
		},
		LogLevel: api.LogLevelSilent,
	}
}
