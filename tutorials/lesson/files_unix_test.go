//go:build unix

package lesson

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// folder writes a course with one step to a folder of its own.
func folder(t *testing.T) (dir, chapter string) {
	t.Helper()
	dir = t.TempDir()
	chapter = filepath.Join(dir, "01-straight-lines")
	if err := os.Mkdir(chapter, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"chapter.md": goodChapter, "01-operations.md": goodStep} {
		if err := os.WriteFile(filepath.Join(chapter, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, chapter
}

func loadFolder(t *testing.T, dir string) (*Course, error) {
	t.Helper()
	files, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return Load(files)
}

// TestOtherFilesAreRefused puts a pipe, a folder, a link to a device and links that lead out of the
// course where files are expected. Each is told, none is opened.
func TestOtherFilesAreRefused(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.md")
	if err := os.WriteFile(outside, []byte("---\ntitle: secret\n---\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, file string
		make       func(path string) error
		want       string
	}{
		{"a pipe as a step", "02-more.md", func(p string) error { return syscall.Mkfifo(p, 0o644) }, "02-more.md: expected a file, found a pipe"},
		{"a pipe as the chapter", "chapter.md", func(p string) error { return syscall.Mkfifo(p, 0o644) }, "chapter.md: expected a file, found a pipe"},
		{"a folder as the chapter", "chapter.md", func(p string) error { return os.Mkdir(p, 0o755) }, "chapter.md: expected a file, found a folder"},
		{"a link out of the course", "02-more.md", func(p string) error { return os.Symlink(outside, p) }, "02-more.md: expected a file of this course"},
		{"a link to a device", "02-more.md", func(p string) error { return os.Symlink("/dev/zero", p) }, "02-more.md: expected a file of this course"},
		{"a link upwards", "02-more.md", func(p string) error { return os.Symlink("../../../../../../../../etc/passwd", p) }, "02-more.md: expected a file of this course"},
		{"a folder that is a link", "../02-lines", func(p string) error { return os.Symlink(filepath.Dir(outside), p) }, "02-lines: expected a folder of this course, found a symbolic link"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, chapter := folder(t)
			path := filepath.Join(chapter, tt.file)
			_ = os.Remove(path)
			if err := tt.make(path); err != nil {
				t.Fatal(err)
			}
			if _, err := loadFolder(t, dir); err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("expected `%s`, found %v", tt.want, err)
			}
		})
	}
}

// TestLinksInTheCourse lets a step be a link to another.
func TestLinksInTheCourse(t *testing.T) {
	dir, chapter := folder(t)
	if err := os.Symlink("01-operations.md", filepath.Join(chapter, "02-again.md")); err != nil {
		t.Fatal(err)
	}
	c, err := loadFolder(t, dir)
	if err != nil || len(c.Chapters[0].Steps) != 2 {
		t.Errorf("expected a course with two steps, found %v, %v", c, err)
	}
}

// TestLongTexts refuses a file, then a course, that is too long.
func TestLongTexts(t *testing.T) {
	dir, chapter := folder(t)
	long := goodStep + strings.Repeat("x", maxFile-len(goodStep))
	if err := os.WriteFile(filepath.Join(chapter, "02-long.md"), []byte(long+"x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := loadFolder(t, dir); err == nil || !strings.Contains(err.Error(), "02-long.md: expected at most 1048576 bytes, found 1048577") {
		t.Errorf("one byte too many: found %v", err)
	}
	for i := range maxCourse/maxFile + 1 {
		name := "step-" + strings.Repeat("i", i+1)
		if err := os.WriteFile(filepath.Join(chapter, "03-"+name+".md"), []byte(long), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := loadFolder(t, dir); err == nil || !strings.Contains(err.Error(), "expected at most 33554432 bytes in all files of a course") {
		t.Errorf("a large course: found %v", err)
	}
}
