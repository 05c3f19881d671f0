//go:build unix

package sqlite

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"golang.org/x/sys/unix"

	"unbox/classroom/journal"
)

// TestBackupOfALiveJournal backs up while it is written, restores elsewhere, and finds all that was
// acknowledged before, in order.
func TestBackupOfALiveJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, file, to := filepath.Join(dir, "from"), filepath.Join(dir, "a 'backup'?.db"), filepath.Join(dir, "to")
	j, err := Open(from)
	if err != nil {
		t.Fatal(err)
	}
	doc := journal.Document{Class: "c", Name: "d"}
	write := func(n int) {
		update := journal.Update{Data: fmt.Appendf(nil, "%d", n)}
		if err := j.Append(t.Context(), doc, uint64(n), []journal.Update{update}); err != nil {
			t.Error(err)
		}
	}
	for n := range 100 {
		write(n)
	}
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := 100; n < 300; n++ {
			write(n)
		}
	})
	if err := Backup(t.Context(), from, file); err != nil {
		t.Fatal(err)
	}
	writing.Wait()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), from, file); err == nil || !strings.Contains(err.Error(), "which exists") {
		t.Errorf("expected not to overwrite a backup, found %v", err)
	}
	if err := Restore(t.Context(), to, file); err != nil {
		t.Fatal(err)
	}
	back, err := Open(to)
	if err != nil {
		t.Fatal(err)
	}
	h, err := back.Read(context.Background(), doc, 0)
	if err != nil || len(h.Updates) < 100 || len(h.Updates) > 300 {
		t.Fatalf("expected 100 to 300 updates, found %d, %v", len(h.Updates), err)
	}
	for n, u := range h.Updates {
		if string(u.Data) != fmt.Sprint(n) {
			t.Errorf("expected update %d, found %s", n, u.Data)
		}
	}
	if err := Restore(t.Context(), to, file); err == nil || !strings.Contains(err.Error(), "expected that no other server uses") {
		t.Errorf("expected a folder in use to be refused, found %v", err)
	}
	if err := back.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), to, file); err == nil || !strings.Contains(err.Error(), "expected a folder without classes") {
		t.Errorf("expected a folder with classes to be refused, found %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*.part")); len(left) > 0 {
		t.Errorf("expected nothing half to be left, found %v", left)
	}
}

// TestRoomForABackup refuses what does not fit on the disk before it is full.
func TestRoomForABackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := room(dir, 1, "the size"); err != nil {
		t.Errorf("expected room for a byte, found %v", err)
	}
	if _, known := freeBytes(dir); !known {
		t.Skip("this system does not say how much room there is")
	}
	if err := room(dir, 1<<62, "the size"); err == nil || !strings.Contains(err.Error(), "bytes of free space at `"+dir+"`, the size, found") {
		t.Errorf("expected a word on the room that is missing, found %v", err)
	}
	j, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	info, err := os.Stat(filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	if size, err := bytesOf(j.reader); err != nil || size < info.Size() || size > info.Size()+1<<20 {
		t.Errorf("expected about %d bytes, found %d, %v", info.Size(), size, err)
	}
}

// TestDamagedBackups are refused, and leave the folder empty.
func TestDamagedBackups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j, err := Open(filepath.Join(dir, "from"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 200 {
		if err := j.Append(t.Context(), journal.Document{Class: "c", Name: fmt.Sprint(n)}, 0, []journal.Update{{Data: bytes.Repeat([]byte("x"), 500)}}); err != nil {
			t.Fatal(err)
		}
	}
	good := filepath.Join(dir, "good.db")
	if err := Backup(t.Context(), filepath.Join(dir, "from"), good); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	hole := bytes.Clone(whole)
	copy(hole[3*4096:4*4096], make([]byte, 4096))
	for name, file := range map[string]struct {
		contents []byte
		words    string
	}{
		"text": {[]byte("no database, but a longer text"), "another kind of file"}, "none": {nil, "another kind of file"},
		"cut": {whole[:len(whole)/2], "found a damaged one"}, "hole": {hole, "found a damaged one"}, "begin": {whole[:5000], "found a damaged one"},
		"longer": {append(bytes.Clone(whole), 0), "found a damaged one"},
	} {
		from, to := filepath.Join(dir, name), filepath.Join(dir, "to-"+name)
		if err := os.WriteFile(from, file.contents, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Restore(t.Context(), to, from); err == nil || !strings.Contains(err.Error(), file.words) || !strings.Contains(err.Error(), "`"+from+"`") {
			t.Errorf("%s: expected it to be refused with %q and its name, found %v", name, file.words, err)
		}
		if left, _ := filepath.Glob(filepath.Join(to, fileName+"*")); len(left) > 0 {
			t.Errorf("%s: expected an empty folder, found %v", name, left)
		}
	}
	if err := Restore(t.Context(), filepath.Join(dir, "to"), filepath.Join(dir, "absent")); err == nil {
		t.Error("expected an error without a file, found none")
	}
	if err := Backup(t.Context(), filepath.Join(dir, "absent"), filepath.Join(dir, "b")); err == nil || !strings.Contains(err.Error(), "expected a folder with classes") {
		t.Errorf("expected an error without a folder, found %v", err)
	}
}

// TestHostileBackups gives what has no end, no writer, no room or more than our tables to those who restore: each is refused with a reason at
// once, and leaves nothing.
func TestHostileBackups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	crafted := func(name, sql string) string {
		from, file := filepath.Join(dir, name), filepath.Join(dir, name+".db")
		j, err := Open(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Append(t.Context(), journal.Document{Class: "c", Name: "d"}, 0, []journal.Update{{Data: []byte("1")}}); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		conn, err := sqlite3.Open("file:" + uriPath(filepath.Join(from, fileName)))
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Exec(sql + `; VACUUM INTO '` + file + `'`); err != nil {
			t.Fatal(err)
		}
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
		return file
	}
	good := crafted("good", "SELECT 1")
	// The header says 2 TB, and so does the file system, on which it takes no space.
	large := filepath.Join(dir, "large.db")
	header, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	binary.BigEndian.PutUint32(header[28:], 1<<29)
	if err := errors.Join(os.WriteFile(large, header, 0o600), os.Truncate(large, 4096<<29)); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx         context.Context
		file, words string
	}{
		"endless":     {t.Context(), "/dev/zero", "expected a file with a backup of classes, found something else"},
		"pipe":        {t.Context(), pipe, "expected a file with a backup of classes, found something else"},
		"folder":      {t.Context(), dir, "expected a file with a backup of classes, found something else"},
		"large":       {t.Context(), large, "of free space"},
		"trigger":     {t.Context(), crafted("trigger", `CREATE TRIGGER bad AFTER INSERT ON updates BEGIN DELETE FROM documents; END`), "found `trigger bad`"},
		"view":        {t.Context(), crafted("view", `ALTER TABLE documents RENAME TO real; CREATE VIEW documents AS SELECT * FROM real`), "which Unbox does not write"},
		"column":      {t.Context(), crafted("column", `ALTER TABLE documents ADD COLUMN more AS (length(state))`), "found `table documents`"},
		"no table":    {t.Context(), crafted("dropped", `DROP TABLE updates`), "found `no table updates`"},
		"interrupted": {ended, good, "context canceled"},
	} {
		to := filepath.Join(dir, "to-"+name)
		if err := Restore(c.ctx, to, c.file); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: expected it to be refused with %q, found %v", name, c.words, err)
		}
		if left, _ := filepath.Glob(filepath.Join(to, fileName+"*")); len(left) > 0 {
			t.Errorf("%s: expected an empty folder, found %v", name, left)
		}
	}
	if err := Restore(t.Context(), filepath.Join(dir, "to"), good); err != nil {
		t.Errorf("expected the same without a change to be restored, found %v", err)
	}
	if err := Backup(ended, filepath.Join(dir, "good"), filepath.Join(dir, "late.db")); err == nil {
		t.Error("expected a backup to be interrupted, found that it was written")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "late.db*")); len(left) > 0 {
		t.Errorf("expected nothing of a backup that was interrupted, found %v", left)
	}
}

// BenchmarkBackup backs up 100,000 updates, and restores them.
func BenchmarkBackup(b *testing.B) {
	dir := b.TempDir()
	j, err := Open(filepath.Join(dir, "from"))
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	updates := make([]journal.Update, 1000)
	for i := range updates {
		updates[i] = journal.Update{Client: "client", Counter: uint64(i), Data: []byte(`[[1200,[0,"x"],800]]`)}
	}
	for n := range 100 {
		if err := j.Append(b.Context(), journal.Document{Class: "c", Name: fmt.Sprint(n)}, 0, updates); err != nil {
			b.Fatal(err)
		}
	}
	n := 0
	b.Run("backup", func(b *testing.B) {
		for b.Loop() {
			n++
			if err := Backup(b.Context(), filepath.Join(dir, "from"), filepath.Join(dir, fmt.Sprint("backup", n))); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("restore", func(b *testing.B) {
		for b.Loop() {
			n++
			if err := Restore(b.Context(), filepath.Join(dir, fmt.Sprint("to", n)), filepath.Join(dir, "backup1")); err != nil {
				b.Fatal(err)
			}
		}
	})
}
