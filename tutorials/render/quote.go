package render

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"io/fs"
	"path"
	"strings"

	"unbox/tutorials/lesson"
)

// Quotation is a piece of the project's own sources.
type Quotation struct {
	// File is the path in the project, Line where the quotation begins, from 1.
	File string
	Line int
	// Language is "go" or "rules".
	Language string
	Text     string
}

// FindQuotation looks up a declaration: in a Go file a function, a method
// ("Type.Method"), a type, a constant or a variable, with its comment; in a file of
// rules the rule with this name.
//
// Errors say what was expected in which file.
func FindQuotation(sources fs.FS, file, name string) (Quotation, error) {
	text, err := fs.ReadFile(sources, file)
	if err != nil {
		return Quotation{}, fmt.Errorf("expected a file of the project such as `optimizer/pass_cse.go`, found `%s`", file)
	}
	q := Quotation{File: file}
	from, to := -1, -1
	switch path.Ext(file) {
	case ".go":
		q.Language = "go"
		from, to, err = findDeclaration(text, name)
		if err != nil {
			return Quotation{}, err
		}
	case ".rules":
		q.Language = "rules"
		from, to = findRule(string(text), name)
	}
	if from < 0 {
		return Quotation{}, fmt.Errorf("expected the name of something declared in `%s`, found `%s`", file, name)
	}
	q.Text = strings.TrimRight(string(text[from:to]), "\n") + "\n"
	q.Line = strings.Count(string(text[:from]), "\n") + 1
	return q, nil
}

// findDeclaration returns where a declaration is in a Go file; -1 if it is missing.
func findDeclaration(text []byte, name string) (from, to int, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return -1, -1, fmt.Errorf("expected a Go file, found this: %w", err)
	}
	for _, d := range file.Decls {
		if !declares(d, name) {
			continue
		}
		start := d.Pos()
		if doc := docOf(d); doc != nil {
			start = doc.Pos()
		}
		return fset.Position(start).Offset, fset.Position(d.End()).Offset, nil
	}
	return -1, -1, nil
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

// declares reports whether a declaration declares a name.
func declares(d ast.Decl, name string) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return receiver(d)+d.Name.Name == name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.Name == name {
					return true
				}
			case *ast.ValueSpec:
				for _, n := range spec.Names {
					if n.Name == name {
						return true
					}
				}
			}
		}
	}
	return false
}

// receiver is "Type." for a method and "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if index, ok := t.(*ast.IndexExpr); ok {
		t = index.X
	}
	if name, ok := t.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}

// findRule returns where a rule is: the comment above it, its line, and the
// indented lines that continue it; -1 if there is no such rule.
func findRule(text, name string) (from, to int) {
	comment, at := -1, 0
	from = -1
	for line := range strings.SplitAfterSeq(text, "\n") {
		switch {
		case from >= 0 && strings.HasPrefix(line, " "):
			to = at + len(line)
		case from >= 0:
			return from, to
		case strings.HasPrefix(line, name+":"):
			from, to = at, at+len(line)
			if comment >= 0 {
				from = comment
			}
		case !strings.HasPrefix(line, "# "):
			comment = -1
		case comment < 0:
			comment = at
		}
		at += len(line)
	}
	return from, to
}

// quote renders a quotation, or what is wrong with it.
func (r *renderer) quote(b lesson.Block) string {
	q, err := FindQuotation(r.sources, b.Attr["file"], b.Attr["name"])
	if err != nil {
		r.problems = append(r.problems, &lesson.Problem{File: b.File, Line: b.Line - 1, Reason: err.Error()})
		return ""
	}
	return fmt.Sprintf(`<figure class="quote"%s><figcaption>%sFrom <code>%s</code>, line %d</figcaption>%s</figure>`+"\n",
		called("From "+b.Attr["file"]), titled(b), html.EscapeString(q.File), q.Line, Code(q.Language, q.Text))
}
