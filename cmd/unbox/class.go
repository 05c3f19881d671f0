package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"unbox/classroom/course"
	"unbox/classroom/journal"
	"unbox/classroom/journal/sqlite"
	"unbox/classroom/school"
	"unbox/playground/secret"
)

func classCommand() command {
	return command{
		name: "class", operands: verbsOf((*program)(nil).classVerbs(nil)), summary: "classes of a server: results, backups",
		complete: firstListed(func() []choice { return verbChoices((*program)(nil).classVerbs(nil)) }), declare: (*program).class,
		about: `Works on the classes of a server, in the folder of its flag --data, or on the
classes that several servers share, in the NATS servers of their flag --nats.

    unbox class list            the classes, with how many learners each has
    unbox class export ID       the results of a class: --form long, wide,
                                moodle, canvas, questions, json, course (its
                                own, as a ZIP file), or all (a ZIP file with
                                everything stored)
    unbox class import ID FILE  the roster of a class, from a table (CSV)
    unbox class course ID PLACE lessons for one class: a folder, a ZIP file or a
                                Git address; none for those of the server
    unbox class backup FILE     all classes into one new file
    unbox class verify FILE     whether a backup is whole, without restoring it
    unbox class restore FILE    a backup into a folder or a cluster without
                                classes
    unbox class close ID FILE   everything stored of a class into one new file
                                (ZIP); then the class is deleted
    unbox class delete ID --force
                                deletes a class without making a file
    unbox class people          who has an account, and who is invited
    unbox class remove WHO      removes a teacher or an assistant, by the name
                                or ID in that list, or an invitation by its ID
    unbox class secret          a new owner's secret, if a password was lost

The server may run while classes or people are listed, and while classes are
exported or backed up. It must be stopped for everything else. With --nats, all
servers may run; pages wait for a moment while something is changed. The exit
code is 0 on success, otherwise 2. docs/classroom.md says how to teach a class.
`,
	}
}

// classVerbs are what `unbox class` does.
func (p *program) classVerbs(f *classFlags) []verb[error] {
	type ctx = context.Context
	return []verb[error]{
		{"list", "", "the classes", func(c ctx, _ []string) error { return f.read(c, p.listClasses) }},
		{"export", "ID", "the results of a class", func(c ctx, in []string) error {
			return f.read(c, func(s *school.School) error { return p.exportClass(c, s, in[0], f) })
		}},
		{"import", "ID FILE", "the roster of a class", func(c ctx, in []string) error { return p.importRoster(c, in[0], in[1], f) }},
		{"course", "ID PLACE", "lessons for one class", func(c ctx, in []string) error { return p.setCourse(c, in[0], in[1], f) }},
		{"backup", "FILE", "all classes into one file", func(c ctx, in []string) error { return p.backUp(c, in[0], f) }},
		{verifyVerb, "FILE", "whether a backup is whole", func(_ ctx, in []string) error { return p.verify(in[0]) }},
		{"restore", "FILE", "a backup into a new folder", func(c ctx, in []string) error { return p.restore(c, in[0], f) }},
		{"close", "ID FILE", "all of a class into one file, then it is deleted", func(c ctx, in []string) error {
			return p.changed(c, f, "All that was kept of the class is in "+in[1]+", and the class is deleted.", func(s *school.School) error { return closeClass(c, s, in[0], in[1]) })
		}},
		{"delete", "ID", "a class and everything stored of it", func(c ctx, in []string) error {
			return p.changed(c, f, "The class "+in[0]+" is deleted.", func(s *school.School) error { return deleteClass(c, s, in[0], f.force) })
		}},
		{"people", "", "who has an account, and who is invited", func(c ctx, _ []string) error { return f.read(c, p.listPeople) }},
		{"remove", "WHO", "a teacher, an assistant or an invitation", func(c ctx, in []string) error {
			return p.changed(c, f, in[0]+" is removed.", func(s *school.School) error { return removePerson(c, s, in[0]) })
		}},
		{"secret", "", "a new owner's secret", func(c ctx, _ []string) error {
			return f.opened(c, func(s *school.School) error { return p.newSecret(c, s) })
		}},
	}
}

// verifyVerb is the verb that needs a file and no classes.
const verifyVerb = "verify"

// classForms are the forms of results.
var classForms = []string{"long", "wide", "moodle", "canvas", "questions", "json", "course", school.ArchiveForm}

// classFlags are the flags of `unbox class`.
type classFlags struct {
	data, form, course string
	nats, credentials  string
	mark, remove, try  bool
	again, force       bool
}

// ofClassVerbs are the flags that belong to one verb or two.
var ofClassVerbs = verbFlags{
	"form": {"export"}, "mark": {"export"}, "remove": {"import"}, "try": {"import", "course"}, "again": {"course"}, "force": {"delete", "restore"},
}

// class is the command `unbox class`.
func (p *program) class(flags *flagSet) func(operands []string) int {
	var f classFlags
	flags.StringVar(&f.data, "data", "", "the folder (`DIR`) that the server has as --data; default, without --nats: the environment variable UNBOX_DATA")
	flags.StringVar(&f.nats, "nats", "", "the NATS servers (`URLS`) with the classes, as in the servers' flag --nats; default, without a folder: the environment variable UNBOX_NATS")
	flags.StringVar(&f.credentials, "nats-credentials", os.Getenv("UNBOX_NATS_CREDENTIALS"), "the file (`FILE`) with which to sign in to them")
	flags.StringVar(&f.form, "form", "long", "export: `long` (a row for each learner and step), wide (a row for each learner), moodle, canvas (what their gradebooks read), questions (first and last answers, counted), json, course (the class's own lessons, as a ZIP file), or all (a ZIP file with everything stored)")
	flags.StringVar(&f.course, "course", "", "the server's own lessons (`DIR`), if it has some")
	flags.BoolVar(&f.mark, "mark", false, "export: begin with a byte order mark, for spreadsheets")
	flags.BoolVar(&f.remove, "remove", false, "import: remove people from the roster who are not in the file")
	flags.BoolVar(&f.try, "try", false, "import, course: only say what would change")
	flags.BoolVar(&f.again, "again", false, "course: programs must pass again in steps whose tests changed")
	flags.BoolVar(&f.force, "force", false, "delete: even if nobody has saved the class as a file; restore: in place of the classes and accounts that the cluster has")
	return func(operands []string) int {
		chosen, words, err := chooseVerb("class", p.classVerbs(&f), operands)
		switch {
		case err != nil:
			return p.unusable("%v", err)
		case !slices.Contains(classForms, f.form):
			return p.unusable("--form: %s", unknown("a form", f.form, classForms))
		}
		if err := ofClassVerbs.check(flags, chosen.name); err != nil {
			return p.unusable("%v", err)
		}
		if chosen.name != verifyVerb {
			if err := f.place(); err != nil {
				return p.unusable("%v", err)
			}
		}
		ctx, stop := interruptible()
		defer stop()
		err = chosen.do(ctx, words)
		if errors.Is(err, school.ErrNoClass) {
			err = fmt.Errorf("expected the ID of a class, found `%s`, which no class has; `unbox class list` lists them", words[0])
		}
		return p.did(ctx, err)
	}
}

// place finds out where the classes are.
//
// Errors: nothing says it, or two flags do.
func (f *classFlags) place() error {
	if f.nats == "" && f.data == "" {
		f.data = os.Getenv("UNBOX_DATA")
	}
	if f.nats == "" && f.data == "" {
		f.nats = os.Getenv("UNBOX_NATS")
	}
	switch {
	case f.data == "" && f.nats == "":
		return errors.New("expected the folder of the classes after `--data`, or NATS servers after `--nats`, found neither")
	case f.data != "" && f.nats != "":
		return errors.New("expected classes in one place, found both `--data` and `--nats`")
	}
	return nil
}

// changed opens the classes for writing, changes something, and says so.
func (p *program) changed(ctx context.Context, f *classFlags, saying string, change func(*school.School) error) error {
	err := f.written(ctx, change)
	if err == nil {
		fmt.Fprintln(p.stdout, saying)
	}
	return err
}

// deleteClass deletes a class, with force even if nobody has saved it as a file.
func deleteClass(ctx context.Context, s *school.School, id string, force bool) error {
	err := s.CloseClass(ctx, everybody, id, force)
	if errors.Is(err, school.ErrUnsaved) {
		return errors.New("expected `unbox class close ID FILE`, which saves all that is kept of the class first, or `--force`, found neither")
	}
	return err
}

// newSecret makes a new owner's secret and prints it.
func (p *program) newSecret(ctx context.Context, s *school.School) error {
	word, err := s.NewSecret(ctx)
	if err == nil {
		fmt.Fprintf(p.stdout, "Open /teach on the server and enter the owner's secret, which is not shown again:\n\n    %s\n", word)
	}
	return err
}

// read opens the classes for reading.
func (f *classFlags) read(ctx context.Context, do func(*school.School) error) error {
	if f.nats != "" {
		return withSharedCopy(ctx, f, do)
	}
	return withCopy(ctx, f, do)
}

// written opens classes that exist for writing.
func (f *classFlags) written(ctx context.Context, do func(*school.School) error) error {
	if f.nats == "" {
		if err := sqlite.Found(f.data); err != nil {
			return err
		}
	}
	return f.opened(ctx, do)
}

// opened opens the classes for writing; in a folder without classes it makes the database for them.
func (f *classFlags) opened(ctx context.Context, do func(*school.School) error) error {
	if f.nats != "" {
		return withShared(ctx, f, do)
	}
	return withSchool(ctx, f.data, f.course, do)
}

// everybody is the account of anyone who can read the folder.
var everybody = school.Account{Role: school.Owner}

// withSchool opens the classes of a folder, which no server may use meanwhile.
func withSchool(ctx context.Context, folder, courseDir string, do func(*school.School) error) error {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return sqlite.Found(folder)
	}
	kept, err := sqlite.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(onJournal(ctx, kept, courseDir, do), kept.Close())
}

// onJournal opens the classes of a journal.
func onJournal(ctx context.Context, kept journal.Journal, courseDir string, do func(*school.School) error) error {
	taught, err := courseOf(courseDir)
	if err != nil {
		return err
	}
	s, err := school.Open(ctx, school.Options{Journal: kept, Key: secret.New(), Log: slog.New(slog.DiscardHandler), Course: school.StepsOf(taught), Tests: course.TestsOf(taught), Questions: school.QuestionsOf(taught)})
	if err != nil {
		return err
	}
	defer s.Close()
	return do(s)
}

// copied copies the contents of a folder, which a server may be using, into another
// one.
func copied(ctx context.Context, data string, do func(copied string) error) error {
	dir, err := os.MkdirTemp("", "unbox-class-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "backup")
	if err := sqlite.Backup(ctx, data, file); err != nil {
		return err
	}
	copied := filepath.Join(dir, "classes")
	if err := sqlite.Restore(ctx, copied, file); err != nil {
		return err
	}
	return do(copied)
}

// withCopy opens a copy of the classes of a folder, which a server may be
// using.
func withCopy(ctx context.Context, f *classFlags, do func(*school.School) error) error {
	return copied(ctx, f.data, func(dir string) error { return withSchool(ctx, dir, f.course, do) })
}

func (p *program) listClasses(s *school.School) error {
	all := s.Classes(everybody)
	if len(all) == 0 {
		fmt.Fprintln(p.stderr, "There are no classes here yet; who teaches makes one on the server's page /teach.")
	}
	for _, c := range all {
		if _, err := fmt.Fprintf(p.stdout, "%s  %4d learners  %s  %s\n", c.ID, c.Learners, time.Unix(c.Last, 0).UTC().Format(time.DateOnly), c.Name); err != nil {
			return err
		}
	}
	return nil
}

// listPeople lists who teaches and who is invited.
func (p *program) listPeople(s *school.School) error {
	all, err := s.People(everybody)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(p.stderr, "Nobody has an account here yet; the first one is made on the server's page /teach, with the owner's secret.")
	}
	for _, l := range all {
		name := l.Name
		if l.Until > 0 {
			name = "invited until " + time.Unix(l.Until, 0).UTC().Format(time.DateOnly)
			if l.By != "" {
				name += " by " + l.By
			}
		}
		line := fmt.Sprintf("%-21s  %-9s  %s", l.ID, l.Role, name)
		if len(l.Classes) > 0 {
			line += ": " + strings.Join(l.Classes, ", ")
		}
		if _, err := fmt.Fprintln(p.stdout, line); err != nil {
			return err
		}
	}
	return nil
}

// removePerson removes somebody who teaches, by a name or an ID, or an invitation.
func removePerson(ctx context.Context, s *school.School, who string) error {
	all, err := s.People(everybody)
	if err != nil {
		return err
	}
	for _, l := range all {
		if l.Name == who {
			who = l.ID
			break
		}
	}
	return s.Remove(ctx, everybody, who)
}

func (p *program) exportClass(ctx context.Context, s *school.School, id string, f *classFlags) error {
	c, err := s.Class(everybody, id, true)
	if err != nil {
		return err
	}
	if f.form == "course" {
		return p.writeCourse(ctx, s, id)
	}
	if f.form == school.ArchiveForm {
		return s.WriteArchive(ctx, everybody, id, p.stdout, f.mark)
	}
	if f.form == "json" {
		return writeIndented(p.stdout, c.Report())
	}
	return c.Report().WriteCSV(p.stdout, f.form, f.mark)
}

// closeClass writes everything that is stored of a class into a new file, and deletes the class once the file is on
// the disk.
func closeClass(ctx context.Context, s *school.School, id, name string) error {
	if _, err := s.Class(everybody, id, true); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("expected a new file, found this: %w", err)
	}
	err = s.SaveArchive(ctx, everybody, id, file, true)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return s.CloseClass(ctx, everybody, id, false)
}

// importRoster brings a class's roster up to date with a file, and says what that changes.
func (p *program) importRoster(ctx context.Context, id, name string, f *classFlags) error {
	file, err := readAtMost(name, school.MaxRoster)
	if err != nil {
		return fmt.Errorf("expected the table of a roster, found this: %w", err)
	}
	roster, err := school.ReadRoster(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	with := func(s *school.School) error {
		c, err := s.Class(everybody, id, true)
		if err != nil {
			return err
		}
		plan := c.Plan(roster)
		if !f.try {
			if plan, err = s.Import(ctx, everybody, id, roster, f.remove); err != nil {
				return err
			}
		}
		return p.sayPlan(roster, plan, f)
	}
	if f.try {
		return f.read(ctx, with)
	}
	return f.written(ctx, with)
}

// readAtMost reads a file, and of a longer one just enough to notice that it is
// too long.
func readAtMost(name string, most int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most+1))
}

// sayPlan prints how a file was read, and what happened to the roster.
func (p *program) sayPlan(r school.Roster, plan school.RosterPlan, f *classFlags) error {
	var b strings.Builder
	for _, c := range r.Columns {
		switch {
		case c.Use == "":
			fmt.Fprintf(&b, "column `%s` is not read\n", c.Header)
		case c.Header != "" && c.Header != c.Use:
			fmt.Fprintf(&b, "column `%s` is the %s\n", c.Header, c.Use)
		}
	}
	for _, change := range []struct {
		mark   string
		people []school.Person
	}{{"+", plan.Added}, {"~", plan.Changed}, {map[bool]string{true: "-", false: "?"}[f.remove], plan.Missing}} {
		for _, person := range change.people {
			fmt.Fprintf(&b, "%s %s  %s\n", change.mark, person.ID, person.Name)
		}
	}
	missing := map[bool]string{true: "removed", false: "not in the file, and kept"}[f.remove]
	fmt.Fprintf(&b, "%d new, %d changed, %d as before, %d %s%s\n", len(plan.Added), len(plan.Changed), plan.Same, len(plan.Missing), missing, map[bool]string{true: " (only tried)"}[f.try])
	_, err := io.WriteString(p.stdout, b.String())
	return err
}

func writeIndented(to io.Writer, value any) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
