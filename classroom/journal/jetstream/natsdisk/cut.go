package natsdisk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Mood is what a disk has of what it was not told to have when its power is cut.
type Mood int

// A disk has nothing of that; or everything, as when only the program ends; or any part of it.
const (
	Nothing Mood = iota
	Everything
	Anything
	// Moods is how many there are.
	Moods
)

// sector is what a disk writes at a time, in bytes.
const sector = 512

// disk is what has been synced of files, by their names.
type disk map[string][]byte

// below are the names of a file, or of all files in a folder.
func (d disk) below(name string) (all []string) {
	for each := range d {
		if within(each, name) {
			all = append(all, each)
		}
	}
	return all
}

// within reports whether a file is one of a name, or is in the folder of that name.
func within(file, name string) bool { return file == name || strings.HasPrefix(file, name+"/") }

// Cut cuts the power of a server that was killed: its folder has afterwards what its disk may have. That is what was in
// it when the server was started, with what the server's Disk noted since, and parts of the rest.
//
// What was synced, is there, by the name that the file had then. Files that were renamed or removed since a folder was
// synced may have their earlier names; as file systems with a journal do, a disk that has done one of these has done all
// before it. Of what was written into a file and not synced, any sectors are there.
//
// Errors: before is no copy of the folder, or the notes are none.
func Cut(chance *rand.Rand, mood Mood, before map[string][]byte, notes, dir string) error {
	text, err := os.ReadFile(notes)
	if err != nil {
		return err
	}
	all, err := readNotes(text, dir)
	if err != nil {
		return err
	}
	now, err := Files(dir)
	if err != nil {
		return err
	}
	to := len(all)
	if least := surely(all); mood != Everything {
		to = least
		if mood == Anything {
			to += chance.IntN(len(all) - least + 1)
		}
	}
	d := disk(maps.Clone(before))
	if d == nil {
		d = disk{}
	}
	if err := d.replay(all, to); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	names := map[string]bool{}
	for name := range d {
		names[name] = true
	}
	for name := range now {
		names[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		content, is := d.left(chance, mood, name, now, all[to:])
		if !is {
			continue
		}
		to := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, content, 0o600)); err != nil {
			return err
		}
	}
	return os.MkdirAll(dir, 0o700)
}

// Files are the files of a folder, by their names there; none for a folder that is not there.
func Files(dir string) (map[string][]byte, error) {
	all := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() {
			return err
		}
		in, err := filepath.Rel(dir, name)
		if err == nil {
			all[in], err = os.ReadFile(name)
		}
		return err
	})
	return all, err
}

// note is one of hooks.go.txt.
type note struct {
	kind        byte
	name, other string
	same        int
	rest        []byte
}

// next reads a note; ok is false for one that was not written to its end.
func next(text []byte) (n note, after []byte, ok bool) {
	if len(text) == 0 {
		return n, nil, false
	}
	n.kind, text = text[0], text[1:]
	number := func() int {
		if len(text) < 8 {
			ok = false
			return 0
		}
		v := binary.LittleEndian.Uint64(text)
		text = text[8:]
		return int(v)
	}
	piece := func() []byte {
		length := number()
		if !ok || len(text) < length {
			ok = false
			return nil
		}
		p := text[:length]
		text = text[length:]
		return p
	}
	ok = true
	n.name, n.other = string(piece()), string(piece())
	n.same = number()
	n.rest = piece()
	return n, text, ok
}

// readNotes reads the notes about files in a folder, with the names that they have there.
func readNotes(text []byte, dir string) (all []note, err error) {
	for {
		n, after, ok := next(text)
		if !ok {
			return all, nil
		}
		if !strings.Contains("srud", string(n.kind)) {
			return nil, fmt.Errorf("expected a note of a disk, found the letter %q", n.kind)
		}
		text = after
		if within(n.name, dir) {
			n.name, n.other = strings.TrimPrefix(n.name, dir+"/"), strings.TrimPrefix(n.other, dir+"/")
			all = append(all, n)
		}
	}
}

// names reports whether a note gives a file another name, or another file this name.
func (n note) names(file string) bool {
	return n.kind == 'r' && (within(file, n.name) || within(file, n.other)) || n.kind == 'u' && within(file, n.name)
}

// surely is how many of the notes a disk has done whatever its mood: up to the last folder that was synced, and up to the
// last one that gave a file the name by which it was synced later.
func surely(all []note) (count int) {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].kind == 'd' {
			count = i + 1
			break
		}
	}
	for i := len(all) - 1; i >= count; i-- {
		if all[i].kind != 's' {
			continue
		}
		for k := i - 1; k >= count; k-- {
			if all[k].names(all[i].name) {
				count = k + 1
			}
		}
	}
	return count
}

// replay does what is noted: all that was written, and of what changes names the first notes.
func (d disk) replay(all []note, to int) error {
	for i, n := range all {
		switch {
		case n.kind == 's':
			f := d[n.name]
			if n.same > len(f) {
				return fmt.Errorf("expected notes of `%s` from its byte %d on, found that it has %d", n.name, n.same, len(f))
			}
			d[n.name] = append(slices.Clone(f[:n.same]), n.rest...)
		case i >= to:
		case n.kind == 'r':
			d.rename(n.name, n.other)
		case n.kind == 'u':
			for _, each := range d.below(n.name) {
				delete(d, each)
			}
		}
	}
	return nil
}

// rename gives a file, or all in a folder, another name.
func (d disk) rename(from, to string) {
	for _, each := range d.below(to) {
		delete(d, each)
	}
	for _, each := range d.below(from) {
		d[to+strings.TrimPrefix(each, from)] = d[each]
		delete(d, each)
	}
}

// left is what the disk has of a name, where there is something now or not; undone are the notes that it has not done.
func (d disk) left(chance *rand.Rand, mood Mood, name string, now map[string][]byte, undone []note) (content []byte, is bool) {
	synced, known := d[name]
	current, there := now[name]
	switch {
	case mood == Everything:
		return current, there
	case mood == Nothing || slices.ContainsFunc(undone, func(n note) bool { return n.names(name) }):
		return synced, known // what is there now, if anything, is another file
	case !there:
		return synced, known && chance.IntN(2) == 0 // it was removed without a note
	case !known:
		return mixed(chance, nil, current), chance.IntN(2) == 0
	}
	return mixed(chance, synced, current), true
}

// mixed has each sector of a file as it was synced, or as it is now.
func mixed(chance *rand.Rand, synced, current []byte) []byte {
	if bytes.Equal(synced, current) || chance.IntN(3) == 0 {
		return current
	}
	if len(current) < len(synced) && chance.IntN(2) == 0 {
		return synced // it was cut shorter, which the disk does not know
	}
	length := len(current)
	if more := len(current) - len(synced); more > 0 {
		length = len(synced) + chance.IntN(more+1)
	}
	mix := make([]byte, length)
	copy(mix, synced)
	for at := 0; at < length; at += sector {
		if chance.IntN(2) == 0 {
			copy(mix[at:], current[at:min(at+sector, length)])
		}
	}
	return mix
}
