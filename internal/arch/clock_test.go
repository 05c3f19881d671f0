package arch

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A test that asks the clock fails where the machine is busy. So tests have budgets of
// steps, wait for conditions, and leave speed to benchmarks. What remains is a net far
// away, of minutes, which ends a test that would hang.

// shortUnits are units of time of which a small number is no net far away.
var shortUnits = []string{"Nanosecond", "Microsecond", "Millisecond", "Second"}

// looks says of a place that it waits for a condition, and names how often it looks.
const looks = "how often it looks"

// timed are the places in tests that may name a short time, as file and function (`*`: all),
// each with the reason why its answer does not depend on it.
var timed = map[string]string{
	"native/measure/run_test.go Run":           "a clock of its own, which moves when work is done",
	"native/timing/bounded_test.go TestMain":   "hostile programs are stopped at any moment: what it expects holds whenever they are",
	"bench/mutants/record_test.go TestEndings": "processor time, which other programs do not take",
	"bench/attack/attack_test.go *":            "measured times that are judged, written by hand",
	"cmd/serve/main_test.go TestParseOptions":  "the value of a flag",

	"prove/budget_test.go TestBudgetIsKept":    "the time of a budget is what it tests: it expects the words, at any moment",
	"prove/solve/solve_test.go TestTimeIsKept": "the same",
	"prove/solve/solve_test.go TestCancel":     "a program is cancelled at any moment, or has answered",
	"prove/solve/traces_test.go proveRandom":   "part of a benchmark",
	"prove/peer_test.go patience":              "processor time, which other programs do not take",
	"prove/peer_test.go processorTime":         "the unit in which the system counts",
	"prove/peer_test.go ask":                   looks,

	"playground/browsertest/tab.go looking":                 looks,
	"playground/browsertest/tab.go preparation":             "lets the page's clocks stand still that take something away",
	"playground/browsertest/tab.go Wait":                    looks,
	"playground/browsertest/tab.go Drawn":                   "after whatever waits for as little time as can be, however long that is",
	"playground/browsertest/machine_test.go gone":           looks,
	"playground/browsertest/mislead_test.go holdCalls":      "lets the page's long clocks stand still",
	"playground/browsertest/offer_test.go TestOfferedDraft": "waits as long as the server has everybody wait; longer makes no difference",
	"playground/browsertest/page_test.go endsOfMessages":    "the same",
	"playground/browsertest/keep_test.go holdAddress":       "lets one of the page's clocks stand still",
	"playground/server_test.go TestShutdownDrains":          looks,
	"playground/server_test.go TestShutdownCutsOff":         "a request that never ends is cut off after any time",
	"playground/machine_test.go TestMachineClientVanishes":  looks,
	"playground/admission_test.go TestReadersAreCutOff":     "a client that never reads is cut off after any time; and how often it looks",
	"playground/admission_test.go TestSlowSendersAreCutOff": "a client that sends no more is cut off after any time",
	"playground/slots_test.go TestSilentMessagesEnd":        "the same",

	"tutorials/learn/limits_test.go TestNoProgramEscapesTheLimits": "a log",

	"playground/visit/visit_test.go TestSeatsOfABlock": "a clock of its own",

	"workers/queue/budget_test.go TestBudgetErrors":    "nobody gives anything back before the context ends, whenever that is",
	"workers/queue/budget_test.go TestBudgetUnderLoad": "jobs end at any moment: what it expects holds whenever they do",
	"workers/queue/load_test.go *":                     "a clock of its own, which moves when everybody waits",
	"workers/queue/queue_test.go waitUntil":            looks,
	"workers/queue/queue_test.go TestQueueUnderLoad":   "jobs end at any moment: what it expects holds whenever they do",

	"classroom/workshop/servers_test.go bothWrite":    looks,
	"classroom/journal/jetstream/jetstream_test.go *": "its waits are for servers that are killed, at any moment: what it expects holds whenever they are",
	"classroom/journal/jetstream/power_test.go *":     "the same",
	"cmd/serve/metricsnats_test.go expectNumbers":     looks,

	"internal/cluster/pipe/pipe_test.go TestDeadlines": "a deadline that comes at any moment",
	"playground/cluster_test.go *":                     "the same as the next one's",
	"playground/history_test.go *":                     "the same: what it expects holds however long anything takes; and how often it looks",
	"playground/shared_test.go *":                      "servers end at any moment: what it expects holds whenever they do; and how often it looks",

	"workers/remote/remote_test.go *":     "a job that takes too long in any case, and a clock of a job that it never reaches",
	"workers/workers_test.go *":           "its waits are those of processes, ended at any moment",
	"tutorials/run/pool_test.go *":        "the same",
	"tutorials/run/compilation_test.go *": "the same",
}

// scriptClocks are the functions of a page that wait for time to pass.
var scriptClocks = regexp.MustCompile(`\b(setTimeout|setInterval|performance\.now|Date\.now)\s*\(`)

func TestTestsDoNotAskTheClock(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sources(t) {
		if !s.test && s.dir != "playground/browsertest" {
			continue
		}
		for _, decl := range s.file.Decls {
			name := declared(decl)
			if strings.HasPrefix(name, "Benchmark") {
				continue
			}
			for _, what := range shortTimes(decl) {
				place := s.name + " " + name
				if whole := s.name + " *"; timed[whole] != "" {
					place = whole
				}
				seen[place] = true
				if timed[place] == "" {
					t.Errorf("%s: `%s`: expected a budget of steps, a condition to wait for, or minutes as a net far away, found `%s`", s.name, name, what)
				}
			}
		}
	}
	for place := range timed {
		if !seen[place] {
			t.Errorf("`timed`: expected places that name a short time, found `%s`, which does not", place)
		}
	}
}

// declared returns the name of a function, or the first name of another declaration.
func declared(decl ast.Decl) string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				return v.Names[0].Name
			}
		}
	}
	return ""
}

// shortTimes returns what in a declaration waits for the clock or names a unit of time
// below a minute. Rounding a time for a log is neither.
func shortTimes(decl ast.Decl) (found []string) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if ok && (sel.Sel.Name == "Round" || sel.Sel.Name == "Truncate") {
				return false
			}
		case *ast.SelectorExpr:
			if nameOf(n.X) == "time" && (n.Sel.Name == "Sleep" || slices.Contains(shortUnits, n.Sel.Name)) {
				found = append(found, "time."+n.Sel.Name)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				if text, err := strconv.Unquote(n.Value); err == nil {
					found = append(found, scriptClocks.FindAllString(text, -1)...)
				}
			}
		}
		return true
	})
	return found
}

func nameOf(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// TestPageTestsDoNotAskTheClock looks at the unit tests of the page.
func TestPageTestsDoNotAskTheClock(t *testing.T) {
	walk(t, func(name string) {
		if !within(path.Dir(name), "static/src") || !strings.HasSuffix(name, ".test.ts") {
			return
		}
		for _, what := range scriptClocks.FindAllString(read(t, name), -1) {
			t.Errorf("%s: expected conditions and mocked timers, found `%s`", name, what)
		}
	})
}
