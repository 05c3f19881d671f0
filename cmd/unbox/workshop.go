package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/workshop"
	"unbox/static"
	"unbox/wasm/api"
)

func workshopCommand() command {
	return command{
		name: "workshop", operands: verbsOf((*program)(nil).workshopVerbs(nil)), summary: "sessions of a server: as a page, as the skeleton of a lesson",
		complete: firstListed(func() []choice { return verbChoices((*program)(nil).workshopVerbs(nil)) }), declare: (*program).workshop,
		about: `Works on the live workshops of a server, in the folder of its flag --data, while it
runs.

    unbox workshop list            the workshops, with the day of each
    unbox workshop page CODE FILE  a session as one HTML file with its time
                                   line, which needs no server
    unbox workshop lesson CODE DIR its checkpoints as the steps of a new course,
                                   which ` + "`unbox lesson lint`" + ` accepts

The exit code is 0 on success, otherwise 2. docs/workshops.md says how to hold a
workshop.
`,
	}
}

// workshopVerbs are what `unbox workshop` does with the workshops of a server's folder.
func (p *program) workshopVerbs(data *string) []verb[error] {
	withSession := func(do func(s *workshop.Session, name string) error) func(context.Context, []string) error {
		return func(ctx context.Context, in []string) error {
			return copiedJournal(ctx, *data, func(j *sqlite.Journal) error {
				s, err := sessionOf(ctx, j, in[0])
				if errors.Is(err, workshop.ErrNone) {
					return fmt.Errorf("expected the code of a workshop, found `%s`, which no workshop has; `unbox workshop list` lists them", in[0])
				}
				if err != nil {
					return err
				}
				return do(s, in[1])
			})
		}
	}
	return []verb[error]{
		{"list", "", "the workshops", func(ctx context.Context, _ []string) error {
			return copiedJournal(ctx, *data, func(j *sqlite.Journal) error { return p.listWorkshops(ctx, j) })
		}},
		{"page", "CODE FILE", "a session as one HTML file", withSession(writePage)},
		{"lesson", "CODE DIR", "a session as the skeleton of a lesson", withSession(writeLesson)},
	}
}

// workshop is the command `unbox workshop`.
func (p *program) workshop(flags *flagSet) func(operands []string) int {
	data := flags.String("data", os.Getenv("UNBOX_DATA"), "the folder (`DIR`) that the server has as --data; default: the environment variable UNBOX_DATA")
	return func(operands []string) int {
		chosen, words, err := chooseVerb("workshop", p.workshopVerbs(data), operands)
		switch {
		case err != nil:
			return p.unusable("%v", err)
		case *data == "":
			return p.unusable("expected the folder of the workshops after `--data`, found none")
		}
		ctx, stop := interruptible()
		defer stop()
		return p.did(ctx, chosen.do(ctx, words))
	}
}

// copiedJournal opens a copy of the journal in a folder.
func copiedJournal(ctx context.Context, data string, do func(*sqlite.Journal) error) error {
	return copied(ctx, data, func(dir string) error {
		j, err := sqlite.Open(dir)
		if err != nil {
			return err
		}
		defer j.Close() // it is a copy, which was only read
		return do(j)
	})
}

func (p *program) listWorkshops(ctx context.Context, j *sqlite.Journal) error {
	all, err := workshop.All(ctx, j)
	if err == nil && len(all) == 0 {
		fmt.Fprintln(p.stderr, "There are no workshops here; one is opened on the server's page, and ends after a while.")
	}
	for _, l := range all {
		fmt.Fprintf(p.stdout, "%s  %s\n", l.Code, l.Opened.UTC().Format(time.DateOnly))
	}
	return err
}

// sessionOf reads the session of the workshop with a code.
func sessionOf(ctx context.Context, j *sqlite.Journal, written string) (*workshop.Session, error) {
	code := workshop.Code(written)
	if code == "" {
		return nil, fmt.Errorf("expected the code of a workshop, six letters and digits, found `%s`", written)
	}
	return workshop.ReadSession(ctx, j, code)
}

// writePage writes a session as one HTML file.
func writePage(s *workshop.Session, name string) error {
	page, err := sessionPage(s)
	if err != nil {
		return err
	}
	return replaceFile(name, page)
}

// writeLesson writes the skeleton of a lesson into a new folder.
func writeLesson(s *workshop.Session, dir string) error {
	if err := nothingIn(dir); err != nil {
		return err
	}
	files, err := s.Lesson()
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// keptSession is a session in its page; static/src/workshop/kept.ts describes its
// form.
type keptSession struct {
	UnboxSession int               `json:"unboxSession"`
	Title        string            `json:"title"`
	Lines        []json.RawMessage `json:"lines"`
	Pictures     []*api.Prepared   `json:"pictures"`
	Shown        [][2]int          `json:"shown"`
}

// sessionMark marks the place of the session in its page.
const sessionMark = "__SESSION__"

// sessionPage returns a page with a session, its time line and pictures of what was
// presented.
func sessionPage(s *workshop.Session) ([]byte, error) {
	page, err := static.Asset("session.html")
	if err != nil {
		return nil, err
	}
	kept := keptSession{UnboxSession: 1, Title: "A workshop of " + s.Opened().Format("2 January 2006")}
	err = s.Lines(func(l json.RawMessage) error { kept.Lines = append(kept.Lines, l); return nil })
	if err == nil {
		err = kept.draw(s)
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(kept) // it escapes everything that could end the element
	if err != nil {
		return nil, err
	}
	return bytes.Replace(page, []byte(sessionMark), text, 1), nil
}

// draw makes pictures of what was presented with the optimizer: first of moments with a name and the last one, then of those that stood
// for long. A text that is not a trace has no picture.
func (k *keptSession) draw(s *workshop.Session) error {
	worth, err := s.WorthDrawing()
	if err != nil {
		return err
	}
	k.Pictures, k.Shown = []*api.Prepared{}, [][2]int{}
	numbers := map[string]int{}
	engine, size := api.New(), 0
	for _, m := range worth {
		key := fmt.Sprintf("%q %d %s", m.Passes, m.To, m.Text)
		number, known := numbers[key]
		if !known {
			if len(k.Pictures) >= workshop.MaxPictures || size > workshop.MaxPictureBytes {
				continue
			}
			number = -1
			if picture, err := engine.Prepared(&api.PreparedRequest{Text: m.Text, Passes: m.Passes, To: m.To}); err == nil {
				text, err := json.Marshal(picture)
				if err != nil {
					return err
				}
				size += len(text)
				number = len(k.Pictures)
				k.Pictures = append(k.Pictures, picture)
			}
			numbers[key] = number
		}
		if number >= 0 {
			k.Shown = append(k.Shown, [2]int{m.Index, number})
		}
	}
	slices.SortFunc(k.Shown, func(a, b [2]int) int { return a[0] - b[0] })
	return nil
}
