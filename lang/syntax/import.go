package syntax

import (
	"slices"
	"strings"
	"unicode"

	"unbox/lang/library"
)

func (p *parser) imports(from int) []Stmt {
	var list []Stmt
	for {
		s := &Import{Module: p.identifier("a module's name after `import`")}
		top := s.Module
		if p.is(".") && p.at+1 < len(p.tokens) && slices.Contains(library.Names(), top+"."+p.tokens[p.at+1].text) {
			p.at++
			s.Module += "." + p.identifier("a name after `.`")
		}
		if p.is(".") {
			p.lacks("the end of the line, `,` or `as` after a module's name", "packages; of modules within others, it has `collections.abc`")
		}
		s.Name = top
		switch {
		case p.accept("as"):
			s.Name = p.identifier("a name after `as`")
		case top != s.Module: // the name is that of the module above, of which this one becomes an attribute
			list = append(list, &Import{p.since(from), top, "", top})
			s.Name = "*" // a variable that no program can name
		}
		s.Span = p.since(from)
		list = append(list, s)
		if !p.accept(",") {
			return list
		}
		from = p.tok().from
	}
}

// module reads the name of a module after `from`.
func (p *parser) module() string {
	if p.is(".") || p.is("...") {
		p.lacks("a module's name after `from`", "modules beside a program")
	}
	name := p.identifier("a module's name after `from`")
	for p.accept(".") {
		name += "." + p.identifier("a name after `.`")
	}
	return name
}

// future are the features that `from __future__ import` names; the language has them anyway.
const future = " annotations division print_function unicode_literals absolute_import generators nested_scopes with_statement generator_stop "

func (p *parser) fromImport(from int) []Stmt {
	module := p.module()
	p.expect("import", " after the module's name")
	if p.is("*") && module != "__future__" {
		return p.starImport(from, module)
	}
	bracket := p.accept("(")
	var list []Stmt
	for {
		at := p.tok().from
		s := &Import{Module: module, Item: p.identifier("a name to import")}
		s.Name = s.Item
		if p.accept("as") {
			s.Name = p.identifier("a name after `as`")
		}
		s.Span = p.since(at)
		list = append(list, p.unlessFuture(s))
		if !p.accept(",") || bracket && p.is(")") {
			break
		}
	}
	if bracket {
		p.expect(")", " after the names to import")
	}
	if first, ok := list[0].(*Import); ok {
		first.From = from
	}
	return list
}

// unlessFuture is an import, or nothing to do if it is one from `__future__`.
func (p *parser) unlessFuture(s *Import) Stmt {
	if s.Module != "__future__" {
		return s
	}
	if !strings.Contains(future, " "+s.Item+" ") {
		p.refuse(s.Span, "expected a feature of `__future__` that Unbox's Python has, found `%s`", s.Item)
	}
	return &Simple{s.Span, "pass"}
}

// maxStars is the maximum number of imports of all names: each is as many imports as the program has names of the module.
const maxStars = 50

// starImport reads the `*` of `from … import *`. It imports the names of the module that the program uses; others would be bound, too, but
// nothing could tell, since there is no dictionary of variables.
func (p *parser) starImport(from int, module string) []Stmt {
	at := p.tok()
	p.expect("*", "")
	if p.inDef > 0 || p.declared != nil {
		p.refuse(Span{at.from, at.to}, "expected `import *` outside of functions and classes, found it within one")
	}
	if p.stars++; p.stars > maxStars {
		p.refuse(Span{at.from, at.to}, "expected at most %d imports of all names, found more", maxStars)
	}
	list := []Stmt{&Import{p.since(from), module, "", "*"}} // a variable that no program can name
	for _, item := range strings.Fields(library.Public(module)) {
		if p.mentioned()[item] {
			list = append(list, &Import{p.since(from), module, item, item})
		}
	}
	return list
}

// mentioned are the names in the program that are not attributes, and all words of its f-strings.
func (p *parser) mentioned() map[string]bool {
	if p.names == nil {
		p.names = map[string]bool{}
		for k, t := range p.tokens {
			switch {
			case t.kind == name && (k == 0 || p.tokens[k-1].text != "."):
				p.names[t.text] = true
			case t.kind == text && strings.ContainsAny(p.src[t.from:min(t.from+2, t.to)], "fF"):
				for word := range strings.FieldsFuncSeq(p.src[t.from:t.to], notOfName) {
					p.names[word] = true
				}
			}
		}
	}
	return p.names
}

func notOfName(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
