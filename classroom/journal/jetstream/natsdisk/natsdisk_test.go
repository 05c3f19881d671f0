package natsdisk

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// noted are notes as hooks.go.txt writes them.
type noted struct {
	dir  string
	text []byte
}

func (n *noted) add(kind byte, name, other string, same int, rest string) {
	n.text = append(n.text, kind)
	for _, each := range []string{name, other} {
		if each != "" {
			each = n.dir + "/" + each
		}
		n.text = binary.LittleEndian.AppendUint64(n.text, uint64(len(each)))
		n.text = append(n.text, each...)
	}
	n.text = binary.LittleEndian.AppendUint64(n.text, uint64(same))
	n.text = binary.LittleEndian.AppendUint64(n.text, uint64(len(rest)))
	n.text = append(n.text, rest...)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// left are all contents that a disk has after a power cut, for each file: "-" for none.
func left(t *testing.T, mood Mood, before, now map[string]string, notes func(*noted)) map[string][]string {
	t.Helper()
	all := map[string]map[string]bool{}
	chance := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		top := t.TempDir()
		n := &noted{dir: filepath.Join(top, "store")}
		notes(n)
		was := map[string][]byte{}
		for name, text := range before {
			was[name] = []byte(text)
		}
		for name, text := range now {
			file := filepath.Join(n.dir, name)
			must(t, os.MkdirAll(filepath.Dir(file), 0o700))
			must(t, os.WriteFile(file, []byte(text), 0o600))
		}
		file := filepath.Join(top, "notes")
		must(t, os.WriteFile(file, append(n.text, 's', 1, 2), 0o600)) // the last one was not written to its end
		must(t, Cut(chance, mood, was, file, n.dir))
		found, err := Files(n.dir)
		must(t, err)
		for _, name := range slices.Concat(slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(now)), slices.Collect(maps.Keys(found))) {
			if all[name] == nil {
				all[name] = map[string]bool{}
			}
			text := "-"
			if content, ok := found[name]; ok {
				text = shortened(content)
			}
			all[name][text] = true
		}
	}
	lists := map[string][]string{}
	for name, texts := range all {
		lists[name] = slices.Sorted(maps.Keys(texts))
	}
	return lists
}

// shortened writes a content as the letter of each sector; one that is not whole has a count.
func shortened(content []byte) string {
	var b strings.Builder
	for part := range slices.Chunk(content, sector) {
		if b.WriteString(strings.ReplaceAll(string(part[:1]), "\x00", "0")); len(part) < sector {
			fmt.Fprint(&b, len(part))
		}
	}
	return b.String()
}

// sectors are sectors full of a letter each.
func sectors(letters string) string {
	var b strings.Builder
	for _, l := range letters {
		b.WriteString(strings.Repeat(string(l), sector))
	}
	return b.String()
}

// TestCut expects of a disk what it may have: all that was synced, and of the rest what the mood says.
func TestCut(t *testing.T) {
	t.Parallel()
	before := map[string]string{"a": sectors("a"), "old": "x"}
	notes := func(n *noted) {
		n.add('s', "sure/x.tmp", "", 0, "s")
		n.add('r', "sure/x.tmp", "sure/x", 0, "")
		n.add('d', "sure", "", 0, "")
		n.add('s', "a", "", 0, sectors("ab"))
		n.add('s', "a", "", sector, sectors("c")) // what follows the first sector
		n.add('s', "made.tmp", "", 0, "m")
		n.add('r', "made.tmp", "made", 0, "")
		n.add('u', "old", "", 0, "")
	}
	now := map[string]string{"a": sectors("acd"), "made": "m", "sure/x": "s", "never": sectors("n")}
	for mood, want := range map[Mood]map[string][]string{
		Nothing:    {"a": {"ac"}, "old": {"x1"}, "made": {"-"}, "made.tmp": {"m1"}, "sure/x": {"s1"}, "never": {"-"}},
		Everything: {"a": {"acd"}, "old": {"-"}, "made": {"m1"}, "sure/x": {"s1"}, "never": {"n"}},
	} {
		if found := left(t, mood, before, now, notes); !maps.EqualFunc(found, want, slices.Equal) {
			t.Errorf("mood %d: expected %v, found %v", mood, want, found)
		}
	}
	found := left(t, Anything, before, now, notes)
	for name, want := range map[string][]string{"old": {"-", "x1"}, "made": {"-", "m1"}, "sure/x": {"s1"}} {
		if !slices.Equal(found[name], want) {
			t.Errorf("%s: expected %v, found %v", name, want, found[name])
		}
	}
	for _, text := range found["a"] { // its first two sectors were synced; of the third any part was written
		if !strings.HasPrefix(text, "ac") {
			t.Errorf("expected what was synced of a file, found %s", text)
		}
	}
	for name, least := range map[string]int{"a": 3, "never": 3} {
		if len(found[name]) < least {
			t.Errorf("%s: expected many contents, found %v", name, found[name])
		}
	}
}

// TestFoldersAreRenamed gives a folder the place of another one, as NATS does when it deletes all messages: there is one or
// the other. What was synced by its new name is there by that name.
func TestFoldersAreRenamed(t *testing.T) {
	t.Parallel()
	before := map[string]string{"msgs/1": "old", "msgs/2": "old"}
	renamed := func(n *noted) {
		n.add('s', "new/1", "", 0, "new")
		n.add('r', "msgs", "purged", 0, "")
		n.add('r', "new", "msgs", 0, "")
		n.add('u', "purged", "", 0, "")
	}
	now := map[string]string{"msgs/1": "new"}
	found := left(t, Anything, before, now, renamed)
	for name, want := range map[string][]string{"msgs/1": {"-", "n3", "o3"}, "msgs/2": {"-", "o3"}, "purged/1": {"-", "o3"}, "new/1": {"-", "n3"}} {
		if each := append([]string{"-"}, found[name]...); !slices.Equal(slices.Compact(each), want) {
			t.Errorf("%s: expected %v, found %v", name, want, found[name])
		}
	}
	found = left(t, Nothing, before, now, func(n *noted) {
		renamed(n)
		n.add('s', "msgs/1", "", 0, "newer")
	})
	if want := []string{"n5"}; !slices.Equal(found["msgs/1"], want) || len(found["msgs/2"]) != 1 || found["msgs/2"][0] != "-" {
		t.Errorf("expected that the folder was renamed before a file in it was synced, found %v", found)
	}
}
