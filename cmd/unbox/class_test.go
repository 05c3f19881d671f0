package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/classroom/school"
)

// TestClassCourse brings lessons for one class from the command line, from a folder and from the file that was saved of them.
func TestClassCourse(t *testing.T) {
	dir, id := aClass(t)
	work := func(args ...string) string {
		t.Helper()
		return classRun(t, exitGood, append(args, "--data", dir)...)
	}
	if got := work("course", id, "lesson_template", "--try"); !strings.HasPrefix(got, "+ first-chapter/first-step  A first step\n") || !strings.Contains(got, "\n1 new, 0 with other tests, 0 as before, ") || !strings.HasSuffix(got, " gone (only tried)\n") {
		t.Errorf("expected what would change, found %s", got)
	}
	work("course", id, "lesson_template")
	file := filepath.Join(t.TempDir(), "saved.zip")
	if err := os.WriteFile(file, []byte(work("export", id, "--form", "course")), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := work("course", id, file); got != "0 new, 0 with other tests, 1 as before, 0 gone\n" {
		t.Errorf("expected the same lessons in the file that was saved, found %s", got)
	}

	// A backup has them.
	backup, again := filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "again")
	work("backup", backup)
	dir = again
	work("restore", backup)
	if got := work("export", id, "--form", "course"); !strings.HasPrefix(got, "PK") {
		t.Errorf("expected the file of the lessons from a backup, found %q", got[:min(len(got), 20)])
	}
	if got := work("course", id, "none"); !strings.HasPrefix(got, "+ ") {
		t.Errorf("expected the server's lessons, found %s", got)
	}
}

// TestImportRoster brings the roster of a class up to date from the command line.
func TestImportRoster(t *testing.T) {
	dir, id := aClass(t)
	file := filepath.Join(dir, "roster.csv")
	work := func(text string, args ...string) string {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return classRun(t, exitGood, args...)
	}
	for _, c := range []struct {
		text string
		more []string
		want string
	}{
		{"identifier,name,note\ns1,Ada,x\ns2,Ben,y\n", []string{"--try"}, "column `identifier` is the id\ncolumn `note` is not read\n+ s1  Ada\n+ s2  Ben\n2 new, 0 changed, 0 as before, 0 not in the file, and kept (only tried)\n"},
		{"id,name\ns1,Ada\ns2,Ben\n", nil, "+ s1  Ada\n+ s2  Ben\n2 new, 0 changed, 0 as before, 0 not in the file, and kept\n"},
		{"id,name\ns1,Ada L\n", nil, "~ s1  Ada L\n? s2  Ben\n0 new, 1 changed, 0 as before, 1 not in the file, and kept\n"},
		{"id,name\ns1,Ada L\n", []string{"--remove"}, "- s2  Ben\n0 new, 0 changed, 1 as before, 1 removed\n"},
	} {
		if got := work(c.text, append([]string{"import", id, file, "--data", dir}, c.more...)...); got != c.want {
			t.Errorf("%q %v: expected\n%s, found\n%s", c.text, c.more, c.want, got)
		}
	}
	if got := work("", "export", id, "--form", "canvas", "--data", dir); !strings.Contains(got, "Ada L,,s1,,,\n") || strings.Contains(got, "Ben") {
		t.Errorf("expected the one who is left, found %s", got)
	}
}

// TestCloseClass closes a class from the command line: all that is kept of it is in the file before it is gone, and a file that is there
// already is not touched, and neither is the class.
func TestCloseClass(t *testing.T) {
	dir, id := aClass(t)
	work := func(want int, args ...string) string {
		t.Helper()
		return classRun(t, want, append(args, "--data", dir)...)
	}
	file := filepath.Join(t.TempDir(), "compilers.zip")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := work(exitUnusable, "close", id, file); !strings.Contains(got, "expected a new file") {
		t.Errorf("expected a file that is there to be kept, found %s", got)
	}
	if got := work(exitGood, "list"); !strings.Contains(got, "Compilers") {
		t.Errorf("expected the class to be there, found %q", got)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if got := work(exitGood, "export", id, "--form", "all"); !strings.HasPrefix(got, "PK") {
		t.Errorf("expected a ZIP file, found %q", got[:min(len(got), 20)])
	}
	work(exitGood, "close", id, file)
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if _, err := z.Open("results.json"); err != nil {
		t.Error(err)
	}
	if got := work(exitGood, "list"); !strings.HasPrefix(got, "There are no classes here yet") {
		t.Errorf("expected no class, found %q", got)
	}
	if got := work(exitUnusable, "close", id, file+"2"); !strings.Contains(got, "expected the ID of a class, found `") {
		t.Errorf("expected that there is no class, found %s", got)
	}
	if _, err := os.Stat(file + "2"); err == nil {
		t.Error("expected no file of a class that does not exist")
	}
}

// TestRemovePeople lists who teaches from the command line, and removes a teacher by the name and an invitation by its ID.
func TestRemovePeople(t *testing.T) {
	dir := t.TempDir()
	var invitation string
	err := withSchool(t.Context(), dir, "", func(s *school.School) error {
		ctx := t.Context()
		secret, err := s.NewSecret(ctx)
		if err != nil {
			return err
		}
		session, err := s.Begin(ctx, secret, "Grace", "correct horse battery")
		if err != nil {
			return err
		}
		owner, err := s.Known(session)
		if err != nil {
			return err
		}
		word, err := s.Invite(ctx, owner, school.Teacher, "")
		if err == nil {
			_, err = s.Accept(ctx, word, "Alan", "correct horse battery")
		}
		if err == nil {
			_, err = s.Invite(ctx, owner, school.Teacher, "")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(classRun(t, exitGood, "people", "--data", dir), "\n")
	if len(lines) != 4 || !strings.HasSuffix(lines[0], "  owner      Grace") || !strings.HasSuffix(lines[1], "  teacher    Alan") || !strings.HasSuffix(lines[2], " by Grace") {
		t.Fatalf("expected an owner, a teacher and an invitation, found %q", lines)
	}
	invitation, _, _ = strings.Cut(lines[2], " ")
	for _, who := range []string{"Alan", invitation} {
		if got := classRun(t, exitGood, "remove", who, "--data", dir); got != who+" is removed.\n" {
			t.Errorf("expected a word on what was done, found %q", got)
		}
		classRun(t, exitUnusable, "remove", who, "--data", dir)
	}
	if got := classRun(t, exitGood, "people", "--data", dir); got != lines[0]+"\n" {
		t.Errorf("expected the owner alone, found %q", got)
	}
	if got := classRun(t, exitUnusable, "remove", "Grace", "--data", dir); !strings.Contains(got, "found the only owner") {
		t.Errorf("expected the only owner to stay, found %q", got)
	}
}

// aClass makes a class in a folder of its own, and returns both.
func aClass(t *testing.T) (dir, id string) {
	t.Helper()
	dir = t.TempDir()
	err := withSchool(t.Context(), dir, "", func(s *school.School) (err error) {
		id, err = s.Make(t.Context(), everybody, school.Settings{Name: "Compilers", Hints: "open", Solutions: "open"}, "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir, id
}

// classRun runs `unbox class`, which has to end with an exit code, and returns what it prints.
func classRun(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, wrong bytes.Buffer
	if code := run(append([]string{"class"}, args...), strings.NewReader(""), &out, &wrong); code != want {
		t.Fatalf("%v: expected %d, found %d, %s", args, want, code, wrong.String())
	}
	return out.String() + wrong.String()
}
