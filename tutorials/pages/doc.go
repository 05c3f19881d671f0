// Package pages composes the pages of a course: the contents, a page for each
// chapter, one for each step, and the data that the page's script asks for. It
// gives HTML for the main part of a page; the frame around it, with the scripts
// and styles, is the server's.
//
// Every page can be read without a script: text, examples, figures and the
// answers of quizzes are there. Exercises then say what they need.
package pages
