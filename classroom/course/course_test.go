package course

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/workers"
	"unbox/workers/queue"
)

// TestMain lets this binary be its own worker.
func TestMain(m *testing.M) {
	workers.Main(Role())
	os.Exit(m.Run())
}

var template = os.DirFS("../../cmd/unbox/lesson_template")

func newReader(t *testing.T) *Reader {
	t.Helper()
	p, err := workers.New(workers.Config{AllowRoot: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	r := New(p)
	t.Cleanup(r.Close)
	return r
}

// TestReader makes pages and tests of a course in a worker that is locked in.
func TestReader(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	file, err := Pack(template)
	if err != nil {
		t.Fatal(err)
	}
	ctx, at := t.Context(), Place{"/u/own/c1/", "/u/"}
	outline, err := r.Outline(ctx, queue.Client{}, file)
	if err != nil || len(outline.Steps) != 1 || outline.Tests[outline.Steps[0].ID] == "" {
		t.Fatalf("expected a step with its tests, found %+v, %v", outline, err)
	}
	id := outline.Steps[0].ID
	if here, err := Read(file); err != nil || here.Tests[id] != outline.Tests[id] {
		t.Errorf("expected the same without a worker, found %+v, %v", here, err)
	}
	chapter, _, _ := strings.Cut(id, "/")
	for path, want := range map[string]string{"": `href="/u/own/c1/` + chapter + `/"`, chapter + "/": id, id: `href="/u/lessons/language"`} {
		if p, err := r.Page(ctx, queue.Client{}, file, at, path); err != nil || !strings.Contains(string(p.Body), want) || strings.Contains(string(p.Body), "certificate") {
			t.Errorf("%q: expected a page with %s and no certificate, found %s, %v", path, want, p.Body, err)
		}
	}
	data, err := r.Data(ctx, queue.Client{}, file, at, id+"/step.json", 4)
	var step struct {
		Lessons int
		Suite   struct{ Tests []any }
	}
	if json.Unmarshal(data, &step) != nil || step.Lessons != 4 || len(step.Suite.Tests) == 0 {
		t.Errorf("expected the data of version 4 with tests, found %s, %v", data, err)
	}
	test, err := r.Test(ctx, queue.Client{}, file, id)
	if request, wrong := test.With("mine = 1"); err != nil || wrong != nil || test.Hash != outline.Tests[id] || !strings.Contains(string(request), "mine = 1") {
		t.Errorf("expected a request with the program, found %s, %v, %v", request, err, wrong)
	}
	for _, path := range []string{"nothing", id + "/", "../x", "a/b/c"} {
		if _, err := r.Page(ctx, queue.Client{}, file, at, path); !errors.Is(err, ErrNone) {
			t.Errorf("%q: expected no page, found %v", path, err)
		}
	}
}

// entry is a file in a ZIP file.
type entry struct {
	name, text string
	mode       fs.FileMode
}

func zipped(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		h.SetMode(e.mode | 0o644)
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestHostileFiles: what leads out of the file, is a link or a bomb, or is no course, is refused in words, and the reader goes on.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	good, err := Pack(template)
	if err != nil {
		t.Fatal(err)
	}
	const chapter = "---\ntitle: T\nsummary: S\n---\n"
	zeros := strings.Repeat("\n", 2<<20)
	var bomb []entry
	for k := range 40 {
		bomb = append(bomb, entry{name: fmt.Sprintf("%02d-c%d/chapter.md", k, k), text: chapter + zeros[:1000<<10]})
	}
	var many []entry
	for k := range 20_001 {
		many = append(many, entry{name: fmt.Sprintf("f%d", k)})
	}
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"no ZIP file":       {[]byte("hello"), "expected a ZIP file that can be read"},
		"cut off":           {good[:len(good)-30], "expected a ZIP file that can be read"},
		"out of it":         {zipped(t, entry{name: "../../01-a/chapter.md", text: chapter}), "expected names such as"},
		"from the root":     {zipped(t, entry{name: "/etc/passwd", text: "x"}), "expected names such as"},
		"a backslash":       {zipped(t, entry{name: `..\01-a\chapter.md`, text: "x"}), "expected names such as"},
		"a link":            {zipped(t, entry{name: "01-a/chapter.md", text: "/etc/passwd", mode: fs.ModeSymlink}), "expected"},
		"a long file":       {zipped(t, entry{name: "01-a/chapter.md", text: chapter + zeros}), "expected at most 1048576 bytes"},
		"too much unpacked": {zipped(t, bomb...), "expected at most 33554432 bytes in all files of a course"},
		"too many files":    {zipped(t, many...), "expected at most 20000 files and folders"},
		"nothing":           {zipped(t), "expected a folder such as"},
		"markup":            {zipped(t, entry{name: "01-a/chapter.md", text: chapter}, entry{name: "01-a/01-b.md", text: "---\ntitle: T\nidea: I\n---\n<script>alert(1)</script>\n"}), "01-a/01-b.md"},
	} {
		_, err := r.Outline(t.Context(), queue.Client{}, c.file)
		var bad *ErrBad
		if !errors.As(err, &bad) || !strings.Contains(bad.Words, c.want) {
			t.Errorf("%s: expected %q, found %v", name, c.want, err)
		}
	}
	if _, err := r.Outline(t.Context(), queue.Client{}, good); err != nil {
		t.Errorf("expected that a good course is read after them, found %v", err)
	}
}

// TestPack leaves out what is no lesson.
func TestPack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"01-a/chapter.md": "x", ".git/config.md": "secret", "01-a/notes.txt": "secret", "01-a/.draft.md": "secret"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, err := Pack(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil || len(z.File) != 1 || z.File[0].Name != "01-a/chapter.md" {
		t.Errorf("expected one file, found %v, %v", z, err)
	}
}
