package trace

// LooseLines returns the lines that are longer than [Listing.Width] takes them to be at most.
func (l *Listing) LooseLines() []string {
	l.p.wantSpans = l.hasPaths()
	b := newWidthBounds(l)
	var loose []string
	for i := range l.Len() {
		if full, _ := l.width(i); full > int(b.line(i)) {
			loose = append(loose, string(l.p.buf))
		}
	}
	return loose
}
