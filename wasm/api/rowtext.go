package api

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"unbox/optimizer"
	"unbox/trace"
)

// text returns what a request asks to copy.
func (c *comparedPoints) text(q *TextRequest) (*TextResponse, error) {
	from, to := min(max(q.From, 0), len(c.rows)), q.To
	if to < 0 || to > len(c.rows) {
		to = len(c.rows)
	}
	switch q.Form {
	case "left", "right":
		return &TextResponse{c.sideText(q, from, max(from, to))}, nil
	case "markdown":
		return &TextResponse{c.markdown(from, max(from, to))}, nil
	}
	return nil, fmt.Errorf("expected a form (`left`, `right`, `markdown`), found `%s`", q.Form)
}

// sideText is the lines of a side with their asides, which can be read as a trace
// again.
func (c *comparedPoints) sideText(q *TextRequest, from, to int) string {
	left := q.Form == "left"
	var lines []string
	for i := from; i < to; i++ {
		line := sideLine(&c.rows[i], left)
		if line < 0 {
			continue
		}
		text := c.listing(left).Line(line)
		start, end := 0, len(text)
		if i == from && q.Start > 0 {
			start = byteAt(text, q.Start)
		}
		if i == to-1 && q.End >= 0 && q.To >= 0 {
			end = max(start, byteAt(text, q.End))
		}
		lines = append(lines, withAsides(text, c.listing(left).Asides(line), start, end))
	}
	return strings.Join(lines, "\n")
}

// withAsides is a part of a line with the asides in it.
func withAsides(text string, asides []trace.Aside, start, end int) string {
	var b strings.Builder
	for _, a := range asides {
		if a.At > start && a.At <= end {
			b.WriteString(text[start:a.At] + a.Text)
			start = a.At
		}
	}
	return b.String() + text[start:end]
}

// byteAt is where a UTF-16 offset is in a text.
func byteAt(text string, utf16 int) int {
	at := 0
	for at < len(text) && utf16 > 0 {
		r, size := utf8.DecodeRuneInString(text[at:])
		if utf16--; r > 0xFFFF {
			utf16--
		}
		at += size
	}
	return at
}

// reasonText is a remark in one piece, without backticks.
func (c *comparedPoints) reasonText(ref optimizer.RemarkRef) string {
	var b strings.Builder
	for _, p := range c.remarkParts(ref) {
		b.WriteString(p.Text)
	}
	return b.String()
}

func (c *comparedPoints) remarkParts(ref optimizer.RemarkRef) []optimizer.Part {
	if ref.FromLeft {
		return c.left.Parts(int(ref.Index), c.recorded, c.leftNames)
	}
	return c.right.Parts(int(ref.Index), c.recorded, c.rightNames)
}

// rowWords say what happened to a row.
var rowWords = map[optimizer.DiffKind]string{
	optimizer.DiffArgs: "argument replaced", optimizer.DiffReplaced: "replaced", optimizer.DiffRemoved: "removed",
	optimizer.DiffAdded: "added", optimizer.DiffMovedTo: "moved",
}

// markdown is a fenced comparison with the reasons as a list under it.
func (c *comparedPoints) markdown(from, to int) string {
	var body, reasons []string
	for i := from; i < to; i++ {
		r := &c.rows[i]
		lines := c.diffLines(r)
		body = append(body, lines...)
		if words := rowWords[r.Kind]; words != "" && r.Remark >= 0 {
			remark := c.result(r.FromLeft).Remarks[r.Remark]
			reasons = append(reasons, fmt.Sprintf("- %s: %s, by %s: %s", CodeSpan(strings.TrimSpace(lines[0][2:])), words,
				remark.Pass, optimizer.PartsText(c.remarkParts(r.Reason()))))
		}
	}
	text := Fenced("diff", strings.Join(body, "\n")+"\n")
	if len(reasons) > 0 {
		text += "\n" + strings.Join(reasons, "\n") + "\n"
	}
	return text
}

// Fenced is lines of code as a block of Markdown. Its fence is longer than any run of backticks in it.
func Fenced(language, code string) string {
	fence := strings.Repeat("`", max(3, longestRun(code)+1))
	return fence + language + "\n" + code + fence + "\n"
}

// diffLines are the lines of a row with their signs.
func (c *comparedPoints) diffLines(r *optimizer.DiffRow) []string {
	if r.Left < 0 && isChange(r.Kind) {
		return []string{"+ " + c.rightList.Line(int(r.Right))}
	}
	if r.Left < 0 {
		return []string{"  " + c.rightList.Line(int(r.Right))}
	}
	left := c.leftList.Line(int(r.Left))
	switch {
	case !isChange(r.Kind) && r.Right >= 0:
		return []string{"  " + c.rightList.Line(int(r.Right))}
	case !isChange(r.Kind):
		return []string{"  " + left}
	case r.Right < 0:
		return []string{"- " + left}
	}
	return []string{"- " + left, "+ " + c.rightList.Line(int(r.Right))}
}

// SpansText is a line, or a part of one, without the kinds of its pieces.
func SpansText(spans []Span) string {
	var b strings.Builder
	for i := range spans {
		b.WriteString(spans[i].Text)
	}
	return b.String()
}

// PartsText is a text about a trace in one piece, without marks on its names.
func PartsText(parts []Part) string {
	var b strings.Builder
	for i := range parts {
		b.WriteString(parts[i].Text)
	}
	return b.String()
}

// CodeSpan is code in Markdown, which may hold backticks.
func CodeSpan(text string) string {
	fence := strings.Repeat("`", longestRun(text)+1)
	pad := ""
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		pad = " "
	}
	return fence + pad + text + pad + fence
}

// longestRun is the length of the longest run of backticks.
func longestRun(text string) int {
	longest, run := 0, 0
	for _, c := range []byte(text) {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
