package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/school"
)

// TestClassesInNATS lists, exports, imports, backs up, restores and deletes classes that servers keep together; a backup
// of them becomes one folder's classes, and those another cluster's.
func TestClassesInNATS(t *testing.T) {
	t.Parallel()
	first, second, dir, id := natstest.Start(t), natstest.Start(t), t.TempDir(), ""
	f := &classFlags{nats: first}
	err := withShared(t.Context(), f, func(s *school.School) (err error) {
		secret, err := s.NewSecret(t.Context())
		if err != nil {
			return err
		}
		session, err := s.Begin(t.Context(), secret, "Grace", "correct horse")
		if err != nil {
			return err
		}
		owner, err := s.Known(session)
		if err != nil {
			return err
		}
		if id, err = s.Make(t.Context(), owner, school.Settings{Name: "Compilers", Hints: "open", Solutions: "open"}, ""); err != nil {
			return err
		}
		gone, err := s.Make(t.Context(), owner, school.Settings{Name: "Gone", Hints: "open", Solutions: "open"}, "")
		if err != nil {
			return err
		}
		return s.Delete(t.Context(), gone)
	})
	if err != nil {
		t.Fatal(err)
	}
	work := func(want string, wantCode int, args ...string) {
		t.Helper()
		var out, wrong bytes.Buffer
		if code := run(append([]string{"class"}, args...), strings.NewReader(""), &out, &wrong); code != wantCode || !strings.Contains(out.String()+wrong.String(), want) {
			t.Errorf("%v: expected %q and %d, found %d, %s%s", args, want, wantCode, code, out.String(), wrong.String())
		}
	}
	roster, backup, again, folder := filepath.Join(dir, "roster.csv"), filepath.Join(dir, "monday.db"), filepath.Join(dir, "again.db"), filepath.Join(dir, "data")
	if err := os.WriteFile(roster, []byte("id,name\ns1,Ada\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	work("1 new", exitGood, "import", id, roster, "--nats", first, "--try")
	work("1 new", exitGood, "import", id, roster, "--nats", first)
	work("1 as before", exitGood, "import", id, roster, "--nats", first, "--try")
	work("Compilers", exitGood, "list", "--nats", first)
	work("class,seat", exitGood, "export", id, "--nats", first)
	work("", exitGood, "backup", backup, "--nats", first)
	work("expected a cluster without classes", exitUnusable, "restore", backup, "--nats", first)
	work("", exitGood, "restore", backup, "--data", folder)
	work("1 as before", exitGood, "import", id, roster, "--data", folder, "--try")
	work("", exitGood, "backup", again, "--data", folder)
	work("", exitGood, "restore", again, "--nats", second)
	work("1 as before", exitGood, "import", id, roster, "--nats", second, "--try")
	work("the owner's secret", exitGood, "secret", "--nats", second)
	// What came after the backup goes, with a class that it does not have; what it has is as it was.
	newer, reader := filepath.Join(dir, "newer.db"), &classFlags{nats: second}
	if err := os.WriteFile(roster, []byte("id,name\ns2,Ben\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	work("1 new", exitGood, "import", id, roster, "--nats", second)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	later := ""
	must(withShared(t.Context(), reader, func(s *school.School) (err error) {
		later, err = s.Make(t.Context(), everybody, school.Settings{Name: "Later", Hints: "open", Solutions: "open"}, "")
		return err
	}))
	work("", exitGood, "backup", newer, "--nats", second)
	work("or `--force`, which replaces them", exitUnusable, "restore", again, "--nats", second)
	work("", exitGood, "restore", again, "--nats", second, "--force")
	work("Compilers", exitGood, "list", "--nats", second)
	work("expected the ID of a class, found `", exitUnusable, "export", later, "--nats", second)
	work("1 new", exitGood, "import", id, roster, "--nats", second, "--try")
	work("", exitGood, "restore", newer, "--nats", second, "--force")
	work("class,seat", exitGood, "export", later, "--nats", second)
	work("1 as before", exitGood, "import", id, roster, "--nats", second, "--try")
	work("expected `--nats` beside `restore --force`", exitUnusable, "restore", again, "--data", filepath.Join(dir, "other"), "--force")
	work("or `--force`, found neither", exitUnusable, "delete", id, "--nats", second)
	work("", exitGood, "delete", id, "--force", "--nats", second)
	work("expected the ID of a class, found `", exitUnusable, "export", id, "--nats", second)
	work("Compilers", exitGood, "list", "--nats", first)
	work("found both", exitUnusable, "list", "--nats", first, "--data", folder)
	work("expected a NATS server at `nats://127.0.0.1:1`", exitUnusable, "list", "--nats", "nats://127.0.0.1:1")
}
