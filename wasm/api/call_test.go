package api

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestCallRefuses(t *testing.T) {
	tests := []struct{ name, function, request, want string }{
		{"another function", "explode", "{}", "`version`, `where`, `why`), found `explode`"},
		{"no JSON", "optimize", "text", "expected a request in JSON"},
		{"nothing", "run", "", "expected a request in JSON"},
		{"another type", "optimize", `{"text":1}`, "expected a request in JSON"},
		{"a pass that does not exist", "optimize", `{"text":"[i0]","passes":["magic"]}`, "found `magic`"},
		{"too much", "optimize", strings.Repeat(" ", MaxRequest+1), "expected a request of at most 32 MB, found 32.0 MB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var r ErrorResponse
			if err := json.Unmarshal(Call(tt.function, []byte(tt.request)), &r); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(r.Error, tt.want) {
				t.Errorf("got %q, expected %q", r.Error, tt.want)
			}
		})
	}
}

func TestCallSurvivesBugs(t *testing.T) {
	functions()["bug"] = func(*Engine, []byte) ([]byte, error) { panic("a pass went wrong") }
	defer delete(functions(), "bug")
	e := New()
	var r ErrorResponse
	if err := json.Unmarshal(e.Call("bug", nil), &r); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(r.Error, "BUG: `bug` stopped: a pass went wrong") {
		t.Errorf("got %q", r.Error)
	}
	if got := string(e.Call("version", nil)); !strings.Contains(got, `"go":"go`) {
		t.Errorf("expected the next call to work, got %s", got)
	}
}

func TestDescribeSaysEverything(t *testing.T) {
	text := Call("describe", nil)
	noNull(t, text)
	var d DescribeResponse
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	for _, o := range d.Operations {
		if o.Name == "" || o.Names[0] != o.Name || o.Signature == "" || o.Doc == "" || o.Example == "" || o.Group == "" {
			t.Errorf("expected a full description, found %+v", o)
		}
	}
	if len(d.Passes) == 0 || len(d.Presets) == 0 || len(d.Rules) == 0 || len(d.Reasons) == 0 || len(d.Examples) == 0 {
		t.Errorf("expected all lists to have something, found %d passes, %d presets, %d rules, %d reasons, %d examples",
			len(d.Passes), len(d.Presets), len(d.Rules), len(d.Reasons), len(d.Examples))
	}
}

// noNull fails for a null where the page expects a list.
func noNull(t *testing.T, response []byte, allowed ...string) {
	t.Helper()
	var value any
	if err := json.Unmarshal(response, &value); err != nil {
		t.Fatal(err)
	}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case nil:
			if !slices.Contains(allowed, path) {
				t.Errorf("expected a value at %s, found null", path)
			}
		case []any:
			for _, x := range v {
				walk(path+"[]", x)
			}
		case map[string]any:
			for key, x := range v {
				walk(path+"."+key, x)
			}
		}
	}
	walk("", value)
}
