package static

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unbox/static/build"
)

var (
	styleComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	styleRule    = regexp.MustCompile(`([^{};]+)\{`)
	styleClass   = regexp.MustCompile(`\.([a-zA-Z][\w-]*)`)
	// quotedText is what a program or a page may use as the name of a class: text within quotes, up to where a value is put in.
	quotedText = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"|'[^'\n]*'|`[^`]*`")
	namePart   = regexp.MustCompile(`[a-zA-Z][\w-]*`)
	// keyText is the key of a table, which may be the rest of a name.
	keyText   = regexp.MustCompile(`(?m)^\s*([a-zA-Z]\w*):`)
	nameBegun = regexp.MustCompile(`([a-zA-Z][\w-]*-)(\$\{|"\s*\+|%s)`)
)

// styleSheets are the files of the style by their names, without comments.
func styleSheets(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("src/style/*.css")
	if err != nil || len(files) == 0 {
		t.Fatalf("expected style sheets, found %v, %v", files, err)
	}
	sheets := map[string]string{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sheets[filepath.Base(name)] = styleComment.ReplaceAllString(string(text), "")
	}
	return sheets
}

// names are what the page's programs, its documents and the server's may give to elements as classes.
type names struct {
	// whole are written out; begun are how names begin of which the rest is put in.
	whole map[string]bool
	begun []string
	// values are all texts and keys of tables: what may be put in.
	values map[string]bool
}

// given reports whether an element may be of a class. A name that is put together counts if its rest is a text or a key somewhere, or a
// digit: its beginning alone would keep all rules alive whose names begin like it.
func (n names) given(name string) bool {
	if n.whole[name] {
		return true
	}
	return slices.ContainsFunc(n.begun, func(begin string) bool {
		rest, is := strings.CutPrefix(name, begin)
		return is && (n.values[rest] || len(rest) == 1 && rest[0] >= '0' && rest[0] <= '9')
	})
}

// add notes the names in the text of a program or document.
func (n *names) add(text string) {
	for _, quoted := range quotedText.FindAllString(text, -1) {
		n.values[quoted[1:len(quoted)-1]] = true
		for _, name := range namePart.FindAllString(quoted, -1) {
			n.whole[name] = true
		}
	}
	for _, m := range keyText.FindAllStringSubmatch(text, -1) {
		n.values[m[1]] = true
	}
	for _, m := range nameBegun.FindAllStringSubmatch(text, -1) {
		n.begun = append(n.begun, m[1])
	}
}

// classNames reads the names of classes from all programs and documents.
func classNames(t *testing.T) names {
	t.Helper()
	found := names{whole: map[string]bool{}, values: map[string]bool{}}
	if err := build.ClassSources(build.Options{Root: ".."}, found.add); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestNamesPutTogether expects that the beginning of a name keeps no rule alive whose rest nothing puts in.
func TestNamesPutTogether(t *testing.T) {
	found := names{whole: map[string]bool{}, values: map[string]bool{}}
	found.add("const side = \"after\", kinds = {\n  removed: 1,\n};\n<p class={`lab-${side} row`}><i class={`is-${kind}`}><b class={`bit-${n}`}>")
	for name, given := range map[string]bool{"row": true, "lab-after": true, "is-removed": true, "bit-1": true, "lab-fuzz": false, "is-added": false, "bit-open": false} {
		if found.given(name) != given {
			t.Errorf("%s: expected given %v, found %v", name, given, !given)
		}
	}
}

// TestStyleHasNoDeadRules expects that every class for which there is a rule is given to some element: rules stay behind when
// what they were for is deleted, and nobody dares to touch them.
func TestStyleHasNoDeadRules(t *testing.T) {
	given := classNames(t)
	for file, text := range styleSheets(t) {
		for _, rule := range styleRule.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(strings.TrimSpace(rule[1]), "@") {
				continue
			}
			for _, m := range styleClass.FindAllStringSubmatch(rule[1], -1) {
				name := m[1]
				// What CodeMirror draws is named by it.
				if strings.HasPrefix(name, "cm-") || given.given(name) {
					continue
				}
				t.Errorf("%s: expected an element of the class `%s`, found none in any program or document", file, name)
			}
		}
	}
}

// TestStyleHasNoDeadModifiers expects that some element has each modifier, one of each family, and one with each condition.
func TestStyleHasNoDeadModifiers(t *testing.T) {
	given := classNames(t)
	table, err := os.ReadFile("src/style/modifiers.txt")
	if err != nil {
		t.Fatal(err)
	}
	css, err := build.Modifiers(build.Options{Root: ".."})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		name, _, is := strings.Cut(line, " ")
		if !is || strings.HasPrefix(name, "#") {
			continue
		}
		begin, isCondition := strings.CutSuffix(name, ":")
		begin, isFamily := strings.CutSuffix(begin, "*")
		for name := range strings.SplitSeq(begin, ",") {
			used := given.given(name)
			switch {
			case isCondition:
				used = regexp.MustCompile(`\.` + name + `[\w-]*\\:`).MatchString(css)
			case isFamily:
				used = strings.Contains(css, "."+name) || strings.Contains(css, `\:`+name)
			}
			if !used {
				t.Errorf("expected an element with a class of the line `%s`, found none with `%s` in any program or document", strings.TrimSpace(line), name)
			}
		}
	}
}

// styleLines is how many lines the style sheets and the table of modifiers may have together. Views are composed of the primitives of
// base.css and of modifiers: what a new view needs is there, or is given by fewer lines elsewhere. Lower it when there are fewer.
const styleLines = 3996

// TestStyleDoesNotGrow counts the lines of the style sheets and of modifiers.txt.
func TestStyleDoesNotGrow(t *testing.T) {
	files, err := filepath.Glob("src/style/*.css")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, name := range append(files, "src/style/modifiers.txt") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(text), "\n")
	}
	if lines > styleLines {
		t.Errorf("expected at most %d lines of CSS, found %d: compose the view of the primitives in src/style/base.css", styleLines, lines)
	}
}

// styleColour is a colour that is written out.
var styleColour = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\(`)

// TestStyleHasOnePalette expects that all colours are those of tokens.css, where each is given for light and for dark.
func TestStyleHasOnePalette(t *testing.T) {
	for file, text := range styleSheets(t) {
		if file == "tokens.css" {
			continue
		}
		for number, line := range strings.Split(text, "\n") {
			property, value, is := strings.Cut(line, ":")
			if found := styleColour.FindString(value); is && strings.HasPrefix(property, " ") && found != "" {
				t.Errorf("%s, `%s`: expected a colour of tokens.css, found `%s` (line %d without comments)", file, strings.TrimSpace(line), found, number+1)
			}
		}
	}
}

// brush matches a selector that says by an element's name what lies within, or after, something that has something.
var brush = regexp.MustCompile(`:has\([^{},]*\)[^{},]*[ >+~]([a-z][a-z0-9]*|\*)\s*(?:,|$)`)

// TestStyleAsksForNothingByName holds that no rule asks what an element has to find others by the names of their elements: when
// anything changes, a browser then styles every element of that name again. `.line:has(…) > span` cost a step through the picture
// 1,300 spans, and half of its time for styles and layout.
func TestStyleAsksForNothingByName(t *testing.T) {
	for _, bad := range []string{".line:has(> .tok-bookkeeping:first-child) > span", ".a:has(.b) li, .c", ".a:has(.b) > *"} {
		if !brush.MatchString(bad) {
			t.Errorf("expected %q to be found, it was not", bad)
		}
	}
	for name, text := range styleSheets(t) {
		for _, rule := range styleRule.FindAllStringSubmatch(text, -1) {
			// That rule holds where there are no scripts: there nothing changes.
			if brush.MatchString(strings.TrimSpace(rule[1])) && !strings.Contains(rule[1], ".lesson-split:not(") {
				t.Errorf("%s: expected a class on what `%s` means, found what it is asked by its name", name, strings.TrimSpace(rule[1]))
			}
		}
	}
}
