package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"time"
)

// options are the flags.
type options struct {
	seed        uint64
	n, parallel int
	area        string
	only, list  string
	fixed       bool
	baseline    bool
	long        bool
	write       bool
}

func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", 1, "the seed that draws the mutants")
	flag.IntVar(&o.n, "n", 40, "how many are drawn")
	flag.IntVar(&o.parallel, "parallel", 2, "how many are tried at once, each on a processor of its own")
	flag.StringVar(&o.area, "area", "", "draw from `this` area only, a row of the table, to find what is thin there")
	flag.StringVar(&o.only, "only", "", "try all mutants with `this` in their names, instead of drawing some")
	flag.StringVar(&o.list, "list", "", "write the names of the mutants with `this` in them, and try none")
	flag.BoolVar(&o.fixed, "fixed", false, "try the few that every change has to find; the exit code is 1 if one is not")
	flag.BoolVar(&o.baseline, "baseline", true, "ask the judges about the sources as they are first")
	flag.BoolVar(&o.long, "long", true, "ask the judges that take a minute as well; without them survivors may be found after all")
	flag.BoolVar(&o.write, "write", false, "write the table into docs/correctness.md, and who found what into bench/mutants/last.txt")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, &o); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// measure does what the flags say, in the project's folder.
func measure(ctx context.Context, o *options) error {
	root, err := projectFolder()
	if err != nil {
		return err
	}
	sources, err := load(root, folders)
	if err != nil {
		return err
	}
	lists := all(sources)
	excused, err := readExcuses(equivalentText)
	if err != nil {
		return fmt.Errorf("equivalent.txt: %w", err)
	}
	if o.list != "" {
		for _, m := range named(lists, o.list) {
			if m.source.compiles(m.file, m.text()) {
				fmt.Println(m.name())
			}
		}
		return nil
	}
	chosen, err := choose(lists, o)
	if err != nil {
		return err
	}
	t := &trial{root: root, long: o.long}
	if t.uses, err = dependencies(ctx, root); err != nil {
		return err
	}
	if !o.fixed { // these are asked few judges each
		if t.record, err = openRecord(root); err != nil {
			return err
		}
		defer t.record.file.Close()
	}
	if o.baseline && !o.fixed {
		if err := t.unchanged(ctx, o.parallel); err != nil {
			return err
		}
	}
	results, err := t.runAll(ctx, chosen, excused, o.parallel)
	if err != nil {
		return err
	}
	r := report{options: o, results: results}
	fmt.Print("\n", r.table(), "\n", r.summary(), "\n")
	if o.write {
		return r.write(root)
	}
	if o.fixed && len(r.survivors()) > 0 {
		return errors.New("expected that every mutant is found, found survivors")
	}
	return nil
}

// projectFolder returns the folder of the module.
func projectFolder() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("expected to be run in the project's folder: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

func choose(lists [][]*mutant, o *options) ([]*mutant, error) {
	switch {
	case o.fixed:
		return alone(lists)
	case o.only != "":
		return slices.DeleteFunc(named(lists, o.only), func(m *mutant) bool { return !m.source.compiles(m.file, m.text()) }), nil
	}
	lists, err := ofArea(lists, o.area)
	if err != nil {
		return nil, err
	}
	return draw(lists, o.seed, o.n), nil
}

// ofArea leaves of the lists that of one area, all if the name is "".
//
// Errors: an area that there is not.
func ofArea(lists [][]*mutant, name string) ([][]*mutant, error) {
	if name == "" {
		return lists, nil
	}
	for k := range areas {
		if areas[k].name == name {
			return lists[k : k+1], nil
		}
	}
	return nil, fmt.Errorf("expected `passes`, `bounds`, `interpreter` or `code` as the area, found `%s`", name)
}

// dependencies returns the packages that the tests of each judge's folder depend
// on.
func dependencies(ctx context.Context, root string) (map[string]map[string]bool, error) {
	uses := map[string]map[string]bool{}
	for _, j := range everyJudge() {
		if j.folder == "" || uses[j.folder] != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-test", "-f", "{{.ImportPath}}", "./"+j.folder)
		cmd.Dir, cmd.Stderr = root, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: expected a package with tests: %w", j.folder, err)
		}
		uses[j.folder] = map[string]bool{}
		for _, line := range strings.Split(string(out), "\n") {
			name, _, _ := strings.Cut(line, " ") // "p [q.test]" is p as q's tests see it
			uses[j.folder][name] = true
		}
	}
	return uses, nil
}

func everyJudge() (list []*judge) {
	for k := range areas {
		for i := range areas[k].judges {
			list = append(list, &areas[k].judges[i])
		}
	}
	return list
}

// unchanged runs the judges on the unchanged sources, several at once: a judge that fails on these
// says nothing about mutants. A failure that only the long ones find would otherwise be attributed
// to each mutant that the others did not find.
//
// Errors: one fails.
func (t *trial) unchanged(ctx context.Context, parallel int) error {
	dir, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	folders, judges := t.byFolder()
	var all sync.WaitGroup
	errs := make([]error, len(folders))
	places := make(chan struct{}, parallel)
	for i, folder := range folders {
		places <- struct{}{}
		all.Go(func() {
			b := &bench{trial: t, dir: dir, built: map[string]string{}}
			errs[i] = b.agree(ctx, judges[folder])
			<-places
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	fmt.Printf("without a mutant: all judges agree, %s of processor time\n", t.record.spent().Round(time.Second))
	return nil
}

// byFolder returns the judges that are asked, each once and those that have agreed not again, by their folders, and the
// folders in order.
func (t *trial) byFolder() (folders []string, judges map[string][]*judge) {
	judges = map[string][]*judge{}
	asked := map[string]bool{}
	for _, j := range everyJudge() {
		if j.folder == "" || j.long && !t.long || asked[j.key()] || t.record.usually(j) > 0 {
			continue
		}
		asked[j.key()] = true
		if judges[j.folder] == nil {
			folders = append(folders, j.folder)
		}
		judges[j.folder] = append(judges[j.folder], j)
	}
	return folders, judges
}

// agree asks judges of one folder about the sources as they are, and records what they took.
//
// Errors: one fails.
func (b *bench) agree(ctx context.Context, judges []*judge) error {
	for _, j := range judges {
		program, err := b.build(ctx, j.folder)
		if err != nil {
			return err
		}
		patient, before := *j, b.result.spent
		patient.limit *= slack
		how, output, err := b.test(ctx, program, &patient, j.run)
		if err != nil {
			return err
		}
		if how != endedWell {
			return fmt.Errorf("%s: expected tests that pass without a mutant, found\n%s", j.folder, output)
		}
		if err := b.record.add(&entry{Judge: j.key(), Spent: b.result.spent - before}); err != nil {
			return err
		}
	}
	return nil
}

// runAll tries mutants, several at once, and prints the result of each
// immediately.
func (t *trial) runAll(ctx context.Context, list []*mutant, excused excuses, parallel int) ([]result, error) {
	results := make([]result, len(list))
	next := make(chan int)
	errs := make(chan error, parallel)
	var workers sync.WaitGroup
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for range parallel {
		workers.Go(func() {
			for k := range next {
				var err error
				if reason, ok := excused[list[k].name()]; ok {
					results[k] = result{mutant: list[k], excused: reason}
				} else if results[k], err = t.recorded(ctx, list[k]); err != nil {
					stop()
					errs <- err
					return
				}
				fmt.Println(results[k].line())
			}
		})
	}
	for k := range list {
		select {
		case next <- k:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	select {
	case err := <-errs:
		return nil, err
	default:
		return results, ctx.Err()
	}
}

// recorded returns what is known of a mutant, or asks the judges and records what they say.
//
// Errors: those of run, and a record that cannot be written.
func (t *trial) recorded(ctx context.Context, m *mutant) (result, error) {
	if t.record == nil {
		return t.run(ctx, m)
	}
	if known, ok := t.record.result(m, t.long); ok {
		return known, nil
	}
	found, err := t.run(ctx, m)
	if err == nil {
		err = t.record.addResult(&found, t.long)
	}
	return found, err
}
