package syntax

import (
	"strings"
	"unicode"

	"unbox/lang/library"
)

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
