package optimizer

import (
	"fmt"
	"strings"

	"unbox/trace"
)

// PassID is the number of a pass, which does not depend on its place in the pipeline.
type PassID uint8

// PassSet is a set of passes that are switched on.
type PassSet uint32

// Has reports whether the pass is in the set.
func (s PassSet) Has(p PassID) bool { return s&(1<<p) != 0 }

// With returns the set with one more pass.
func (s PassSet) With(p PassID) PassSet { return s | 1<<p }

// Without returns s without p.
func (s PassSet) Without(p PassID) PassSet { return s &^ (1 << p) }

// List returns the passes in the set, in the order in which they run.
func (s PassSet) List() []PassID {
	var list []PassID
	for _, r := range passTable {
		if s.Has(r.id) {
			list = append(list, r.id)
		}
	}
	return list
}

// First returns the set of its first k passes, in the order in which they run.
func (s PassSet) First(k int) PassSet {
	var first PassSet
	for i, p := range s.List() {
		if i < k {
			first = first.With(p)
		}
	}
	return first
}

// PassInfo describes a pass.
type PassInfo struct {
	// Name is its name at the command line, in links and in remarks: "fold".
	Name string
	// Title is its name on the page: "constant folding".
	Title string
	// Doc says in one sentence what the pass does.
	Doc string
	// Why says why it has this place in the pipeline.
	Why string
}

// Info returns the description of the pass.
func (p PassID) Info() PassInfo {
	for _, r := range passTable {
		if r.id == p {
			return r.info
		}
	}
	return PassInfo{}
}

// String returns the name of the pass.
func (p PassID) String() string { return p.Info().Name }

// Preset is a named set of passes that reproduces something known.
type Preset struct {
	Name, Title string
	Passes      PassSet
}

// Presets returns the presets in the order in which they are offered.
func Presets() []Preset { return presetTable[:] }

// PresetByName finds a preset.
func PresetByName(name string) (Preset, error) {
	names := make([]string, 0, len(presetTable))
	for _, p := range presetTable {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Preset{}, noSuch("a preset", name, names)
}

// Passes returns all passes in the order in which they run.
func Passes() []PassID {
	list := make([]PassID, len(passTable))
	for k, r := range passTable {
		list[k] = r.id
	}
	return list
}

// ParsePasses turns names into a set. Order and repetition do not matter.
func ParsePasses(names []string) (PassSet, error) {
	var set PassSet
	for _, name := range names {
		p, err := passByName(strings.TrimSpace(name))
		if err != nil {
			return 0, err
		}
		set = set.With(p)
	}
	return set, nil
}

func passByName(name string) (PassID, error) {
	known := make([]string, 0, len(passTable))
	for _, r := range passTable {
		if r.info.Name == name {
			return r.id, nil
		}
		known = append(known, r.info.Name)
	}
	return 0, noSuch("a pass", name, known)
}

// noSuch says that a name does not exist, and which one is similar.
func noSuch(what, name string, known []string) error {
	hint := ""
	if near := trace.Nearest(name, known); near != "" {
		hint = "; the nearest name is `" + near + "`"
	}
	found := "`" + name + "`"
	if name == "" {
		found = "an empty name"
	}
	return fmt.Errorf("expected %s (`%s`), found %s%s", what, strings.Join(known, "`, `"), found, hint)
}
