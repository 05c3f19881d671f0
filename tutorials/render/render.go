package render

import (
	"bytes"
	"io/fs"
	"maps"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	goldmarkrenderer "github.com/yuin/goldmark/renderer"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"unbox/tutorials/lesson"
)

// Text renders the Markdown of a step or a chapter. Blocks are those that
// lesson.Load read from it, in order, and sources is the project, from which it
// quotes. playground is the path of the playground, to which traces link.
//
// Errors: lesson.Problems, if a quotation is not found. The HTML returned with
// it is complete except for the wrong parts.
func Text(markdown []byte, blocks []lesson.Block, sources fs.FS, playground string) (string, error) {
	r := &renderer{sources: sources, blocks: blocks, playground: playground}
	return r.text(markdown)
}

// Page is Text for the text of a page and its leading sentence: the first use of each word that the glossary explains is a link to it, and
// notes for the author come after the blocks that they are about.
//
// Errors: as of Text.
func Page(lead string, markdown []byte, blocks []lesson.Block, sources fs.FS, playground string, notes ...Note) (leadHTML, text string, err error) {
	r := &renderer{sources: sources, blocks: blocks, playground: playground, glossary: true}
	links := newTermLinks(playground)
	leadHTML = links.inline(lead)
	text, err = r.text(markdown, parser.WithASTTransformers(
		util.Prioritized(links, 1000),
		util.Prioritized(noteMarks(notes), 1001),
	))
	return leadHTML, text, err
}

func (r *renderer) text(markdown []byte, options ...parser.Option) (string, error) {
	var b bytes.Buffer
	if err := r.markdown(options...).Convert(markdown, &b); err != nil {
		return "", err
	}
	if len(r.problems) > 0 {
		return b.String(), r.problems
	}
	return b.String(), nil
}

// renderer renders one text.
type renderer struct {
	sources    fs.FS
	blocks     []lesson.Block
	playground string
	// glossary: words that it explains become links.
	glossary bool
	problems lesson.Problems
	quizzes  int
	figures  int
}

// markdown is goldmark with this renderer for fenced blocks.
func (r *renderer) markdown(options ...parser.Option) goldmark.Markdown {
	return lesson.Markdown(goldmark.WithParserOptions(options...), goldmark.WithRendererOptions(
		goldmarkhtml.WithXHTML(),
		goldmarkrenderer.WithNodeRenderers(util.Prioritized(r, 100)),
	))
}

// RegisterFuncs registers the nodes that this renderer handles.
func (r *renderer) RegisterFuncs(to goldmarkrenderer.NodeRendererFuncRegisterer) {
	to.Register(ast.KindFencedCodeBlock, r.fenced)
	to.Register(kindNote, writeNote)
}

// fenced renders a fenced block; hidden ones produce nothing.
func (r *renderer) fenced(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block, ok := n.(*ast.FencedCodeBlock)
	if !ok {
		panic("BUG: a fenced block is registered as one")
	}
	b := r.find(block, source)
	if b.Kind == lesson.Tests {
		_, err := w.WriteString(turn(n, source))
		return ast.WalkContinue, err
	}
	_, err := w.WriteString(r.block(b))
	return ast.WalkContinue, err
}

// turn leads to the exercise, where the tests are: there the text has said what is to be done. What it says after that is about a
// program that works, so readers should not find it before they have tried.
func turn(tests ast.Node, source []byte) string {
	rest := ""
	for n := tests.NextSibling(); n != nil; n = n.NextSibling() {
		if block, ok := n.(*ast.FencedCodeBlock); !ok || !lesson.Kind(block.Language(source)).Hidden() {
			rest = ` <span class="minor">Read on when your tests pass.</span>`
			break
		}
	}
	return `<p class="your-turn toolbar gap-3 sans"><a class="button" href="#workbench">To the exercise</a>` + rest + "</p>\n"
}

// find returns the lesson's block for a fenced block. A block that was not
// accepted, or one in a hint, is shown as it is.
func (r *renderer) find(n *ast.FencedCodeBlock, source []byte) lesson.Block {
	text := lesson.BlockText(n, source)
	info := ""
	if n.Info != nil {
		info = string(n.Info.Segment.Value(source))
	}
	kind, attr, err := lesson.ParseInfo(info)
	if err != nil {
		// It may contain a solution, so nothing of it is shown.
		return lesson.Block{Kind: lesson.Text, Code: lesson.Code{Text: err.Error() + "\n"}}
	}
	for i, b := range r.blocks {
		if b.Kind == kind && b.Text == text && maps.Equal(b.Attr, attr) {
			r.blocks = r.blocks[i+1:]
			return b
		}
	}
	return lesson.Block{Kind: kind, Attr: attr, Code: lesson.Code{Text: text}}
}

// block renders one block in place.
func (r *renderer) block(b lesson.Block) string {
	if b.Kind.Hidden() {
		return ""
	}
	switch b.Kind {
	case lesson.Trace:
		return r.traceExample(b)
	case lesson.Quote:
		return r.quote(b)
	case lesson.Diff, lesson.Lines, lesson.Loop, lesson.Steps, lesson.Objects:
		return r.drawn(b)
	case lesson.Program:
		return r.program(b)
	case lesson.Race:
		return r.race(b)
	case lesson.Quiz:
		if q, ok := b.Data.(*lesson.QuizData); ok {
			r.quizzes++
			var links *termLinks
			if r.glossary {
				links = newTermLinks(r.playground)
			}
			return quiz(q, r.quizzes-1, links)
		}
	case lesson.Figure:
		if f, ok := b.Data.(*lesson.FigureData); ok {
			r.figures++
			return figure(f, r.figures-1)
		}
	}
	return Code(string(b.Kind), b.Text) + "\n"
}
