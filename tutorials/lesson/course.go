package lesson

// Course is everything that one folder teaches.
type Course struct {
	// Chapters in their order; at least one.
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
	// Sources are what the chapter is drawn from.
	Sources []Source
	// Library is code that runs before the learner's in every step of the
	// chapter. The learner reads it, but does not write it.
	Library Code
	// Text is the Markdown after the front matter; it begins in line TextLine of
	// the file.
	Text     []byte
	TextLine int
	// Blocks are the fenced blocks in their order.
	Blocks []Block
	// Steps in their order; at least one.
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
	// Fresh means that the step does not go on from the code of the step before
	// it: its starter is a new beginning, and earlier tests do not apply.
	Fresh bool
	// Pass is the function of the solution for which a program in another language may
	// stand: it makes a trace of a trace. "" if the step's tests ask for something else.
	Pass string
	// Without are functions of the language that the learner must not use here.
	Without []string
	// Parts are functions that the learner wrote in earlier steps and that this one puts together.
	Parts []Part
	// Random is on which random traces the learner's pass is tried; nil for none.
	Random *Random
	// Sources are what this step is drawn from beyond those of the chapter.
	Sources []Source
	// Text is the Markdown after the front matter; it begins in line TextLine of
	// the file.
	Text     []byte
	TextLine int
	// Blocks are the fenced blocks in their order, also those that are not
	// shown where they stand.
	Blocks []Block

	// Starter is what the editor holds at first: a block of this step or the
	// solution of the step before.
	Starter Code
	// Tests are this step's own; Solution passes them.
	Tests, Solution Code
	// Hints are Markdown, the least telling first.
	Hints []Code
	// Wrong are typical mistakes.
	Wrong []Mistake
}

// Part is a function of an earlier step's program, by its name there. Where nobody wrote it, that of the step's solution takes its place.
type Part struct {
	// Name is how this step calls the function; Function is what it is called there, the same if it is "".
	Name     string `yaml:"name"`
	Function string `yaml:"function"`
	// Step is "chapter/step".
	Step string `yaml:"step"`
	// Library and Solution are the program of that step as its author wrote it: the library of its chapter, and the solution.
	Library  Code `yaml:"-"`
	Solution Code `yaml:"-"`
}

// Random says how a learner's pass is tried on random traces.
type Random struct {
	// Traces are the words that say what the traces are made of, such as "toy add print".
	Traces string `yaml:"traces"`
	// Pass is an expression for the function that takes a Block; "" is the step's Pass.
	Pass string `yaml:"pass"`
	// Iterations is how many iterations of the trace one iteration of the pass's result is; 0 is 1.
	Iterations int `yaml:"iterations"`
	// Length is how many operations the longest traces have; 0 leaves it to the language.
	Length int `yaml:"length"`
	// Leaves is how many lines the pass may leave in all traces together; 0 is any number.
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

// Empty means that there is no such code.
func (c Code) Empty() bool { return c.Text == "" }

// Mistake is a wrong solution.
type Mistake struct {
	Code
	// Message is a part of what the learner is told, so that the mistake can be found.
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

// Step finds the step that is called "chapter/step" by their IDs; nil if there is none.
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
// pass: its own, and those of the steps before it back to the last fresh start.
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
