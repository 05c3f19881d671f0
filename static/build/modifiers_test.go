package build

import (
	"slices"
	"strings"
	"testing"
)

// TestModifiersOfFamilies makes rules of names, with values of each kind, and none of names that are nearly modifiers.
func TestModifiersOfFamilies(t *testing.T) {
	table, err := readModifiers(project(t))
	if err != nil {
		t.Fatal(err)
	}
	table.known = map[string]bool{"paper": true, "ink-2": true}
	for class, rule := range map[string]string{
		"flex":                    ".flex {display: flex}",
		"gap-2":                   ".gap-2 {gap: var(--gap-2)}",
		"pad-half-4":              ".pad-half-4 {padding: 2px var(--gap-4)}",
		"margin-0-auto":           ".margin-0-auto {margin: 0 auto}",
		"min-width-4.6rem":        `.min-width-4\.6rem {min-width: 4.6rem}`,
		"max-height-45%":          `.max-height-45\% {max-height: 45%}`,
		"flex-1-1-14rem":          ".flex-1-1-14rem {flex: 1 1 14rem}",
		"fill-ink-2":              ".fill-ink-2 {fill: var(--ink-2)}",
		"stroke-paper":            ".stroke-paper {stroke: var(--paper)}",
		"stroke-width-1.5":        `.stroke-width-1\.5 {stroke-width: 1.5}`,
		"columns-2.8rem-1fr-auto": `.columns-2\.8rem-1fr-auto {grid-template-columns: 2.8rem minmax(0, 1fr) auto}`,
		"under-800px:gone":        `@media screen and (width <= 800px) {.under-800px\:gone {display: none}}`,
		"is-now:fill-ink-2":       `.is-now\:fill-ink-2.is-now {fill: var(--ink-2)}`,
		"under-wide:gone":         "",
		"under-800px:gold":        "",
		"never:gone":              "",
		"gap-7":                   "",
		"gap-wide":                "",
		"fill-gold":               "",
		"min-width-4":             "",
		"columns-2-1fr":           "",
		"flexible":                "",
	} {
		if found, is := table.ruleOf(class); is != (rule != "") || strings.TrimSuffix(found.css, "\n") != rule {
			t.Errorf("%s: expected the rule %q, found %q", class, rule, found.css)
		}
	}
}

// TestModifiersWithConditions expects those with a condition after those without, and of two widths the smaller one last.
func TestModifiersWithConditions(t *testing.T) {
	used := classWords{}
	used.add(`under-480px:column is-now:flex under-1100px:column under-800px:column text-s {a:column}`)
	css, err := modifiersOf(project(t), used)
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, class := range []string{".text-s ", `.is-now\:flex.is-now`, `.under-1100px\:column `, `.under-800px\:column `, `.under-480px\:column `} {
		now := strings.Index(css, class)
		if now <= at {
			t.Errorf("expected the rule of %safter those before it, found it at %d after %d in\n%s", class, now, at, css)
		}
		at = now
	}
	if strings.Contains(css, `a\:column`) {
		t.Errorf("expected no rule for an unknown condition, found\n%s", css)
	}
}

// TestModifiersOfPages expects rules for what the pages use, the general ones before those that set a part of the same.
func TestModifiersOfPages(t *testing.T) {
	css, err := Modifiers(project(t))
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, class := range []string{".flex ", ".gap-2 ", ".gap-y-2 ", ".pad-3-4-2 ", ".pad-y-2 ", ".pad-top-2 ", ".text-s "} {
		now := strings.Index(css, class)
		if now <= at {
			t.Errorf("expected the rule of %safter those before it, found it at %d after %d", class, now, at)
		}
		at = now
	}
}

// TestModifiersOfScripts expects that a script that stands alone has the modifiers that its sources name or compose, and no others.
func TestModifiersOfScripts(t *testing.T) {
	o := project(t)
	element := aloneOptions(o)
	element.EntryPoints = []string{"src/unbox-trace.tsx"}
	sources, err := sourcesOf(element)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(sources, "src/picture/row.tsx") || slices.ContainsFunc(sources, func(name string) bool { return strings.HasPrefix(name, "src/teach/") }) {
		t.Errorf("expected the sources of the picture and not those of classes, found %q", sources)
	}
	used := classWords{}
	used.add("<b class=\"gap-2 pad-y-2\"/>; `tok-${kind}`; left")
	css, err := modifiersOf(o, used)
	if err != nil {
		t.Fatal(err)
	}
	for part, expected := range map[string]bool{".gap-2 ": true, ".pad-y-2 ": true, ".tok-guard ": true, ".flex ": false, ".self-left ": false, ".gap-3 ": false} {
		if strings.Contains(css, part) != expected {
			t.Errorf("a rule of %s: expected %v, found\n%s", part, expected, css)
		}
	}
}
