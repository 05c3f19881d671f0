package school

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"unbox/classroom/journal/sqlite"
	"unbox/internal/patience"
	"unbox/playground/secret"
)

// site is a server's school with the folder below it.
type site struct {
	t       *testing.T
	dir     string
	key     secret.Key
	journal *sqlite.Journal
	school  *School
	owner   Account
	// now is the clock of the histories of drafts; nil for the machine's.
	now func() int64
	// keep is after which time without anything happening a class is deleted; 0 keeps all.
	keep time.Duration
}

var course = []Step{{"a/one", "1.1", "One", "A"}, {"a/two", "1.2", "Two", "A"}, {"b/three", "2.1", "Three", "B"}}

var questions = []Question{{"a/#boxes", "1", "How many boxes?"}, {"a/one#guards", "1.1", "Which guard?"}}

const password = "correct horse battery"

// newSite is a school with an owner.
func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), key: secret.New()}
	s.start()
	t.Cleanup(func() { _ = s.journal.Close() })
	word := must(s.school.NewSecret(t.Context()))
	session := must(s.school.Begin(t.Context(), strings.ToLower(word), "Grace", password))
	s.owner = must(s.school.Known(session))
	return s
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func (s *site) start() {
	s.journal = must(sqlite.Open(s.dir))
	s.school = must(Open(context.Background(), Options{Journal: s.journal, Key: s.key, Log: slog.New(slog.DiscardHandler), Course: course, Questions: questions, Now: s.now, Keep: s.keep}))
}

// restart closes the journal under the school and opens another.
func (s *site) restart() {
	s.t.Helper()
	s.school.Close()
	if err := s.journal.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.start()
}

// class makes a class and returns it with its code.
func (s *site) class() (*Class, string) {
	s.t.Helper()
	id := must(s.school.Make(s.t.Context(), s.owner, Settings{Name: "Compilers", Zone: "Europe/Berlin", Hints: "open", Solutions: "locked"}, ""))
	c := must(s.school.Class(s.owner, id, true))
	return c, c.state.Code
}

// joined makes a class, which somebody joins.
func (s *site) joined(nick string) (c *Class, code string, learner Joined) {
	s.t.Helper()
	c, code = s.class()
	return c, code, must(s.school.Join(code, nick, ""))
}

func (s *site) do(class string, a Act) error {
	return s.school.Do(s.t.Context(), s.owner, class, a)
}

// hears reads a feed until a message of a kind.
func hears[T any](t *testing.T, f *Feed, kind string) T {
	t.Helper()
	ctx, stop := patience.Context(t)
	defer stop()
	for {
		frame, err := f.Next(ctx)
		if err != nil {
			t.Fatalf("waiting for `%s`: %v", kind, err)
		}
		var m struct{ Kind string }
		if err := json.Unmarshal(frame.Text, &m); err != nil {
			t.Fatal(err)
		}
		if m.Kind != kind {
			continue
		}
		var found T
		if err := json.Unmarshal(frame.Text, &found); err != nil {
			t.Fatal(err)
		}
		return found
	}
}

func (s *site) enter(word string) *Feed {
	s.t.Helper()
	f := must(s.school.Enter(Hello{Word: word, Client: "c"}))
	s.t.Cleanup(f.Close)
	return f
}

func wants(t *testing.T, err error, words string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("expected an error with %q, found %v", words, err)
	}
}

// TestJoinStorm lets 300 in at once, of whom each gets a seat of their own, and finds all again after a restart.
func TestJoinStorm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	var all sync.WaitGroup
	joined := make([]Joined, 300)
	for i := range joined {
		all.Go(func() {
			var err error
			if joined[i], err = s.school.Join(strings.ToLower(code[:3]+" "+code[3:]), fmt.Sprintf("learner %d", i), ""); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.restart()
	c = s.school.class(c.id)
	if n := len(c.state.Seats); n != 300 {
		t.Fatalf("expected 300 seats after a restart, found %d", n)
	}
	ids := map[string]bool{}
	for _, j := range joined {
		seat, err := s.school.Seat(j.Word)
		if err != nil {
			t.Fatal(err)
		}
		ids[seat.id] = true
		if again := must(s.school.Rejoin(j.Rejoin)); again.Nick != j.Nick {
			t.Errorf("expected the seat of `%s`, found that of `%s`", j.Nick, again.Nick)
		}
	}
	if len(ids) != 300 {
		t.Errorf("expected 300 different seats, found %d", len(ids))
	}
}

// TestAccounts begins with the owner's secret, invites others, and holds each to what they may do.
func TestAccounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := t.Context()
	_, err := s.school.Begin(ctx, "anything", "Eve", password)
	if !errors.Is(err, ErrSecret) {
		t.Errorf("expected the secret to be void, found %v", err)
	}
	if _, err := s.school.SignIn("grace", "wrong password"); !errors.Is(err, ErrCredentials) {
		t.Errorf("expected a wrong password to be refused, found %v", err)
	}
	if _, err := s.school.SignIn("nobody", password); !errors.Is(err, ErrCredentials) {
		t.Errorf("expected the same words for a name that nobody has, found %v", err)
	}
	session := must(s.school.SignIn("GRACE", password))
	for _, forged := range []string{"", "x", changed(session), strings.Replace(session, ".0.", ".1.", 1)} {
		if _, err := s.school.Known(forged); !errors.Is(err, ErrNotSignedIn) {
			t.Errorf("expected %q to be nobody's, found %v", forged, err)
		}
	}

	c, _ := s.class()
	word := must(s.school.Invite(ctx, s.owner, Assistant, c.id))
	_, err = s.school.Accept(ctx, word, "Alan", "short")
	wants(t, err, "expected a password of 10 to 200 characters, found 5")
	_, err = s.school.Accept(ctx, word, "grace", "other password")
	if !errors.Is(err, ErrCredentials) {
		t.Errorf("expected that an invitation gives no other account, found %v", err)
	}
	helper := must(s.school.Known(must(s.school.Accept(ctx, word, "Alan", password))))
	if _, err := s.school.Accept(ctx, word, "Second", password); !errors.Is(err, ErrInvitation) {
		t.Errorf("expected an invitation to be for one, found %v", err)
	}
	if err := s.school.Do(ctx, helper, c.id, Act{Say: &Said{Text: "hello"}}); err != nil {
		t.Error(err)
	}
	for _, a := range []Act{{Code: "new"}, {Set: &Settings{}}, {Remove: "x"}} {
		if err := s.school.Do(ctx, helper, c.id, a); !errors.Is(err, ErrForbidden) {
			t.Errorf("%+v: expected an assistant to be refused, found %v", a, err)
		}
	}
	if _, err := s.school.Make(ctx, helper, Settings{Name: "mine", Hints: "open", Solutions: "open"}, ""); !errors.Is(err, ErrForbidden) {
		t.Errorf("expected an assistant to make no class, found %v", err)
	}
	other, _ := s.class()
	if _, err := s.school.Class(helper, other.id, false); !errors.Is(err, ErrNoClass) {
		t.Errorf("expected a class of others not to be there, found %v", err)
	}
	if _, err := s.school.Invite(ctx, helper, Teacher, ""); !errors.Is(err, ErrForbidden) {
		t.Errorf("expected an assistant to invite nobody, found %v", err)
	}

	token := must(s.school.NewToken(ctx, s.owner.ID))
	s.restart()
	if a := must(s.school.ByToken(token)); a.ID != s.owner.ID {
		t.Errorf("expected the owner, found %+v", a)
	}
	if _, err := s.school.ByToken("unbox_"); !errors.Is(err, ErrNotSignedIn) {
		t.Errorf("expected nobody, found %v", err)
	}
	fresh := must(s.school.NewPassword(ctx, must(s.school.Known(session)), password, "another password"))
	if _, err := s.school.Known(session); !errors.Is(err, ErrNotSignedIn) {
		t.Errorf("expected a new password to sign out elsewhere, found %v", err)
	}
	if _, err := s.school.ByToken(token); !errors.Is(err, ErrNotSignedIn) {
		t.Errorf("expected a new password to make the token void, found %v", err)
	}
	if a := must(s.school.Known(fresh)); a.Name != "Grace" {
		t.Errorf("expected to stay signed in here, found %+v", a)
	}
	token = must(s.school.NewToken(ctx, s.owner.ID))
	if err := s.school.SignOutEverywhere(ctx, s.owner.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.school.ByToken(token); !errors.Is(err, ErrNotSignedIn) {
		t.Errorf("expected signing out everywhere to make the token void, found %v", err)
	}
}

// TestOneActAtATime holds assistants to what they may do when they ask for two things at once: one that they may do let in another one, since
// only the first was looked at for permission, and only the second was done.
func TestOneActAtATime(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := t.Context()
	c, code := s.class()
	seat := must(s.school.Seat(must(s.school.Join(code, "Ada", "")).Word)).id
	helper := must(s.school.Known(must(s.school.Accept(ctx, must(s.school.Invite(ctx, s.owner, Assistant, c.id)), "Alan", password))))
	settings := &Settings{Name: "Taken over", Hints: "open", Solutions: "open"}
	for name, a := range map[string]Act{
		"settings": {Set: settings}, "code": {Code: "close"}, "rename": {Rename: &Named{seat, "Eve"}}, "merge": {Merge: &Merged{seat, seat}}, "remove": {Remove: seat},
		"block": {Block: seat}, "unblock": {Unblock: seat}, "rejoin": {Rejoin: seat}, "link": {Link: []Linked{{}}}, "keep": {Keep: true},
	} {
		for _, with := range []func(*Act){func(a *Act) { a.Say = &Said{Text: "hello"} }, func(a *Act) { a.Look = "a/one" }, func(a *Act) { a.Stop = true }} {
			both := a
			with(&both)
			wants(t, s.school.Do(ctx, helper, c.id, both), "expected one thing to be done, found 2")
			wants(t, s.school.Do(ctx, s.owner, c.id, both), "expected one thing to be done, found 2")
		}
		if err := s.school.Do(ctx, helper, c.id, a); !errors.Is(err, ErrForbidden) {
			t.Errorf("%s: expected an assistant to be refused, found %v", name, err)
		}
	}
	wants(t, s.school.Do(ctx, s.owner, c.id, Act{}), "expected one thing to be done, found 0")
	wants(t, s.school.Do(ctx, s.owner, c.id, Act{Code: "mine"}), "expected the code `new`, `more` or `close`, found `mine`")
	r := must(s.school.Class(s.owner, c.id, true)).Report()
	if len(r.Learners) != 1 || r.Learners[0].Nick != "Ada" || r.Class == settings.Name {
		t.Errorf("expected the class as it was, found %+v", r)
	}
}

// TestEachActCounts sets each field of an Act: one that check does not count would be done beside what an assistant may do.
func TestEachActCounts(t *testing.T) {
	for k := range reflect.TypeFor[Act]().NumField() {
		var a Act
		field := reflect.TypeFor[Act]().Field(k)
		switch of := reflect.ValueOf(&a).Elem().Field(k); field.Type.Kind() {
		case reflect.Pointer:
			of.Set(reflect.New(field.Type.Elem()))
		case reflect.Slice:
			of.Set(reflect.MakeSlice(field.Type, 1, 1))
		case reflect.String:
			of.SetString("one")
		default:
			of.SetBool(true)
		}
		if err := a.check(); (err == nil) != (field.Name != "ID") {
			t.Errorf("%s: expected that it is one thing to be done, unless it is the request's name, found %v", field.Name, err)
		}
	}
}

// TestShutOutAtOnce has a page that does not read, so that its connection is still there, speak after its seat was blocked or signed out.
func TestShutOutAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	for name, act := range map[string]func(seat string) Act{
		"Ada": func(seat string) Act { return Act{Block: seat} },
		"Ben": func(seat string) Act { return Act{Rejoin: seat} },
	} {
		joined := must(s.school.Join(code, name, ""))
		seat := must(s.school.Seat(joined.Word)).id
		page := s.enter(joined.Word)
		typed(t, page, 0, `[[0,"before"]]`)
		if err := s.do(c.id, act(seat)); err != nil {
			t.Fatal(err)
		}
		page.Say([]byte(`{"kind":"draft","step":"a/one","version":1,"change":[6,[0," and after"]]}`))
		page.Say([]byte(`{"kind":"open","step":"a/two"}`))
		own := must(Seat{class: c, id: seat}.Own(t.Context()))
		if own.Drafts["a/one"] != "before" {
			t.Errorf("%s: expected the draft as it was, found %q", name, own.Drafts["a/one"])
		}
		if m := hears[said](t, page, "out"); m.Words == "" {
			t.Errorf("%s: expected the reason, found none", name)
		}
	}
}

// changed is a word with another last letter, whichever that was.
func changed(word string) string {
	cut := word[:len(word)-1]
	if cut+"A" == word {
		return cut + "Q"
	}
	return cut + "A"
}

// TestForgedWords shows words that the server did not sign, or signed for another seat.
func TestForgedWords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, code := s.class()
	ada, eve := must(s.school.Join(code, "Ada", "")), must(s.school.Join(code, "Eve", ""))
	cut := func(word string) (what, signature string) {
		at := strings.LastIndexByte(word, '.')
		return word[:at], word[at+1:]
	}
	hers, _ := cut(ada.Word)
	_, mine := cut(eve.Word)
	for _, forged := range []string{"", ".", "a.b.c.d", hers, hers + "." + mine, ada.Word + "A", strings.Repeat("x.", 1000)} {
		if _, err := s.school.Enter(Hello{Word: forged, Client: "c"}); !errors.Is(err, ErrSeat) {
			t.Errorf("%.40q: expected no seat, found %v", forged, err)
		}
		if _, err := s.school.Say(Hello{Word: forged, Client: "c"}, []byte(`{"kind":"ping"}`)); !errors.Is(err, ErrSeat) {
			t.Errorf("%.40q: expected not to be heard, found %v", forged, err)
		}
	}
	if _, err := s.school.Enter(Hello{Word: ada.Word, Client: "not a name"}); err == nil {
		t.Error("expected a client's name, found none refused")
	}
}

// TestNames gives nicknames that nobody can take for another's.
func TestNames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, code := s.class()
	for _, c := range []struct{ nick, want, err string }{
		{"  Ada \u202e  Lovelace\u200b ", "Ada Lovelace", ""},
		{"<b>x</b>", "<b>x</b>", ""},
		{"ada lovelace", "", "expected a nickname that is not taken in this class"},
		{"\u202e\u200b", "", "expected a name of 1 to 24 characters, found 0"},
		{strings.Repeat("x", 25), "", "expected a name of 1 to 24 characters, found 25"},
		{"Zo\u00eb", "Zo\u00eb", ""},
		{"Zoe\u0308", "", "expected a nickname that is not taken"}, // written in another way
		{"Ada\u3164 Lovelace\ufe0f", "", "expected a nickname that is not taken"},
		{"\uff21da \uff2covelace", "", "expected a nickname that is not taken"}, // wide letters
		{"\u0410d\u0430 Lovelace", "", "expected a nickname that is not taken"}, // Cyrillic
		{"Alan", "Alan", ""},
		{"AIan", "", "expected a nickname that is not taken"},
		{"A1an", "", "expected a nickname that is not taken"},
		{"\ua4ee\ua4e1\ua4ee\ua4e0", "", "expected a nickname that is not taken"},   // Lisu
		{"\u13aa\uff4can", "", "expected a nickname that is not taken"},             // Cherokee
		{"Al\u0251n", "", "expected a nickname that is not taken"},                  // of phonetics
		{"Alan\U000e0041\u2060\u034f", "", "expected a nickname that is not taken"}, // what is not seen
		{"e" + strings.Repeat("\u20dd", 20), "e\u20dd\u20dd\u20dd", ""},             // circles around it
		{"\u3164\u2800", "", "expected a name of 1 to 24 characters, found 0"},
		{"q" + strings.Repeat("\u0323", 20), "q\u0323\u0323\u0323", ""},
		{"\u0418\u0432\u0430\u043d", "\u0418\u0432\u0430\u043d", ""},
		{"\u738b\u5c0f\u660e", "\u738b\u5c0f\u660e", ""},
	} {
		joined, err := s.school.Join(code, c.nick, "")
		if c.err != "" {
			wants(t, err, c.err)
		} else if err != nil || joined.Nick != c.want {
			t.Errorf("%q: expected %q, found %q, %v", c.nick, c.want, joined.Nick, err)
		}
	}
	for _, wrong := range []string{"", "AAAAAA", "OOOOOO", "AB", strings.Repeat("A", 1000)} {
		if _, err := s.school.Join(wrong, "Eve", ""); !errors.Is(err, ErrNoCode) {
			t.Errorf("%.9q: expected no class, found %v", wrong, err)
		}
	}
}

// TestDraftIsSeen has somebody who teaches see a draft as it is typed; it is told to be kept when it is.
func TestDraftIsSeen(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code, ada := s.joined("Ada")
	page := s.enter(ada.Word)
	hears[classFrame](t, page, "class")
	teacher := must(s.school.Watch(s.owner, c.id, Hello{Client: "t"}))
	t.Cleanup(teacher.Close)
	grid := hears[gridFrame](t, teacher, "grid")
	if !grid.Whole || len(grid.Rows) != 1 || !grid.Rows[0].Here || grid.General.Code != code {
		t.Fatalf("expected the whole class, found %+v", grid)
	}
	seat := grid.Rows[0].ID
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	if d := hears[draftFrame](t, page, "draft"); d.Version != 0 || d.Text != "" {
		t.Fatalf("expected an empty draft, found %+v", d)
	}
	teacher.Say([]byte(`{"kind":"watch","seat":"` + seat + `","step":"a/one"}`))
	hears[draftFrame](t, teacher, "draft")
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":0,"change":[[0,"def f():","  pass"]]}`))
	for d := hears[draftFrame](t, teacher, "draft"); d.Text != "def f():\n  pass"; d = hears[draftFrame](t, teacher, "draft") {
	}
	if k := hears[keptFrame](t, page, "kept"); k.Kept["a/one"] != 1 {
		t.Errorf("expected version 1 to be safe, found %+v", k)
	}
	// A repeat, and a change of another draft.
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":0,"change":[[0,"x"]]}`))
	if m := hears[said](t, page, "stale"); m.Step != "a/one" {
		t.Errorf("expected the step, found %+v", m)
	}
	for _, wrong := range []string{
		`{"kind":"draft","step":"a/one","version":1,"change":[3]}`,
		`{"kind":"draft","step":"a/one","version":1,"change":[15,[0,"` + strings.Repeat("x", maxDraft) + `"]]}`,
		`{"kind":"draft","step":"zz/none","version":1,"change":[15]}`,
		`{"kind":"watch","seat":"` + seat + `","step":"a/one"}`,
		`{"kind":"tried","step":"a/one","status":"great"}`,
		`{"kind":"dance","step":"a/one"}`, `[]`, ``,
	} {
		page.Say([]byte(wrong))
		if m := hears[said](t, page, "error"); !strings.HasPrefix(m.Words, "expected ") {
			t.Errorf("%.60s: expected words, found %+v", wrong, m)
		}
	}
	s.restart()
	again := s.enter(ada.Word)
	again.Say([]byte(`{"kind":"open","step":"a/one"}`))
	if d := hears[draftFrame](t, again, "draft"); d.Version != 1 || d.Text != "def f():\n  pass" {
		t.Errorf("expected the draft after a restart, found %+v", d)
	}
}

// TestLongDrafts types more than a snapshot's worth, in more steps than are in memory.
func TestLongDrafts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _, ada := s.joined("Ada")
	seat := must(s.school.Seat(ada.Word))
	page := s.enter(ada.Word)
	for n := range 2*snapshotEvery + 10 {
		d := must(c.draft(t.Context(), seat.id, "a/one"))
		change := fmt.Sprintf(`[%d,[0,"x"]]`, n)
		if n == 0 {
			change = `[[0,"x"]]`
		}
		if err := c.edit(d, uint64(n), json.RawMessage(change), "c"); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []string{"a/two", "b/three"} {
		must(c.draft(t.Context(), seat.id, step))
	}
	for k := hears[keptFrame](t, page, "kept"); k.Kept["a/one"] < 2*snapshotEvery+10; k = hears[keptFrame](t, page, "kept") {
	}
	own := must(seat.Own(t.Context()))
	if len(own.Drafts["a/one"]) != 2*snapshotEvery+10 {
		t.Errorf("expected all keys, found %d", len(own.Drafts["a/one"]))
	}
	s.restart()
	own = must(must(s.school.Seat(ada.Word)).Own(t.Context()))
	if len(own.Drafts["a/one"]) != 2*snapshotEvery+10 {
		t.Errorf("expected all keys after a restart, found %d", len(own.Drafts["a/one"]))
	}
}

// TestResults counts what passed on the server only, and writes it as tables in which no cell is a formula.
func TestResults(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	evil := must(s.school.Join(code, "=HYPERLINK(\"x\")", ""))
	ada := must(s.school.Join(code, "Ada, \"A\"", ""))
	page := s.enter(evil.Word)
	page.Say([]byte(`{"kind":"tried","step":"a/one","status":"pass","passed":4,"total":4}`))
	if err := must(s.school.Seat(ada.Word)).Passed(t.Context(), Run{Step: "a/two", Code: "def f(): pass", Total: 3, Receipt: []byte(`{}`)}); err != nil {
		t.Fatal(err)
	}
	if err := s.do(c.id, Act{Set: &Settings{Name: "Compilers", Zone: "Europe/Berlin", Steps: []string{"a/two", "a/one"}, Hints: "locked", Solutions: "deadline", Deadline: "2020-01-01T12:00"}}); err != nil {
		t.Fatal(err)
	}
	r := c.Report()
	if len(r.Learners) != 2 || r.Steps[0].ID != "a/two" || !r.Learners[1].Results[0].Done || !r.Learners[1].Results[0].Late || r.Learners[0].Results[1].Done || r.Learners[0].Results[1].Tries != 1 {
		t.Errorf("expected one late result that counts, found %+v", r.Learners)
	}
	for form, want := range map[string]string{
		"wide": "class,seat,nickname,joined_at,done,1.2 a/two,1.1 a/one,roster_id,roster_name",
		"long": "class,seat,nickname,step,number,title,done,done_at,late,tries,last_at,hints,roster_id,roster_name,course_version",
	} {
		var b bytes.Buffer
		if err := r.WriteCSV(&b, form, true); err != nil {
			t.Fatal(err)
		}
		text, marked := strings.CutPrefix(b.String(), "\ufeff")
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || !marked || strings.Join(rows[0], ",") != want {
			t.Fatalf("%s: expected the columns %s, found %v, %v", form, want, rows, err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t") {
					t.Errorf("%s: expected no formula, found %q", form, cell)
				}
			}
		}
		if rows[1][2] != `'=HYPERLINK("x")` || rows[len(rows)-1][2] != `Ada, "A"` {
			t.Errorf("%s: expected the nicknames, found %q, %q", form, rows[1][2], rows[len(rows)-1][2])
		}
	}
}

// TestIDsStayWhatTheyAre expects the IDs of seats to be in tables as they are everywhere else: as none that a spreadsheet would
// take for a formula.
func TestIDsStayWhatTheyAre(t *testing.T) {
	for range 2000 {
		if word := randomWord(9); inert(word) != word {
			t.Fatalf("expected a word that stays as it is in a table, found `%s`, which becomes `%s`", word, inert(word))
		}
	}
}

// TestSeats renames, merges, blocks and removes.
func TestSeats(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	ada, again, eve := must(s.school.Join(code, "Ada", "")), must(s.school.Join(code, "Ada 2", "")), must(s.school.Join(code, "Eve", ""))
	a, b, e := must(s.school.Seat(ada.Word)), must(s.school.Seat(again.Word)), must(s.school.Seat(eve.Word))
	if err := b.Passed(t.Context(), Run{Step: "a/one", Code: "x", Total: 1, Receipt: nil}); err != nil {
		t.Fatal(err)
	}
	mine := s.enter(again.Word)
	hears[classFrame](t, mine, "class")
	wants(t, s.do(c.id, Act{Rename: &Named{e.id, "ADA"}}), "expected a nickname that is not taken")
	wants(t, s.do(c.id, Act{Merge: &Merged{a.id, a.id}}), "expected two seats")
	for _, act := range []Act{{Rename: &Named{a.id, "Ada L"}}, {Merge: &Merged{b.id, a.id}}, {Block: e.id}} {
		if err := s.do(c.id, act); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := mine.Next(t.Context()); !errors.Is(err, ErrMerged) { // and no word of a seat that is gone: the page would forget it
		t.Errorf("expected the end of a line to a merged seat, found %v", err)
	}
	merged := must(s.school.Seat(again.Word))
	if own := must(merged.Own(t.Context())); own.Nick != "Ada L" || own.Steps["a/one"] == nil || own.Steps["a/one"].Green == 0 {
		t.Errorf("expected the seat that stays, with the better result, found %+v", own)
	}
	if _, err := s.school.Seat(eve.Word); !errors.Is(err, ErrBlocked) {
		t.Errorf("expected a blocked seat, found %v", err)
	}
	if err := s.do(c.id, Act{Unblock: e.id}); err != nil {
		t.Fatal(err)
	}
	page := s.enter(eve.Word)
	if err := s.do(c.id, Act{Rejoin: e.id}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.school.Seat(eve.Word); !errors.Is(err, ErrSeat) {
		t.Errorf("expected a new code to sign out, found %v", err)
	}
	if m := hears[said](t, page, "out"); m.Words != ErrSeat.Error() {
		t.Errorf("expected a page that was open to be signed out, found %q", m.Words)
	}
	if _, err := s.school.Rejoin(eve.Rejoin); !errors.Is(err, ErrNoCode) {
		t.Errorf("expected the code before to be void, found %v", err)
	}
	if err := s.do(c.id, Act{Rejoin: a.id}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.school.Seat(again.Word); !errors.Is(err, ErrSeat) {
		t.Errorf("expected a new code to sign out the devices of a merged seat, too, found %v", err)
	}
	if err := s.do(c.id, Act{Remove: e.id}); err != nil {
		t.Fatal(err)
	}
	if _, err := page.Next(t.Context()); !errors.Is(err, ErrEnded) {
		t.Errorf("expected the end, found %v", err)
	}
}

// TestMergingDoesNotSignIn merges a seat whose devices were signed out: their word does not lead to the other seat.
func TestMergingDoesNotSignIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	ada, again := must(s.school.Join(code, "Ada", "")), must(s.school.Join(code, "Ada 2", ""))
	into, from := must(s.school.Seat(ada.Word)), must(s.school.Seat(again.Word))
	for _, act := range []Act{{Rejoin: from.id}, {Merge: &Merged{from.id, into.id}}} {
		if err := s.do(c.id, act); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := s.school.Seat(again.Word); !errors.Is(err, ErrSeat) {
		t.Errorf("expected no seat, found %q, %v", found.id, err)
	}
}

// TestForgottenLeavesNoBytes deletes what is kept of somebody: no file has a byte of it.
func TestForgottenLeavesNoBytes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	must(s.school.Join(code, "Somebody else", ""))
	ada := must(s.school.Join(code, "Adalbertine", ""))
	seat := must(s.school.Seat(ada.Word))
	page := s.enter(ada.Word)
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":0,"change":[[0,"secretive_draft"]]}`))
	hears[keptFrame](t, page, "kept")
	if err := seat.Passed(t.Context(), Run{Step: "a/one", Code: "secretive_program", Total: 1, Receipt: nil}); err != nil {
		t.Fatal(err)
	}
	if err := s.do(c.id, Act{Say: &Said{Seat: seat.id, Text: "secretive_note"}}); err != nil {
		t.Fatal(err)
	}
	if err := seat.Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(s.dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("expected files, found %v, %v", files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"Adalbertine", "secretive"} {
			if bytes.Contains(data, []byte(word)) {
				t.Errorf("expected no byte of `%s` in %s, found some", word, filepath.Base(file))
			}
		}
	}
	s.restart()
	if n := len(s.school.class(c.id).state.Seats); n != 1 {
		t.Errorf("expected one seat, found %d", n)
	}
}

// TestClassesEnd has the end of a class in which nothing happens announced, for as long as its notice is; a teacher keeps it, or it is deleted.
// A class that is older than it may be, since the server did not run for months, is announced first.
func TestClassesEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const day = 24 * time.Hour
	s.keep = 90 * day
	s.restart()
	old, _ := s.class()
	fresh, code := s.class()
	ada := must(s.school.Join(code, "Ada", ""))
	s.enter(ada.Word)
	begun := time.Now()
	age := func(c *Class, by time.Duration) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.state.Last = begun.Add(-by).Unix()
	}
	looks := func(after time.Duration, classes int, ends time.Duration) {
		t.Helper()
		age(fresh, -after)
		if err := s.school.expire(t.Context(), begun.Add(after-s.keep)); err != nil {
			t.Fatal(err)
		}
		list := s.school.Classes(s.owner)
		want := int64(0)
		if ends > 0 {
			want = begun.Add(ends).Unix()
		}
		if len(list) != classes || classes == 2 && list[0].Ends != want {
			t.Errorf("after %v: expected %d classes, of which the older one ends at %d, found %+v", after, classes, want, list)
		}
	}
	teacher := must(s.school.Watch(s.owner, old.id, Hello{Client: "t"}))
	t.Cleanup(teacher.Close)
	looks(70*day, 2, 0)
	looks(77*day, 2, 91*day)
	for ends := int64(0); ends != begun.Add(91*day).Unix(); ends = hears[gridFrame](t, teacher, "grid").General.Ends {
	}
	if err := s.school.SaveArchive(t.Context(), s.owner, old.id, io.Discard, true); err != nil {
		t.Fatal(err)
	}
	looks(78*day, 2, 91*day) // a class that is only fetched gets no older, and stays no longer
	if err := s.do(old.id, Act{Keep: true}); err != nil {
		t.Fatal(err)
	}
	age(old, -78*day)
	looks(78*day, 2, 0) // somebody keeps it
	age(old, 200*day)
	looks(0, 2, 14*day) // the server did not run for months
	looks(13*day, 2, 14*day)
	s.restart()
	fresh, old = must(s.school.Class(s.owner, fresh.id, true)), must(s.school.Class(s.owner, old.id, true))
	age(old, 200*day)
	page := s.enter(ada.Word)
	looks(14*day, 1, 0)
	if err := s.school.Delete(t.Context(), fresh.id); err != nil {
		t.Fatal(err)
	}
	hears[said](t, page, "out")
	wants(t, s.do(fresh.id, Act{Stop: true}), "expected a class that exists")
	s.restart()
	if list := s.school.Classes(s.owner); len(list) != 0 {
		t.Errorf("expected no class after a restart, found %+v", list)
	}
}

// TestCodesClose closes joining and opens it with another code.
func TestCodesClose(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	for _, step := range []struct{ act, open string }{{"close", ""}, {"new", "another"}} {
		if err := s.do(c.id, Act{Code: step.act}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.school.Join(code, "Eve", ""); !errors.Is(err, ErrNoCode) {
			t.Errorf("after `%s`: expected the code to be void, found %v", step.act, err)
		}
	}
	must(s.school.Join(c.state.Code, "Ada", ""))
	c.mu.Lock()
	c.stored.Until = time.Now().Unix() - 1
	c.mu.Unlock()
	if _, err := s.school.Join(c.state.Code, "Late", ""); !errors.Is(err, ErrNoCode) {
		t.Errorf("expected a code that has expired to be void, found %v", err)
	}
}

// TestDeletedStaysDeleted deletes seats and a class while their learners type: nothing begins anew.
func TestDeletedStaysDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	var typing sync.WaitGroup
	seats := make([]Seat, 20)
	for i := range seats {
		joined := must(s.school.Join(code, fmt.Sprint("learner ", i), ""))
		seats[i] = must(s.school.Seat(joined.Word))
		typing.Go(func() {
			hello := Hello{Word: joined.Word, Client: "c"}
			for n := 0; ; n++ {
				change := fmt.Sprintf(`[%d,[0,"x"]]`, n)
				if n == 0 {
					change = `[[0,"x"]]`
				}
				answer, err := s.school.Say(hello, fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":%s}`, n, change))
				if err != nil || answer != nil {
					return
				}
			}
		})
	}
	for _, seat := range seats[:10] {
		if err := s.do(c.id, Act{Remove: seat.id}); err != nil {
			t.Error(err)
		}
	}
	if err := s.school.Delete(t.Context(), c.id); err != nil {
		t.Fatal(err)
	}
	typing.Wait()
	for _, name := range []string{stateName, draftName(seats[0].id, "a/one"), draftName(seats[19].id, "a/one")} {
		if h := must(s.journal.Read(t.Context(), c.document(name), 0)); h.Version() != 0 {
			t.Errorf("expected nothing of `%s`, found version %d", name, h.Version())
		}
	}
}

// TestRunsAreAcknowledged tells a run twice, since the answer did not arrive: it is acknowledged when it is safe, and counts once.
func TestRunsAreAcknowledged(t *testing.T) {
	s := newSite(t)
	c, _, ada := s.joined("Ada")
	page := s.enter(ada.Word)
	run := []byte(`{"kind":"tried","run":"r1","step":"a/one","status":"fail","test":"x","passed":1,"total":4}`)
	for range 2 {
		page.Say(run)
		if m := hears[toldFrame](t, page, "told"); m.Run != "r1" {
			t.Errorf("expected the run, found %+v", m)
		}
	}
	s.restart()
	page = s.enter(ada.Word)
	page.Say(run)
	hears[toldFrame](t, page, "told")
	page.Say([]byte(`{"kind":"tried","run":"r2","step":"a/one","status":"fail","test":"x","passed":1,"total":4}`))
	hears[toldFrame](t, page, "told")
	c = must(s.school.Class(s.owner, c.id, true))
	if r := c.Report(); r.Learners[0].Results[0].Tries != 2 {
		t.Errorf("expected two tries, found %+v", r.Learners[0].Results[0])
	}
}

// TestSigningOutEndsPages has a teacher who lost a laptop sign out everywhere: the page that is open there hears nothing any more, a page
// that signed in since goes on.
func TestSigningOutEndsPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	lost := must(s.school.Watch(s.owner, c.id, Hello{Client: "lost"}))
	t.Cleanup(lost.Close)
	hears[gridFrame](t, lost, "grid")
	if err := s.school.SignOutEverywhere(t.Context(), s.owner.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := lost.Next(t.Context()); !errors.Is(err, ErrEnded) {
		t.Errorf("expected the end, found %v", err)
	}
	now := s.owner
	now.Epoch++
	here := must(s.school.Watch(now, c.id, Hello{Client: "here"}))
	t.Cleanup(here.Close)
	hears[gridFrame](t, here, "grid")
	must(s.school.NewToken(t.Context(), s.owner.ID)) // changes the account, and nothing about who is in
	must(s.school.Join(code, "Ada", ""))
	if grid := hears[gridFrame](t, here, "grid"); len(grid.Rows) != 1 {
		t.Errorf("expected the learner who joined, found %+v", grid)
	}
}
