package check

import (
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/tutorials/pages"
)

// StepData is what the script of a step's page works with. The suites are those
// that the server runs, so that both come to the same results.
type StepData struct {
	pages.StepData
	// Suite is the request for a run of the step's tests, but for the learner's code.
	Suite *learn.Suite `json:"suite"`
	// QuizSuites are the programs of the step's quizzes; null for those that are
	// answered by a choice.
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

// PageData adds to what a page knows of a step the programs that run there.
func PageData(data pages.StepData, ch *lesson.Chapter, step *lesson.Step) StepData {
	return StepData{data, Suite(ch, step, ""), quizSuites(ch, step)}
}
