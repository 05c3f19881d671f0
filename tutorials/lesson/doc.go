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
// code blocks have an info string whose first word says what they are:
//
//	starter      the initial text of the editor; without it, the solution of the step before
//	tests        functions test_… that the learner's code has to pass
//	hint         one of three or more, each revealing more than the one before
//	solution     shown after an attempt
//	wrong        a typical mistake: it has to fail, with a message= that helps
//	trace        an example that opens in the playground
//	quiz         a question with choices, or a prediction of what code prints;
//	             with again= one that was asked before
//	figure       a drawing made of data: objects, or sets of equal values
//	quote        a declaration of the project's own sources, by file= and name=
//	python, go, text
//	             code that is only shown
//
// All blocks of a lesson, except hints, solution and wrong solutions, appear at their
// place in the text. What is wrong with a file is a Problem: its file, its line, and
// what was expected.
package lesson
