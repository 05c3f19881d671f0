package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// Program is a Python program: functions, and classes made of functions.
type Program struct {
	// Name is the program's file name.
	Name      string
	functions map[string]*syntax.DefStmt
	classes   map[string]*class
	builtins  map[string]Builtin
	source    []string
	// machineNumbers means that numbers are not boxed: the program is itself an
	// interpreter, and its numbers are the machine's.
	machineNumbers bool
}

// Builtin is a function of the program that is written in Go. It makes the data
// on which a kernel runs; a loop cannot call it.
type Builtin func(args []Value) (Value, error)

// class is a class of the program: its fields in the constructor's order, and its
// methods by name.
type class struct {
	name    string
	fields  []string
	methods map[string]string
	shape   *Object
}

// classesInOrder lists the classes by name, so that the same program gives the same texts.
func (p *Program) classesInOrder() (list []*class) {
	for _, name := range slices.Sorted(maps.Keys(p.classes)) {
		list = append(list, p.classes[name])
	}
	return list
}

// Parse reads a program. Its first lines may be comments; the comment
// "# numbers: machine" says that the program is an interpreter whose own numbers are
// machine integers. A class is written as an assignment of the form
//
//	Fix16 = define("Fix16", "val", __add__=Fix16_add)
//
// which names the fields, separated by blanks, and the methods.
func Parse(name, text string, builtins map[string]Builtin) (*Program, error) {
	options := syntax.FileOptions{While: true}
	file, err := options.Parse(name, text, 0)
	if err != nil {
		return nil, err
	}
	p := &Program{
		Name: name, functions: make(map[string]*syntax.DefStmt), classes: make(map[string]*class), builtins: builtins,
		source: strings.Split(text, "\n"), machineNumbers: strings.Contains(text, "# numbers: machine\n"),
	}
	for _, stmt := range file.Stmts {
		if err := p.define(stmt); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *Program) define(stmt syntax.Stmt) error {
	switch stmt := stmt.(type) {
	case *syntax.DefStmt:
		p.functions[stmt.Name.Name] = stmt
		return nil
	case *syntax.AssignStmt:
		return p.defineClass(stmt)
	}
	return p.unexpected(stmt, "a function or a class")
}

func (p *Program) defineClass(stmt *syntax.AssignStmt) error {
	call, ok := stmt.RHS.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 {
		return p.unexpected(stmt, "`define(name, fields, method=function …)`")
	}
	name, isText := literalText(call.Args[0])
	fields, alsoText := literalText(call.Args[1])
	if !isText || !alsoText {
		return p.unexpected(stmt, "the class's name and its fields as texts")
	}
	c := &class{name: name, fields: strings.Fields(fields), methods: make(map[string]string)}
	c.shape = &Object{Class: "Map", Constant: "ConstPtr(Map_" + name + ")"}
	if len(c.fields) > maxFields {
		return p.unexpected(stmt, fmt.Sprintf("at most %d fields", maxFields))
	}
	for _, arg := range call.Args[2:] {
		named, ok := arg.(*syntax.BinaryExpr)
		if !ok || named.Op != syntax.EQ {
			return p.unexpected(arg, "`method=function`")
		}
		c.methods[named.X.(*syntax.Ident).Name] = named.Y.(*syntax.Ident).Name
	}
	p.classes[name] = c
	return nil
}

func literalText(e syntax.Expr) (string, bool) {
	literal, ok := e.(*syntax.Literal)
	if !ok {
		return "", false
	}
	text, ok := literal.Value.(string)
	return text, ok
}

// unexpected is an error at a place of the program.
func (p *Program) unexpected(at syntax.Node, expected string) error {
	start, end := at.Span()
	if _, index := at.(*syntax.IndexExpr); index {
		end.Col++ // the parser leaves out the bracket
	}
	line := p.source[start.Line-1]
	if start.Line == end.Line && int(end.Col) <= len(line)+1 {
		line = line[start.Col-1 : end.Col-1]
	}
	return fmt.Errorf("%s:%d:%d: expected %s, found `%s`", p.Name, start.Line, start.Col, expected, line)
}

// lineOf returns the source line of a statement, for a comment in the trace.
func (p *Program) lineOf(at syntax.Node) string {
	start, _ := at.Span()
	return strings.TrimSpace(p.source[start.Line-1])
}

// Parameters returns the names of a function's parameters.
func (p *Program) Parameters(function string) ([]string, error) {
	def, ok := p.functions[function]
	if !ok {
		return nil, fmt.Errorf("%s: expected a function `%s`, found none", p.Name, function)
	}
	list := make([]string, len(def.Params))
	for k, param := range def.Params {
		ident, ok := param.(*syntax.Ident)
		if !ok {
			return nil, p.unexpected(param, "a name")
		}
		list[k] = ident.Name
	}
	return list, nil
}
