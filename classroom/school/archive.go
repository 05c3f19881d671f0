package school

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
)

// ArchiveForm is the form of results that is not a table: everything that is stored of
// a class.
const ArchiveForm = "all"

// WriteArchive writes everything that is stored of a class as a ZIP file, for a teacher who closes it: its results in every form, its
// settings and roster, its own lessons, and for each learner what the learner can save. It leaves out rejoin codes: they are useless
// once the class is deleted, and give access to it until then. With a byte order mark, spreadsheets read its tables as UTF-8.
//
// Errors: those of Class, the stored data cannot be read, the class was deleted meanwhile, or those of the writer; then the output is
// not whole.
func (s *School) WriteArchive(ctx context.Context, by Account, class string, to io.Writer, mark bool) error {
	c, err := s.Class(by, class, true)
	if err != nil {
		return err
	}
	z := zip.NewWriter(to)
	return errors.Join(c.archive(ctx, z, mark), z.Close())
}

// SaveArchive is WriteArchive for a caller that keeps the file: the class knows that the file exists, even after a
// restart.
//
// Errors: those of WriteArchive, or ErrNotSaved. If the class cannot be written, the file is complete, but the class does not know of it.
func (s *School) SaveArchive(ctx context.Context, by Account, class string, to io.Writer, mark bool) error {
	c, err := s.Class(by, class, true)
	if err != nil {
		return err
	}
	if err := waitFor(func() error { return c.written(ctx, c.queue) }); err != nil { // what happened before is in the file
		return err
	}
	drafts, err := c.drafted(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	changes := c.changes
	c.mu.Unlock()
	if err := s.WriteArchive(ctx, by, class, to, mark); err != nil {
		return err
	}
	if err := waitFor(func() error { return c.saved(drafts, changes) }); err != nil {
		s.options.Log.Warn("that a class was saved in a file cannot be written", "reason", err)
	}
	return nil
}

// saved records that there is a file of the class with the drafts of a digest, unless more than that many things have happened: then the
// file is outdated already.
func (c *Class) saved(drafts string, changes uint64) error {
	done, waited := wait()
	c.mu.Lock()
	if c.over() != nil || c.changes != changes || len(c.queue.waiting) > 0 {
		c.mu.Unlock()
		return nil
	}
	c.take(event{At: c.state.Last, Saved: drafts, Ends: c.state.Ends}, done) // a class that is only fetched gets no older
	c.mu.Unlock()
	return waited()
}

// drafted returns a digest of all drafts with their versions and texts: two different texts may have the same version, if a server crashed
// before it had written the first one. Drafts have their own logs, so typing is not an event of the class.
//
// Errors: a draft cannot be read.
func (c *Class) drafted(ctx context.Context) (string, error) {
	c.mu.Lock()
	var all [][2]string
	for id, seat := range c.stored.Seats {
		for step, cell := range seat.Cells {
			if cell.mayHaveDraft() {
				all = append(all, [2]string{id, step})
			}
		}
	}
	c.mu.Unlock()
	slices.SortFunc(all, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	digest := sha256.New()
	for _, place := range all {
		d, err := c.draft(ctx, place[0], place[1])
		if errors.Is(err, ErrSeat) {
			continue // has left since
		}
		if err != nil {
			return "", err
		}
		c.mu.Lock()
		version, text := d.stored.version, d.stored.text.String()
		c.mu.Unlock()
		fmt.Fprintf(digest, "%q %d %q\n", draftName(place[0], place[1]), version, text)
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// ErrUnsaved refuses to delete a class that is not saved in a file.
var ErrUnsaved = errors.New("expected that all that is kept of the class now was saved in a file (`results?form=all`), found that it was not; save it, or say `force` to delete it without a file")

// CloseClass deletes a class if its present state was saved in a file. With force, it deletes it in any case.
//
// Errors: those of Class, ErrNotSignedIn for an account that was removed meanwhile, ErrUnsaved, or it cannot be read or deleted.
func (s *School) CloseClass(ctx context.Context, by Account, class string, force bool) error {
	c, err := s.Class(by, class, true)
	if err != nil {
		return err
	}
	inAnyCase := func() error {
		return s.deleteIf(context.WithoutCancel(ctx), by, c.ID(), func(*Class) error { return nil })
	}
	if force {
		return inAnyCase()
	}
	c.mu.Lock()
	ended, typed := c.ended, c.typed
	c.mu.Unlock()
	if ended { // its deletion had begun, and what is left of it cannot be read
		return inAnyCase()
	}
	drafts, err := c.drafted(ctx)
	if err != nil {
		return err
	}
	return s.deleteIf(context.WithoutCancel(ctx), by, c.ID(), func(c *Class) error {
		if c.state.Saved != drafts || c.typed != typed {
			return ErrUnsaved
		}
		for _, d := range c.drafts {
			if len(d.queue.waiting) > 0 { // what is being typed is in no file
				return ErrUnsaved
			}
		}
		return nil
	})
}

// archive writes the files, the smallest first.
func (c *Class) archive(ctx context.Context, z *zip.Writer, mark bool) error {
	report := c.Report()
	c.mu.Lock()
	settings, notes := c.stored.Settings, append([]Note{}, c.stored.Notes...) // those for one learner are in the learner's file
	c.mu.Unlock()
	if err := errors.Join(zipJSON(z, "settings.json", settings), zipJSON(z, "notes.json", notes), zipJSON(z, "roster.json", c.Roster()), zipJSON(z, "results.json", report)); err != nil {
		return err
	}
	for _, form := range []string{"wide", "long", "questions", "moodle", "canvas"} {
		if report.CheckForm(form) != nil {
			continue // gradebooks have no one to mark without a roster
		}
		w, err := zipFile(z, "results-"+form+".csv")
		if err == nil {
			err = report.WriteCSV(w, form, mark)
		}
		if err != nil {
			return err
		}
	}
	if err := c.archiveCourse(ctx, z); err != nil {
		return err
	}
	for _, l := range report.Learners {
		own, err := Seat{class: c, id: l.Seat}.Own(ctx)
		if errors.Is(err, ErrSeat) {
			continue // has left since the report was made
		}
		if err != nil {
			return err
		}
		own.Rejoin = ""
		if err := zipJSON(z, fmt.Sprintf("learners/%s (%s).json", fileName(l.Nick), l.Seat), own); err != nil {
			return err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over() // of what is deleted meanwhile nothing is found, and that would look as if there had been nothing
}

// archiveCourse writes the file of the class's own lessons, if any.
func (c *Class) archiveCourse(ctx context.Context, z *zip.Writer) error {
	own, err := c.school.Own(c.id)
	if errors.Is(err, ErrCourse) {
		return nil
	}
	if err != nil {
		return err
	}
	file, err := c.school.CourseFile(ctx, c.id, own.Version)
	if err != nil {
		return err
	}
	w, err := zipFile(z, "lessons.zip")
	if err == nil {
		_, err = w.Write(file)
	}
	return err
}

// zipFile begins a file with the present time: without a time it would have day 0 and month 0, which not
// all programs can read.
func zipFile(z *zip.Writer, name string) (io.Writer, error) {
	return z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Now()})
}

func zipJSON(z *zip.Writer, name string, value any) error {
	w, err := zipFile(z, name)
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// fileName returns a nickname as a part of a file name that is valid on all
// systems.
func fileName(nick string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' || r == '-' {
			return r
		}
		return '_'
	}, nick)
}
