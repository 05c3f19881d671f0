package trace

import "unbox/heap"

// The class of the objects that virtual_ref makes, and its fields as PyPy's logs
// write them.
const (
	virtualRefName   = "JitVirtualRef"
	virtualTokenText = "<FieldP JitVirtualRef.virtual_token 8>"
	forcedText       = "<FieldP JitVirtualRef.forced 16>"
)

// virtualRefClass returns the class of what virtual_ref makes: an object with the
// fields virtual_token and forced, in this order.
func (p *parser) virtualRefClass() int32 {
	c := p.class(virtualRefName, ClassPlain)
	if class := &p.tab.Schema.Classes[c]; len(class.Fields) < 2 {
		token, forced := p.descrField(virtualTokenText), p.descrField(forcedText)
		class.Fields = []heap.FieldID{heap.FieldID(token), heap.FieldID(forced)}
	}
	return c
}
