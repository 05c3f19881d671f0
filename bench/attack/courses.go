//go:build linux

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"unbox/internal/processes"
)

// hostileCourse is a folder of lessons that `unbox lesson lint` has to cope with.
type hostileCourse struct {
	name, about string
	quick       bool
	// make adds something to a course that is correct before that.
	make func(dir string) error
	// pack, if there is one, writes a ZIP file of the course's folder, which is given to the linter instead.
	pack func(dir string, z *zip.Writer) error
	// served means that the server has to show the course, too; secret must not be in a
	// page.
	served bool
	// good means that the course is correct.
	good bool
}

// secret is in a file outside of the course.
const secret = "a secret of the machine"

// lintPatience is the maximum time of the linter, which takes less than a second for a
// correct course.
const lintPatience = time.Minute

func hostileCourses() []hostileCourse {
	step := "01-first-chapter/01-first-step.md"
	return []hostileCourse{
		{name: "course-fifo", about: "a pipe that nobody writes to, in place of a step", quick: true, make: func(dir string) error {
			return syscall.Mkfifo(filepath.Join(dir, "01-first-chapter/02-pipe.md"), 0o644)
		}},
		{name: "course-symlink", about: "a step that is a link out of the course", quick: true, make: func(dir string) error {
			outside := filepath.Join(filepath.Dir(dir), "secret.md")
			if err := os.WriteFile(outside, []byte("---\ntitle: "+secret+"\nidea: "+secret+"\n---\n"+secret+"\n"), 0o644); err != nil {
				return err
			}
			return os.Symlink(outside, filepath.Join(dir, "01-first-chapter/02-link.md"))
		}},
		{name: "course-symlink-folder", about: "a chapter that is a link to the root, and one to itself", make: func(dir string) error {
			if err := os.Symlink("/", filepath.Join(dir, "02-root")); err != nil {
				return err
			}
			return os.Symlink(".", filepath.Join(dir, "03-itself"))
		}},
		{name: "course-device", about: "a step that is a link to /dev/zero", quick: false, make: func(dir string) error {
			return os.Symlink("/dev/zero", filepath.Join(dir, "01-first-chapter/02-zero.md"))
		}},
		{name: "course-huge-file", about: "a step of 4 GB, nearly all of it holes", quick: false, make: func(dir string) error {
			return os.Truncate(filepath.Join(dir, step), 4<<30)
		}},
		{name: "course-deep-folders", about: "a thousand folders, one in the other", make: func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, "02-deep", strings.Repeat("d/", 1000)), 0o755)
		}},
		{name: "course-many-files", about: "5,000 steps in a chapter", make: func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, step))
			for i := 2; i <= 5000 && err == nil; i++ {
				err = os.WriteFile(filepath.Join(dir, "01-first-chapter", fmt.Sprintf("%04d-step-%d.md", i, i)), text, 0o644)
			}
			return err
		}},
		{name: "course-marks", about: "`__BODY__` and its like in titles and texts", quick: true, served: true, good: true, make: func(dir string) error {
			for _, file := range []string{"01-first-chapter/chapter.md", step} {
				text, err := os.ReadFile(filepath.Join(dir, file))
				if err != nil {
					return err
				}
				text = bytes.Replace(text, []byte("title: "), []byte("title: __BODY__ __TITLE__ __LIVE__ __VERSION__ "), 1)
				if err := os.WriteFile(filepath.Join(dir, file), text, 0o644); err != nil {
					return err
				}
			}
			return nil
		}},
		{name: "course-front-matter", about: "YAML that refers to itself a billion times", make: func(dir string) error {
			bomb := "---\ntitle: &a [x, x, x, x, x, x, x, x, x]\n"
			for c := 'b'; c < 'k'; c++ {
				bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9), ", "))
			}
			return os.WriteFile(filepath.Join(dir, step), []byte(bomb+"---\n"), 0o644)
		}},
		{name: "course-markdown", about: "Markdown that parsers take long for", make: func(dir string) error {
			text := "---\ntitle: a\nidea: b\n---\n" + strings.Repeat("[", 50_000) + strings.Repeat("*a_ ", 50_000) + strings.Repeat("> ", 20_000) + strings.Repeat("`", 50_000)
			return os.WriteFile(filepath.Join(dir, step), []byte(text), 0o644)
		}},
		{name: "course-table", about: "a table of 80,000 columns and 200,000 rows in 700 KB", quick: true, make: func(dir string) error {
			text := "---\ntitle: a\nidea: b\n---\n" + strings.Repeat("a|", 80_000) + "\n" + strings.Repeat("-|", 80_000) + "\n" + strings.Repeat("|\n", 200_000)
			return os.WriteFile(filepath.Join(dir, step), []byte(text), 0o644)
		}},
		{name: "course-nested", about: "quotes in quotes, lists in lists, emphasis and links that do not end, a megabyte of each in 24 chapters", make: func(dir string) error {
			texts := []string{"> ", "- ", "c* ", "[a](", "[a](<", "~~a ", "[^1]: a\n\n", "a\n", "1. "}
			for i := range 24 {
				chapter := filepath.Join(dir, fmt.Sprintf("%02d-more-%d", i+2, i))
				if err := os.Mkdir(chapter, 0o755); err != nil {
					return err
				}
				text := texts[i%len(texts)]
				text = "---\ntitle: a\nsummary: b.\n---\na**b" + strings.Repeat(text, 1_000_000/len(text))
				if err := os.WriteFile(filepath.Join(chapter, "chapter.md"), []byte(text), 0o644); err != nil {
					return err
				}
			}
			return nil
		}},
		{name: "course-deep-yaml", about: "front matter with 200,000 brackets, and with mappings a thousand deep", make: func(dir string) error {
			deep := ""
			for i := range 1000 {
				deep += strings.Repeat(" ", i) + "a:\n"
			}
			err := os.WriteFile(filepath.Join(dir, "01-first-chapter/chapter.md"), []byte("---\n"+deep+"---\n"), 0o644)
			return errors.Join(err, os.WriteFile(filepath.Join(dir, step), []byte("---\ntitle: "+strings.Repeat("[", 200_000)+"\n---\n"), 0o644))
		}},
		{name: "course-zip-outside", about: "a ZIP file with names that lead out of its folder, and a link", quick: true, pack: func(dir string, z *zip.Writer) error {
			link := &zip.FileHeader{Name: "01-first-chapter/02-link.md"}
			link.SetMode(fs.ModeSymlink | 0o777)
			w, err := z.CreateHeader(link)
			if err == nil {
				_, err = io.WriteString(w, "/etc/passwd")
			}
			for _, name := range []string{"../outside.md", "/etc/cron.d/x", `..\outside.md`, "01-first-chapter/../../x.md"} {
				_, failed := z.Create(name)
				err = errors.Join(err, failed)
			}
			return err
		}},
		{name: "course-zip-bomb", about: "a ZIP file of 4 MB with a step of 4 GB", pack: func(dir string, z *zip.Writer) error {
			w, err := z.Create("01-first-chapter/02-bomb.md")
			if err == nil {
				_, err = io.CopyN(w, zeros{}, 4<<30)
			}
			return err
		}},
		{name: "course-zip-entries", about: "a ZIP file of half a million empty files", pack: func(dir string, z *zip.Writer) error {
			for i := range 500_000 {
				if _, err := z.Create(fmt.Sprintf("%d.md", i)); err != nil {
					return err
				}
			}
			return nil
		}},
	}
}

// zeros never end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// packed writes the ZIP file of a course: its folder, and what the attack adds.
func (h hostileCourse) packed(dir string) (name string, err error) {
	name = dir + ".zip"
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	z := zip.NewWriter(f)
	return name, errors.Join(z.AddFS(os.DirFS(dir)), h.pack(dir, z), z.Close(), f.Close())
}

// courseAttacks pass each course to the linter while the server runs.
func courseAttacks() []attack {
	var all []attack
	for _, h := range slices.Concat(hostileCourses(), namedCourses()) {
		all = append(all, attack{name: h.name, about: h.about + ", given to `unbox lesson lint`", quick: h.quick, do: h.give})
	}
	return all
}

func (h hostileCourse) give(ctx context.Context, a *arena) {
	base, err := os.MkdirTemp("", "unbox-attack-course-")
	if err != nil {
		a.fault("%v", err)
		return
	}
	defer os.RemoveAll(base)
	dir := filepath.Join(base, "course")
	unbox := a.options.program("unbox")
	if out, err := exec.CommandContext(ctx, unbox, "lesson", "new", dir).CombinedOutput(); err != nil {
		a.fault("lesson new: %v: %s", err, out)
		return
	}
	place := dir
	if h.make != nil {
		err = h.make(dir)
	} else {
		place, err = h.packed(dir)
	}
	if err != nil {
		a.fault("%v", err)
		return
	}
	a.lint(h, unbox, place)
	if h.served {
		a.shows(ctx, dir)
	}
}

// lint requires that the linter ends in time, uses little memory, and gives a reason
// if something is wrong.
func (a *arena) lint(h hostileCourse, unbox, dir string) {
	ctx, cancel := context.WithTimeout(context.Background(), lintPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, unbox, "lesson", "lint", dir)
	out, used, err := watched(cmd)
	a.saw("exit code %d, %s: %s", cmd.ProcessState.ExitCode(), megabytes(used), brief(strings.ReplaceAll(string(out), dir+"/", "")))
	switch {
	case ctx.Err() != nil:
		a.fault("expected an end within %v, found none", lintPatience)
	case err == nil && !h.good:
		a.fault("expected a complaint, found none: %s", out)
	case err != nil && h.good:
		a.fault("expected a course that is right, found a complaint: %s", out)
	case bytes.Contains(out, []byte(secret)):
		a.fault("expected nothing from outside of the course, found it: %s", out)
	case bytes.Contains(out, []byte("goroutine ")):
		a.fault("expected words, found a stack: %s", out)
	case bytes.ContainsAny(out, "\x1b\u202e"):
		a.fault("expected no command to a terminal, found one: %q", out)
	case used > maxMain*2:
		a.fault("expected at most %s, found %s", megabytes(maxMain*2), megabytes(used))
	}
}

// watched runs a command and returns its output, and its highest observed memory. (The peak that the
// system reports afterwards includes this program's memory, from before the command's start.)
func watched(cmd *exec.Cmd) (out []byte, used int64, err error) {
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		used = max(used, processes.Size(cmd.Process.Pid, "VmHWM"))
		select {
		case err := <-ended:
			return text.Bytes(), used, err
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// shows starts a server with the course and checks that its pages have a body.
func (a *arena) shows(ctx context.Context, dir string) {
	s, err := startServer(a.options.program("serve"), nil, "--course", dir, "--machine-code", "off")
	if err != nil {
		a.fault("%v", err)
		return
	}
	defer s.kill()
	for _, path := range []string{"lessons/", "lessons/first-chapter/", "lessons/first-chapter/first-step"} {
		text, err := newSeat(s.url, honestAddress).exchange(ctx, "GET", path, nil)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			a.fault("%s: %v", path, err)
		case !bytes.Contains(text, []byte("<main")) || !bytes.Contains(text, []byte("__BODY__")):
			a.fault("expected a page at %s with the title as it was written, found one without", path)
		case bytes.Count(text, []byte("<main")) != 1:
			a.fault("expected one body at %s, found several", path)
		default:
			a.saw("shown")
		}
	}
}
