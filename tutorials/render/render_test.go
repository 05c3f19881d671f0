package render

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"unbox"
	"unbox/tutorials/lesson"
)

const text = "# Boxes\n\nA *box* with `1 < 2`.\n\n" +
	"```trace passes=\"fold,cse\" title=\"An example\"\n[i0]\ni1 = int_add(i0, 1) # <one>\nguard_true(i1) [i0]\njump(i1)\n```\n\n" +
	"```quiz\nquestion: What is `1 < 2`?\nchoices:\n  - {text: \"`True`\", right: true, why: It is less.}\n  - {text: \"<no>\", why: It is not.}\n```\n\n" +
	"```quiz\nquestion: And this?\nrun: |\n  print(1)\nwhy: One.\n```\n\n" +
	"```figure\ntitle: Two boxes\nalt: p0 refers to p1 and p1 to p0.\nobjects:\n  - {name: p0, class: Box, fields: [{name: next, value: p1}]}\n  - {name: p1, class: Box, virtual: true, note: not allocated, fields: [{name: next, value: p0}, {name: v, value: i1}]}\n```\n\n" +
	"```figure\ntitle: Equal values\nalt: a leads to b, b to 17.\nsets:\n  - {name: a, text: \"add(b, 0)\", to: b}\n  - {name: b, to: c}\n  - {name: c, text: \"17\", constant: true}\n```\n\n" +
	"```quote file=trace/eval.go name=Eval\n```\n\n```quote file=optimizer/rules/int.rules name=add-zero\n```\n\n" +
	"```tests\ndef test_secret(): pass\n```\n\n```python\nif x: # why\n    pass\n```\n"

// load wraps a text as the introduction of a course's only chapter, without
// the blocks that belong into steps.
func load(t *testing.T, body string) *lesson.Chapter {
	t.Helper()
	c, err := lesson.Load(fstest.MapFS{
		"01-a/chapter.md": {Data: []byte("---\ntitle: T\nsummary: S\n---\n" + body)},
	})
	if c == nil || len(c.Chapters) == 0 {
		t.Fatal(err)
	}
	return c.Chapters[0]
}

func TestText(t *testing.T) {
	html, err := Text(load(t, text).Text, nil, unbox.Sources(), "/schools/unbox/")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<h1 id="boxes">Boxes</h1>`, `<em>box</em>`, `<code>1 &lt; 2</code>`,
		`<figcaption class="toolbar spread gap-half-4"><span class="caption-title">An example</span> <a class="open-trace" href="/schools/unbox/#1`, `<span class="tok-guard">guard_true</span>`,
		`<span class="tok-comment"># &lt;one&gt;</span>`, `href="/schools/unbox/#1`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("expected %s, found\n%s", want, html)
		}
	}
	if strings.Contains(html, "test_secret") {
		t.Errorf("expected no tests in the text, found\n%s", html)
	}
}

// TestTurn: where the tests of a step are, its text leads to the exercise, and says whether there is more to read after it.
func TestTurn(t *testing.T) {
	const link, rest = `<a class="button" href="#workbench">To the exercise</a>`, "Read on when your tests pass"
	const task, hidden = "Write it.\n\n```tests\ndef test_a(): pass\n```\n\n", "```hint\nA hint.\n```\n\n```solution\nx = 1\n```\n\n"
	for text, goesOn := range map[string]bool{
		task + hidden:                                          false,
		task + hidden + "And now?\n":                           true,
		task + hidden + "## In production\n":                   true,
		task + "```python\nx = 1\n```\n\n" + hidden:            true,
		"Before.\n\n" + task + "~~~wrong message=\"?\"\n~~~\n": false,
	} {
		html, err := Text([]byte(text), blocks(t, text), unbox.Sources(), "/")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(html, link) != 1 || strings.Contains(html, rest) != goesOn {
			t.Errorf("expected one link to the exercise, and that there is more: %v; found\n%s", goesOn, html)
		}
	}
}

// TestObjectsInWords: objects of the posts' notation have no classes to be named.
func TestObjectsInWords(t *testing.T) {
	const body = "```objects passes=\"virtual\" row=3\na = getarg(0)\no = alloc()\nstore(a, 0, o)\n```\n"
	html, err := Text([]byte(body), blocks(t, body), unbox.Sources(), "/")
	if err != nil || !strings.Contains(html, "<ul><li>a, in memory</li><li>o, made now</li></ul>") {
		t.Errorf("expected the objects a and o, found\n%s %v", html, err)
	}
}

// TestFiguresHaveNames: whoever goes from figure to figure hears what each of them is.
func TestFiguresHaveNames(t *testing.T) {
	const more = "~~~diff title=\"A `new` goes\" passes=\"virtual\"\n[i0]\np1 = new(Box)\nset(p1, value, i0)\nfinish(i0)\n~~~\n\n"
	html, err := Text([]byte(more+text), blocks(t, more+text), unbox.Sources(), "/")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"A new goes", "An example", "Two boxes", "Equal values", "From trace/eval.go", "From optimizer/rules/int.rules"} {
		if !regexp.MustCompile(`<figure [^>]*aria-label="` + regexp.QuoteMeta(name) + `"`).MatchString(html) {
			t.Errorf("expected a figure called %q, found\n%s", name, html)
		}
	}
	if unnamed := regexp.MustCompile(`<figure(?: class="[^"]*")?(?: data-kind="[^"]*")?>`).FindString(html); unnamed != "" {
		t.Errorf("expected a name of each figure, found %s", unnamed)
	}
}

// blocks reads the blocks of a text as a step's loader would.
func blocks(t *testing.T, body string) []lesson.Block {
	t.Helper()
	c, _ := lesson.Load(fstest.MapFS{
		"01-a/chapter.md": {Data: []byte("---\ntitle: T\nsummary: S\n---\n")},
		"01-a/01-b.md":    {Data: []byte("---\ntitle: T\nidea: S\n---\n" + body)},
	})
	if c == nil || len(c.Chapters) != 1 || len(c.Chapters[0].Steps) != 1 {
		t.Fatal("expected a step")
	}
	return c.Chapters[0].Steps[0].Blocks
}

// blocksAfter reads the blocks of a text in a later step than another text, at the address that the documentation gives that one.
func blocksAfter(t *testing.T, first, body string) []lesson.Block {
	t.Helper()
	const matter = "---\ntitle: One\nidea: S\n---\n"
	c, _ := lesson.Load(fstest.MapFS{
		"01-first-chapter/chapter.md":        {Data: []byte("---\ntitle: T\nsummary: S\n---\n")},
		"01-first-chapter/01-first-step.md":  {Data: []byte(matter + first)},
		"01-first-chapter/02-second-step.md": {Data: []byte(matter + body)},
	})
	return c.Chapters[0].Steps[1].Blocks
}

// TestNumbersAndLines shows a question for a number and one for a line, each with its answers.
func TestNumbersAndLines(t *testing.T) {
	body := "```quiz\nquestion: Which?\nnumber: -9223372036854775808\nwithin: 0.5\nwhy: So.\nwrong:\n  - {number: 0, why: No.}\n```\n\n" +
		"```quiz\nquestion: Where?\ntrace: |\n  [i0]\n  i1 = int_add(i0, 1)\n\n  finish(i1)\nline: 2\nwhy: There.\nwrong:\n  - {line: 4, why: The end.}\n```\n"
	html, err := Text([]byte(body), blocks(t, body), unbox.Sources(), "/")
	for _, want := range []string{
		`<input type="text" name="number"`, `<li class="right" data-answer="-9223372036854775808" data-within="0.5"><strong>Yes:</strong> −9` + "\u202f223\u202f372\u202f036\u202f854\u202f775\u202f808" + `, give or take 0.5. So.</li>`,
		`<li class="wrong" data-answer="0"><strong>No:</strong> 0. No.</li>`,
		`<input type="radio" name="quiz-1" value="2"`, `<input type="radio" name="quiz-1" value="4"`, `<li class="right" data-answer="2"><strong>Yes:</strong> line 2. There.</li>`,
		`<li class="wrong" data-answer="4"><strong>No:</strong> line 4. The end.</li>`,
		`<legend>Which?</legend>`, `<legend class="below-2">Where?</legend>`, // a box of lines has no space of its own above it
	} {
		if err != nil || !strings.Contains(html, want) {
			t.Errorf("expected %s, found %v %s", want, err, html)
		}
	}
	if strings.Contains(html, `name="quiz-1" value="3"`) {
		t.Error("expected no choice for an empty line, found one")
	}
	wellFormed(t, html)
}

func TestAskedAgain(t *testing.T) {
	first := "```quiz id=a-b\nquestion: What is `1 < 2`?\nchoices:\n  - {text: No one, right: true, why: R.}\n  - {text: Two, why: W.}\n```\n"
	body := "```quiz again=\"first-chapter/first-step#a-b\"\n```\n"
	html, err := Text([]byte(body), blocksAfter(t, first, body), unbox.Sources(), "/schools/unbox/")
	for _, want := range []string{
		`<p class="asked-first soft below-2 text-m">Asked before, in <a href="../first-chapter/first-step#quiz-a-b">One</a></p>`, `What is <code>1 &lt; 2</code>?`,
		`value="0"/><span>Two</span>`, `<li class="wrong" data-answer="0"><strong>No:</strong> Two. W.</li><li class="right" data-answer="1"><strong>Yes:</strong> No one. R.</li>`,
		`<form class="quiz boxed pad-y-4 pad-x-4 paper" data-first="first-chapter/first-step#a-b" data-quiz="0">`,
	} {
		if err != nil || !strings.Contains(html, want) {
			t.Errorf("expected %s, found %v %s", want, err, html)
		}
	}
	wellFormed(t, html)
	if html, _ := Text([]byte(first), blocks(t, first), unbox.Sources(), "/schools/unbox/"); !strings.Contains(html, `<form class="quiz boxed pad-y-4 pad-x-4 paper" id="quiz-a-b"`) {
		t.Errorf("expected the place to which the link leads, found %s", html)
	}
}

func TestBlocks(t *testing.T) {
	html, err := Text([]byte(text), blocks(t, text), unbox.Sources(), "/schools/unbox/")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<legend>What is <code>1 &lt; 2</code>?</legend>`, `<span>&lt;no&gt;</span>`, `<li class="right" data-answer="0"><strong>Yes:</strong> <code>True</code>. It is less.</li>`,
		`<textarea name="prediction"`, `aria-label="p0 refers to p1 and p1 to p0."`, `<rect class="hollow stroke-tok-allocate stroke-width-1.4 dashes-5-4"`, `>p1: Box</text>`,
		`<rect class="fill-moved-bg stroke-moved stroke-width-1.4"`, `From <code>trace/eval.go</code>, line `, `<span class="tok-label">add-zero:</span>`,
		`# Adding nothing changes nothing.`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("expected %s, found\n%s", want, html)
		}
	}
	if strings.Contains(html, "style=") || strings.Contains(html, "<script") {
		t.Errorf("expected neither style nor script, found\n%s", html)
	}
	wellFormed(t, html)
}

// wellFormed checks that every element is closed.
func wellFormed(t *testing.T, html string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<main>" + html + "</main>"))
	d.Entity = xml.HTMLEntity
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("expected well-formed elements, found %v in\n%s", err, html)
		}
	}
}

// boxed is a loop with a box, for pictures.
const boxed = "L0(i0, i1):\np2 = new(Box)\nset(p2, value, i0)\ni3 = get(p2, value)\ni4 = i3 + 1\nprint(i3)\njump(L0, i4, i1)\n"

// TestDrawn finds each picture in words, with what it is drawn from.
func TestDrawn(t *testing.T) {
	for _, c := range []struct{ fence, want string }{
		{"diff row=4 passes=\"virtual\"", `<tr><td><code>p2 = new(Box)</code></td><td>`},
		{"diff row=4 passes=\"virtual\"", `<p>Why does row 4 go?`},
		{"lifelines title=\"A `box`\" passes=\"virtual\"", `<ul><li>p2: never made</li></ul>`},
		{"lifelines title=\"A box\" passes=\"virtual\"", `<figcaption class="toolbar spread gap-half-4"><span class="caption-title">A box</span>`},
		{"loop passes=\"peel,virtual\"", `<th scope="col">The loop, every iteration after</th>`},
		{"steps passes=\"virtual\"", `<li><code>p2 = new(Box)</code>: goes.`},
		{"objects row=5 passes=\"virtual\"", `<p>Before <code>i4 = i3 + 1</code>:</p><ul><li>p2, Box, only known: value is i0</li></ul>`},
	} {
		body := "```" + c.fence + "\n" + boxed + "```\n"
		if strings.Contains(c.fence, "`") {
			body = "~~~" + c.fence + "\n" + boxed + "~~~\n"
		}
		html, err := Text([]byte(body), blocks(t, body), unbox.Sources(), "/schools/unbox/")
		if err != nil || !strings.Contains(html, c.want) || !strings.Contains(html, `data-illustration='{"kind":"`) {
			t.Errorf("%s: expected %s and what it is drawn from, found %v %s", c.fence, c.want, err, html)
		}
		wellFormed(t, html)
	}
}

func TestNotDrawn(t *testing.T) {
	for _, c := range []struct{ fence, want string }{
		{"diff row=99", "01-a/01-b.md:5: `diff` expected the number of a row of the trace, found 99"},
		{"diff row=first", "expected the number of a row after `row=`, found `first`"},
		{"steps passes=\"fould\"", "fould"},
		{"lifelines preset=\"lop\"", "lop"},
		{"loop passes=\"virtual\"", "`loop` expected a loop that the pass `peel` has peeled, found none"},
	} {
		body := "```" + c.fence + "\n" + boxed + "```\n"
		html, err := Text([]byte(body), blocks(t, body), unbox.Sources(), "/schools/unbox/")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "01-a/01-b.md:5: ") {
			t.Errorf("%s: expected `01-a/01-b.md:5: … %s`, found %v %s", c.fence, c.want, err, html)
		}
	}
	body := "```solutoin\ndef answer(): return 42\n```\n"
	html, err := Text([]byte(body), blocks(t, body), unbox.Sources(), "/schools/unbox/")
	if err != nil || strings.Contains(html, "42") || !strings.Contains(html, "found `solutoin`") {
		t.Errorf("expected what is wrong with the fence and nothing of what it holds, found %v %s", err, html)
	}
}

// TestProgramsAndRaces finds both in words, with what they are drawn from, and what is wrong with others at its line.
func TestProgramsAndRaces(t *testing.T) {
	const program = "def f(n):\n    while n > 0:\n        n = n - 1\n    return n\n\nprint(f(500))\n"
	const loop = "[i0]\ni1 = int_sub(i0, 1)\ni2 = int_gt(i1, 0)\nguard_true(i2) [i1]\njump(i1)\n"
	for _, c := range []struct{ fence, text, want string }{
		{"program title=\"Down\"", program, `<tr><td>3</td><td>499</td><td class="pre"><code>        n = n - 1</code></td></tr>`},
		{"program threshold=50", program, `The loop in line 2: 500 iterations, 448 of them in traces`},
		{"program", program, `<p>It prints <code>0</code></p>`},
		{"program", program, `href="/schools/unbox/program#1`},
		{"race yours=f measured=sum", loop, `our optimizer leaves 4`},
		{"race yours=f measured=sum", loop, `<td>PyPy `},
		{"program threshold=often", program, "expected a number of iterations from 1 on after `threshold=`, found `often`"},
		{"program bridges=some", program, "expected `yes` or `no` after `bridges=`, found `some`"},
		{"program", "while True:\n    pass\n", "expected a program that ends within 2000000 units of work"},
		{"program", "x = 1\ny = yield\n", "01-a/01-b.md:7: `program` "},
		{"race", loop, "expected the name of the learner's function after `yours=`, found none"},
		{"race yours=f", "[i0]\nfinish(i0)\n", "expected a loop, a trace that ends with a jump to its own beginning, found none"},
		{"race yours=f measured=chess", loop, "expected a program of tutorials/race after `measured=`, found `chess`"},
	} {
		body := "```" + c.fence + "\n" + c.text + "```\n"
		html, err := Text([]byte(body), blocks(t, body), unbox.Sources(), "/schools/unbox/")
		if err != nil {
			html = err.Error()
		}
		if !strings.Contains(html, c.want) {
			t.Errorf("%s: expected %s, found %s", c.fence, c.want, html)
		}
		if err == nil {
			wellFormed(t, html)
		}
	}
}

// TestDocumentedFences renders each example of docs/lessons.md.
func TestDocumentedFences(t *testing.T) {
	text, err := os.ReadFile("../../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	above := ""
	for _, m := range regexp.MustCompile("(?m)^    ```([a-z]+).*\n(?:    .*\n|\n)*?    ```\n").FindAllStringSubmatch(string(text), -1) {
		body := regexp.MustCompile("(?m)^    ").ReplaceAllString(m[0], "")
		read := blocks(t, body)
		if strings.Contains(body, " again=") {
			read = blocksAfter(t, above, body)
			found["again"] = true
		}
		above = body
		html, err := Text([]byte(body), read, unbox.Sources(), "/schools/unbox/")
		if err != nil || strings.TrimSpace(html) == "" || strings.Contains(html, "expected") {
			t.Errorf("%s: expected an example that can be rendered, found %v %s", m[1], err, html)
		}
		found[m[1]] = true
	}
	for _, kind := range []string{"trace", "diff", "lifelines", "loop", "steps", "objects", "program", "race", "figure", "quiz", "again", "quote"} {
		if !found[kind] {
			t.Errorf("expected an example of `%s` in docs/lessons.md, found none", kind)
		}
	}
}

func TestQuotationIsMissing(t *testing.T) {
	for _, c := range []struct{ file, name, want string }{
		{"optimizer/absent.go", "X", "expected a file of the project such as `optimizer/pass_cse.go`, found `optimizer/absent.go`"},
		{"trace/eval.go", "Absent", "expected the name of something declared in `trace/eval.go`, found `Absent`"},
		{"optimizer/rules/int.rules", "absent-rule", "found `absent-rule`"},
		{"../go.mod", "X", "expected a file of the project"},
	} {
		body := "```quote file=" + c.file + " name=" + c.name + "\n```\n"
		_, err := Text([]byte(body), blocks(t, body), unbox.Sources(), "/schools/unbox/")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "01-a/01-b.md:5: ") {
			t.Errorf("%s: expected `01-a/01-b.md:5: … %s`, found %v", c.file, c.want, err)
		}
	}
}

// TestHighlightKeepsTheText takes the tags off again.
func TestHighlightKeepsTheText(t *testing.T) {
	files := map[string]string{"trace": "../../examples/*.trace", "go": "*.go", "rules": "../../optimizer/rules/*.rules"}
	for language, pattern := range files {
		for _, file := range glob(t, pattern) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := stripTags(t, Highlight(language, string(source))); got != string(source) {
				t.Errorf("%s: highlighting changed the text", file)
			}
		}
	}
}
