package build

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
	classWord   = regexp.MustCompile(`(?:[a-z][\w-]*(?:\.\d[\w-]*)*:)?[a-z][\w-]*(?:\.\d[\w-]*)*%?`)
	tokenDefine = regexp.MustCompile(`(?m)^\s*--([\w-]+):`)
	notPlain    = regexp.MustCompile(`[.%:]`)
	leastLength = regexp.MustCompile(`\d+`)
)

// condition says when a modifier counts that has its name and a colon before its own: at a width, in a state, on paper.
type condition struct {
	// name is how the condition's name begins, or all of it.
	name string
	// where is a query, or a selector in which & is the element; in a family, kind stands where the rest of a name has its value.
	where, kind string
}

// Modifiers returns the rules of the modifiers (static/src/style/modifiers.txt) for the names that a program or a document has, in the
// order of the table: of two that set the same, the later one counts. Those with a condition come after all others, in the order of the
// conditions, and of two widths the smaller one comes later.
//
// Errors: an unreadable file, or a line of the table that is neither a name and declarations nor a condition.
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
	table.known = map[string]bool{"tone": true, "mark": true} // which parts of the page set
	for _, m := range tokenDefine.FindAllSubmatch(tokens, -1) {
		table.known[string(m[1])] = true
	}
	names := maps.Clone(used)
	for _, m := range table.modifiers {
		if m.kind == "" && used.composes(m.name) {
			names[m.name] = true
		}
	}
	var rules []modifierRule
	for word := range names {
		if rule, is := table.ruleOf(word); is {
			rules = append(rules, rule)
		}
	}
	slices.SortFunc(rules, modifierRule.compare)
	var css strings.Builder
	for _, rule := range rules {
		css.WriteString(rule.css)
	}
	return css.String(), nil
}

// modifierRule is a rule and its place among the others.
type modifierRule struct {
	css string
	// condition is the place of its condition, 0 without one; width is the number in that; modifier is the place of its modifier.
	condition, width, modifier int
}

func (r modifierRule) compare(other modifierRule) int {
	return cmp.Or(cmp.Compare(r.condition, other.condition), -cmp.Compare(r.width, other.width), cmp.Compare(r.modifier, other.modifier), cmp.Compare(r.css, other.css))
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

// modifierTable is what modifiers.txt says.
type modifierTable struct {
	modifiers  []modifier
	conditions []condition
	// known are the tokens of tokens.css.
	known map[string]bool
}

// readModifiers reads the table.
func readModifiers(o Options) (modifierTable, error) {
	var table modifierTable
	text, err := os.ReadFile(o.static("src", "style", "modifiers.txt"))
	if err != nil {
		return table, err
	}
	for number, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, declarations, _ := strings.Cut(line, " ")
		declarations = strings.TrimSpace(declarations)
		kind := modifierKind.FindString(declarations)
		begin, isCondition := strings.CutSuffix(name, ":")
		isFamily := strings.HasSuffix(begin, "-*")
		if isFamily != (kind != "") || isCondition != (declarations != "" && strings.ContainsAny(declarations[:1], "@.&")) || !isCondition && !strings.Contains(declarations, ": ") {
			return table, fmt.Errorf("modifiers.txt:%d: expected classes with commas between them and declarations, a class that ends in `-*` and a declaration with a kind such as <length>, or a condition that ends in a colon and a query or a selector, found `%s`", number+1, line)
		}
		begin = strings.TrimSuffix(begin, "*")
		if isCondition {
			table.conditions = append(table.conditions, condition{begin, declarations, kind})
		} else {
			for name := range strings.SplitSeq(begin, ",") {
				table.modifiers = append(table.modifiers, modifier{name, declarations, kind})
			}
		}
	}
	return table, nil
}

// ruleOf returns the rule of a class, if that is a modifier, with or without a condition.
func (t modifierTable) ruleOf(class string) (modifierRule, bool) {
	when, name, conditional := strings.Cut(class, ":")
	if !conditional {
		when, name = "", class
	}
	at, where, is := t.conditionOf(when)
	if !is {
		return modifierRule{}, false
	}
	for i, m := range t.modifiers {
		declarations, is := filled(m.name, m.declarations, m.kind, name, t.known)
		if !is {
			continue
		}
		css := "." + notPlain.ReplaceAllString(class, `\$0`)
		switch {
		case where == "":
			css += " {" + declarations + "}"
		case strings.HasPrefix(where, "@"):
			css = where + " {" + css + " {" + declarations + "}}"
		default:
			css = strings.ReplaceAll(where, "&", css) + " {" + declarations + "}"
		}
		width, _ := strconv.Atoi(leastLength.FindString(when)) // 0 without one
		return modifierRule{css + "\n", at, width, i}, true
	}
	return modifierRule{}, false
}

// conditionOf returns the place of a condition, counted from 1, and its query or selector; no name is no condition, at 0.
func (t modifierTable) conditionOf(name string) (at int, where string, is bool) {
	if name == "" {
		return 0, "", true
	}
	for i, c := range t.conditions {
		if where, is := filled(c.name, c.where, c.kind, name, t.known); is {
			return i + 1, where, true
		}
	}
	return 0, "", false
}

// filled returns a text of the table with what the rest of a name stands for at the place of the kind, if the name begins as the table
// says, or is the one that it says.
func filled(begin, text, kind, name string, known map[string]bool) (string, bool) {
	if kind == "" {
		return text, name == begin
	}
	rest, is := strings.CutPrefix(name, begin)
	value := valueOf(kind, rest, known)
	return strings.ReplaceAll(text, kind, value), is && value != ""
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
