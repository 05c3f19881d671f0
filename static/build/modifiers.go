package build

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// modifier is a class that gives any element a few declarations, or a family of such classes: a line of modifiers.txt.
type modifier struct {
	// name is that of the class, or how the names of the family begin.
	name string
	// declarations are those of the rule; in a family, kind stands where the rest of a name has its value.
	declarations, kind string
}

var (
	modifierKind = regexp.MustCompile(`<\w+>`)
	lengthWord   = regexp.MustCompile(`^(?:auto|0|\d+(?:\.\d+)?(?:px|rem|em|ch|d?vh|vw|%))$`)
	shareWord    = regexp.MustCompile(`^\d+(?:\.\d+)?fr$`)
	numberWord   = regexp.MustCompile(`^\d+(?:\.\d+)?$`)
	plainWord    = regexp.MustCompile(`^[a-z]+$`)
	spaceStep    = regexp.MustCompile(`^[1-6]$`)
	// classWord is what may be the name of a class: a modifier's has points and percents in its lengths.
	classWord   = regexp.MustCompile(`[a-z][\w-]*(?:\.\d[\w-]*)*%?`)
	tokenDefine = regexp.MustCompile(`(?m)^\s*--([\w-]+):`)
	notPlain    = regexp.MustCompile(`[.%]`)
)

// Modifiers returns the rules of the modifiers (static/src/style/modifiers.txt) for the names that a program or a document has, in the
// order of the table: of two that set the same, the later one counts.
//
// Errors: an unreadable file, or a line of the table that is not a name and declarations.
func Modifiers(o Options) (string, error) {
	used := classWords{}
	if err := ClassSources(o, used.add); err != nil {
		return "", err
	}
	return modifiersOf(o, used)
}

// modifiersOf returns the rules for the names that are used.
func modifiersOf(o Options, used classWords) (string, error) {
	table, err := readModifiers(o)
	if err != nil {
		return "", err
	}
	tokens, err := os.ReadFile(o.static("src", "style", "tokens.css"))
	if err != nil {
		return "", err
	}
	known := map[string]bool{"tone": true, "mark": true} // which parts of the page set
	for _, m := range tokenDefine.FindAllSubmatch(tokens, -1) {
		known[string(m[1])] = true
	}
	names := maps.Clone(used)
	for _, m := range table {
		if m.kind == "" && used.composes(m.name) {
			names[m.name] = true
		}
	}
	rules := make([][]string, len(table))
	for word := range names {
		if at, rule := ruleOf(table, word, known); rule != "" {
			rules[at] = append(rules[at], rule)
		}
	}
	var css strings.Builder
	for _, family := range rules {
		slices.Sort(family)
		css.WriteString(strings.Join(family, ""))
	}
	return css.String(), nil
}

// classWords are what may be names of classes in texts.
type classWords map[string]bool

func (w classWords) add(text string) {
	for _, word := range classWord.FindAllString(text, -1) {
		w[word] = true
	}
}

// composes reports whether a program makes names that begin as this one up to its first hyphen, such as `tok-${kind}`.
func (w classWords) composes(name string) bool {
	begin, _, is := strings.Cut(name, "-")
	return is && w[begin+"-"]
}

// readModifiers reads the table.
func readModifiers(o Options) ([]modifier, error) {
	text, err := os.ReadFile(o.static("src", "style", "modifiers.txt"))
	if err != nil {
		return nil, err
	}
	var table []modifier
	for number, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, declarations, _ := strings.Cut(line, " ")
		declarations = strings.TrimSpace(declarations)
		kind := modifierKind.FindString(declarations)
		if !strings.Contains(declarations, ": ") || strings.HasSuffix(name, "-*") != (kind != "") {
			return nil, fmt.Errorf("modifiers.txt:%d: expected a class and declarations, or a class that ends in `-*` and a declaration with a kind such as <length>, found `%s`", number+1, line)
		}
		table = append(table, modifier{strings.TrimSuffix(name, "*"), declarations, kind})
	}
	return table, nil
}

// ruleOf returns the rule of a class and the place of its modifier in the table; the rule is empty for what is no modifier. The
// tokens of tokens.css are known.
func ruleOf(table []modifier, class string, known map[string]bool) (int, string) {
	for at, m := range table {
		declarations := m.declarations
		if m.kind == "" {
			if class != m.name {
				continue
			}
		} else {
			rest, is := strings.CutPrefix(class, m.name)
			value := valueOf(m.kind, rest, known)
			if !is || value == "" {
				continue
			}
			declarations = strings.Replace(declarations, m.kind, value, 1)
		}
		return at, "." + notPlain.ReplaceAllString(class, `\$0`) + " {" + declarations + "}\n"
	}
	return 0, ""
}

// valueOf returns what the rest of a class's name stands for; it is empty if that is nothing of a kind.
func valueOf(kind, rest string, known map[string]bool) string {
	switch kind {
	case "<spaces>":
		return partsOf(rest, spaceOf)
	case "<numbers>":
		return partsOf(rest, numberOf)
	case "<tracks>":
		return partsOf(rest, trackOf)
	case "<length>":
		return lengthOf(rest)
	case "<word>":
		return plainWord.FindString(rest)
	case "<colour>":
		if known[rest] {
			return "var(--" + rest + ")"
		}
	}
	return ""
}

// partsOf returns the values of the parts of a name's rest, one after the other: nothing, if one of them has none.
func partsOf(rest string, valueOf func(string) string) string {
	parts := strings.Split(rest, "-")
	for i, part := range parts {
		if parts[i] = valueOf(part); parts[i] == "" {
			return ""
		}
	}
	return strings.Join(parts, " ")
}

// spaceOf returns a step of the spaces, or a length.
func spaceOf(part string) string {
	switch {
	case part == "half":
		return "2px"
	case spaceStep.MatchString(part):
		return "var(--gap-" + part + ")"
	}
	return lengthOf(part)
}

// lengthOf returns a length; the unit u is that of a stage, which grows with the window.
func lengthOf(part string) string {
	if number, is := strings.CutSuffix(part, "u"); is && numberWord.MatchString(number) {
		return "calc(var(--u) * " + number + ")"
	}
	return lengthWord.FindString(part)
}

// numberOf returns a number or a length.
func numberOf(part string) string {
	if numberWord.MatchString(part) {
		return part
	}
	return lengthOf(part)
}

// trackOf returns the width of a column. A share may be narrower than what is in it.
func trackOf(part string) string {
	if shareWord.MatchString(part) {
		return "minmax(0, " + part + ")"
	}
	return lengthOf(part)
}

// ClassSources calls f with each program and document that gives classes to elements: those of the page and of the server, without tests.
func ClassSources(o Options, f func(text string)) error {
	for _, root := range []string{"static", "tutorials", "playground", "show"} {
		err := filepath.WalkDir(filepath.Join(o.Root, root), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				if entry != nil && slices.Contains([]string{"node_modules", "dist", "browsertest"}, entry.Name()) {
					return fs.SkipDir
				}
				return err
			}
			if strings.Contains(name, "_test.") || strings.Contains(name, ".test.") || !slices.Contains([]string{".ts", ".tsx", ".html", ".tmpl", ".go"}, filepath.Ext(name)) {
				return nil
			}
			text, err := os.ReadFile(filepath.Clean(name))
			if err == nil {
				f(string(text))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// withModifiers is what puts the modifiers at the end of base.css, as a style sheet or as text.
func withModifiers(loader api.Loader, modifiers func() (string, error)) api.Plugin {
	return api.Plugin{Name: "modifiers", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `style/base\.css$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			base, err := os.ReadFile(args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			rules, err := modifiers()
			contents := string(base) + rules
			return api.OnLoadResult{Contents: &contents, Loader: loader}, err
		})
	}}
}

// withOwnModifiers gives a script that stands alone the modifiers that its own sources name, as text at the end of base.css: those of
// other pages would only make it larger. Its sources are known when it has been bundled once.
func withOwnModifiers(o Options, alone api.BuildOptions) (api.BuildOptions, error) {
	alone.Plugins = nil
	sources, err := sourcesOf(alone)
	if err != nil {
		return alone, err
	}
	used := classWords{}
	for _, name := range sources {
		text, err := os.ReadFile(o.static(name))
		if err != nil {
			return alone, err
		}
		used.add(string(text))
	}
	alone.Plugins = []api.Plugin{withModifiers(api.LoaderText, func() (string, error) { return modifiersOf(o, used) })}
	return alone, nil
}

// sourcesOf returns the project's own programs in a bundle, by their paths in static.
func sourcesOf(options api.BuildOptions) ([]string, error) {
	result := api.Build(options)
	if len(result.Errors) > 0 {
		return nil, errors.New(result.Errors[0].Text)
	}
	var meta struct {
		Inputs map[string]struct{} `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, fmt.Errorf("esbuild's metafile: %w", err)
	}
	var sources []string
	for name := range meta.Inputs {
		if strings.HasPrefix(name, "src/") && slices.Contains([]string{".ts", ".tsx"}, filepath.Ext(name)) {
			sources = append(sources, name)
		}
	}
	return sources, nil
}
