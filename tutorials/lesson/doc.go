// Package lesson reads lessons: a folder of Markdown files becomes a Course of
// chapters and steps.
//
// A course is a folder with one folder for each chapter, and a chapter is a
// folder with a chapter.md and one Markdown file for each step. They are
// ordered by their names, so names begin with a number:
//
//	01-straight-lines/
//	    chapter.md
//	    01-operations.md
//	    02-printing.md
//
// Each file begins with front matter, YAML between two lines of three dashes,
// with the title of the step and what it builds on. Then comes Markdown. Fenced
// code blocks have an info string whose first word says what they are: docs/lessons.md
// has the table of them.
//
// All blocks of a lesson, except hints, solution and wrong solutions, appear at their
// place in the text. What is wrong with a file is a Problem: its file, its line, and
// what was expected.
package lesson
