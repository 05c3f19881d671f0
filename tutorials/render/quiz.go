package render

import (
	"fmt"
	"html"
	"strings"

	"unbox/tutorials/lesson"
)

// quiz renders a question. Its answers stand in an element that opens without a
// script; a script may ask for a choice first. n is the quiz's number in its step.
func quiz(q *lesson.QuizData, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<form class="quiz"%s data-quiz="%d">%s<fieldset><legend>%s</legend>`, anchor(q), n, askedFirst(q), inline(q.Question))
	for i, c := range q.Choices {
		fmt.Fprintf(&b, `<label class="choice"><input type="radio" name="quiz-%d" value="%d"/><span>%s</span></label>`, n, i, inline(c.Text))
	}
	if q.Run != "" {
		fmt.Fprintf(&b, `%s<label class="prediction">What does it print?<textarea name="prediction" rows="3" spellcheck="false" autocomplete="off"></textarea></label>`,
			Code("python", q.Run))
	}
	b.WriteString(`</fieldset>` + answers(q) + "</form>\n")
	return b.String()
}

// anchor is the attribute by which later pages link to a question.
func anchor(q *lesson.QuizData) string {
	if q.ID == "" {
		return ""
	}
	return ` id="` + html.EscapeString("quiz-"+q.ID) + `"`
}

// askedFirst says of a question that is asked again where it was asked first. All pages with questions lie in the folders of
// chapters, so the link begins one folder up, wherever the course is.
func askedFirst(q *lesson.QuizData) string {
	if q.First == nil {
		return ""
	}
	return fmt.Sprintf(`<p class="asked-first">Asked before, in <a href="%s">%s</a></p>`,
		html.EscapeString("../"+q.First.Path()+"#quiz-"+q.First.ID), inline(q.First.Title()))
}

// answers are the explanations of a quiz.
func answers(q *lesson.QuizData) string {
	var b strings.Builder
	b.WriteString(`<details class="answer"><summary>Answer</summary>`)
	if len(q.Choices) > 0 {
		b.WriteString(`<ul>`)
	}
	for _, c := range q.Choices {
		class, mark := "wrong", "No"
		if c.Right {
			class, mark = "right", "Yes"
		}
		fmt.Fprintf(&b, `<li class="%s"><strong>%s:</strong> %s. %s</li>`, class, mark, strings.TrimSuffix(inline(c.Text), "."), inline(c.Why))
	}
	if len(q.Choices) > 0 {
		b.WriteString(`</ul>`)
	}
	if q.Why != "" {
		b.WriteString(`<p>` + inline(q.Why) + `</p>`)
	}
	b.WriteString(`</details>`)
	return b.String()
}

// inline escapes a text in which words between backticks are code.
func inline(text string) string {
	parts := strings.Split(strings.TrimSpace(text), "`")
	if len(parts)%2 == 0 { // a backtick without a partner is a backtick
		last := len(parts) - 1
		parts = append(parts[:last-1], parts[last-1]+"`"+parts[last])
	}
	var b strings.Builder
	for i, part := range parts {
		if i%2 == 1 {
			b.WriteString("<code>" + html.EscapeString(part) + "</code>")
			continue
		}
		b.WriteString(html.EscapeString(part))
	}
	return b.String()
}
