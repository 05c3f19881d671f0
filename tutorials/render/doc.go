// Package render turns lessons into HTML: prose with goldmark, and every fenced
// block according to its kind. Code is coloured by a small grammar of our own
// (highlight.go), quotes of the project's sources are looked up by name
// (quote.go), traces get a link that opens them in the playground (trace.go),
// figures are drawn from their data as SVG (figure*.go), and quizzes become forms
// that can be read without a script (quiz.go).
//
// Everything that a lesson's author wrote is escaped; raw HTML is refused when
// the lesson is read. The result has no inline style and no script, so it is shown under a
// Content-Security-Policy that allows neither.
package render
