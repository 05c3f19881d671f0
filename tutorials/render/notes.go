package render

import (
	"bytes"
	"fmt"
	"html"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	goldmarktext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Note is a message for the author about a place in a text.
type Note struct {
	// ID is the ID of the element.
	ID string
	// Line is the line of the text, counted from 0.
	Line int
	// Where says where the place is in an editor, such as file:line.
	Where string
	// Reason says what was expected, then what was found.
	Reason string
}

// HTML returns a note with the line that it is about, as the author wrote it; "" for
// none.
func (n *Note) HTML(line string) string {
	text := fmt.Sprintf("<aside class=\"notice wrong author-note space-4 sans text-m\" id=\"%s\" aria-label=\"For the author\"><p><span class=\"strong\">%s</span> %s</p>", html.EscapeString(n.ID), html.EscapeString(n.Where), Inline(n.Reason))
	if line != "" {
		text += "<pre class=\"code\"><code>" + html.EscapeString(line) + "</code></pre>"
	}
	return text + "</aside>\n"
}

// noteMarks puts notes after the blocks that contain their lines. Blocks that are not shown have a place, too.
type noteMarks []Note

// Transform implements parser.ASTTransformer.
func (notes noteMarks) Transform(doc *ast.Document, reader goldmarktext.Reader, _ parser.Context) {
	source := reader.Source()
	lines := bytes.Split(source, []byte("\n"))
	for i := range notes {
		var at ast.Node
		for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
			if _, other := n.(*noteNode); other || beginsIn(n, source) <= notes[i].Line {
				at = n
			} else {
				break
			}
		}
		node := &noteNode{note: &notes[i]}
		if k := notes[i].Line; k >= 0 && k < len(lines) {
			node.line = string(bytes.TrimSpace(lines[k]))
		}
		if at == nil {
			doc.InsertBefore(doc, doc.FirstChild(), node)
		} else {
			doc.InsertAfter(doc, at, node)
		}
	}
}

// beginsIn returns the line in which a block begins; 0 for one that has no lines of its
// own.
func beginsIn(n ast.Node, source []byte) int {
	if fence, ok := n.(*ast.FencedCodeBlock); ok && fence.Info != nil {
		return bytes.Count(source[:fence.Info.Segment.Start], []byte("\n"))
	}
	if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
		return bytes.Count(source[:n.Lines().At(0).Start], []byte("\n"))
	}
	if first := n.FirstChild(); first != nil && first.Type() == ast.TypeBlock {
		return beginsIn(first, source)
	}
	return 0
}

// noteNode is a note among the blocks of a text.
type noteNode struct {
	ast.BaseBlock
	note *Note
	line string
}

var kindNote = ast.NewNodeKind("AuthorNote")

// Kind implements ast.Node.
func (*noteNode) Kind() ast.NodeKind { return kindNote }

// Dump implements ast.Node.
func (n *noteNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

func writeNote(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	node, ok := n.(*noteNode)
	if !ok {
		panic("BUG: a note is registered as one")
	}
	_, err := w.WriteString(node.note.HTML(node.line))
	return ast.WalkSkipChildren, err
}
