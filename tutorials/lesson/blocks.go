package lesson

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Markdown returns goldmark with the extensions that lessons use. Reading and
// rendering share it, so that both see the same blocks. Raw HTML stays off.
func Markdown(options ...goldmark.Option) goldmark.Markdown {
	common := []goldmark.Option{
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Typographer, extension.Footnote),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	}
	return goldmark.New(append(common, options...)...)
}

// blocks reads the fenced blocks of a text that begins in line first of its file.
func (l *loader) blocks(file string, source []byte, first int) []Block {
	var blocks []Block
	root := Markdown().Parser().Parse(text.NewReader(source))
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Paragraph:
			l.brokenFences(file, source, first, n)
		case *ast.FencedCodeBlock:
			if b, ok := l.block(file, source, first, n); ok {
				blocks = append(blocks, b)
			}
		case *ast.HTMLBlock:
			l.problems.add(file, first+lineOf(source, n.Lines()), "expected Markdown, found HTML, which lessons do not have")
		case *ast.RawHTML:
			line := 0
			if n.Segments.Len() > 0 {
				line = countLines(source, n.Segments.At(0).Start)
			}
			l.problems.add(file, first+line, "expected Markdown, found HTML, which lessons do not have; `<` in a text can be written as `\\<`")
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		panic("BUG: the walk gives no error of its own: " + err.Error())
	}
	return blocks
}

// brokenFences reports fences that Markdown takes for text: after a fence of backticks
// there must be no more backticks.
func (l *loader) brokenFences(file string, source []byte, first int, p *ast.Paragraph) {
	for i := range p.Lines().Len() {
		segment := p.Lines().At(i)
		info, fenced := strings.CutPrefix(strings.TrimSpace(string(segment.Value(source))), "```")
		word, _, _ := strings.Cut(strings.TrimLeft(info, "`"), " ")
		if _, known := kinds[Kind(word)]; fenced && known {
			l.problems.add(file, first+countLines(source, segment.Start), "expected a fence of tildes, `~~~%s`, around a block whose first line has backticks in it, found a fence of backticks, which Markdown takes for text", word)
		}
	}
}

// block reads one fenced block; ok is false after a problem was reported.
func (l *loader) block(file string, source []byte, first int, n *ast.FencedCodeBlock) (b Block, ok bool) {
	info, line := "", first+countLines(source, n.Pos())+1
	if n.Info != nil {
		info = string(n.Info.Segment.Value(source))
	}
	kind, attr, err := ParseInfo(info)
	if err != nil {
		l.problems.add(file, line-1, "%v", err)
		return Block{}, false
	}
	b = Block{Kind: kind, Attr: attr, Code: Code{Text: BlockText(n, source), Line: line, File: file}}
	l.openFence(&b, source, n)
	empty := strings.TrimSpace(b.Text) == ""
	if again := attr["again"] != ""; again && !empty {
		l.problems.add(file, line, "expected nothing between the fences of a question that is asked again, found a text; it is taken from `%s`", attr["again"])
		return Block{}, false
	} else if empty && kind != Quote && !again {
		l.problems.add(file, line-1, "expected something between the fences of a `%s` block, found nothing", kind)
		return Block{}, false
	}
	switch kind {
	case Quiz:
		l.quizBlock(&b)
	case Figure:
		b.Data = l.figure(b.Code)
	case Quote:
		for _, name := range []string{"file", "name"} {
			if attr[name] == "" {
				l.problems.add(file, line-1, "expected the attribute `%s` of a `quote` block, found none", name)
			}
		}
	}
	return b, true
}

// openFence reports a block in which another one begins: to Markdown the second fence is a part of the first block, because a fence with a
// word after it closes none. So the first fence was left open.
func (l *loader) openFence(b *Block, source []byte, n *ast.FencedCodeBlock) {
	_, rest, _ := bytes.Cut(source[n.Pos():], []byte("\n"))
	opening := source[n.Pos() : len(source)-len(rest)]
	marks := opening[:len(opening)-len(bytes.TrimLeft(opening, string(opening[:1])))]
	for i, line := range strings.Split(b.Text, "\n") {
		info, fenced := strings.CutPrefix(line, string(marks))
		word, _, _ := strings.Cut(strings.TrimSpace(info), " ")
		if _, known := kinds[Kind(word)]; fenced && known {
			l.problems.add(b.File, b.Line-1, "expected this `%s` block to end before line %d, where a `%s` block begins; found no fence that closes it", b.Kind, b.Line+i, word)
			return
		}
	}
}

// BlockText returns the text between the fences of a block.
func BlockText(n *ast.FencedCodeBlock, source []byte) string {
	var b bytes.Buffer
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		b.Write(segment.Value(source))
	}
	return b.String()
}

// lineOf counts the lines before the first of these segments.
func lineOf(source []byte, segments *text.Segments) int {
	if segments.Len() == 0 {
		return 0
	}
	return countLines(source, segments.At(0).Start)
}

func countLines(source []byte, before int) int {
	return bytes.Count(source[:before], []byte("\n"))
}
