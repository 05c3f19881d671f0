package show

import (
	"fmt"
	"strings"

	"unbox/wasm/api"
)

// Markdown returns both sides, the difference, and the reasons as a list.
func (d *Document) Markdown() string {
	var b, left, right, diff, reasons strings.Builder
	for _, g := range d.groups() {
		for _, r := range g.rows {
			r.sides(&left, &right)
			r.markdown(&diff, &reasons)
		}
	}
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n## Before\n\n%s\n## After\n\n%s\n## What changed\n\n%s", escapeMarkdown(d.Title), d.counts(),
		api.Fenced("", left.String()), api.Fenced("", right.String()), api.Fenced("diff", diff.String()))
	if reasons.Len() > 0 {
		b.WriteString("\n## Why\n\n" + reasons.String())
	}
	return b.String()
}

// sides writes the lines of both sides.
func (r *row) sides(left, right *strings.Builder) {
	if r.Left != nil {
		left.WriteString(plain(r.Left, true) + "\n")
	}
	if r.Right != nil {
		right.WriteString(plain(r.Right, true) + "\n")
	}
}

// markdown writes the row as in a diff, with its own reason.
func (r *row) markdown(diff, reasons *strings.Builder) {
	before, after := "- ", "+ "
	if r.Change == 0 {
		before, after = "  ", "  "
	}
	if r.Left != nil && (r.Change > 0 || r.Right == nil) {
		diff.WriteString(before + plain(r.Left, true) + "\n")
	}
	if r.Right != nil {
		diff.WriteString(after + plain(r.Right, true) + "\n")
	}
	_, word := r.sign()
	if !r.Own || word == "" {
		return
	}
	now, was := r.line()
	if was != nil {
		now = was
	}
	fmt.Fprintf(reasons, "- %s: %s by %s: %s\n", api.CodeSpan(strings.TrimSpace(plain(now, false))), word, r.Reasons[0].Pass, markdownParts(r.Reasons[0].Text))
}

// markdownParts returns a text with its names as code, the parts of one name together.
func markdownParts(parts []api.Part) string {
	var b strings.Builder
	name := ""
	flush := func() {
		if name != "" {
			b.WriteString(api.CodeSpan(name))
		}
		name = ""
	}
	for _, p := range parts {
		switch p.Kind {
		case api.PartPath:
		case api.PartText, api.PartRow:
			flush()
			b.WriteString(escapeMarkdown(p.Text))
		default:
			name += p.Text
		}
	}
	flush()
	return b.String()
}

// escapeMarkdown keeps text from being markup.
func escapeMarkdown(text string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "]", `\]`, "#", `\#`, "&", `\&`).Replace(text)
}
