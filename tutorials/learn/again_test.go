package learn_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"unbox/tutorials"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/wasm/api"
)

// TestLaterRunsOfTheCourse runs programs of every step, right and wrong ones, as the first of a process and after each
// other: all that is said of them is the same, counts and random pairs included. Nobody has changed a kept trace then.
func TestLaterRunsOfTheCourse(t *testing.T) {
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	traces := 0
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			codes := []string{s.Solution.Text, s.Starter.Text}
			for _, wrong := range s.Wrong[:min(2, len(s.Wrong))] {
				codes = append(codes, wrong.Text)
			}
			first := make([][]byte, len(codes))
			for i, code := range codes {
				learn.Forget()
				first[i] = said(t, ch, s, code)
			}
			for i, code := range append(codes, codes...) {
				if later := said(t, ch, s, code); !bytes.Equal(first[i%len(codes)], later) {
					t.Errorf("%s, program %d: expected what the first run said, found\n%s\nfor\n%s", s.File, i%len(codes), later, first[i%len(codes)])
				}
			}
			changed, kept := learn.ChangedTraces()
			if len(changed) > 0 {
				t.Errorf("%s: expected kept traces to stay what they are, found changes in %q", s.File, changed)
			}
			traces += kept
		}
	}
	if traces == 0 {
		t.Error("expected kept traces, found none")
	}
}

// said is all that a run says of a program.
func said(t *testing.T, ch *lesson.Chapter, s *lesson.Step, code string) []byte {
	t.Helper()
	text, err := json.Marshal(learn.Run(check.Suite(ch, s, code), api.LessonEnvironment()))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
