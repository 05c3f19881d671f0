package browsertest

import (
	"context"
	"log/slog"
	"testing"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/internal/cluster"
	"unbox/playground"
	"unbox/playground/secret"
)

// TestTwoServersTeach has a teacher at one server, and a learner at another, which has the classes: what is typed is
// seen, what passes counts, a note arrives. Where nothing can be kept, the learner is told so.
func TestTwoServersTeach(t *testing.T) {
	long(t)
	t.Parallel()
	nats, key, log := natstest.New(t), secret.New(), slog.New(slog.DiscardHandler)
	secrets := make(chan string, 1)
	together := func(c *playground.Config) {
		var err error
		c.Key = key
		c.Keeper, err = keeper.New(t.Context(), keeper.Options{
			Cluster: cluster.Config{URL: nats.ClientURL(), Log: log}, Key: key, Log: log,
			School: school.Options{Key: key, Log: log, Course: school.StepsOf(c.Course), Questions: school.QuestionsOf(c.Course)},
			Taken: func(ctx context.Context, s *school.School) error {
				word, err := s.NewSecret(ctx)
				secrets <- word
				return err
			},
		})
		must(t, err)
		t.Cleanup(c.Keeper.Close)
		_, err = c.Keeper.Where(t.Context())
		must(t, err)
	}
	first, second := ownSite(t, together), ownSite(t, together)
	teacher, code := teachClass(t, second, <-secrets)
	ada := joinClass(t, first, code, "Ada")
	ben := joinClass(t, second, code, "Ben")
	must(t, teacher.Wait(has(".teach-count", "2 of 2 here")))
	for _, learner := range []struct {
		tab  *Tab
		site *Site
		nick string
	}{{ben, second, "Ben"}, {ada, first, "Ada"}} {
		must(t, learner.tab.Open(learner.site.URL+foldStep))
		must(t, learner.tab.Judged(""))
		must(t, learner.tab.Wait(has(".class-bar", learner.nick)))
		must(t, learner.tab.TypeAtEnd("# typed by "+learner.nick))
		must(t, teacher.Eval(`[...document.querySelectorAll(".teach-name")].find((b) => b.innerText === "`+learner.nick+`").click()`, nil))
		must(t, teacher.Wait(has(".teach-draft", "# typed by "+learner.nick)))
		must(t, teacher.Focus(".teach-say textarea"))
		must(t, teacher.Type("Well done"))
		must(t, teacher.Click(".teach-say .button"))
		must(t, learner.tab.Wait(has(".class-note", "Well done")))
		must(t, learner.tab.Solve(rightFold))
		must(t, learner.tab.Wait(has(".class-bar", "This step counts as done")))
		must(t, teacher.Wait(has(".teach-outcome", "Done")))
	}
	nats.Shutdown()
	must(t, ada.TypeAtEnd("# and more"))
	must(t, ada.Wait(has(".class-bar", "The server cannot save anything at the moment")))
	expectLooks(t, ada, "lesson-nothing-kept")
}
