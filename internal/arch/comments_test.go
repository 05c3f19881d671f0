package arch

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"testing"
)

// firstWord is the word with which a comment begins, if it is written small: a sentence of its own begins with a capital letter,
// so this is the name of what the comment is about.
var firstWord = regexp.MustCompile(`^[a-z][A-Za-z0-9_]*`)

// TestCommentsNameWhatTheyStandBefore finds comments that were left behind: one that begins with a name stands before a function
// or type of another name after a renaming, or after something was put between the two.
func TestCommentsNameWhatTheyStandBefore(t *testing.T) {
	for _, s := range sources(t) {
		for _, decl := range s.file.Decls {
			doc, names := described(decl)
			word := firstWord.FindString(doc.Text())
			if word != "" && !slices.Contains(names, word) {
				t.Errorf("%s: expected a comment about `%s`, found one about `%s`", s.fset.Position(decl.Pos()), names[0], word)
			}
		}
	}
}

// described returns the comment before a declaration, and the names that it may be about. A comment before a list in parentheses is
// about all of it, and is left out.
func described(decl ast.Decl) (doc *ast.CommentGroup, names []string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return d.Doc, []string{d.Name.Name}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT || d.Lparen.IsValid() {
			return nil, nil
		}
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name.Name)
		case *ast.ValueSpec:
			for _, id := range s.Names {
				names = append(names, id.Name)
			}
		}
		return d.Doc, names
	}
	return nil, nil
}
