//go:build !core

package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var updateFixture = flag.Bool("update-fixture", false, "write the modules on which the page's host is tested")

// fixtureFile has modules for the tests of the page's host, which run in Node.js.
const fixtureFile = "../../static/src/machine/testdata/modules.json"

// fixtures are traces that a host can do wrong: lists that live and die, arrays with
// references, effects that give something back.
var fixtures = []struct{ Name, Text, Inputs string }{
	{"list", "[i0, p0]\np1 = new(Node)\nset(p1, value, i0)\nset(p1, next, p0)\ni1 = int_sub(i0, 1)\ni2 = int_gt(i1, 0)\nguard_true(i2) [i1, p1]\njump(i1, p1)\n", "i0=700, p0=null"},
	{"garbage", "[i0, p0]\np1 = new(Box)\nset(p1, value, i0)\ni1 = get(p0, value)\ni2 = int_sub(i0, 1)\ni3 = int_gt(i2, 0)\nguard_true(i3) [i1, i2]\njump(i2, p1)\n", "i0=900, p0=Box(value=5)"},
	{"array", "[i0, p0]\np1 = new_array_clear(3, descr=<ArrayP 8>)\nsetarrayitem_gc(p1, 1, p0, descr=<ArrayP 8>)\np2 = new(Box)\nset(p2, value, i0)\nsetarrayitem_gc(p1, 2, p2, descr=<ArrayP 8>)\np3 = getarrayitem_gc_r(p1, 2, descr=<ArrayP 8>)\ni4 = get(p3, value)\ni1 = int_sub(i0, 1)\ni2 = int_gt(i1, 0)\nguard_true(i2) [i4, p1]\njump(i1, p1)\n", "i0=300, p0=null"},
	{"effects", "[i0, i9]\ni3 = escape_i(i9)\ni4 = int_add(i9, i3)\nprint(i4)\ni1 = int_sub(i0, 1)\ni2 = int_gt(i1, 0)\nguard_true(i2) [i4, i1]\njump(i1, i4)\n", "i0=20, i9=1"},
}

// fixture is what a host gets, and what the interpreter says that comes of it.
type fixture struct {
	Name    string           `json:"name"`
	Code    *CodegenResponse `json:"code"`
	Outcome *Outcome         `json:"outcome"`
}

// TestHostFixture keeps the file that the page's tests read up to date:
//
//	go test ./wasm/api -run HostFixture -update-fixture
func TestHostFixture(t *testing.T) {
	var all []fixture
	for _, f := range fixtures {
		var code CodegenResponse
		call(t, "codegen", CodegenRequest{Text: f.Text, Inputs: f.Inputs, Jumps: 1000, Young: 512}, &code)
		var run RunResponse
		call(t, "run", RunRequest{Text: f.Text, Inputs: f.Inputs, Steps: 1000}, &run)
		if code.Refused != "" || code.Module == "" || run.Before == nil || run.Before.Exit != "guard" {
			t.Fatalf("%s: expected code and a run to a guard, found %q %+v", f.Name, code.Refused, run)
		}
		run.Before.Heap = []Object{} // hundreds of objects, which the tests look at in the memory
		all = append(all, fixture{f.Name, &code, run.Before})
	}
	want, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *updateFixture {
		if err := os.WriteFile(fixtureFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(fixtureFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("expected %s to be up to date; run: go test ./wasm/api -run HostFixture -update-fixture", fixtureFile)
	}
}
