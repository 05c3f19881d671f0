package show

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"unbox/examples"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

// document takes a trace through the passes of a preset.
func document(t *testing.T, text, preset string) *Document {
	t.Helper()
	p, err := optimizer.PresetByName(preset)
	if err != nil {
		t.Fatal(err)
	}
	var passes []string
	for _, pass := range p.Passes.List() {
		passes = append(passes, pass.String())
	}
	r, err := api.New().Everything(&api.OptimizeRequest{Text: text, Passes: passes, To: -1})
	if err != nil || r.Dialect == "" {
		t.Fatalf("expected a trace, found %v", err)
	}
	return &Document{Title: "A trace", Result: r}
}

const small = `[i0]
p1 = new(BoxedInteger)
set(p1, intval, i0)
i2 = get(p1, intval)
i3 = int_add(i2, 0)
print(i3)
print(i0)
print(i0)
print(i0)
print(i0)
print(i0)
print(i0)
print(i0)
print(i0)
print(i0)
jump(i3)
`

// TestFilesStandAlone makes every form of every example: well-formed, and without anything from
// elsewhere.
func TestFilesStandAlone(t *testing.T) {
	for _, e := range examples.All() {
		for _, preset := range []string{"loop", "alloc"} {
			d := document(t, e.Text, preset)
			checkHTML(t, e.ID, d.HTML("auto"))
			checkXML(t, e.ID, d.SVG())
			checkXML(t, e.ID, d.Columns())
			if text := d.ANSI(Painter{}); strings.Contains(text, "\x1b") {
				t.Errorf("%s: expected no colours, found some", e.ID)
			}
			if fences := strings.Count(d.Markdown(), "\n```"); fences != 6 {
				t.Errorf("%s: expected 3 blocks of code, found %d fences", e.ID, fences)
			}
		}
	}
}

// outside is what would ask somebody else.
var outside = regexp.MustCompile(`(?i)<(?:script|link|img|iframe|object|base)\b|url\(|@import|\son\w+=`)

// checkHTML parses a page: no element is left open, names are there once, and links lead to rows.
func checkHTML(t *testing.T, name, text string) {
	t.Helper()
	if found := outside.FindString(text); found != "" {
		t.Errorf("%s: expected a page that needs nothing else, found %q", name, found)
	}
	ids, links := map[string]bool{}, map[string]bool{}
	var open []string
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			if z.Err() != io.EOF {
				t.Errorf("%s: %v", name, z.Err())
			}
			break
		}
		token := z.Token()
		switch kind {
		case html.StartTagToken:
			if token.Data != "meta" {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				t.Fatalf("%s: expected the end of %v, found that of %s", name, open, token.Data)
			}
			open = open[:len(open)-1]
		}
		for _, a := range token.Attr {
			switch a.Key {
			case "id":
				if ids[a.Val] {
					t.Errorf("%s: expected the name %s once, found it again", name, a.Val)
				}
				ids[a.Val] = true
			case "href":
				links[a.Val] = true
			}
		}
	}
	if len(open) > 0 {
		t.Errorf("%s: expected all elements to end, found %v open", name, open)
	}
	for link := range links {
		if !ids[strings.TrimPrefix(link, "#")] {
			t.Errorf("%s: expected links to rows of the page, found %s", name, link)
		}
	}
}

func checkXML(t *testing.T, name, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// TestHostileText has a comment and a title that would be markup, and what a terminal would obey.
func TestHostileText(t *testing.T) {
	const hostile = "<script>alert(1)</script> </style> & \" ' `` ]]>"
	d := document(t, "[i0]\n# "+hostile+"\ni1 = int_add(i0, 0)\nprint(i1)\njump(i1)\n", "loop")
	d.Title = hostile + "\x1b[31m\u202e"
	checkHTML(t, "hostile", d.HTML("dark"))
	checkXML(t, "hostile", d.SVG())
	checkXML(t, "hostile", d.Columns())
	for _, text := range []string{d.HTML("auto"), d.SVG(), d.ANSI(Painter{})} {
		if strings.ContainsAny(text, "\x1b\u202e") || strings.Contains(text, "<script>alert") && strings.Contains(text, "<html") {
			t.Errorf("expected text that stays text, found\n%s", text)
		}
	}
}

// TestChosenLines shows a part of a trace: links lead nowhere else.
func TestChosenLines(t *testing.T) {
	d := document(t, small, "straight")
	d.From, d.To = 3, 4
	text := d.HTML("light")
	checkHTML(t, "chosen", text)
	for line, want := range map[int]bool{2: false, 3: true, 4: true, 5: false} {
		if got := strings.Contains(text, fmt.Sprintf(`data-line="%d"`, line)); got != want {
			t.Errorf("line %d: expected %v, found %v", line, want, got)
		}
	}
}

func TestForms(t *testing.T) {
	d := document(t, small, "straight")
	text := d.ANSI(Painter{})
	for _, part := range []string{"   2 − p1 = new(BoxedInteger)", "   6 ~ print(i3)\n     = print(i0)", "rows, unchanged"} {
		if !strings.Contains(text, part) {
			t.Errorf("expected %q in\n%s", part, text)
		}
	}
	colored := d.ANSI(Painter{On: true})
	if plainText := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(colored, ""); plainText != text {
		t.Errorf("expected colours to change nothing else, found\n%s", plainText)
	}
	markdown := d.Markdown()
	for _, part := range []string{"## Before\n\n```\n[i0]\n", "## After\n", "- p1 = new(BoxedInteger)\n", "- `p1 = new(BoxedInteger)`: removed by virtual: `p1` need not exist: `set(p1, intval, i0)` in row 3 "} {
		if !strings.Contains(markdown, part) {
			t.Errorf("expected %q in\n%s", part, markdown)
		}
	}
}

// TestColumns has every line of both sides once, the reason of a row that one side lacks on that side, and both names.
func TestColumns(t *testing.T) {
	d := document(t, small, "straight")
	d.Left, d.Right, d.Theme = "as recorded", "after virtual", "dark"
	text := d.Columns()
	plainText := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, "")
	for _, part := range []string{"p1 = new(BoxedInteger)", "after virtual", "stays inside", "rows, unchanged"} {
		if !strings.Contains(plainText, part) {
			t.Errorf("expected %q in\n%s", part, plainText)
		}
	}
	if n := strings.Count(plainText, "print(i0)"); n < 2 {
		t.Errorf("expected lines that stay on both sides, found %d", n)
	}
	if strings.Contains(text, "@media") || !strings.Contains(text, "#17181b") {
		t.Errorf("expected the colours for the dark alone")
	}
}

// TestRowsAreAllThere compares the rows of every form with those of the result.
func TestRowsAreAllThere(t *testing.T) {
	for _, e := range examples.All() {
		d := document(t, e.Text, "loop")
		n, folded := 0, 0
		for _, g := range d.groups() {
			n += len(g.rows)
			for _, r := range g.rows {
				if g.folded && (r.Change > 0 || len(r.Reasons) > 0) {
					t.Errorf("%s: expected rows that changed to be shown, found row %d folded", e.ID, r.index)
				}
			}
			if g.folded {
				folded += len(g.rows)
			}
		}
		first := 0
		for first < len(d.Result.Page.Items) && d.Result.Page.Items[first].Row.Kind == optimizer.DiffComment {
			first++
		}
		if want := d.Result.Rows - first; n != want {
			t.Errorf("%s: expected %d rows, found %d, %d of them folded", e.ID, want, n, folded)
		}
	}
}

// TestColoursAreThoseOfThePage compares the colours of documents with those of the page.
func TestColoursAreThoseOfThePage(t *testing.T) {
	tokens, err := os.ReadFile("../static/src/style/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range colors {
		if want := fmt.Sprintf("--%s: light-dark(%s, %s);", c.name, c.light, c.dark); !strings.Contains(string(tokens), want) {
			t.Errorf("expected the page to have %q", want)
		}
	}
	for _, f := range svgFills {
		if !strings.Contains(svgStyle(""), f.selector+" { "+f.property()+": #") {
			t.Errorf("expected a colour `%s` of `%s`, found none", f.color, f.selector)
		}
	}
	for _, name := range regexp.MustCompile(`var\(--([a-z0-9-]+)\)`).FindAllStringSubmatch(style, -1) {
		if !strings.Contains(colorStyle(), "--"+name[1]+":") {
			t.Errorf("expected a colour `%s`, found none", name[1])
		}
	}
}

// TestListingLine paints a line of a listing.
func TestListingLine(t *testing.T) {
	tr, list := trace.Parse("[i0]\nguard_true(i0)\nprint(7)\njump(i0)\n")
	if tr == nil {
		t.Fatal(list)
	}
	listing := trace.Print(tr, trace.PrintOptions{})
	if got, want := (Painter{On: true}).Line(listing, 2), "\x1b[32mprint\x1b[0m(\x1b[36m7\x1b[0m)"; got != want {
		t.Errorf("expected %q, found %q", want, got)
	}
	if got := (Painter{}).Line(listing, 2); got != "print(7)" {
		t.Errorf("expected the line as it is, found %q", got)
	}
}
