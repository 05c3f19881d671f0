package origin

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unbox/tutorials/lesson"
)

const template = "../../cmd/unbox/lesson_template"

// small are the files of a course that has no problems: the one that authors begin with.
var small = func() map[string]string {
	all := map[string]string{}
	for _, name := range []string{"01-first-chapter/chapter.md", "01-first-chapter/01-first-step.md"} {
		text, err := os.ReadFile(filepath.Join(template, name))
		if err != nil {
			panic("BUG: the files of a new course are there: " + err.Error())
		}
		all[name] = string(text)
	}
	return all
}()

// titles opens a place and returns the steps that are there.
func titles(t *testing.T, place, kept string) (string, error) {
	t.Helper()
	s, err := Open(t.Context(), place, kept)
	if err != nil {
		return "", err
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	course, err := lesson.Load(s.Files)
	if err != nil {
		return "", err
	}
	var all []string
	for _, ch := range course.Chapters {
		for _, step := range ch.Steps {
			all = append(all, ch.ID+"/"+step.ID+": "+step.Title)
		}
	}
	return strings.Join(all, ", "), s.Warning
}

const (
	stepTitle = "A first step"
	want      = "first-chapter/first-step: " + stepTitle
)

// entry is a file in a ZIP file.
type entry struct {
	name, text string
	mode       fs.FileMode
}

// pack writes a ZIP file and returns its name.
func pack(t *testing.T, entries []entry) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "course.zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// below are the files of the small course below a folder.
func below(dir string) (all []entry) {
	for name, text := range small {
		all = append(all, entry{name: dir + name, text: text})
	}
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return all
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, e := range below("") {
		write(t, filepath.Join(dir, e.name), e.text)
	}
	if got, err := titles(t, dir, ""); got != want || err != nil {
		t.Errorf("expected %s, found %s, %v", want, got, err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestZIP(t *testing.T) {
	for _, tt := range []struct {
		name    string
		entries []entry
	}{
		{"as it is", below("")},
		{"in a folder, as programs pack one", append(below("course-main/"), entry{name: "course-main/.gitignore"}, entry{name: "__MACOSX/x"})},
		{"in three folders", below("a/b/c/")},
		{"with other files", append(below(""), entry{name: "README.md", text: "hello"})},
	} {
		if got, err := titles(t, pack(t, tt.entries), ""); got != want || err != nil {
			t.Errorf("%s: expected %s, found %s, %v", tt.name, want, got, err)
		}
	}
}

// TestHostileZIP: what a ZIP file can hold beside a course leads to words about it, and to nothing from outside.
func TestHostileZIP(t *testing.T) {
	many := make([]entry, maxEntries+1)
	for i := range many {
		many[i] = entry{name: fmt.Sprint(i)}
	}
	for _, tt := range []struct {
		name    string
		entries []entry
		want    string
	}{
		{"out of the folder", append(below(""), entry{name: "../outside.md"}), `expected names such as`},
		{"from the root", append(below(""), entry{name: "/etc/passwd"}), `expected names such as`},
		{"with a backslash", append(below(""), entry{name: `..\outside.md`}), `expected names such as`},
		{"the same name twice", append(below(""), below("")...), "duplicate"},
		{"a link", append(below(""), entry{name: "01-first-chapter/02-link.md", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}), "found a symbolic link"},
		{"a pipe", append(below(""), entry{name: "01-first-chapter/02-pipe.md", mode: fs.ModeNamedPipe | 0o644}), "found a pipe"},
		{"a step of 100 MB, packed in 100 KB", append(below(""), entry{name: "01-first-chapter/02-bomb.md", text: strings.Repeat("a", 100<<20)}), "expected at most 1048576 bytes"},
		{"too many files", many, "expected at most 20000 files"},
		{"a name that no disk can have", append(below(""), entry{name: "01-first-chapter/02-" + strings.Repeat("x", 60_000) + ".md"}), "expected names of at most 255 bytes, as disks can have, found one of 60006"},
		{"nothing", nil, "expected a folder such as `01-first-chapter`"},
		{"folders without an end", below(strings.Repeat("a/", 100)), "expected"},
	} {
		if got, err := titles(t, pack(t, tt.entries), ""); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: expected `%s`, found %s, %v", tt.name, tt.want, got, err)
		}
	}
	name := filepath.Join(t.TempDir(), "course.zip")
	write(t, name, "PK\x03\x04 and nothing more")
	if _, err := titles(t, name, ""); err == nil || !strings.Contains(err.Error(), "expected a ZIP file that can be read") {
		t.Errorf("expected a refusal of a broken ZIP file, found %v", err)
	}
	if err := os.Truncate(name, maxZip+1); err != nil {
		t.Fatal(err)
	}
	if _, err := titles(t, name, ""); err == nil || !strings.Contains(err.Error(), "of at most 64 MB") {
		t.Errorf("expected a refusal of a large ZIP file, found %v", err)
	}
}

// TestUnusualPacking: a ZIP file that other programs can unpack and this one cannot is refused with the reason.
func TestUnusualPacking(t *testing.T) {
	for _, tt := range []struct {
		name  string
		place int // in the head of a file in the directory of the ZIP file
		value byte
		want  string
	}{
		{"with a password", 8, 1, "expected a ZIP file without a password, found one for \"01-first-chapter/01-first-step.md\""},
		{"by LZMA", 10, 14, "packed by the method \"deflate\", found method 14 for \"01-first-chapter/01-first-step.md\""},
	} {
		name := pack(t, below(""))
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		head := strings.Index(string(text), "PK\x01\x02")
		text[head+tt.place] = tt.value
		write(t, name, string(text))
		if _, err := titles(t, name, ""); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: expected `%s`, found %v", tt.name, tt.want, err)
		}
	}
}

// repo makes a Git repository of files, each in a commit, with a branch "old" of the first one.
func repo(t *testing.T, entries []entry) (dir string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("this test needs the program `git`")
	}
	dir = t.TempDir()
	git(t, dir, "init", "--quiet", "--initial-branch=main")
	for i, e := range entries {
		write(t, filepath.Join(dir, e.name), e.text)
		commit(t, dir)
		if i == 0 {
			git(t, dir, "branch", "old")
		}
	}
	return dir
}

func commit(t *testing.T, dir string) {
	t.Helper()
	git(t, dir, "add", ".")
	git(t, dir, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "--message=more")
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v: %s", args, err, out)
	}
}

func TestGit(t *testing.T) {
	dir := repo(t, append(below("courses/first/"), entry{name: "notes.md", text: "notes"}))
	at := "file://" + dir
	for _, tt := range []struct{ place, want string }{
		{at + "#:courses/first", want},
		{at + "#main:courses/first/", want},
		{at + "#old:courses/first", "expected a file `chapter.md`"},
		{at, "courses: expected a file `chapter.md`"},
		{at + "#absent:courses/first", "Remote branch absent not found"},
		{at + "#main:absent", "expected a folder `absent` in the repository, found none"},
		{at + "#main:../x", "expected a folder of the repository after `:`"},
		{at + "#main:.git", "expected a folder of the repository after `:`"},
		{at + "#--upload-pack=x", "expected a branch or a tag after `#`"},
		{at + "-absent", "expected a course at `file://"},
		{"https://ada:secret@127.0.0.1:1/x.git", "expected a course at `https://ada:xxxxx@127.0.0.1:1/x.git`"},
		{"ext::sh -c date", "expected the folder of a course, a ZIP file of one or the address"},
	} {
		got, err := titles(t, tt.place, "")
		if said := fmt.Sprint(got, err); !strings.Contains(said, tt.want) || strings.Contains(said, "secret") {
			t.Errorf("%s: expected `%s`, found %s", tt.place, tt.want, said)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "unbox-course-*")); len(left) > 0 {
		t.Errorf("expected nothing to be left of what was fetched, found %s", left)
	}
}

// TestKeptCourse: a repository that cannot be fetched any more is used as it was.
func TestKeptCourse(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir, kept := repo(t, below("")), t.TempDir()
	at := "file://" + dir
	if got, err := titles(t, at, kept); got != want || err != nil {
		t.Fatalf("expected %s, found %s, %v", want, got, err)
	}
	write(t, filepath.Join(dir, "01-first-chapter/01-first-step.md"), strings.Replace(small["01-first-chapter/01-first-step.md"], stepTitle, "Another", 1))
	commit(t, dir)
	newer := strings.Replace(want, stepTitle, "Another", 1)
	if got, err := titles(t, at, kept); got != newer || err != nil {
		t.Errorf("expected %s, found %s, %v", newer, got, err)
	}
	if err := os.Rename(dir, dir+"-gone"); err != nil {
		t.Fatal(err)
	}
	got, warning := titles(t, at, kept)
	if got != newer || warning == nil || !strings.Contains(warning.Error(), "using the copy of the course that was fetched before") {
		t.Errorf("expected %s and a warning, found %s, %v", newer, got, warning)
	}
	if _, err := titles(t, at, t.TempDir()); err == nil {
		t.Error("expected an error where nothing was kept, found none")
	}
	if hidden, _ := filepath.Glob(filepath.Join(kept, "*", ".git")); len(hidden) > 0 {
		t.Errorf("expected no address to be kept, found %s", hidden)
	}
}

// TestHostileRepository: links stay in the course, and no hook, no submodule and no program of the repository is run.
func TestHostileRepository(t *testing.T) {
	dir := repo(t, below(""))
	ran := filepath.Join(t.TempDir(), "ran")
	write(t, filepath.Join(dir, ".gitattributes"), "*.md filter=evil\n")
	write(t, filepath.Join(dir, ".gitmodules"), "[submodule \"x\"]\n\tpath = x\n\turl = ext::touch "+ran+"\n")
	write(t, filepath.Join(dir, ".git/hooks/post-checkout"), "#!/bin/sh\ntouch "+ran+"\n")
	if err := errors.Join(os.Chmod(filepath.Join(dir, ".git/hooks/post-checkout"), 0o755), os.Symlink("/etc/passwd", filepath.Join(dir, "01-first-chapter/02-link.md"))); err != nil {
		t.Fatal(err)
	}
	commit(t, dir)
	_, err := titles(t, "file://"+dir, "")
	if err == nil || strings.Contains(err.Error(), "root:") {
		t.Errorf("expected a problem of the link and nothing of what it leads to, found %v", err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("expected nothing of the repository to be run, found that something was")
	}
}

// TestRepositoryBombs fetches repositories that are small as they come and large as files, and one that talks without an end: each is given up
// with a reason, and nothing of it is left.
func TestRepositoryBombs(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	large := repo(t, append(below(""), entry{name: "zeros", text: strings.Repeat("\x00", maxFetched)}))
	// Trees of ten times the same tree: a trillion files in a repository of a few kilobytes, whose list alone is more than any memory.
	many := repo(t, below(""))
	tree := hashed(t, many, "100644 blob "+hashed(t, many, "", "hash-object", "-w", "--stdin")+"\tx\n", "mktree")
	for range 12 {
		var entries strings.Builder
		for i := range 10 {
			fmt.Fprintf(&entries, "040000 tree %s\t%d\n", tree, i)
		}
		tree = hashed(t, many, entries.String(), "mktree")
	}
	made := hashed(t, many, "", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit-tree", "-m", "many", tree)
	git(t, many, "update-ref", "refs/heads/main", made)
	for place, want := range map[string]string{
		"file://" + large: "found a repository of more than 256 MB",
		"file://" + many:  "found a repository of more than 20000 files and folders",
	} {
		if _, err := titles(t, place, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected `%s`, found %v", want, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "unbox-course-*")); len(left) > 0 {
		t.Errorf("expected nothing to be left of what was fetched, found %s", left)
	}
	said := new(ending)
	for i := range 100_000 {
		fmt.Fprintf(said, "remote: line %d\n", i)
	}
	if len(said.text) > maxEnding || !strings.HasSuffix(string(said.text), "line 99999\n") {
		t.Errorf("expected the end of what is said, found %d bytes", len(said.text))
	}
}

// hashed is the name of what a command of git makes of a text.
func hashed(t *testing.T, dir, text string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %s: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

// TestFetchingEnds: a repository that does not answer is given up.
func TestFetchingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, "https://127.0.0.1:1/x.git", t.TempDir()); err == nil || !strings.Contains(err.Error(), "in time") {
		t.Errorf("expected to hear that it takes too long, found %v", err)
	}
}
