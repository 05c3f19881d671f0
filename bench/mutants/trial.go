package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// result is the result of trying a mutant.
type result struct {
	mutant *mutant
	// by is the judge that found it, "" if none did; test the test, or what happened.
	by, test string
	// spent is the processor time of all judges that were asked, building included.
	spent time.Duration
	// excused is the reason why it makes no difference, "" for others.
	excused string
	// notes are of tests that failed once and passed when they were run again.
	notes []string
}

// trial tries mutants.
type trial struct {
	root string
	// long also runs the judges that take a minute.
	long bool
	// uses has the packages that the tests of a folder depend on.
	uses map[string]map[string]bool
	// record is nil where nothing is recorded.
	record *record
}

// bench is where one mutant is tried: a folder with the changed file and test programs.
type bench struct {
	*trial
	mutant  *mutant
	dir     string
	overlay string
	built   map[string]string
	result  result
}

// run runs the judges on a mutant, one after the other, until one finds it.
//
// Errors: tests that cannot be built or started.
func (t *trial) run(ctx context.Context, m *mutant) (result, error) {
	dir, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	b := &bench{trial: t, mutant: m, dir: dir, built: map[string]string{}, result: result{mutant: m}}
	if err := b.writeOverlay(); err != nil {
		return b.result, err
	}
	for k := range m.area.judges {
		if ctx.Err() != nil {
			return b.result, ctx.Err()
		}
		found, err := b.ask(ctx, &m.area.judges[k])
		if found || err != nil {
			return b.result, err
		}
	}
	return b.result, nil
}

// writeOverlay writes the changed file, and the overlay that makes the go command
// read it.
func (b *bench) writeOverlay() error {
	changed := filepath.Join(b.dir, "changed.go")
	if err := os.WriteFile(changed, b.mutant.text(), 0o644); err != nil {
		return err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(b.root, b.mutant.file.name): changed}})
	if err != nil {
		return err
	}
	b.overlay = filepath.Join(b.dir, "overlay.json")
	return os.WriteFile(b.overlay, text, 0o644)
}

// ask runs one judge and reports whether it found the mutant.
func (b *bench) ask(ctx context.Context, j *judge) (found bool, err error) {
	if j.folder == "" {
		return b.askLemmas(ctx, j)
	}
	if j.long && !b.long {
		return false, nil
	}
	if !b.uses[j.folder][b.mutant.source.path] {
		return false, nil
	}
	program, err := b.build(ctx, j.folder)
	if err != nil {
		return false, err
	}
	how, output, err := b.test(ctx, program, j, j.run)
	if err != nil || how == endedWell {
		return false, err
	}
	if how == outOfTime {
		return b.foundBy(j, "does not come to an end"), nil
	}
	// Once more, the test alone: one that fails now and then finds nothing, nor does a machine without memory.
	test, run := failed(output), j.run
	if test != "" {
		run = "^" + test + "$"
	}
	again, _, err := b.test(ctx, program, j, run)
	if err != nil {
		return false, err
	}
	if again == endedWell {
		b.result.notes = append(b.result.notes, fmt.Sprintf("%s in %s failed once and passed when it was run again", cmp.Or(test, "something"), j.folder))
		return false, nil
	}
	return b.foundBy(j, strings.TrimSpace(test+" "+crash(output))), nil
}

func (b *bench) foundBy(j *judge, test string) bool {
	b.result.by, b.result.test = j.name, test
	return true
}

// build builds the tests of a folder with the mutant in them.
func (b *bench) build(ctx context.Context, folder string) (string, error) {
	if program := b.built[folder]; program != "" {
		return program, nil
	}
	program := filepath.Join(b.dir, strings.ReplaceAll(folder, "/", "-")+".test")
	args := []string{"test", "-c", "-vet=off", "-p", "1", "-o", program, "./" + folder} // vet would complain about mutants
	if b.overlay != "" {
		args = append(args[:2:2], append([]string{"-overlay", b.overlay}, args[2:]...)...)
	}
	how, output, spent, err := limited(ctx, b.root, 10*time.Minute, "go", args...)
	b.result.spent += spent
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && how != endedWell {
		err = fmt.Errorf("%s: expected tests that can be built, found\n%s", folder, output)
	}
	b.built[folder] = program
	return program, err
}

// test runs tests in their folder.
func (b *bench) test(ctx context.Context, program string, j *judge, run string) (ending, []byte, error) {
	args := []string{"-test.failfast", "-test.timeout=0"}
	if run != "" {
		args = append(args, "-test.run="+run)
	}
	if j.skip != "" {
		args = append(args, "-test.skip="+j.skip)
	}
	how, output, spent, err := limited(ctx, filepath.Join(b.root, j.folder), b.record.limit(j), program, append(args, j.args...)...)
	b.result.spent += spent
	if err == nil {
		err = ctx.Err() // an interrupted run ends its tests, too
	}
	return how, output, err
}

var (
	failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\w+)`)
	crashed    = regexp.MustCompile(`(?m)^(panic|fatal error|unexpected fault address|SIG\w+)\b.*`)
)

// failed returns the name of the test that failed, "" if the output names none.
func failed(output []byte) string {
	if found := failedTest.FindSubmatch(output); found != nil {
		return string(found[1])
	}
	return ""
}

// crash returns how the program stopped, "" if it ended by itself.
func crash(output []byte) string {
	text := string(crashed.Find(output))
	if len(text) > 90 {
		text = text[:90] + "…"
	}
	return text
}
