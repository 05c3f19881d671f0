package jit

import (
	"slices"

	"unbox/lang/vm"
)

// A loop has versions: see vm.Types. They are made when the first trace leads to one, while the program is there.

// maxVersions is the maximum number of versions of a loop besides its first trace.
const maxVersions = 3

// states answers a recorder's questions about loops.
type states struct{ *JIT }

// State says what happened to a loop. Only a trace that is valid for the present classes
// counts.
func (j states) State(id vm.LoopID) vm.LoopState {
	l := j.loops[id]
	switch {
	case l == nil:
		return vm.LoopCold
	case l.GivenUp:
		return vm.LoopHopeless
	case l.code != nil && l.Recording.Broken() == "":
		return vm.LoopTraced
	}
	return vm.LoopCold
}

// Version chooses the version of a loop to which a trace leads. That is the loop's first trace as long as there is none of
// the loop, if it knows as much, and if there are too many versions.
func (j states) Version(id vm.LoopID, types vm.Types) vm.Types {
	l := j.loops[id]
	if l == nil || l.code == nil || j.options.NoBridges || !types.Unboxed() && types.Classes == l.Recording.Began.Classes {
		return vm.Types{}
	}
	if _, ok := l.code.(Linked); !ok {
		return vm.Types{}
	}
	v := l.version(types)
	if v == nil && len(l.Versions) < maxVersions {
		v = &Loop{ID: id, At: l.At, Function: l.Function, Types: types, first: l, unboxed: l.program.VM.Unboxed(id, types)}
		l.Versions = append(l.Versions, v)
	}
	if v == nil { // one that differs only in the classes
		if k := slices.IndexFunc(l.Versions, func(v *Loop) bool { return v.Types.Passed == types.Passed }); k >= 0 {
			v = l.Versions[k]
		}
	}
	if v == nil || v.GivenUp {
		return vm.Types{}
	}
	return v.Types
}

// Unboxed returns the names of the variables that a version of a loop takes as numbers without their boxes.
func (l *Loop) Unboxed() []string { return l.unboxed }

// version returns the version of a loop for these types, the loop itself for the zero value; nil if there is
// none.
func (l *Loop) version(types vm.Types) *Loop {
	if types == (vm.Types{}) {
		return l
	}
	for _, v := range l.Versions {
		if v.Types == types {
			return v
		}
	}
	return nil
}

// target is the loop, or the version of one, to which a recording's trace leads; nil if it has not become hot.
func (j *JIT) target(rec *vm.Recording) *Loop {
	if l := j.loops[rec.Target]; l != nil {
		return l.version(rec.TargetTypes)
	}
	return nil
}

// all lists the loops and their versions.
func (j *JIT) all() []*Loop {
	var list []*Loop
	for _, l := range j.order {
		list = append(append(list, l), l.Versions...)
	}
	return list
}

// makeVersion makes a version of a loop unless it is too soon to try again; the program is at the loop's first instruction,
// and its registers fit. It reports whether it is at the first instruction of a loop afterwards.
func (j *JIT) makeVersion(machine *vm.VM, v *Loop) bool {
	if v.code == nil && !v.GivenUp && machine.Count(v.ID) >= v.again {
		j.make(machine, v)
		return v.code != nil
	}
	return true
}

// versionAt is the version whose parameters the program's registers fit, the loop itself if there is none. Only lockstep
// asks, which leaves traces after each iteration, before any jump to a version.
func (j *JIT) versionAt(machine *vm.VM, l *Loop) *Loop {
	if len(l.Versions) == 0 {
		return l
	}
	if v := l.version(machine.Types(l.ID)); v != nil && v.code != nil {
		return v
	}
	return l
}
