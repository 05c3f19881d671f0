package main

import (
	"errors"
	"fmt"
	"go/types"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

// analyzers are those of `go vet`, and those that staticcheck runs by default.
func analyzers() []*analysis.Analyzer {
	list := slices.Clone(vet.Suite)
	for _, a := range slices.Concat(simple.Analyzers, staticcheck.Analyzers, stylecheck.Analyzers, []*lint.Analyzer{unused.Analyzer}) {
		if !a.Doc.NonDefault {
			list = append(list, a.Analyzer)
		}
	}
	return list
}

// factual are those of the analyzers, and of the ones that they require, that export facts about a package to its
// importers.
func factual(list []*analysis.Analyzer) []*analysis.Analyzer {
	var found []*analysis.Analyzer
	seen := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		if len(a.FactTypes) > 0 {
			found = append(found, a)
		}
		for _, r := range a.Requires {
			visit(r)
		}
	}
	for _, a := range list {
		visit(a)
	}
	return found
}

// driver runs analyzers over packages that were loaded together: an analyzer's facts about an object are found by the
// object. golang.org/x/tools/go/analysis/checker would do the same, but it keeps the results of all analyzers to its end and
// runs them for every third-party package: it takes 12.5 GB at its peak for this project, where this takes 5.9, and a fifth
// more time.
type driver struct {
	mu       sync.RWMutex
	objects  map[objectFact]analysis.Fact
	packages map[packageFact]analysis.Fact
	found    []finding
	used     map[place]bool
	unused   []unused.Object
	failed   []error
}

type objectFact struct {
	object types.Object
	kind   reflect.Type
}

type packageFact struct {
	pkg  *types.Package
	kind reflect.Type
}

func (f objectFact) of() reflect.Type  { return f.kind }
func (f packageFact) of() reflect.Type { return f.kind }

// place is where an object is declared: the same in a package and in the one that its tests make of it.
type place struct {
	file string
	line int
	name string
}

func placeOf(o unused.Object) place { return place{o.Position.Filename, o.Position.Line, o.Name} }

// analyze runs the analyzers over the project's packages, several at a time, each after those that it imports. A package
// that its own tests extend is analyzed in that form.
func analyze(initial []*packages.Package) ([]finding, error) {
	all := analyzers()
	facts := factual(all)
	extended := map[string]bool{}
	for _, p := range initial {
		if p.ForTest == p.PkgPath {
			extended[p.PkgPath] = true
		}
	}
	isInitial, isImported := map[*packages.Package]bool{}, map[*packages.Package]bool{}
	for _, p := range initial {
		isInitial[p] = true
	}
	packages.Visit(initial, nil, func(p *packages.Package) {
		for _, below := range p.Imports {
			if ours(p) {
				isImported[below] = true
			}
		}
	})
	list := func(p *packages.Package) []*analysis.Analyzer {
		switch {
		case isInitial[p] && (p.ForTest != "" || !extended[p.PkgPath]):
			return all
		case ours(p), isImported[p]:
			return facts
		}
		return nil
	}

	d := &driver{objects: map[objectFact]analysis.Fact{}, packages: map[packageFact]analysis.Fact{}, used: map[place]bool{}}
	done := map[*packages.Package]chan struct{}{}
	packages.Visit(initial, nil, func(p *packages.Package) { done[p] = make(chan struct{}) })
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for p, end := range done {
		wait.Go(func() {
			defer close(end)
			for _, below := range p.Imports {
				<-done[below]
			}
			room <- struct{}{}
			defer func() { <-room }()
			if p.Types != types.Unsafe { // which has no sources
				d.look(p, list(p))
			}
		})
	}
	wait.Wait()
	for _, o := range d.unused {
		if !d.used[placeOf(o)] {
			d.found = append(d.found, finding{o.DisplayPosition, fmt.Sprintf("%s %s is unused (U1000)", o.Kind, o.Name)})
		}
	}
	return d.found, errors.Join(d.failed...)
}

// look runs analyzers, and what they require, over one package.
func (d *driver) look(p *packages.Package, list []*analysis.Analyzer) {
	results := map[*analysis.Analyzer]any{}
	var run func(a *analysis.Analyzer) error
	run = func(a *analysis.Analyzer) error {
		if _, there := results[a]; there {
			return nil
		}
		of := map[*analysis.Analyzer]any{}
		for _, r := range a.Requires {
			if err := run(r); err != nil {
				return err
			}
			of[r] = results[r]
		}
		pass := d.pass(p, a, of)
		result, err := a.Run(pass)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", a.Name, p.ID, err)
		}
		results[a] = result
		return nil
	}
	for _, a := range list {
		if err := run(a); err != nil {
			d.mu.Lock()
			d.failed = append(d.failed, err)
			d.mu.Unlock()
			return
		}
	}
	if r, there := results[unused.Analyzer.Analyzer].(unused.Result); there {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, o := range slices.Concat(r.Used, r.Quiet) {
			d.used[placeOf(o)] = true
		}
		d.unused = append(d.unused, r.Unused...)
	}
}

// pass is what an analyzer sees of a package.
func (d *driver) pass(p *packages.Package, a *analysis.Analyzer, results map[*analysis.Analyzer]any) *analysis.Pass {
	pass := &analysis.Pass{
		Analyzer: a, Fset: p.Fset, Files: p.Syntax, OtherFiles: p.OtherFiles, IgnoredFiles: p.IgnoredFiles,
		Pkg: p.Types, TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes, TypeErrors: p.TypeErrors,
		ResultOf: results, ReadFile: os.ReadFile,
		Report: func(what analysis.Diagnostic) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.found = append(d.found, finding{p.Fset.Position(what.Pos), fmt.Sprintf("%s (%s)", what.Message, a.Name)})
		},
		ImportObjectFact: func(o types.Object, into analysis.Fact) bool {
			return known(d, d.objects, objectFact{o, reflect.TypeOf(into)}, into)
		},
		ImportPackageFact: func(of *types.Package, into analysis.Fact) bool {
			return known(d, d.packages, packageFact{of, reflect.TypeOf(into)}, into)
		},
		ExportObjectFact: func(o types.Object, fact analysis.Fact) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.objects[objectFact{o, reflect.TypeOf(fact)}] = fact
		},
		ExportPackageFact: func(fact analysis.Fact) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.packages[packageFact{p.Types, reflect.TypeOf(fact)}] = fact
		},
	}
	if m := p.Module; m != nil {
		pass.Module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
	}
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		var list []analysis.ObjectFact
		for _, f := range all(d, d.objects, a) {
			list = append(list, analysis.ObjectFact{Object: f.key.object, Fact: f.fact})
		}
		return list
	}
	pass.AllPackageFacts = func() []analysis.PackageFact {
		var list []analysis.PackageFact
		for _, f := range all(d, d.packages, a) {
			list = append(list, analysis.PackageFact{Package: f.key.pkg, Fact: f.fact})
		}
		return list
	}
	return pass
}

// known copies a fact to where an analyzer wants it, and reports whether there was one.
func known[K comparable](d *driver, from map[K]analysis.Fact, key K, into analysis.Fact) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	fact, there := from[key]
	if there {
		reflect.ValueOf(into).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return there
}

// learned is a fact with its subject.
type learned[K any] struct {
	key  K
	fact analysis.Fact
}

// all returns all facts of an analyzer so far.
func all[K interface {
	comparable
	of() reflect.Type
}](d *driver, from map[K]analysis.Fact, a *analysis.Analyzer) []learned[K] {
	d.mu.RLock()
	defer d.mu.RUnlock()
	var list []learned[K]
	for key, fact := range from {
		if slices.ContainsFunc(a.FactTypes, func(kind analysis.Fact) bool { return reflect.TypeOf(kind) == key.of() }) {
			list = append(list, learned[K]{key, fact})
		}
	}
	return list
}
