package lesson

import "bytes"

// This file bounds what the Markdown of a course costs before it is parsed. Parsers look ahead and back within a paragraph, from each of
// its marks, look at all containers of a line, and fill up the rows of tables: so 100 KB of `>` take minutes, and a table of 700 KB takes
// gigabytes.

const (
	// maxEffort is the maximum effort for all files of a course: a few seconds, and many times that of the built-in course.
	maxEffort = 2_000_000_000
	// cellEffort is the effort for a cell of a table, which takes more memory than time, noteEffort that for each pair of two marks of
	// footnotes, which are looked up in a list, and depthEffort is multiplied by the third power of the number of containers around a line.
	cellEffort  = 8_000
	noteEffort  = 20
	depthEffort = 10
)

// effort estimates what parsing a Markdown text costs: for each run of lines without an empty one between them, its length times
// its marks. The unit is a byte that is looked at.
func effort(text []byte) int {
	sum, r := 0, run{}
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) == 0 {
			sum += r.effort()
			r = run{}
			continue
		}
		r.add(line)
	}
	notes := bytes.Count(text, []byte("[^"))
	return sum + r.effort() + noteEffort*notes*notes
}

// run is a run of lines.
type run struct{ length, lines, marks, columns, depth int }

func (r *run) add(line []byte) {
	r.length += len(line)
	r.lines++
	r.marks += marks(line)
	r.columns = max(r.columns, bytes.Count(line, []byte("|")))
	r.depth = max(r.depth, depth(line))
}

func (r *run) effort() int {
	return r.length*r.marks + cellEffort*r.lines*r.columns + depthEffort*r.depth*r.depth*r.depth
}

// marks counts the bytes of a line that begin or end something within a paragraph, and the end of the line.
func marks(line []byte) int {
	n := 1
	for i, c := range line {
		switch c {
		case '*', '~', '[', ']', '!', '<', '>', '`', '"', '\'', '\\', '&', '|', '-':
			n++
		case '_': // within a word it means nothing
			if i == 0 || i+1 == len(line) || !isWord(line[i-1]) || !isWord(line[i+1]) {
				n++
			}
		case '(': // of a link
			if i > 0 && line[i-1] == ']' {
				n++
			}
		}
	}
	return n
}

func isWord(c byte) bool {
	return c >= 0x80 || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_'
}

// depth is the number of quotes and lists that begin with a line, one in the other.
func depth(line []byte) int {
	n := 0
	for i, c := range line {
		next := byte(' ')
		if i+1 < len(line) {
			next = line[i+1]
		}
		switch {
		case c == '>':
			n++
		case c == '-' || c == '+' || c == '*' || c == '.' || c == ')':
			if next != ' ' && next != '\t' {
				return n
			}
			n++
		case c != ' ' && c != '\t' && (c < '0' || c > '9'):
			return n
		}
	}
	return n
}
