package sqlite

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/classroom/journal"
)

// sealedBackup makes a backup with documents of different lengths, and returns it with its bytes.
func sealedBackup(t *testing.T) (file string, whole []byte) {
	t.Helper()
	dir := t.TempDir()
	j, err := Open(filepath.Join(dir, "from"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 60 {
		d := journal.Document{Class: "c", Name: fmt.Sprint(n)}
		if err := j.Append(t.Context(), d, 0, []journal.Update{{Data: bytes.Repeat([]byte("text "), n*n)}}); err != nil {
			t.Fatal(err)
		}
	}
	file = filepath.Join(dir, "good.db")
	if err := Backup(t.Context(), filepath.Join(dir, "from"), file); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if whole, err = os.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	return file, whole
}

// refuses checks that a backup with some contents is refused by both ways, and leaves nothing.
func refuses(t *testing.T, what string, contents []byte) {
	t.Helper()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "bad.db"), filepath.Join(dir, "to")
	if err := os.WriteFile(from, contents, 0o600); err != nil {
		t.Fatal(err)
	}
	_, verified := Verify(from)
	for way, err := range map[string]error{"verify": verified, "restore": Restore(t.Context(), to, from)} {
		if err == nil || !strings.Contains(err.Error(), "expected") || !strings.Contains(err.Error(), from) {
			t.Errorf("%s, %s: expected it to be refused in words, with the file's name, found %v", what, way, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(to, fileName+"*")); len(left) > 0 {
		t.Errorf("%s: expected an empty folder, found %v", what, left)
	}
	if now, err := os.ReadFile(from); err != nil || !bytes.Equal(now, contents) {
		t.Errorf("%s: expected the backup to stay as it was, found that it was changed, %v", what, err)
	}
}

// TestFlippedBits changes one bit of a backup at each of many places: each is refused, wherever it is.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	_, whole := sealedBackup(t)
	chance := rand.New(rand.NewPCG(14, 2))
	places := []int{0, 17, 18, 24, 28, 40, 60, 68, 91, 92, 99, len(whole) - 1}
	for at := range sealLength {
		places = append(places, sealAt+at)
	}
	for range 120 {
		places = append(places, chance.IntN(len(whole)))
	}
	for _, at := range places {
		changed := bytes.Clone(whole)
		changed[at] ^= 1 << chance.IntN(8)
		refuses(t, fmt.Sprint("byte ", at), changed)
	}
}

// TestRearrangedBackups cuts a backup off, repeats a part and exchanges pages. The length is right in some.
func TestRearrangedBackups(t *testing.T) {
	t.Parallel()
	_, whole := sealedBackup(t)
	const page = 4096
	chance := rand.New(rand.NewPCG(14, 3))
	pages := len(whole) / page
	for range 20 {
		refuses(t, "cut", whole[:chance.IntN(len(whole))])
		a, b := 1+chance.IntN(pages-1), 1+chance.IntN(pages-1)
		exchanged := bytes.Clone(whole)
		copy(exchanged[a*page:], whole[b*page:(b+1)*page])
		copy(exchanged[b*page:], whole[a*page:(a+1)*page])
		if !bytes.Equal(exchanged, whole) {
			refuses(t, fmt.Sprint("pages ", a, " and ", b), exchanged)
		}
		lost := bytes.Clone(whole)
		clear(lost[a*page : (a+1)*page])
		refuses(t, fmt.Sprint("page ", a, " is lost"), lost)
	}
	refuses(t, "twice", append(bytes.Clone(whole), whole...))
	refuses(t, "reversed", reversed(whole, page))
}

func reversed(whole []byte, page int) (back []byte) {
	for at := len(whole) - page; at >= 0; at -= page {
		back = append(back, whole[at:at+page]...)
	}
	return back
}

// TestPackedBackups refuses files that grow when they are unpacked: nothing is unpacked.
func TestPackedBackups(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	z := zip.NewWriter(&bomb)
	for _, name := range []string{"classes.db", "../classes.db", "/etc/passwd"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(w, zeros{}, 1<<28); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	refuses(t, "packed", bomb.Bytes())
	_, whole := sealedBackup(t)
	refuses(t, "packed behind a backup", append(bytes.Clone(whole), bomb.Bytes()...))
	refuses(t, "a backup behind a packed file", append(bomb.Bytes(), whole...))
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestSealedAndEarlierBackups verifies and restores a backup with a checksum and one of an earlier version without; what is restored has none,
// because it changes, and a copy of it can be restored again.
func TestSealedAndEarlierBackups(t *testing.T) {
	t.Parallel()
	file, whole := sealedBackup(t)
	dir := t.TempDir()
	earlier := filepath.Join(dir, "earlier.db")
	unsealed := bytes.Clone(whole)
	copy(unsealed[sealAt:], noSeal[:])
	if err := os.WriteFile(earlier, unsealed, 0o400); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{file: true, earlier: false} {
		if sealed, err := Verify(name); err != nil || sealed != want {
			t.Errorf("%s: expected a whole backup with a checksum: %v, found %v, %v", name, want, sealed, err)
		}
		to := filepath.Join(dir, fmt.Sprint("to ", want))
		if err := Restore(t.Context(), to, name); err != nil {
			t.Fatal(err)
		}
		j, err := Open(to)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Append(t.Context(), journal.Document{Class: "c", Name: "new"}, 0, []journal.Update{{Data: []byte("1")}}); err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(filepath.Join(to, fileName)); err == nil || !strings.Contains(err.Error(), "found the database of a server") {
			t.Errorf("expected the file of a server to be refused, found %v", err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if sealed, err := Verify(filepath.Join(to, fileName)); err != nil || sealed {
			t.Errorf("%s: expected the folder's own file to be whole without a checksum, found %v, %v", name, sealed, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "good.db-*")); len(left) > 0 {
		t.Errorf("expected nothing beside a verified backup, found %v", left)
	}
}
