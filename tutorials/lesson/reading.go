package lesson

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Reading measures the text of a step and its sentences.
type Reading struct {
	// Before is the number of words before the first activity: a question, something to step through, a program to run, or
	// the step's task, which ends at its starter or its tests; on a phone, the editor is then one tab away. The idea counts,
	// and so do tables; code, pictures and titles do not.
	Before int
	// Words and Sentences count those of the idea and of all prose. A piece of code in a sentence counts
	// as a word.
	Words, Sentences int
	// Longest is the longest sentence, LongestWords the number of its words.
	Longest      string
	LongestWords int
}

// Mean is the average number of words in a sentence.
func (r Reading) Mean() float64 { return float64(r.Words) / float64(max(r.Sentences, 1)) }

// doing are the blocks with which a reader does something, or which end the description of
// the task.
var doing = map[Kind]bool{Quiz: true, Steps: true, Program: true, Race: true, Starter: true, Tests: true}

// Reading counts the words of a step's idea and prose.
func (s *Step) Reading() Reading {
	var r Reading
	r.take(s.Idea)
	tables, done := 0, false
	err := ast.Walk(Markdown().Parser().Parse(text.NewReader(s.Text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			if !done && doing[Kind(n.Language(s.Text))] {
				r.Before, done = r.Words+tables, true
			}
		case *ast.Heading:
			return ast.WalkSkipChildren, nil
		case *east.TableCell:
			tables += len(strings.Fields(plainText(n, s.Text)))
			return ast.WalkSkipChildren, nil
		case *ast.Paragraph, *ast.TextBlock:
			r.take(plainText(n, s.Text))
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		panic("BUG: the walk gives no error of its own: " + err.Error())
	}
	if !done {
		r.Before = r.Words + tables
	}
	return r
}

// CourseReading measures the text of all steps, with the places of the
// extremes.
type CourseReading struct {
	Reading
	// Late is the file of the step with the most words before the first thing to do, Long that of the longest sentence.
	Late, Long string
}

// String describes it, one line for each, with the file in which an author
// finds it.
func (r CourseReading) String() string {
	return fmt.Sprintf("at most %d words before the first thing to do, in %s\n%.1f words in a sentence; %d in the longest, in %s", r.Before, r.Late, r.Mean(), r.LongestWords, r.Long)
}

// Reading measures the text of all steps.
func (c *Course) Reading() CourseReading {
	var all CourseReading
	for _, ch := range c.Chapters {
		for _, s := range ch.Steps {
			r := s.Reading()
			all.Words, all.Sentences = all.Words+r.Words, all.Sentences+r.Sentences
			if r.Before > all.Before {
				all.Before, all.Late = r.Before, s.File
			}
			if r.LongestWords > all.LongestWords {
				all.Longest, all.LongestWords, all.Long = r.Longest, r.LongestWords, s.File
			}
		}
	}
	return all
}

// take counts the sentences of a paragraph.
func (r *Reading) take(paragraph string) {
	for _, sentence := range sentences(paragraph) {
		n := len(strings.FieldsFunc(sentence, func(c rune) bool { return unicode.IsSpace(c) || c == '–' || c == '—' }))
		r.Words, r.Sentences = r.Words+n, r.Sentences+1
		if n > r.LongestWords {
			r.Longest, r.LongestWords = sentence, n
		}
	}
}

// sentences cuts a paragraph after each word that ends with a full stop, a question or an exclamation mark, unless
// a lower-case letter follows.
func sentences(paragraph string) []string {
	var list []string
	words := strings.Fields(paragraph)
	first := 0
	for i, word := range words {
		ends := strings.ContainsAny(lastOf(strings.TrimRight(word, `"'”’)»*`)), ".?!")
		if last := i == len(words)-1; last || ends && !unicode.IsLower([]rune(words[i+1])[0]) {
			list = append(list, strings.Join(words[first:i+1], " "))
			first = i + 1
		}
	}
	return list
}

func lastOf(word string) string {
	if word == "" {
		return ""
	}
	return word[len(word)-1:]
}

// plainText returns what a reader sees of a paragraph. Code in it has no spaces, so that it is one
// word.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.CodeSpan:
			b.WriteString("`" + strings.Join(strings.Fields(plainText(c, source)), "·") + "`")
		case *ast.Text:
			b.Write(c.Segment.Value(source))
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.WriteString("’") // a quotation mark or an apostrophe
		default:
			b.WriteString(plainText(c, source))
		}
	}
	return b.String()
}
