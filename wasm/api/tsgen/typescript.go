package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"reflect"
	"strings"
	"unicode"
)

const header = "// Code generated from wasm/api/types*.go by go generate ./wasm/api. DO NOT EDIT.\n"

// typeScript translates the type declarations of Go files, in their order. imported reads the files of a package
// that an alias names.
//
// Errors: Go that does not parse, a declaration that has no translation, or those of imported.
func typeScript(imported func(path string) ([][]byte, error), sources ...[]byte) ([]byte, error) {
	g := &generator{imported: imported}
	g.out.WriteString(header)
	for _, source := range sources {
		if err := g.file(source); err != nil {
			return nil, err
		}
	}
	return g.out.Bytes(), nil
}

func (g *generator) file(source []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
	if err != nil {
		return err
	}
	g.enums, g.imports = enumsOf(file), file.Imports
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.TYPE {
			continue
		}
		for _, spec := range gen.Specs {
			if err := g.declare(gen.Doc, spec.(*ast.TypeSpec)); err != nil {
				return err
			}
		}
	}
	return nil
}

type generator struct {
	out      bytes.Buffer
	imported func(path string) ([][]byte, error)
	// enums and imports are those of the current file.
	enums   map[string][]constant
	imports []*ast.ImportSpec
}

// constant is one value of a named integer type; its place in the list is its
// value.
type constant struct {
	name string
	doc  *ast.CommentGroup
}

// enumsOf collects the constants of each named integer type, which count from
// iota.
func enumsOf(file *ast.File) map[string][]constant {
	enums := make(map[string][]constant)
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		var current string
		for _, spec := range gen.Specs {
			value := spec.(*ast.ValueSpec)
			if name, ok := value.Type.(*ast.Ident); ok {
				current = name.Name
			}
			for _, name := range value.Names {
				enums[current] = append(enums[current], constant{name.Name, value.Doc})
			}
		}
	}
	return enums
}

func (g *generator) declare(doc *ast.CommentGroup, spec *ast.TypeSpec) error {
	g.out.WriteString("\n")
	name := spec.Name.Name
	switch t := spec.Type.(type) {
	case *ast.Ident:
		if values := g.enums[name]; t.Name == "int" && len(values) > 0 {
			g.enum(doc, name, values)
			return nil
		}
	case *ast.StructType:
		if t.Fields.NumFields() > 0 && t.Fields.List[0].Tag == nil {
			return g.tuple(doc, name, t)
		}
		return g.object(doc, name, t)
	case *ast.SelectorExpr:
		if pkg, ok := t.X.(*ast.Ident); ok && spec.Assign.IsValid() {
			return g.alias(doc, name, pkg.Name, t.Sel.Name)
		}
	}
	return fmt.Errorf("expected `%s` to be a struct, an int with constants or an alias of one", name)
}

// alias writes a named integer of another package under the alias's own name and with its own comment.
func (g *generator) alias(doc *ast.CommentGroup, name, pkg, original string) error {
	for _, imported := range g.imports {
		dir := strings.Trim(imported.Path.Value, "\"")
		if path.Base(dir) != pkg {
			continue
		}
		sources, err := g.imported(dir)
		if err != nil {
			return err
		}
		for _, source := range sources {
			file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
			if err != nil {
				return err
			}
			if values := enumsOf(file)[original]; len(values) > 0 {
				g.enum(doc, name, values)
				return nil
			}
		}
	}
	return fmt.Errorf("expected `%s` to be an alias of a type with constants, found no constants of `%s.%s`", name, pkg, original)
}

func (g *generator) enum(doc *ast.CommentGroup, name string, values []constant) {
	g.comment("", doc)
	numbers := make([]string, len(values))
	for i := range values {
		numbers[i] = fmt.Sprint(i)
	}
	fmt.Fprintf(&g.out, "export type %s = %s;\n", name, strings.Join(numbers, " | "))
	for i, v := range values {
		g.comment("", v.doc)
		fmt.Fprintf(&g.out, "export const %s = %d;\n", v.name, i)
	}
}

func (g *generator) tuple(doc *ast.CommentGroup, name string, t *ast.StructType) error {
	g.comment("", doc)
	var elements []string
	for _, field := range t.Fields.List {
		typ, err := g.typeOf(field.Type)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, n := range field.Names {
			elements = append(elements, lowerFirst(n.Name)+": "+typ)
		}
	}
	fmt.Fprintf(&g.out, "export type %s = [%s];\n", name, strings.Join(elements, ", "))
	return nil
}

func (g *generator) object(doc *ast.CommentGroup, name string, t *ast.StructType) error {
	g.comment("", doc)
	fmt.Fprintf(&g.out, "export interface %s {\n", name)
	for _, field := range t.Fields.List {
		typ, err := g.typeOf(field.Type)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if field.Tag == nil || len(field.Names) != 1 {
			return fmt.Errorf("%s: expected every field on a line of its own with a JSON tag", name)
		}
		tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json")
		property, options, _ := strings.Cut(tag, ",")
		if options == "omitempty" {
			property += "?"
		}
		g.comment("  ", field.Doc)
		fmt.Fprintf(&g.out, "  %s: %s;\n", property, typ)
	}
	g.out.WriteString("}\n")
	return nil
}

func (g *generator) typeOf(expr ast.Expr) (string, error) {
	switch t := expr.(type) {
	case *ast.Ident:
		switch t.Name {
		case "string":
			return "string", nil
		case "bool":
			return "boolean", nil
		case "int", "float64":
			return "number", nil
		}
		if unicode.IsUpper(rune(t.Name[0])) {
			return t.Name, nil
		}
	case *ast.ArrayType:
		elem, err := g.typeOf(t.Elt)
		return elem + "[]", err
	case *ast.StarExpr:
		elem, err := g.typeOf(t.X)
		return elem + " | null", err
	}
	return "", fmt.Errorf("expected a string, bool, int, float64, a list, a pointer or a type of this file, found %T", expr)
}

// comment writes a documentation comment, on one line if it is one.
func (g *generator) comment(indent string, doc *ast.CommentGroup) {
	text := strings.TrimSpace(doc.Text())
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	if len(lines) == 1 {
		fmt.Fprintf(&g.out, "%s/** %s */\n", indent, text)
		return
	}
	fmt.Fprintf(&g.out, "%s/**\n", indent)
	for _, line := range lines {
		g.out.WriteString(strings.TrimRight(indent+" * "+line, " ") + "\n")
	}
	fmt.Fprintf(&g.out, "%s */\n", indent)
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
