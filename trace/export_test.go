package trace

// LooseLines returns the lines that are longer than [Listing.Width] takes them to be at most.
func (l *Listing) LooseLines() []string {
	l.p.wantSpans = l.hasPaths()
	rough, exact := newWidthBounds(l), newWidthBounds(l)
	rough.operands = rough.longestOperand()
	var loose []string
	for i := range l.Len() {
		full, _ := l.width(i)
		if most := int(exact.line(i)); full > most || most > int(rough.line(i)) {
			loose = append(loose, string(l.p.buf))
		}
	}
	return loose
}
