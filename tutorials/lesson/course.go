package lesson

import "bytes"

// Course is the content of a course's folder.
type Course struct {
	// Chapters are in order; there is at least one.
	Chapters []*Chapter
}

// Chapter is a folder of steps.
type Chapter struct {
	// ID is the folder's name without its number: "equal-things".
	ID string
	// Number counts from 1.
	Number int
	// File is the path of chapter.md in the course.
	File string
	// Title and Summary come from the front matter; Summary is one sentence.
	Title, Summary string
	// Sources are the sources of the chapter.
	Sources []Source
	// Library is code that runs before the learner's in every step of the
	// chapter. The learner reads it, but does not write it.
	Library Code
	// Text is the Markdown after the front matter; it begins in line TextLine of
	// the file.
	Text     []byte
	TextLine int
	// Blocks are the fenced blocks in order.
	Blocks []Block
	// Steps are in order; there is at least one.
	Steps []*Step
}

// Step is one idea with something to do.
type Step struct {
	// ID is the file's name without its number: "forwarding".
	ID string
	// Number counts from 1 in each chapter.
	Number int
	// File is the path of the step's file in the course.
	File string
	// Title names the step, Idea says in one sentence what is learned.
	Title, Idea string
	// Fresh means that the step does not continue the code of the step before it:
	// its starter is a new beginning, and earlier tests do not apply.
	Fresh bool
	// Pass is the function of the solution that a program in another language may
	// replace: it transforms a trace. "" if the step's tests are about something else.
	Pass string
	// Without are functions of the language that the learner must not use here.
	Without []string
	// Parts are functions that the learner wrote in earlier steps and that this step combines.
	Parts []Part
	// Random says on which random traces the learner's pass is tried; nil for
	// none.
	Random *Random
	// Sources are the sources of this step in addition to those of the chapter.
	Sources []Source
	// Text is the Markdown after the front matter; it begins in line TextLine of
	// the file.
	Text     []byte
	TextLine int
	// Blocks are the fenced blocks in order, including those that are not shown in
	// place.
	Blocks []Block

	// Starter is the initial text of the editor: a block of this step or the
	// solution of the step before.
	Starter Code
	// Tests are this step's own; Solution passes them.
	Tests, Solution Code
	// Hints are Markdown, the vaguest first.
	Hints []Code
	// Wrong are typical mistakes.
	Wrong []Mistake

	matter []byte
}

// MatterLine returns the line of the file at which a field of the front matter begins, such as `pass`; 1 if there is no such field.
func (s *Step) MatterLine(field string) int {
	for i, line := range bytes.Split(s.matter, []byte("\n")) {
		if bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte(field+":")) {
			return i + 2 // below the line of dashes
		}
	}
	return 1
}

// Part is a function of an earlier step's program, by its name there. If the learner has not written it, the one of the step's solution
// is used.
type Part struct {
	// Name is the function's name in this step; Function is its name in the earlier step, "" if it is the
	// same.
	Name     string `yaml:"name"`
	Function string `yaml:"function"`
	// Step is "chapter/step".
	Step string `yaml:"step"`
	// Library and Solution are that step's program by its author: the library of its chapter, and the solution.
	Library  Code `yaml:"-"`
	Solution Code `yaml:"-"`
}

// Random says how a learner's pass is tried on random traces.
type Random struct {
	// Traces are the words that say what the traces are made of, such as "toy add print".
	Traces string `yaml:"traces"`
	// Pass is an expression for the function that takes a Block; "" is the step's Pass.
	Pass string `yaml:"pass"`
	// Iterations is the number of iterations of the trace that correspond to one iteration of the
	// pass's result; 0 stands for 1.
	Iterations int `yaml:"iterations"`
	// Length is the number of operations of the longest traces; 0 leaves it to the
	// language.
	Length int `yaml:"length"`
	// Leaves is the maximum number of lines that the pass may leave in all traces
	// together; 0 means no limit.
	Leaves int `yaml:"leaves"`
}

// Code is a piece of a file.
type Code struct {
	Text string
	// Line is where the text begins in its file, from 1; 0 if there is none.
	Line int
	// File is the file's path in the course.
	File string
}

// Empty reports whether there is no such code.
func (c Code) Empty() bool { return c.Text == "" }

// Mistake is a wrong solution.
type Mistake struct {
	Code
	// Message is a part of the message that the learner gets, which helps to find the
	// mistake.
	Message string
}

// Source is a paper or a post, with credit.
type Source struct {
	Title string `yaml:"title"`
	// By names the authors.
	By string `yaml:"by"`
	// URL is where it can be read.
	URL string `yaml:"url"`
}

// Step returns the step with the IDs "chapter/step"; nil if there is none.
func (c *Course) Step(name string) (*Chapter, *Step) {
	for _, ch := range c.Chapters {
		for _, s := range ch.Steps {
			if name == ch.ID+"/"+s.ID {
				return ch, s
			}
		}
	}
	return nil, nil
}

// TestsUpTo returns the tests that the solution of step i of the chapter has to
// pass: its own, and those of earlier steps back to the last fresh one.
func (ch *Chapter) TestsUpTo(i int) []Code {
	from := i
	for from > 0 && !ch.Steps[from].Fresh {
		from--
	}
	var tests []Code
	for _, s := range ch.Steps[from : i+1] {
		if !s.Tests.Empty() {
			tests = append(tests, s.Tests)
		}
	}
	return tests
}
