// Package pages composes the pages of a course: the contents, a page for each
// chapter, one for each step, and the data that the page's script asks for. It
// produces HTML for the main part of a page; the server adds the frame around
// it, with the scripts and styles.
//
// Every page can be read without a script: it has the text, examples, figures
// and the answers of quizzes. Exercises then say what they need.
package pages
