package school

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

// account makes an account by an invitation.
func (s *site) account(by Account, role, class, name string) (who Account, session string) {
	s.t.Helper()
	session = must(s.school.Accept(s.t.Context(), must(s.school.Invite(s.t.Context(), by, role, class)), name, password))
	return must(s.school.Known(session)), session
}

// listed are the people as the owner sees them.
func (s *site) listed() string { return s.listedTo(s.owner) }

// listedTo are the people as somebody sees them.
func (s *site) listedTo(by Account) string {
	s.t.Helper()
	var out []string
	for _, l := range must(s.school.People(by)) {
		name := l.Name
		if l.Until > 0 {
			name = "invited by " + l.By
		}
		out = append(out, l.Role+" "+name+" "+strings.Join(l.Classes, ","))
	}
	return strings.Join(out, "; ")
}

// TestRemovingPeople has the owner remove a teacher and an assistant: what they were known by anywhere is void at once, pages that are open end, and the
// invitations that they have made are void, too; their classes and learners stay, also after a restart.
func TestRemovingPeople(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := t.Context()
	alan, alans := s.account(s.owner, Teacher, "", "Alan")
	id := must(s.school.Make(ctx, alan, Settings{Name: "Alan's", Hints: "open", Solutions: "open"}, ""))
	c := must(s.school.Class(alan, id, true))
	code := c.state.Code
	ada := must(s.school.Join(code, "Ada", ""))
	grace, graces := s.account(alan, Assistant, id, "Helper")
	token := must(s.school.NewToken(ctx, alan.ID))
	left := must(s.school.Invite(ctx, alan, Assistant, id))
	others := must(s.school.Invite(ctx, s.owner, Teacher, ""))
	if got, want := s.listed(), "owner Grace ; teacher Alan Alan's; assistant Helper Alan's; teacher invited by Grace ; assistant invited by Alan Alan's"; got != want {
		t.Errorf("expected %s, found %s", want, got)
	}
	if _, err := s.school.People(grace); !errors.Is(err, ErrForbidden) {
		t.Errorf("expected that an assistant sees nobody, found %v", err)
	}
	if err := s.school.Remove(ctx, grace, alan.ID); !errors.Is(err, ErrForbidden) {
		t.Errorf("expected that an assistant removes nobody, found %v", err)
	}
	wants(t, s.school.Remove(ctx, s.owner, s.owner.ID), "expected another account, found your own")
	wants(t, s.school.Remove(ctx, Account{Role: Owner}, s.owner.ID), "found the only owner")
	wants(t, s.school.Remove(ctx, s.owner, "nobody"), "found none with the name `nobody`")

	pages := []*Feed{must(s.school.Watch(alan, id, Hello{Client: "a"})), must(s.school.Watch(grace, id, Hello{Client: "g"}))}
	learner := s.enter(ada.Word)
	for i, who := range []Account{alan, grace} {
		if err := s.school.Remove(ctx, s.owner, who.ID); err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := pages[i].Next(ctx); errors.Is(err, ErrEnded) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.school.Watch(who, id, Hello{Client: "again"}); err == nil {
			t.Errorf("expected that %s sees the class no more", who.Name)
		}
	}
	for range 2 {
		for _, session := range []string{alans, graces} {
			if _, err := s.school.Known(session); !errors.Is(err, ErrNotSignedIn) {
				t.Errorf("expected a session to be void, found %v", err)
			}
		}
		if _, err := s.school.ByToken(token); !errors.Is(err, ErrNotSignedIn) {
			t.Errorf("expected the token to be void, found %v", err)
		}
		if _, err := s.school.SignIn("Alan", password); !errors.Is(err, ErrCredentials) {
			t.Errorf("expected no account, found %v", err)
		}
		if _, err := s.school.Accept(ctx, left, "Alan again", password); !errors.Is(err, ErrInvitation) {
			t.Errorf("expected that nobody comes back by an invitation of their own, found %v", err)
		}
		if got, want := s.listed(), "owner Grace ; teacher invited by Grace "; got != want {
			t.Errorf("expected %s, found %s", want, got)
		}
		if all := s.school.Classes(s.owner); len(all) != 1 || all[0].ID != id || all[0].Learners != 1 {
			t.Errorf("expected that the owner has the class with its learner, found %+v", all)
		}
		if _, err := s.school.Rejoin(ada.Rejoin); !errors.Is(err, ErrNoCode) {
			t.Errorf("expected a rejoin code that was seen to be void, found %v", err)
		}
		if _, err := s.school.Seat(ada.Word); err != nil {
			t.Errorf("expected that Ada keeps her seat, found %v", err)
		}
		s.restart()
	}
	// The learner's page was told the new code.
	fresh := ""
	for fresh == "" || fresh == ada.Rejoin {
		fresh = hears[classFrame](t, learner, "class").Rejoin
	}

	invitation := must(s.school.People(s.owner))[1]
	if err := s.school.Remove(ctx, s.owner, invitation.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.school.Accept(ctx, others, "Eve", password); !errors.Is(err, ErrInvitation) {
		t.Errorf("expected the invitation to be void, found %v", err)
	}
}

// TestTeachersRemoveAssistants has teachers remove those who help in their classes, and nobody else: an assistant of two teachers stays the other
// one's, and one who helps nowhere any more has no account.
func TestTeachersRemoveAssistants(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := t.Context()
	alan, _ := s.account(s.owner, Teacher, "", "Alan")
	emmy, _ := s.account(s.owner, Teacher, "", "Emmy")
	class := func(of Account) string {
		return must(s.school.Make(ctx, of, Settings{Name: of.Name + "'s", Hints: "open", Solutions: "open"}, ""))
	}
	alans, emmys, owners := class(alan), class(emmy), class(s.owner)
	helper, session := s.account(alan, Assistant, alans, "Helper")
	must(s.school.Accept(ctx, must(s.school.Invite(ctx, emmy, Assistant, emmys)), "Helper", password))
	must(s.school.Accept(ctx, must(s.school.Invite(ctx, alan, Assistant, alans)), "Emmy", password))
	other, _ := s.account(s.owner, Assistant, owners, "Other")
	left := must(s.school.Invite(ctx, emmy, Assistant, emmys))
	ada := must(s.school.Join(must(s.school.Class(alan, alans, true)).state.Code, "Ada", ""))

	if got, want := s.listedTo(alan), "teacher Emmy Alan's; assistant Helper Alan's"; got != want {
		t.Errorf("expected %s, found %s", want, got)
	}
	if got, want := s.listedTo(emmy), "assistant Helper Emmy's; assistant invited by Emmy Emmy's"; got != want {
		t.Errorf("expected %s, found %s", want, got)
	}
	invitation := must(s.school.People(emmy))[1].ID
	for _, id := range []string{s.owner.ID, other.ID, alan.ID, invitation, "nobody", ""} {
		wants(t, s.school.Remove(ctx, alan, id), "found none with the name `"+id+"`")
	}

	page := must(s.school.Watch(helper, alans, Hello{Client: "a"}))
	stays := must(s.school.Watch(helper, emmys, Hello{Client: "e"}))
	for _, who := range []Account{helper, emmy} {
		if err := s.school.Remove(ctx, alan, who.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := s.school.Watch(who, alans, Hello{Client: "again"}); !errors.Is(err, ErrNoClass) {
			t.Errorf("expected that %s sees the class no more, found %v", who.Name, err)
		}
	}
	for {
		if _, err := page.Next(ctx); errors.Is(err, ErrEnded) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.school.Rejoin(ada.Rejoin); !errors.Is(err, ErrNoCode) {
		t.Errorf("expected a rejoin code that was seen to be void, found %v", err)
	}
	if _, err := stays.Next(ctx); err != nil {
		t.Errorf("expected the page of the other teacher's class to stay, found %v", err)
	}
	must(s.school.Known(session))
	must(s.school.SignIn("Emmy", password))

	for _, id := range []string{helper.ID, invitation} {
		if err := s.school.Remove(ctx, emmy, id); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := s.school.Known(session); !errors.Is(err, ErrNotSignedIn) {
			t.Errorf("expected that the assistant has no account, found %v", err)
		}
		if _, err := s.school.Accept(ctx, left, "Eve", password); !errors.Is(err, ErrInvitation) {
			t.Errorf("expected the invitation to be void, found %v", err)
		}
		if got, want := s.listed(), "owner Grace Grace's; teacher Alan Alan's; teacher Emmy Emmy's; assistant Other Grace's"; got != want {
			t.Errorf("expected %s, found %s", want, got)
		}
		s.restart()
	}
}

// TestWatchingWhileRemoved opens a page of somebody who is removed at the same moment, again and again: no line stays open.
func TestWatchingWhileRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	teacher, _ := s.account(s.owner, Teacher, "", "Alan")
	id := must(s.school.Make(t.Context(), teacher, Settings{Name: "Alan's", Hints: "open", Solutions: "open"}, ""))
	for i := range 16 {
		who, _ := s.account(s.owner, Assistant, id, "helper "+string(rune('a'+i)))
		done := make(chan error)
		by := []Account{s.owner, teacher}[i/4%2]
		go func() { done <- s.school.Remove(t.Context(), by, who.ID) }()
		for range i % 4 * 20 {
			runtime.Gosched()
		}
		f, err := s.school.Watch(who, id, Hello{Client: "t"})
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if err != nil {
			continue // removed already
		}
		for err == nil {
			_, err = f.Next(t.Context())
		}
		if !errors.Is(err, ErrEnded) {
			t.Errorf("expected the line to end, found %v", err)
		}
		f.Close()
	}
}
