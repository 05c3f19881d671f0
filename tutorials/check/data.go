package check

import (
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/tutorials/pages"
)

// StepData is the data for the script of a step's page. The suites are those
// that the server runs, so that both get the same results.
type StepData struct {
	pages.StepData
	// Suite is the request for a run of the step's tests, without the learner's code.
	Suite *learn.Suite `json:"suite"`
	// QuizSuites are the programs of the step's quizzes; null for questions with
	// choices.
	QuizSuites []*learn.Suite `json:"quizSuites"`
}

func quizSuites(ch *lesson.Chapter, step *lesson.Step) []*learn.Suite {
	suites := []*learn.Suite{}
	for _, b := range step.Blocks {
		q, ok := b.Data.(*lesson.QuizData)
		switch {
		case !ok:
		case q.Run == "":
			suites = append(suites, nil)
		default:
			suites = append(suites, QuizSuite(ch, q))
		}
	}
	return suites
}

// PageData adds the programs that run there to what a page knows of a step.
func PageData(data pages.StepData, ch *lesson.Chapter, step *lesson.Step) StepData {
	return StepData{data, Suite(ch, step, ""), quizSuites(ch, step)}
}
