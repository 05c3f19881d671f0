package render

import (
	"regexp"
	"strings"
	"testing"

	"unbox"
)

// TestTermsAreLinks: words of the glossary are links where they are used first, and nowhere else.
func TestTermsAreLinks(t *testing.T) {
	for _, c := range []struct{ name, markdown, want string }{
		{"the first use", "A guard, and another guard.", "A [guard], and another guard."},
		{"a form, at the beginning of a sentence", "Escaped objects escape once.", "[Escaped] objects escape once."},
		{"the longer one", "The known bits of a peeled loop.", "The [known bits] of a [peeled loop]."},
		{"two lines", "They have known\nbits, and *partial\nevaluation*.", "They have [known\nbits], and <em>[partial\nevaluation]</em>."},
		{"the rest of a line that was cut", "A guard is in a trace\nwith a bridge in it.", "A [guard] is in a [trace]\nwith a [bridge] in it."},
		{"what has to stand in front", "All tests pass in the pass.", "All tests pass in the [pass]."},
		{"what is emphasized", "It lives, and it *lives*; *it lives*.", "It lives, and it <em>[lives]</em>; <em>it lives</em>."},
		{"parts of words", "The untraced, tracers and x-box.", "The untraced, tracers and x-[box]."},
		{"no code, no links", "`guard`, [the guard](/x), a guard.", "<code>guard</code>, <a href=\"/x\">the guard</a>, a [guard]."},
		{"marks of print", "the guard's \"trace\" -- a `p5` box", "the [guard]&rsquo;s &ldquo;[trace]&rdquo; &ndash; a <code>p5</code> [box]"},
	} {
		_, html, err := Page("", []byte(c.markdown), nil, nil, "/schools/")
		if err != nil {
			t.Fatal(err)
		}
		got := termLink.ReplaceAllString(strings.TrimSuffix(strings.TrimPrefix(html, "<p>"), "</p>\n"), "[$1]")
		if got != c.want {
			t.Errorf("%s: expected %q, found %q", c.name, c.want, got)
		}
	}
	_, html, _ := Page("", []byte("## A guard\n\n- A bridge\n\n| a |\n|---|\n| virtual |\n"), nil, nil, "/schools/")
	if n := strings.Count(html, `class="term"`); n != 2 || !strings.Contains(html, `<a href="/schools/glossary#term-bridge" class="term" data-term="bridge">bridge</a>`) {
		t.Errorf("expected links in the list and in the table, and none in the heading, found\n%s", html)
	}
	if html, _ := Text([]byte("A guard."), nil, nil, "/"); strings.Contains(html, "<a") {
		t.Errorf("expected no link in a text that is not a page's, found %s", html)
	}
}

// TestTermsAboveTheText: the sentence above the text has the links of its words, and the text does not link them again.
func TestTermsAboveTheText(t *testing.T) {
	lead, html, err := Page("A guard & a `trace`; another guard.", []byte("A guard in a trace."), nil, nil, "/schools/")
	if got := termLink.ReplaceAllString(lead, "[$1]"); err != nil || got != "A [guard] &amp; a <code>trace</code>; another guard." {
		t.Errorf("expected a link of the first guard, found %q, %v", got, err)
	}
	if got := termLink.ReplaceAllString(html, "[$1]"); got != "<p>A guard in a [trace].</p>\n" {
		t.Errorf("expected a link of the trace alone, found %q", got)
	}
}

// TestTermsInQuestions: a question and its explanations have links of their own, its choices none.
func TestTermsInQuestions(t *testing.T) {
	body := "A guard.\n\n```quiz\nquestion: Which guard?\nchoices:\n  - {text: The bridge, right: true, why: \"A guard & a snapshot, `bridge`.\"}\n  - {text: None, why: A snapshot.}\n```\n"
	_, html, err := Page("", []byte(body), blocks(t, body), unbox.Sources(), "/schools/")
	html = termLink.ReplaceAllString(html, "[$1]")
	for _, want := range []string{"<p>A [guard].</p>", "<legend>Which [guard]?</legend>", "<span>The bridge</span>", "The bridge. A guard &amp; a [snapshot], <code>bridge</code>.", "None. A snapshot."} {
		if err != nil || !strings.Contains(html, want) {
			t.Errorf("expected %s, found %v %s", want, err, html)
		}
	}
}

var termLink = regexp.MustCompile(`(?s)<a href="/schools/glossary#term-[a-z-]+" class="term" data-term="[a-z-]+">(.*?)</a>`)
