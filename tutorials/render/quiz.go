package render

import (
	"fmt"
	"html"
	"strings"

	"unbox/tutorials/lesson"
)

// quiz renders a question. Its answers are in an element that opens without a script; a script may ask for a choice first. n is the quiz's
// number in its step. The question and the explanations have their own links to the glossary; a choice has none, as a click on it chooses
// it.
func quiz(q *lesson.QuizData, n int, links *termLinks) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<form class="quiz boxed pad-y-4 pad-x-4 paper"%s%s data-quiz="%d">%s<fieldset>%s%s</legend>`, anchor(q), asked(q), n, askedFirst(q), legend(q), links.inline(q.Question))
	for i, c := range q.Choices {
		fmt.Fprintf(&b, `<label class="choice flex gap-2 baseline pad-y-1 pad-x-2 corners pointer"><input type="radio" name="quiz-%d" value="%d"/><span>%s</span></label>`, n, i, Inline(c.Text))
	}
	if q.Run != "" {
		fmt.Fprintf(&b, `%s<label class="prediction block space-3 sans text-m">What does it print?<textarea name="prediction" rows="3" spellcheck="false" autocomplete="off" class="block full space-1 mono code-size"></textarea></label>`,
			Code("python", q.Run))
	}
	if q.Number != "" {
		b.WriteString(`<label class="number block space-3 sans text-m">Your answer<input type="text" name="number" autocomplete="off" spellcheck="false" autocapitalize="off" class="block full max-width-22rem space-1 mono code-size"/></label>`)
	}
	b.WriteString(pickable(q, n))
	b.WriteString(`</fieldset>` + answers(q, links) + "</form>\n")
	return b.String()
}

// legend begins the question. Choices have a space of their own above them; a box with a program or a trace has none.
func legend(q *lesson.QuizData) string {
	if q.Run != "" || q.Trace != "" {
		return `<legend class="below-2">`
	}
	return "<legend>"
}

// pickable writes the lines of which one is the answer, each as a choice.
func pickable(q *lesson.QuizData, n int) string {
	if q.Trace == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<div class="pick-lines boxed corners desk">`)
	for i, line := range q.Lines() {
		if strings.TrimSpace(line) == "" {
			continue
		}
		fmt.Fprintf(&b, `<label class="pick-line min-height-26px pre-wrap anywhere relative flex gap-3 baseline pad-y-half pad-x-3 pointer hovers"><input type="radio" name="quiz-%d" value="%d" class="absolute inset-0 full tall margin-0 opacity-0 pointer"/><span class="pick-number width-2ch faint mono text-s to-right" aria-hidden="true">%d</span><code class="code-size">%s</code></label>`, n, i+1, i+1, Highlight("trace", line))
	}
	b.WriteString(`</div>`)
	return b.String()
}

// anchor is the attribute by which later pages link to a question.
func anchor(q *lesson.QuizData) string {
	if q.ID == "" {
		return ""
	}
	return ` id="` + html.EscapeString("quiz-"+q.ID) + `"`
}

// asked is the attribute that identifies a question that is asked again.
func asked(q *lesson.QuizData) string {
	if q.First == nil {
		return ""
	}
	return ` data-first="` + html.EscapeString(q.First.Path()+"#"+q.First.ID) + `"`
}

// askedFirst says where a question that is asked again was first asked. All pages with questions are in the folders of
// chapters, so the link begins one folder up, wherever the course is.
func askedFirst(q *lesson.QuizData) string {
	if q.First == nil {
		return ""
	}
	return fmt.Sprintf(`<p class="asked-first soft below-2 text-m">Asked before, in <a href="%s">%s</a></p>`,
		html.EscapeString("../"+q.First.Path()+"#quiz-"+q.First.ID), Inline(q.First.Title()))
}

// answers writes the explanations of a quiz. Each has, in `data-answer`, whether the answer is right, and for a number also the allowed
// difference.
func answers(q *lesson.QuizData, links *termLinks) string {
	var b strings.Builder
	b.WriteString(`<details class="answer space-3 text-l"><summary>Answer</summary>`)
	list := reasons(q, links)
	if len(list) > 0 {
		b.WriteString(`<ul>`)
	}
	for _, r := range list {
		class, mark := "wrong", "No"
		if r.right {
			class, mark = "right", "Yes"
		}
		fmt.Fprintf(&b, `<li class="%s" data-answer="%s"%s><strong>%s:</strong> %s</li>`, class, html.EscapeString(r.answer), r.more, mark, r.words)
	}
	if len(list) > 0 {
		b.WriteString(`</ul>`)
	}
	if q.Why != "" && q.Number == "" && q.Trace == "" {
		b.WriteString(`<p>` + links.inline(q.Why) + `</p>`)
	}
	b.WriteString(`</details>`)
	return b.String()
}

// reason writes whether an answer is right, and why, as HTML; more are attributes.
type reason struct {
	answer string
	right  bool
	words  string
	more   string
}

// reasons writes the explanations of all answers that have one.
func reasons(q *lesson.QuizData, links *termLinks) []reason {
	var list []reason
	for i, c := range q.Choices {
		list = append(list, reason{fmt.Sprint(i), c.Right, strings.TrimSuffix(Inline(c.Text), ".") + ". " + links.inline(c.Why), ""})
	}
	if q.Number != "" {
		near, within := "", ""
		if q.Within != "" {
			near, within = ", give or take "+html.EscapeString(q.Within), fmt.Sprintf(` data-within="%s"`, html.EscapeString(q.Within))
		}
		list = append(list, reason{q.Number, true, number(q.Number) + near + ". " + links.inline(q.Why), within})
	}
	if q.Trace != "" {
		list = append(list, reason{fmt.Sprint(q.Line), true, fmt.Sprintf("line %d. ", q.Line) + links.inline(q.Why), ""})
	}
	for _, w := range q.Wrong {
		if q.Trace != "" {
			list = append(list, reason{fmt.Sprint(w.Line), false, fmt.Sprintf("line %d. ", w.Line) + links.inline(w.Why), ""})
		} else {
			list = append(list, reason{w.Number, false, number(w.Number) + ". " + links.inline(w.Why), ""})
		}
	}
	return list
}

// number writes a number with a minus sign in place of a hyphen, and its digits in groups of three, which narrow no-break
// spaces keep together.
func number(text string) string {
	sign, digits := "", text
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, digits = "−", rest
	}
	whole, fraction, found := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0 && len(whole) > 4; i -= 3 {
		whole = whole[:i] + "\u202f" + whole[i:]
	}
	if found {
		whole += "." + fraction
	}
	return html.EscapeString(sign + whole)
}

// Inline renders a text in which words between backticks are code.
func Inline(text string) string { return inline(text, html.EscapeString) }

// inline is Inline with a function that writes the text between words of code.
func inline(text string, prose func(string) string) string {
	parts := strings.Split(strings.TrimSpace(text), "`")
	if len(parts)%2 == 0 { // a single backtick is a backtick
		last := len(parts) - 1
		parts = append(parts[:last-1], parts[last-1]+"`"+parts[last])
	}
	var b strings.Builder
	for i, part := range parts {
		if i%2 == 1 {
			b.WriteString("<code>" + html.EscapeString(part) + "</code>")
			continue
		}
		b.WriteString(prose(part))
	}
	return b.String()
}
